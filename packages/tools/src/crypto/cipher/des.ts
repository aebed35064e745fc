import type { Text } from '@octet/core/text.ts'
import type { Bytes } from '../../lib/bytes.ts'
import { toHex } from '../../lib/bytes.ts'
import { createDesBlock } from '../../lib/block-ciphers/des.ts'
import { decryptMode, encryptMode, type Mode } from '../../lib/block-ciphers/modes.ts'
import type { CipherSpec } from './spec.ts'

/** DES and its threefold use with two or three keys. */
export const DES_KINDS = {
  des: { en: 'DES (56 bit)', zh: 'DES（56 位）' },
  ede2: { en: '3DES, two keys', zh: '3DES 双密钥（EDE2）' },
  ede3: { en: '3DES, three keys', zh: '3DES 三密钥（EDE3）' },
} as const satisfies Record<string, Text>
export type DesKind = keyof typeof DES_KINDS

const KEY_BYTES = { des: 8, ede2: 16, ede3: 24 } as const
const OPENSSL = { des: 'des', ede2: 'des-ede', ede3: 'des-ede3' } as const
const NAMES = { des: 'DES', ede2: '3DES-EDE2', ede3: '3DES-EDE3' } as const

/** The cipher for a kind and a mode. */
export function toDesSpec(kind: DesKind, mode: Mode): CipherSpec {
  const hasIv = mode !== 'ecb'
  return {
    name: `${NAMES[kind]}-${mode.toUpperCase()}`,
    keySizes: [KEY_BYTES[kind]],
    ivSizes: hasIv ? [8] : [],
    ivBytes: hasIv ? 8 : 0,
    ...(mode === 'ecb' || mode === 'cbc' ? { blockBytes: 8 } : {}),
    hasTag: false,
    openssl: mode === 'ctr' || (kind === 'ede2' && (mode === 'cfb1' || mode === 'cfb8')) ? undefined : `${OPENSSL[kind]}-${mode}`,
    encrypt: async (data: Bytes, { key, iv }) => encryptMode(mode, { block: createDesBlock(key), data, iv }),
    decrypt: async (data: Bytes, { key, iv }) => decryptMode(mode, { block: createDesBlock(key), data, iv }),
  }
}

/** The 4 weak and 12 half-weak keys of DES (SP 800-67 §3.3.2), with odd parity. */
const WEAK = new Set(['0101010101010101', 'fefefefefefefefe', 'e0e0e0e0f1f1f1f1', '1f1f1f1f0e0e0e0e'])
const HALF_WEAK = new Set(
  [
    '011f011f010e010e',
    '01e001e001f101f1',
    '01fe01fe01fe01fe',
    '1fe01fe00ef10ef1',
    '1ffe1ffe0efe0efe',
    'e0fee0fef1fef1fe',
  ].flatMap((key) => [key, key.replaceAll(/(..)(..)/g, '$2$1')]),
)

/** What is worth knowing about a key: weak keys, equal parts that undo each other, parity bits that are not odd. */
export function listDesKeyNotes(key: Uint8Array): Text[] {
  const parts = Array.from({ length: key.length / 8 }, (_, i) => key.subarray(i * 8, i * 8 + 8))
  const odd = parts.map((part) => toHex(part.map(withOddParity)))
  const notes: (Text | false)[] = [
    odd.some((part) => WEAK.has(part)) && {
      en: 'This is one of the four weak keys: encrypting twice gives the text back',
      zh: '这是四个弱密钥之一：加密两次即还原明文',
    },
    odd.some((part) => HALF_WEAK.has(part)) && {
      en: 'This is a semi-weak key: another key of its pair decrypts what it encrypts',
      zh: '这是半弱密钥：与其配对的另一密钥可解密它加密的内容',
    },
    odd.length > 1 &&
      odd[0] === odd[1] && {
        en: 'The first two keys are equal: this is no stronger than single DES',
        zh: '前两个密钥相同：强度等同于单重 DES',
      },
    odd.length > 2 &&
      odd[1] === odd[2] && {
        en: 'The last two keys are equal: this is no stronger than single DES',
        zh: '后两个密钥相同：强度等同于单重 DES',
      },
    key.some((byte) => byte !== withOddParity(byte)) && {
      en: 'The parity bits of the key are not odd; they are ignored, as usual',
      zh: '密钥的奇偶校验位不是奇校验；与其他实现一样会被忽略',
    },
  ]
  return notes.filter((note) => note !== false)
}

function withOddParity(byte: number): number {
  let bits = byte >> 1
  let parity = 1
  for (; bits; bits >>= 1) parity ^= bits & 1
  return (byte & 0xfe) | parity
}
