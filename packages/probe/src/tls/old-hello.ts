import { randomBytes } from 'node:crypto'
import { isIP, type Socket } from 'node:net'
import { isAppError } from '@octet/core/errors.ts'
import { Talk } from '../tcp/talk.ts'
import { readServerHello } from './sent-chain.ts'

/** Ciphers that no client should agree to and OpenSSL has unlearnt, by their numbers at IANA. */
const WEAK_SUITES: Readonly<Record<number, string>> = {
  0x0001: 'TLS_RSA_WITH_NULL_MD5',
  0x0002: 'TLS_RSA_WITH_NULL_SHA',
  0x003b: 'TLS_RSA_WITH_NULL_SHA256',
  0xc006: 'TLS_ECDHE_ECDSA_WITH_NULL_SHA',
  0xc010: 'TLS_ECDHE_RSA_WITH_NULL_SHA',
  0xc015: 'TLS_ECDH_anon_WITH_NULL_SHA',
  0x0003: 'TLS_RSA_EXPORT_WITH_RC4_40_MD5',
  0x0006: 'TLS_RSA_EXPORT_WITH_RC2_CBC_40_MD5',
  0x0008: 'TLS_RSA_EXPORT_WITH_DES40_CBC_SHA',
  0x0014: 'TLS_DHE_RSA_EXPORT_WITH_DES40_CBC_SHA',
  0x0004: 'TLS_RSA_WITH_RC4_128_MD5',
  0x0005: 'TLS_RSA_WITH_RC4_128_SHA',
  0xc007: 'TLS_ECDHE_ECDSA_WITH_RC4_128_SHA',
  0xc011: 'TLS_ECDHE_RSA_WITH_RC4_128_SHA',
  0x0009: 'TLS_RSA_WITH_DES_CBC_SHA',
  0x0015: 'TLS_DHE_RSA_WITH_DES_CBC_SHA',
  0x000a: 'TLS_RSA_WITH_3DES_EDE_CBC_SHA',
  0x0016: 'TLS_DHE_RSA_WITH_3DES_EDE_CBC_SHA',
  0xc008: 'TLS_ECDHE_ECDSA_WITH_3DES_EDE_CBC_SHA',
  0xc012: 'TLS_ECDHE_RSA_WITH_3DES_EDE_CBC_SHA',
}
/** What servers of SSL 3.0 speak: AES in CBC beside the weak ones. */
const SSL3_SUITES = [0x002f, 0x0035, 0x0033, 0x0039, ...Object.keys(WEAK_SUITES).map(Number)]
const SSL3 = 0x0300
const TLS12 = 0x0303
const HANDSHAKE = 22
/** Some servers are silent in place of declining. */
const ANSWER_MS = 1500
/** Not a cipher but a word: the client renegotiates safely (RFC 5746 §3.3). */
const RENEGOTIATION = 0x00ff

type Options = { readonly openPlain: () => Promise<Socket>; readonly host: string; readonly left: () => number }

/** Whether SSL 3.0 is spoken (RFC 7568 forbids it); null when the server could not be asked. */
export async function offersSsl3(options: Options): Promise<boolean | null> {
  const answer = await sayHello({ version: SSL3, suites: SSL3_SUITES }, options)
  return answer === null ? null : answer?.version === SSL3
}

/** The weak ciphers that a server agrees to when it is offered nothing else, in its order. */
export async function listWeakCiphers(options: Options, hasTime: () => boolean): Promise<string[]> {
  const found: number[] = []
  while (hasTime()) {
    const suites = Object.keys(WEAK_SUITES)
      .map(Number)
      .filter((suite) => !found.includes(suite))
    const answer = await sayHello({ version: TLS12, suites }, options)
    if (!answer || !suites.includes(answer.suite)) break
    found.push(answer.suite)
  }
  return found.map((suite) => WEAK_SUITES[suite]!)
}

type Hello = { readonly version: number; readonly suites: readonly number[] }
type Agreed = { readonly version: number; readonly suite: number }

/** What a server agrees to; undefined where it declines, null when it could not be asked. The handshake goes no further. */
async function sayHello(hello: Hello, { openPlain, host, left }: Options): Promise<Agreed | undefined | null> {
  let socket: Socket | undefined
  try {
    socket = await openPlain()
    const talk = new Talk(socket, Math.min(left(), ANSWER_MS))
    talk.say(writeHello(hello, host))
    const bytes = await talk.readBytes(
      (taken) => taken.length > 0 && (taken[0] !== HANDSHAKE || readServerHello(taken) !== undefined),
    )
    return readServerHello(Buffer.from(bytes, 'latin1'))
  } catch (error) {
    if (!isAppError(error) || error.key === 'cancelled') throw error
    return error.key === 'timed_out' && socket ? undefined : null
  } finally {
    socket?.destroy()
  }
}

/** A ClientHello in its record (RFC 5246 §7.4.1.2); SSL 3.0 knows no extensions. */
function writeHello({ version, suites }: Hello, host: string): Buffer {
  const list = [...suites, RENEGOTIATION].map(u16)
  const extensions = version === SSL3 ? [] : [sized(Buffer.concat(toExtensions(host)))]
  const body = Buffer.concat([
    u16(version),
    randomBytes(32),
    Buffer.of(0),
    sized(Buffer.concat(list)),
    Buffer.of(1, 0),
    ...extensions,
  ])
  const message = Buffer.concat([Buffer.of(1, body.length >> 16), u16(body.length & 0xffff), body])
  return Buffer.concat([Buffer.of(HANDSHAKE), u16(version === SSL3 ? SSL3 : 0x0301), sized(message)])
}

const GROUPS = [0x001d, 0x0017, 0x0018, 0x0019]
const SIGNATURES = [0x0403, 0x0503, 0x0603, 0x0804, 0x0805, 0x0806, 0x0401, 0x0501, 0x0601, 0x0203, 0x0201]

function toExtensions(host: string): Buffer[] {
  const name = Buffer.from(host)
  return [
    ...(isIP(host) === 0 ? [extension(0, sized(Buffer.concat([Buffer.of(0), sized(name)])))] : []),
    extension(10, sized(Buffer.concat(GROUPS.map(u16)))),
    extension(11, Buffer.of(1, 0)),
    extension(13, sized(Buffer.concat(SIGNATURES.map(u16)))),
  ]
}

const extension = (type: number, content: Buffer): Buffer => Buffer.concat([u16(type), sized(content)])
const sized = (content: Buffer): Buffer => Buffer.concat([u16(content.length), content])
const u16 = (value: number): Buffer => Buffer.of(value >> 8, value & 0xff)
