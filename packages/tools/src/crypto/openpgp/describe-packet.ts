import type { Lang, Text } from '@octet/core/text.ts'
import {
  CIPHERS,
  COMPRESSIONS,
  HASH_ALGORITHMS,
  KEY_ALGORITHMS,
  MODES,
  nameOf,
  PACKET_NAMES,
  SIGNATURE_TYPES,
} from '../../lib/openpgp/algorithms.ts'
import { readKey } from '../../lib/openpgp/key-packet.ts'
import { TAG, type Packet } from '../../lib/openpgp/packets.ts'
import { readOrNothing } from '../../lib/openpgp/reader.ts'
import { readSignature } from '../../lib/openpgp/signature-packet.ts'
import { readLiteral, readRecipient } from '../../lib/openpgp/signed-data.ts'

export type PacketRow = { readonly packet: string; readonly size: number; readonly says: string }

const MAX_CHARACTERS = 200

/** A packet in one line; what is inside another is set in. */
export function describePacket(packet: Packet, lang: Lang): PacketRow {
  const name = PACKET_NAMES[packet.tag] ?? { en: `Kind ${packet.tag}`, zh: `类型 ${packet.tag}` }
  const says = readOrNothing(() => toSays(packet)) ?? '' // one that cannot be read is told elsewhere
  return {
    packet: `${'› '.repeat(packet.depth)}${name[lang]}`,
    size: packet.body.length,
    says: (typeof says === 'string' ? says : says[lang]).slice(0, MAX_CHARACTERS),
  }
}

/** What it says. Throws a RangeError for one that cannot be read. */
function toSays(packet: Packet): Text | string {
  const { tag, body } = packet
  switch (tag) {
    case TAG.signature: {
      const { type, algorithm, hash, keyId = '', version } = readSignature(body)
      const over = SIGNATURE_TYPES[type] ?? { en: `type ${type}`, zh: `类型 ${type}` }
      const rest = `${nameOf(KEY_ALGORITHMS, algorithm)}, ${nameOf(HASH_ALGORITHMS, hash)}, ${keyId}, v${version}`
      return { en: `over ${over.en}; ${rest}`, zh: `${over.zh}；${rest}` }
    }
    case TAG.publicKey:
    case TAG.publicSubkey:
    case TAG.secretKey:
    case TAG.secretSubkey: {
      const { name, keyId, version } = readKey(body, { isSecret: false })
      return `${name}, ${keyId}, v${version}`
    }
    case TAG.userId:
      return new TextDecoder().decode(body)
    case TAG.literal: {
      const { name, content } = readLiteral(packet)
      return `${name ? `${name}, ` : ''}${content.length} B`
    }
    case TAG.compressed:
      return nameOf(COMPRESSIONS, body[0] ?? 0)
    case TAG.encryptedKey: {
      const { id, algorithm } = readRecipient(packet)
      return `${nameOf(KEY_ALGORITHMS, algorithm)}, ${id}`
    }
    case TAG.integrityProtected:
      return body[0] === 2 ? `${nameOf(CIPHERS, body[1] ?? 0)} ${nameOf(MODES, body[2] ?? 0)}` : 'MDC'
    default:
      return ''
  }
}
