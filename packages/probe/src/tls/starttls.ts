import type { Socket } from 'node:net'
import { AppError } from '@octet/core/errors.ts'
import type { StartTls } from '@octet/core/probe/tls.ts'
import { REPLY, Talk } from '../tcp/talk.ts'
import { readDer } from './der.ts'

/** Asks a service on a plain connection to go over to TLS; resolves when the TLS handshake may begin. */
export async function askForTls(
  protocol: StartTls,
  socket: Socket,
  { host, timeoutMs }: { host: string; timeoutMs: number },
): Promise<void> {
  const talk = new Talk(socket, timeoutMs)
  try {
    if (!(await DIALOGUES[protocol](talk, host)))
      throw new AppError('target_failed', {
        reason: {
          en: `${host} does not offer STARTTLS for ${protocol.toUpperCase()}: ${talk.lastWords}`,
          zh: `${host} 的 ${protocol.toUpperCase()} 服务不支持 STARTTLS：${talk.lastWords}`,
        },
      })
  } finally {
    talk.end()
  }
}

type Dialogue = (talk: Talk, host: string) => Promise<boolean>

const DIALOGUES: Readonly<Record<StartTls, Dialogue>> = {
  // RFC 3207 §4
  async smtp(talk) {
    if (!(await talk.read(REPLY)).startsWith('220')) return false
    talk.say('EHLO octet.invalid\r\n')
    if (!/^250[ -]STARTTLS/im.test(await talk.read(REPLY))) return false
    talk.say('STARTTLS\r\n')
    return (await talk.read(REPLY)).startsWith('220')
  },
  // RFC 3501 §6.2.1
  async imap(talk) {
    if (!/^\* (OK|PREAUTH)/i.test(await talk.read(/\n/))) return false
    talk.say('a STARTTLS\r\n')
    return /^a OK/im.test(await talk.read(/^a [^\r\n]*\r?\n/im))
  },
  // RFC 2595 §4
  async pop3(talk) {
    if (!(await talk.read(/\n/)).startsWith('+OK')) return false
    talk.say('STLS\r\n')
    return (await talk.read(/\n/)).startsWith('+OK')
  },
  // RFC 4217 §4
  async ftp(talk) {
    if (!(await talk.read(REPLY)).startsWith('220')) return false
    talk.say('AUTH TLS\r\n')
    return (await talk.read(REPLY)).startsWith('234')
  },
  xmpp: (talk, host) => askXmpp(talk, host, 'jabber:client'),
  'xmpp-server': (talk, host) => askXmpp(talk, host, 'jabber:server'),
  // RFC 4511 §4.14: an extended request
  async ldap(talk) {
    const oid = Buffer.from('1.3.6.1.4.1.1466.20037')
    talk.say(Buffer.concat([Buffer.of(0x30, oid.length + 7, 0x02, 1, 1, 0x77, oid.length + 2, 0x80, oid.length), oid]))
    const answer = Buffer.from(await talk.readBytes((bytes) => bytes.length >= 2 && bytes.length >= 2 + bytes[1]!), 'latin1')
    return isLdapSuccess(answer)
  },
  // PostgreSQL protocol 3.0, SSLRequest
  async postgres(talk) {
    talk.say(Buffer.from('0000000804d2162f', 'hex'))
    return (await talk.read(/[\s\S]/)).startsWith('S')
  },
  // MySQL protocol 10: the greeting's capability bits, then a short handshake answer with CLIENT_SSL
  async mysql(talk) {
    const greeting = Buffer.from(
      await talk.readBytes((bytes) => bytes.length >= 4 && bytes.length >= 4 + bytes.readUIntLE(0, 3)),
      'latin1',
    )
    const versionEnd = greeting.indexOf(0, 5)
    const isWhole = versionEnd > 0 && greeting.length >= versionEnd + 16
    const capabilities = greeting[4] === 10 && isWhole ? greeting.readUInt16LE(versionEnd + 14) : 0
    if (!(capabilities & 0x0800)) return false
    const answer = Buffer.alloc(36)
    answer.writeUInt32LE(0x01000020) // 32 bytes, packet 1
    answer.writeUInt32LE(0x8a00, 4) // protocol 4.1, SSL, secure connection
    answer.writeUInt32LE(0x1000000, 8)
    answer[12] = 45 // utf8mb4
    talk.say(answer)
    return true
  },
  // RFC 5804 §1.7, §2.2
  async sieve(talk) {
    if (!/^"STARTTLS"/im.test(await talk.read(SIEVE_END))) return false
    talk.say('STARTTLS\r\n')
    return /^OK\b/i.test(await talk.read(SIEVE_END))
  },
  // RFC 4642 §2.2
  async nntp(talk) {
    if (!/^20[01]/.test(await talk.read(/\n/))) return false
    talk.say('STARTTLS\r\n')
    return (await talk.read(/\n/)).startsWith('382')
  },
}

const SIEVE_END = /^(?:OK|NO|BYE)\b[^\n]*\n/im

/** RFC 6120 §5.4 */
async function askXmpp(talk: Talk, host: string, namespace: 'jabber:client' | 'jabber:server'): Promise<boolean> {
  const to = /^[\w.-]+$/.test(host) ? host : 'localhost'
  talk.say(
    `<?xml version='1.0'?><stream:stream xmlns='${namespace}' xmlns:stream='http://etherx.jabber.org/streams' to='${to}' version='1.0'>`,
  )
  if (!/<starttls\b/.test(await talk.read(/<\/stream:features>|<\/stream:stream>|<stream:error/))) return false
  talk.say("<starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>")
  return /<proceed\b/.test(await talk.read(/<(proceed|failure)\b[^<>]*>/))
}

/** LDAPMessage { messageID, ExtendedResponse [APPLICATION 24] { resultCode ENUMERATED … } } */
function isLdapSuccess(answer: Uint8Array): boolean {
  try {
    const [, response] = readDer(readDer(answer)[0]?.content ?? new Uint8Array())
    return response?.tag === 0x78 && readDer(response.content)[0]?.content[0] === 0
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}
