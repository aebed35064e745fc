import { createSocket } from 'node:dgram'
import { isIP, type Socket } from 'node:net'
import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { openSocket } from '../guard/connect.ts'
import { OWN_RESOLVER, toUnreachable } from '../unreachable.ts'
import { DnsFormatError } from './format-error.ts'
import { exchangeHttps } from './exchange-https.ts'
import type { ExchangeOptions, Pinned, Server, Transport } from './server.ts'

/** One round trip: raw bytes, the address that answered, how it came. */
export type Reply = { readonly bytes: Uint8Array; readonly address: string; readonly transport: Transport; readonly ms: number }

/** Sends a query and waits for its answer. UDP is repeated once; an answer to another question is ignored. */
export async function exchange(query: Uint8Array, server: Server, options: ExchangeOptions): Promise<Reply> {
  const started = performance.now()
  const address = await toAddress(server, options)
  const left = { ...options, timeoutMs: Math.max(1, options.timeoutMs - (performance.now() - started)) }
  const label = server.isTrusted ? OWN_RESOLVER : toLabel(server.host, address)
  const sent = performance.now()
  const bytes = await CARRIERS[server.transport](query, { ...server, address, label }, left).catch((error: unknown) => {
    throw toUnreachable(error as Error, label)
  })
  return { bytes, address, transport: server.transport, ms: performance.now() - sent }
}

function toLabel(host: string, address: string): Text {
  return host === address ? { en: address, zh: address } : { en: `${host} (${address})`, zh: `${host}（${address}）` }
}

type Carrier = (query: Uint8Array, server: Pinned, options: ExchangeOptions) => Promise<Uint8Array>

const CARRIERS: Readonly<Record<Transport, Carrier>> = {
  udp: exchangeUdp,
  tcp: exchangeTcp,
  tls: exchangeTcp,
  https: exchangeHttps,
}

async function toAddress({ host, isTrusted }: Server, { guard, signal, timeoutMs }: ExchangeOptions): Promise<string> {
  if (isTrusted && isIP(host)) return host
  return guard.choose(await guard.open(host, { signal, timeoutMs }))
}

function exchangeUdp(
  query: Uint8Array,
  { address, label, port }: Pinned,
  { signal, timeoutMs }: ExchangeOptions,
): Promise<Uint8Array> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
  const socket = createSocket(isIP(address) === 6 ? 'udp6' : 'udp4')
  const timer = setTimeout(() => reject(new AppError('timed_out', { limit: Math.round(timeoutMs), host: label })), timeoutMs)
  const repeat = setTimeout(send, timeoutMs * 0.4)
  const stop = () => reject(new AppError('cancelled'))
  signal?.addEventListener('abort', stop, { once: true })
  socket.on('error', (error) => reject(toUnreachable(error, label)))
  socket.on('message', (bytes) => {
    if (answersQuery(bytes, query)) resolve(Uint8Array.from(bytes))
  })
  // A connected socket takes packets of this peer only, and learns of ICMP errors. A fault comes to the callback, of which
  // Node's types know nothing.
  socket.connect(port, address, ((error?: Error) => (error ? reject(toUnreachable(error, label)) : send())) as () => void)
  if (signal?.aborted) stop()
  return promise.finally(() => {
    clearTimeout(timer)
    clearTimeout(repeat)
    signal?.removeEventListener('abort', stop)
    socket.close()
  })

  function send() {
    try {
      socket.send(query, (error) => error && reject(toUnreachable(error, label)))
    } catch (error) {
      reject(toUnreachable(error as Error, label))
    }
  }
}

/** TCP and TLS: a length of two bytes before each message (RFC 1035 §4.2.2, RFC 7858). */
async function exchangeTcp(query: Uint8Array, server: Pinned, { ca, signal, timeoutMs }: ExchangeOptions): Promise<Uint8Array> {
  const { address, host, label, port } = server
  const started = performance.now()
  const tls = server.transport === 'tls' ? { ALPNProtocols: ['dot'], rejectUnauthorized: true, ...(ca && { ca }) } : undefined
  const socket = await openSocket({ address, host, port, tls, signal, timeoutMs }).catch((error: unknown) => {
    throw toUnreachable(error as Error, label)
  })
  socket.write(Buffer.concat([Buffer.of(query.length >> 8, query.length & 0xff), query]))
  return readFramed(socket, { query, signal, timeoutMs: timeoutMs - (performance.now() - started), label })
}

type ReadOptions = { query: Uint8Array; signal: AbortSignal | undefined; timeoutMs: number; label: Text }

async function readFramed(socket: Socket, { query, signal, timeoutMs, label }: ReadOptions): Promise<Uint8Array> {
  const timer = setTimeout(
    () => socket.destroy(new AppError('timed_out', { limit: Math.round(timeoutMs), host: label })),
    Math.max(1, timeoutMs),
  )
  const stop = () => socket.destroy(new AppError('cancelled'))
  signal?.addEventListener('abort', stop, { once: true })
  try {
    let chunks: Buffer[] = []
    let taken = 0
    let needed = 2
    for await (const chunk of socket) {
      chunks.push(chunk as Buffer)
      taken += (chunk as Buffer).length
      if (taken < needed) continue
      const bytes = Buffer.concat(chunks)
      const size = bytes.readUInt16BE()
      chunks = [bytes]
      needed = 2 + size
      if (taken < needed) continue
      const message = Uint8Array.from(bytes.subarray(2, 2 + size))
      if (answersQuery(message, query)) return message
      throw new DnsFormatError({ en: 'the answer belongs to another question', zh: '应答与所问的问题不符' }, 0)
    }
    throw new AppError('target_failed', {
      reason: { en: `${label.en} closed the connection without an answer`, zh: `${label.zh} 未应答即关闭连接` },
    })
  } catch (error) {
    throw toUnreachable(error as Error, label)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
    socket.destroy()
  }
}

/** Same id, an answer, and the same question where one is repeated: else it was not meant for us (RFC 5452 §9.1). */
export function answersQuery(answer: Uint8Array, query: Uint8Array): boolean {
  if (answer.length < 12 || answer[0] !== query[0] || answer[1] !== query[1] || (answer[2]! & 0x80) === 0) return false
  const asked = (answer[4]! << 8) | answer[5]!
  if (asked === 0) return true
  const end = endOfQuestion(query)
  const left = Buffer.from(answer.subarray(12, end)).toString('latin1').toLowerCase()
  return left === Buffer.from(query.subarray(12, end)).toString('latin1').toLowerCase()
}

function endOfQuestion(query: Uint8Array): number {
  let offset = 12
  while (query[offset]) offset += query[offset]! + 1
  return offset + 5
}
