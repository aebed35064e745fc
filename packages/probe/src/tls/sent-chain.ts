import { X509Certificate } from 'node:crypto'
import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'

/** More than OpenSSL takes of one side's certificates, twice; who goes on has no end. */
const MAX_TAKEN = 262_144

/** Lets TLS run over a socket while what comes is kept, so that the plain part of a handshake can be read. */
export class Tap extends Duplex {
  readonly #socket: Socket
  readonly #chunks: Buffer[] = []
  #takenBytes = 0

  constructor(socket: Socket) {
    super()
    this.#socket = socket
    socket.on('data', (chunk: Buffer) => {
      this.#takenBytes += chunk.length
      if (this.#takenBytes > MAX_TAKEN) return void this.destroy(new Error('the handshake has no end'))
      this.#chunks.push(chunk)
      this.push(chunk)
    })
    socket.once('end', () => this.push(null)).once('close', () => this.destroy())
    socket.on('error', (error) => this.destroy(error))
  }

  /** Everything that has come so far. */
  get taken(): Buffer {
    return Buffer.concat(this.#chunks)
  }

  override _read(): void {
    this.#socket.resume()
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#socket.write(chunk, done)
  }

  override _final(done: () => void): void {
    this.#socket.end(done)
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#socket.destroy()
    done(error)
  }
}

const HANDSHAKE = 22
const SERVER_HELLO = 2
const CERTIFICATE = 11
const CERTIFICATE_REQUEST = 13
const MAX_CERTIFICATES = 12

/** What a server of TLS 1.2 and older says in the open, also where the handshake fails afterwards. */
export type PlainHandshake = {
  /** As on the wire: 0x0303 is TLS 1.2; undefined where it agreed to nothing. */
  readonly version: number | undefined
  readonly asksForCertificate: boolean
  /** Whether it knows secure renegotiation (RFC 5746 §3.4). */
  readonly isRenegotiationSafe: boolean
}

export function readPlainHandshake(records: Buffer): PlainHandshake {
  const messages = readMessages(records)
  const hello = messages.find(({ type }) => type === SERVER_HELLO)?.content
  return {
    version: hello && hello.length >= 2 ? hello.readUInt16BE() : undefined,
    asksForCertificate: messages.some(({ type }) => type === CERTIFICATE_REQUEST),
    isRenegotiationSafe: hello !== undefined && hasExtension(hello, RENEGOTIATION_INFO),
  }
}

const RENEGOTIATION_INFO = 0xff01

/** Extensions stand behind the session, the cipher and the compression (RFC 5246 §7.4.1.3). */
function hasExtension(hello: Buffer, wanted: number): boolean {
  const start = 35 + (hello[34] ?? 0) + 3 + 2
  for (let at = start; at + 4 <= hello.length; at += 4 + hello.readUInt16BE(at + 2))
    if (hello.readUInt16BE(at) === wanted) return true
  return false
}

/** The version and cipher that a server agrees to, as on the wire (RFC 5246 §7.4.1.3); undefined where it has not, or not yet. */
export function readServerHello(records: Buffer): { readonly version: number; readonly suite: number } | undefined {
  const hello = readMessages(records).find(({ type }) => type === SERVER_HELLO)?.content
  const suiteAt = 35 + (hello?.[34] ?? 0)
  if (!hello || hello.length < suiteAt + 2) return undefined
  return { version: hello.readUInt16BE(), suite: hello.readUInt16BE(suiteAt) }
}

/** The certificates in the order in which a TLS 1.2 server sent them (RFC 5246 §7.4.2); there they travel unencrypted. */
export function readSentChain(records: Buffer): Buffer[] {
  const certificate = readMessages(records).find(({ type }) => type === CERTIFICATE)
  return certificate ? readList(certificate.content.subarray(3)) : []
}

/** The same of TLS 1.3, whose list has a context before it and extensions behind each certificate (RFC 8446 §4.4.2). */
export function readSealedChain(handshake: Buffer): Buffer[] {
  const certificate = splitMessages(handshake).find(({ type }) => type === CERTIFICATE)
  return certificate ? readList(certificate.content.subarray(1 + (certificate.content[0] ?? 0) + 3), true) : []
}

/** The handshake messages before encryption begins (RFC 5246 §7.4). */
function readMessages(records: Buffer): { type: number; content: Buffer }[] {
  const parts: Buffer[] = []
  for (let at = 0; at + 5 <= records.length && records[at] === HANDSHAKE;) {
    const size = records.readUInt16BE(at + 3)
    parts.push(records.subarray(at + 5, at + 5 + size))
    at += 5 + size
  }
  return splitMessages(Buffer.concat(parts))
}

function splitMessages(bytes: Buffer): { type: number; content: Buffer }[] {
  const messages: { type: number; content: Buffer }[] = []
  for (let at = 0; at + 4 <= bytes.length;) {
    const size = bytes.readUIntBE(at + 1, 3)
    messages.push({ type: bytes[at]!, content: bytes.subarray(at + 4, at + 4 + size) })
    at += 4 + size
  }
  return messages
}

function readList(list: Buffer, hasExtensions = false): Buffer[] {
  const found: Buffer[] = []
  for (let at = 0; at + 3 <= list.length && found.length < MAX_CERTIFICATES;) {
    const end = at + 3 + list.readUIntBE(at, 3)
    found.push(list.subarray(at + 3, end))
    at = hasExtensions && end + 2 <= list.length ? end + 2 + list.readUInt16BE(end) : end
  }
  return found
}

export type SentChain = {
  /** What is wrong with the list: a certificate twice, one that issued none of the others, or not each followed by its issuer. */
  readonly fault: 'twice' | 'stray' | 'order' | null
  readonly hasRoot: boolean
}

/**
 * Whether each certificate is followed by its issuer (RFC 5246 §7.4.2, RFC 8446 §4.4.2), whether some are sent for nothing, and
 * whether a root is among them, which is for nothing too.
 */
export function judgeChain(sent: readonly Buffer[] = []): SentChain | undefined {
  const chain = sent.map((raw) => new X509Certificate(raw))
  if (chain.length === 0) return undefined
  const isOrdered = chain.slice(1).every((issuer, index) => chain[index]!.checkIssued(issuer))
  const hasRoot = chain.length > 1 && chain.some((one) => one.subject === one.issuer)
  return { fault: isOrdered ? null : findFault(chain), hasRoot }
}

function findFault(chain: readonly X509Certificate[]): SentChain['fault'] {
  if (new Set(chain.map(({ fingerprint256 }) => fingerprint256)).size < chain.length) return 'twice'
  const used = new Set(chain.slice(0, 1))
  for (const one of used) for (const issuer of chain) if (one.checkIssued(issuer)) used.add(issuer)
  return used.size < chain.length ? 'stray' : 'order'
}
