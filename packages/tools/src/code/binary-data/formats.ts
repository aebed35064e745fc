import type { Text } from '@octet/core/text.ts'
import { readAsn1 } from './asn1.ts'
import { readBson } from './bson.ts'
import { readCbor } from './cbor.ts'
import { readMsgpack } from './msgpack.ts'
import type { Notation } from './notation.ts'
import type { Part, Tree } from './part.ts'
import { readProtobuf } from './protobuf.ts'

export const FORMATS = ['asn1', 'cbor', 'msgpack', 'bson', 'protobuf'] as const
export type Format = (typeof FORMATS)[number]

export const FORMAT_WORDS: Readonly<Record<Format, Text>> = {
  asn1: { en: 'ASN.1 (DER, BER)', zh: 'ASN.1（DER、BER）' },
  cbor: { en: 'CBOR', zh: 'CBOR' },
  msgpack: { en: 'MessagePack', zh: 'MessagePack' },
  bson: { en: 'BSON', zh: 'BSON' },
  protobuf: { en: 'Protobuf', zh: 'Protobuf' },
}

type Rules = {
  readonly read: (bytes: Uint8Array) => Tree
  readonly notation: Notation
  readonly hasJson: boolean
}

export const RULES: Readonly<Record<Format, Rules>> = {
  asn1: { read: readAsn1, notation: { separator: '', hasComments: false }, hasJson: false },
  cbor: { read: readCbor, notation: { separator: ',', hasComments: true }, hasJson: true },
  msgpack: { read: readMsgpack, notation: { separator: ',', hasComments: true }, hasJson: true },
  bson: { read: readBson, notation: { separator: ',', hasComments: false }, hasJson: false },
  protobuf: { read: readProtobuf, notation: { separator: '', hasComments: false }, hasJson: false },
}

export type Fit = { readonly format: Format; readonly tree: Tree; readonly score: number }

/** Formats in which all of the bytes read as one value, the likeliest first. */
export function listFits(bytes: Uint8Array): Fit[] {
  return FORMATS.flatMap((format) => {
    const tree = RULES[format].read(bytes)
    const isWhole = (tree.fault?.isLimit ?? true) && (format === 'protobuf' || tree.parts.length === 1)
    return isWhole && tree.parts[0] ? [{ format, tree, score: toScore(format, tree.parts, bytes) }] : []
  }).sort((one, other) => other.score - one.score)
}

/** Scores below are of bytes that read so by chance, too: a few numbers, a text of one kind among others. */
const LIKELY = 2.3

/** The format that bytes are in beyond doubt. */
export const findLikely = (bytes: Uint8Array): Format | undefined => listFits(bytes).find(({ score }) => score > LIKELY)?.format

/** Chance bytes seldom have the right length all through, and seldom say something in words. */
function toScore(format: Format, parts: readonly Part[], bytes: Uint8Array): number {
  const [root] = parts as [Part]
  const words = countWords(parts) / bytes.length
  if (format === 'bson') return 6
  if (format === 'protobuf') return 1 + 2 * words + (bytes.length > 1 ? 0.5 : 0)
  if (format === 'asn1') return root.parts && root.type !== 'END OF CONTENTS' ? 5 : 0.2
  if (root.parts && root.holds === 'one') return toTagScore(root.type) + words
  if (root.parts) return 2 + words + (root.parts.length > 0 ? 0.5 : 0)
  return words > 0.5 ? 2 + words : words
}

/** Tags of no name are seldom meant; 55799 says that CBOR follows. */
function toTagScore(type: string): number {
  if (type.includes('55799')) return 7
  return /^tag \d+$/.test(type) ? 0 : 2.5
}

/** Bytes of texts, keys included. */
function countWords(parts: readonly Part[]): number {
  return parts.reduce((sum, part) => {
    const key = part.key !== undefined && typeof part.key !== 'string' ? countWords([part.key]) : 0
    const own = part.parts ? countWords(part.parts) : part.value.startsWith('"') ? part.end - part.start : 0
    return sum + key + own
  }, 0)
}
