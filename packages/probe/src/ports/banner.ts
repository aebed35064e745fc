import { toPlainText } from '../whois/plain-text.ts'

const MAX_BANNER = 300

/** What a service said first, as one line; binary greetings that many servers give are told in words. */
export function toBanner(bytes: Buffer): string {
  const said = readMysql(bytes) ?? readPostgres(bytes) ?? readRdp(bytes) ?? readAmqp(bytes) ?? readTelnet(bytes)
  return said ?? toLine(bytes)
}

function toLine(bytes: Uint8Array): string {
  return toPlainText(bytes.subarray(0, 1024)).replaceAll(/\s+/g, ' ').trim().slice(0, MAX_BANNER)
}

/** The first packet of MySQL and MariaDB: a handshake of version 10, or why this client is refused. */
function readMysql(bytes: Buffer): string | undefined {
  // three bytes of length, number 0
  if (bytes.length < 8 || bytes.readUIntLE(0, 3) + 4 > bytes.length || bytes[3] !== 0) return undefined
  const end = bytes.indexOf(0, 5)
  if (bytes[4] === 0x0a && end > 5) {
    // MariaDB puts a version of old before its own, for clients that would take 10 for less than 5
    const version = toLine(bytes.subarray(5, end)).replace(/^5\.5\.5-(?=\d)/, '')
    return `${/mariadb/i.test(version) ? 'MariaDB' : 'MySQL'} ${version}`
  }
  if (bytes[4] !== 0xff) return undefined
  return `MySQL, ${toLine(bytes.subarray(7, 4 + bytes.readUIntLE(0, 3))).replace(/^#[\dA-Z]{5}/, '')}`
}

/** Asks whether TLS is offered; the answer is one letter (SSLRequest of PostgreSQL's protocol). */
export const POSTGRES_QUESTION = Buffer.from('0000000804d2162f', 'hex')

export function readPostgresTls(answer: Buffer): string | undefined {
  const said = answer.length === 1 ? { S: 'TLS offered', N: 'no TLS' }[answer.toString('latin1')] : undefined
  return said && `PostgreSQL, ${said}`
}

/** An ErrorResponse: fields that begin with a letter and end with a zero; `M` holds the words. */
function readPostgres(bytes: Buffer): string | undefined {
  if (bytes[0] !== 0x45 || bytes.length < 6 || bytes.readUInt32BE(1) < 5 || bytes.readUInt32BE(1) > bytes.length) return undefined
  const fields = bytes.subarray(5).toString('latin1').split('\0')
  const words = fields.find((field) => field.startsWith('M'))?.slice(1)
  return words && `PostgreSQL, ${toLine(Buffer.from(words, 'latin1'))}`
}

/** A connection request that can take TLS and CredSSP (MS-RDPBCGR §2.2.1.1). */
export const RDP_QUESTION = Buffer.from('030000130ee000000000000100080003000000', 'hex')
const RDP_SECURITY: Readonly<Record<number, string>> = { 0: 'own encryption alone', 1: 'TLS', 2: 'TLS and CredSSP (NLA)' }

/** X.224 “connection confirm” in a TPKT, with what the server has chosen (MS-RDPBCGR §2.2.1.2). */
function readRdp(bytes: Buffer): string | undefined {
  if (bytes.length < 11 || bytes[0] !== 3 || bytes[1] !== 0 || bytes[5] !== 0xd0) return undefined
  const chosen = bytes.length >= 19 && bytes[11] === 2 ? RDP_SECURITY[bytes.readUInt32LE(15)] : undefined
  return chosen ? `RDP, ${chosen}` : 'RDP'
}

/** The versions that a broker speaks, its answer to anything else. */
function readAmqp(bytes: Buffer): string | undefined {
  if (bytes.length !== 8 || bytes.toString('latin1', 0, 4) !== 'AMQP') return undefined
  const [major, minor, revision] = bytes.subarray(5)
  return `AMQP ${major}.${minor}.${revision}`
}

/** Telnet begins with what both sides would like (RFC 854: 255, a command, an option); the words come after it. */
function readTelnet(bytes: Buffer): string | undefined {
  const text = bytes.toString('latin1')
  // oxlint-disable-next-line no-control-regex -- bytes of the protocol are what is looked for
  if (!/^\u00ff[\u00fa-\u00fe]/.test(text)) return undefined
  // oxlint-disable-next-line no-control-regex -- the same
  const words = text.replaceAll(/\u00ff(?:[\u00fb-\u00fe][^]?|\u00fa[^]*?\u00ff\u00f0|[\u00f0-\u00f9])/g, '')
  return ['Telnet', toLine(Buffer.from(words, 'latin1'))].filter(Boolean).join(', ')
}
