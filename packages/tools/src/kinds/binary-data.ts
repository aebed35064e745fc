import { defineKind } from '@octet/core/kind.ts'
import type { Text } from '@octet/core/text.ts'
import { findLikely, type Format } from '../code/binary-data/formats.ts'
import { findWritten } from '../lib/written-bytes.ts'

/** Fewer bytes are of some format by chance. */
const FEWEST_BYTES = 6
/** These say how long they are. A hash reads as one of the others once in a hundred times. */
const EXACT: ReadonlySet<Format> = new Set(['asn1', 'bson'])
const NOTES: Readonly<Record<Format, Text>> = {
  asn1: { en: 'reads as ASN.1', zh: '可按 ASN.1 读取' },
  cbor: { en: 'reads as CBOR', zh: '可按 CBOR 读取' },
  msgpack: { en: 'reads as MessagePack', zh: '可按 MessagePack 读取' },
  bson: { en: 'reads as BSON', zh: '可按 BSON 读取' },
  protobuf: { en: 'reads as Protobuf', zh: '可按 Protobuf 读取' },
}

export default defineKind({
  id: 'binary-data',
  title: { en: 'Binary data', zh: '二进制数据' },
  examples: [
    'a2627374c11a514b67b0647465737441ff',
    'KQAAAAdfaWQAX16QEAAAAAAAAAAAEG4AKgAAAAlhdACgzmN1fwEAAAA=',
    '302a300506032b657003210019bf44096984cdfe8541bac167dc3b96c85086aa30b6b6cb0c5c38ad703166e1',
    '82a7636f6d70616374c3a6736368656d6100',
    '089601120774657374696e671a0308ac02',
  ],
  counterExamples: ['0xDEADBEEF', 'd41d8cd98f00b204e9800998ecf8427e', 'SGVsbG8sIHdvcmxkIQ==', '48656c6c6f', 'de ad be ef 00 01'],
  detect(sample) {
    const bytes = /^[\s\w+/=:,\\-]+$/.test(sample) ? findWritten(sample) : undefined
    const format = bytes && bytes.length >= FEWEST_BYTES ? findLikely(bytes) : undefined
    return format ? { score: EXACT.has(format) ? 0.97 : 0.88, note: NOTES[format] } : undefined
  },
})
