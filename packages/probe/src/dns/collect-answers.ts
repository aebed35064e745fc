import { createSocket } from 'node:dgram'
import { isIP } from 'node:net'
import { AppError } from '@octet/core/errors.ts'
import { toUnreachable } from '../unreachable.ts'
import { answersQuery } from './exchange.ts'

export type CollectOptions = {
  readonly address: string
  readonly port: number
  readonly signal?: AbortSignal | undefined
  /** How long the first answer may take. */
  readonly timeoutMs: number
  /** How long others are waited for after the first. */
  readonly lingerMs: number
}

/** A datagram that answers the query, and when it came. */
export type Collected = { readonly bytes: Uint8Array; readonly ms: number }

const MAX_ANSWERS = 8

/**
 * Asks once by UDP and takes every answer that comes under the address asked: who forges one does not keep the true one
 * away. Empty when none came.
 */
export async function collectAnswers(query: Uint8Array, options: CollectOptions): Promise<Collected[]> {
  const { address, port, signal, timeoutMs, lingerMs } = options
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const socket = createSocket(isIP(address) === 6 ? 'udp6' : 'udp4')
  const label = { en: address, zh: address }
  const answers: Collected[] = []
  let timer = setTimeout(resolve, timeoutMs)
  let sentAt = performance.now()
  const stop = () => reject(new AppError('cancelled'))
  signal?.addEventListener('abort', stop, { once: true })
  socket.on('error', (error) => (answers.length > 0 ? resolve() : reject(toUnreachable(error, label))))
  socket.on('message', (bytes) => {
    if (!answersQuery(bytes, query) || answers.length === MAX_ANSWERS) return
    if (answers.push({ bytes: Uint8Array.from(bytes), ms: Math.round((performance.now() - sentAt) * 100) / 100 }) > 1) return
    clearTimeout(timer)
    timer = setTimeout(resolve, lingerMs)
  })
  socket.connect(port, address, ((error?: Error) => {
    if (error) return reject(toUnreachable(error, label))
    sentAt = performance.now()
    socket.send(query, (failure) => failure && reject(toUnreachable(failure, label)))
  }) as () => void) // Node's types know nothing of the fault
  if (signal?.aborted) stop()
  try {
    await promise
    return answers
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
    socket.close()
  }
}
