import { randomBytes } from 'node:crypto'
import type { UDP_PORTS } from '@octet/core/probe/ports.ts'
import { readDer, writeDer } from '../tls/der.ts'
import { decodeMessage, encodeQuery } from '../dns/message.ts'
import { toRcodeName, TYPES } from '../dns/types.ts'

/**
 * A question that a service answers, about as long as the answer, so that nobody can be flooded through us; and what the answer
 * says of the service. Undefined for an answer to something else.
 */
export type UdpService = {
  readonly toQuestion: () => Uint8Array
  readonly read: (answer: Buffer, question: Uint8Array) => string | undefined
}

export const UDP_SERVICES: Readonly<Record<(typeof UDP_PORTS)[number], UdpService>> = {
  53: {
    toQuestion: () =>
      encodeQuery({ id: randomBytes(2).readUInt16BE(), name: 'a.root-servers.net.', type: TYPES.A, flags: { rd: true } }),
    read: (answer, question) => {
      if (answer.length < 12 || answer.readUInt16BE() !== Buffer.from(question).readUInt16BE()) return undefined
      const { rcode, flags } = decodeMessage(answer)
      return `DNS ${toRcodeName(rcode)}${flags.ra ? ', recursion offered' : ''}`
    },
  },
  // RFC 5905 §7.3: version 4, client
  123: {
    toQuestion: () => Buffer.concat([Buffer.of(0x23), Buffer.alloc(47)]),
    read: (answer) =>
      answer.length >= 48 && (answer[0]! & 7) === 4 ? `NTP version ${(answer[0]! >> 3) & 7}, stratum ${answer[1]}` : undefined,
  },
  // RFC 3414 §4: an empty SNMPv3 request, which asks for the engine's id and needs no name or password
  161: {
    toQuestion: () => toSnmpMessage({ engine: Buffer.alloc(0), pdu: writeDer(0xa0, int(1), int(0), int(0), writeDer(0x30)) }),
    read: readSnmp,
  },
  // RFC 9000 §6: a version nobody speaks is answered with those that are spoken; padded as every first packet must be
  443: {
    toQuestion: () =>
      Buffer.concat([
        Buffer.of(0xc0),
        Buffer.from('1a2a3a4a', 'hex'),
        Buffer.of(8),
        randomBytes(8),
        Buffer.of(0),
        Buffer.alloc(1185),
      ]),
    read: readQuic,
  },
  // OpenVPN: a hard reset of the client, answered with one of the server
  1194: {
    toQuestion: () => Buffer.concat([Buffer.of(0x38), randomBytes(8), Buffer.alloc(5)]),
    read: (answer, question) =>
      answer.length >= 14 && answer[0]! >> 3 === 8 && answer.indexOf(question.subarray(1, 9)) > 0 ? 'OpenVPN' : undefined,
  },
  // RFC 8489 §5: a binding request
  3478: {
    toQuestion: () => Buffer.concat([Buffer.from('000100002112a442', 'hex'), randomBytes(12)]),
    read: readStun,
  },
  // RFC 3261 §11
  5060: {
    toQuestion: () =>
      Buffer.from(
        [
          'OPTIONS sip:octet.invalid SIP/2.0',
          `Via: SIP/2.0/UDP octet.invalid;rport;branch=z9hG4bK${randomBytes(6).toString('hex')}`,
          `From: <sip:probe@octet.invalid>;tag=${randomBytes(4).toString('hex')}`,
          'To: <sip:probe@octet.invalid>',
          `Call-ID: ${randomBytes(8).toString('hex')}@octet.invalid`,
          'CSeq: 1 OPTIONS',
          'Max-Forwards: 1',
          'Content-Length: 0',
          '\r\n',
        ].join('\r\n'),
      ),
    read: (answer) => {
      const text = answer.toString('latin1')
      const [, status] = /^SIP\/2\.0 (\d{3}[^\r\n]{0,60})/.exec(text) ?? []
      const [, server] = /^(?:server|user-agent):\s*([^\r\n]{1,80})/im.exec(text) ?? []
      return status && [`SIP ${status}`, server].filter(Boolean).join(', ')
    },
  },
}

const int = (...bytes: readonly number[]) => writeDer(0x02, Uint8Array.from(bytes))
const octets = (bytes: Uint8Array = new Uint8Array()) => writeDer(0x04, bytes)

/** An SNMPv3 message without a name or password (RFC 3412 §6); 1,472 bytes are taken back, a report is wished for. */
export function toSnmpMessage({ engine, pdu }: { engine: Uint8Array; pdu: Uint8Array }): Uint8Array {
  const header = writeDer(0x30, int(1), int(0x05, 0xc0), octets(Uint8Array.of(4)), int(3))
  const security = octets(writeDer(0x30, octets(engine), int(0), int(0), octets(), octets(), octets()))
  return writeDer(0x30, int(3), header, security, writeDer(0x30, octets(engine), octets(), pdu))
}

function readSnmp(answer: Buffer): string | undefined {
  const [message] = readDer(answer)
  const [version, , security] = readDer(message!.content)
  if (version?.content[0] !== 3 || security?.tag !== 0x04) return undefined
  const [engine] = readDer(readDer(security.content)[0]!.content)
  const id = Buffer.from(engine!.content).toString('hex')
  return id ? `SNMP version 3, engine ${id.slice(0, 64)}` : 'SNMP version 3'
}

function readQuic(answer: Buffer): string | undefined {
  if (answer.length < 7 || !(answer[0]! & 0x80) || answer.readUInt32BE(1) !== 0) return undefined
  const sourceAt = 6 + answer[5]!
  const listAt = sourceAt + 1 + (answer[sourceAt] ?? 0)
  const versions: string[] = []
  for (let at = listAt; at + 4 <= answer.length && versions.length < 8; at += 4)
    versions.push(toQuicVersion(answer.readUInt32BE(at)))
  return `QUIC ${versions.filter(Boolean).join(', ')}`.trim()
}

function toQuicVersion(version: number): string {
  if (version === 1) return 'v1'
  if (version === 0x6b3343cf) return 'v2'
  // 0x?a?a?a?a keeps both sides ready for versions they do not know (RFC 9000 §15)
  return (version & 0x0f0f0f0f) === 0x0a0a0a0a ? '' : `0x${version.toString(16).padStart(8, '0')}`
}

function readStun(answer: Buffer, question: Uint8Array): string | undefined {
  const isOurs = answer.length >= 20 && Buffer.compare(answer.subarray(4, 20), question.subarray(4, 20)) === 0
  if (!isOurs || (answer.readUInt16BE() !== 0x0101 && answer.readUInt16BE() !== 0x0111)) return undefined
  for (let at = 20; at + 4 <= answer.length;) {
    const [type, size] = [answer.readUInt16BE(at), answer.readUInt16BE(at + 2)]
    if (type === 0x8022) return `STUN, ${answer.toString('utf8', at + 4, at + 4 + Math.min(size, 80))}`
    at += 4 + size + ((4 - (size % 4)) % 4)
  }
  return 'STUN'
}
