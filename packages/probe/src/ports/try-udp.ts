import { createSocket } from 'node:dgram'
import { isIP } from 'node:net'
import { AppError } from '@octet/core/errors.ts'
import type { PortRow } from '@octet/core/probe/ports.ts'
import { toPlainText } from '../whois/plain-text.ts'
import type { UdpService } from './udp-services.ts'

export type TryUdpOptions = {
  /** A literal that has passed the gate. */
  readonly address: string
  readonly port: number
  readonly service: UdpService
  readonly signal: AbortSignal | undefined
  readonly timeoutMs: number
}

/**
 * Asks a UDP service twice within the time. Its answer means open, ICMP's «port unreachable» closed; silence may be either a
 * filter or a service that does not answer strangers.
 */
export async function tryUdp({ address, port, service, signal, timeoutMs }: TryUdpOptions): Promise<PortRow> {
  const { promise, resolve, reject } = Promise.withResolvers<Pick<PortRow, 'state' | 'banner'>>()
  const socket = createSocket(isIP(address) === 6 ? 'udp6' : 'udp4')
  const question = service.toQuestion()
  const started = performance.now()
  const silence = setTimeout(() => resolve({ state: 'filtered', banner: null }), timeoutMs)
  const send = () => socket.send(question, (error) => error && hearError(error))
  const again = setTimeout(send, timeoutMs * 0.4)
  const stop = () => reject(new AppError('cancelled'))
  const hearError = (error: Error) => resolve({ state: toRefusedState('code' in error ? error.code : undefined), banner: null })
  signal?.addEventListener('abort', stop, { once: true })
  socket.on('error', hearError)
  socket.on('message', (answer) => resolve({ state: 'open', banner: describe(service, answer, question) }))
  // A connected socket takes packets of this peer only, and learns of ICMP errors. A fault comes to the callback, of which
  // Node's types know nothing.
  socket.connect(port, address, ((error?: Error) => (error ? hearError(error) : send())) as () => void)
  if (signal?.aborted) stop()
  try {
    const { state, banner } = await promise
    const ms = state === 'filtered' ? null : Math.round((performance.now() - started) * 100) / 100
    return { port, state, ms, rejectedBy: null, banner, tls: null, http: null }
  } finally {
    clearTimeout(silence)
    clearTimeout(again)
    signal?.removeEventListener('abort', stop)
    socket.close()
  }
}

/**
 * What an error of the system says of a port: the codes of RFC 792 and 1122 as Linux words them (icmp(7), `icmp_err_convert`). “Unreachable” is the word of a router or a firewall that rejects
 * (ICMP, RFC 792), or of a network without a route; silence is neither.
 */
export function toRefusedState(code: unknown): 'closed' | 'unreachable' | 'filtered' {
  if (code === 'ECONNREFUSED') return 'closed'
  return /^(EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EACCES|ENOPROTOOPT|ENONET|ENOTSUP|EOPNOTSUPP)$/.test(String(code))
    ? 'unreachable'
    : 'filtered'
}

/** What the service says of itself; an answer that is not understood is still an answer. */
function describe({ read }: UdpService, answer: Buffer, question: Uint8Array): string | null {
  try {
    const words = read(answer, question)
    return words ? toPlainText(Buffer.from(words)).trim().slice(0, 300) : null
  } catch {
    return null // foreign bytes
  }
}
