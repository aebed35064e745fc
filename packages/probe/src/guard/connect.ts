import { constants } from 'node:crypto'
import { connect as connectTcp, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect as connectTls, TLSSocket, type ConnectionOptions } from 'node:tls'
import { isIP } from 'node:net'
import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'

/** What has been done so far: the name resolved, TCP connected, TLS agreed. */
export type ConnectStep = 'resolved' | 'connected' | 'secured'

export type OpenSocketOptions = {
  /** A literal; nothing is resolved here. */
  readonly address: string
  /** The name it was asked for by, for SNI. */
  readonly host: string
  readonly port: number
  readonly tls?: ConnectionOptions | undefined
  readonly signal?: AbortSignal | undefined
  readonly timeoutMs: number
  readonly onStep?: ((step: ConnectStep, address: string, atMs: number) => void) | undefined
  /** Told of a stapled OCSP answer, which comes before the session stands. */
  readonly onOcsp?: ((answer: Buffer) => void) | undefined
  /** In TLS 1.2 and older the socket is handed over when its keys are agreed on, before the server has taken the client. */
  readonly untilKeys?: boolean | undefined
}

/** OpenSSL 3 refuses servers that do not know secure renegotiation (RFC 5746); browsers do not, and never renegotiate. */
const LIKE_BROWSERS = { rejectUnauthorized: false, secureOptions: constants.SSL_OP_LEGACY_SERVER_CONNECT } as const

/**
 * Connects to one literal address and waits until the socket (or the TLS session on it) stands.
 * Not a gate by itself: only the guard and code behind it call this.
 */
export async function openSocket({
  address,
  host,
  port,
  tls,
  signal,
  timeoutMs,
  onStep,
  onOcsp,
  untilKeys,
}: OpenSocketOptions): Promise<Socket> {
  if (isIP(address) === 0) throw new TypeError(`“${address}” is not an address`)
  const common = { host: address, port, lookup: refuseLookup }
  const servername = isIP(host) === 0 ? host : ''
  const socket = tls ? connectTls({ servername, ...LIKE_BROWSERS, ...tls, ...common }) : connectTcp(common)
  const tell = (step: ConnectStep) => () => onStep?.(step, address, performance.now())
  if (onStep) socket.once('connect', tell('connected')).once('secureConnect', tell('secured'))
  if (onOcsp) hearOcsp(socket, onOcsp)
  if (untilKeys && socket instanceof TLSSocket) hearKeys(socket)
  return settle(socket, {
    event: tls ? 'secureConnect' : 'connect',
    signal,
    timeoutMs,
    label: `${isIP(host) === 6 ? `[${host}]` : host}:${port}`,
  })
}

/** Begins TLS on a connection that stands; `through` carries the bytes in its place. For code behind the guard, as {@link openSocket}. */
export async function secureSocket(through: Duplex, options: SecureOptions): Promise<TLSSocket> {
  const { host, tls, signal, timeoutMs, onOcsp, onSecret, untilKeys } = options
  const servername = isIP(host) === 0 ? host : ''
  const socket = connectTls({ servername, ...LIKE_BROWSERS, ...tls, socket: through })
  if (onSecret) socket.on('keylog', (line: Buffer) => onSecret(line.toString('latin1')))
  if (onOcsp) hearOcsp(socket, onOcsp)
  if (untilKeys) hearKeys(socket)
  await settle(socket, { event: 'secureConnect', signal, timeoutMs, label: host })
  return socket
}

type SecureOptions = Pick<OpenSocketOptions, 'host' | 'signal' | 'timeoutMs' | 'onOcsp' | 'untilKeys'> & {
  readonly tls: ConnectionOptions
  /** Told of the secrets of this connection, as lines of a key log. */
  readonly onSecret?: ((line: string) => void) | undefined
}

function hearOcsp(socket: Socket, onOcsp: (answer: Buffer) => void): void {
  socket.once('OCSPResponse', (answer: Buffer | null) => answer?.length && onOcsp(answer))
}

/** What Node reads of its handle once a handshake is over (node:tls, `onConnectSecure`), and has no other name for before. */
type TlsHandle = {
  verifyError(): (Error & { code?: string }) | null
  getALPNNegotiatedProtocol(): string | false
}

/**
 * The keys of a handshake before TLS 1.3 stand when the server has shown its certificate and the rest of what it has. One that
 * wants a certificate of the client ends the handshake after that, and Node then tells nothing.
 */
function hearKeys(socket: TLSSocket): void {
  socket.on('keylog', (line: Buffer) => {
    if (!line.toString('latin1').startsWith('CLIENT_RANDOM ')) return
    const { _handle: handle } = socket as unknown as { _handle: TlsHandle }
    const problem = handle.verifyError()
    socket.authorized = problem === null
    if (problem) socket.authorizationError = (problem.code ?? problem.message) as unknown as Error // a text in Node, too
    socket.alpnProtocol = handle.getALPNNegotiatedProtocol()
    socket.emit(HAS_KEYS)
  })
}

const HAS_KEYS = 'octet:keys'

/** More than OpenSSL takes of one side's certificates, twice. What comes of a handshake is passed over by some rules without end. */
const MAX_HANDSHAKE_BYTES = 262_144
const LOOK_MS = 100

/** The bytes that have come under TLS, which Node tells of the connection below alone; 0 where that is another stream. */
function countUnderTls(socket: Socket): number {
  const { _handle: handle } = socket as unknown as { _handle?: { _parent?: { bytesRead?: number } } | null }
  return handle?._parent?.bytesRead ?? 0
}

const toEndless = (label: string): Text => ({
  en: `${label} sends a TLS handshake without end`,
  zh: `${label} 的 TLS 握手数据没有尽头`,
})

type SettleOptions = { event: 'connect' | 'secureConnect'; signal: AbortSignal | undefined; timeoutMs: number; label: string }

function settle(socket: Socket, { event, signal, timeoutMs, label }: SettleOptions): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => fail(new AppError('timed_out', { limit: Math.round(timeoutMs), host: label })),
      Math.max(1, timeoutMs),
    )
    const look = setInterval(() => {
      if (countUnderTls(socket) > MAX_HANDSHAKE_BYTES) fail(new AppError('target_failed', { reason: toEndless(label) }))
    }, LOOK_MS)
    const stop = () => fail(new AppError('cancelled'))
    const clear = () => {
      clearTimeout(timer)
      clearInterval(look)
      signal?.removeEventListener('abort', stop)
      socket.removeListener('error', fail)
      socket.removeListener(event, done)
      socket.removeListener(HAS_KEYS, done)
      socket.removeListener('close', closed)
    }
    const fail = (error: Error) => {
      clear()
      socket.on('error', () => {}) // a late error of a socket that has been given up
      socket.destroy()
      reject(error)
    }
    const closed = () => fail(Object.assign(new Error(`${label} closed the connection`), { code: 'ECONNRESET' }))
    const done = () => {
      clear()
      // a reset between two uses of the socket must not end the program; those who use it hear of it themselves
      socket.on('error', () => {})
      resolve(socket)
    }
    socket.once(event, done).once(HAS_KEYS, done).once('error', fail).once('close', closed)
    if (signal?.aborted) stop()
    else signal?.addEventListener('abort', stop, { once: true })
  })
}

/** Node must never look a name up on its own: every name has been resolved and judged before. */
function refuseLookup(name: string): never {
  throw new Error(`a lookup of “${name}” behind the guard`)
}
