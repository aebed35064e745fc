import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { DES_KINDS, listDesKeyNotes, toDesSpec } from '../cipher/des.ts'
import { blockModeField, cipherOutput, contentFields, formatFields, ivFields, keyFields, paddingField } from '../cipher/fields.ts'
import { runCipher } from '../cipher/run-cipher.ts'

const KEY_BYTES = { des: 8, ede2: 16, ede3: 24 } as const

export default defineTool({
  id: 'des',
  route: '/crypto/des',
  group: 'crypto',
  rank: 30,
  icon: 'LockOpen',
  title: { en: 'DES and Triple DES', zh: 'DES / 3DES 加密解密' },
  summary: {
    en: 'DES, 3DES-EDE2 and 3DES-EDE3 with weak-key and parity warnings',
    zh: 'DES、3DES-EDE2 与 3DES-EDE3，提示弱密钥与奇偶校验',
  },
  about: {
    en: 'For old systems: DES has a 56-bit key and falls to brute force; NIST withdrew Triple DES (SP 800-67) in 2024. Layout and key derivation are those of OpenSSL.',
    zh: '用于兼容旧系统：DES 仅 56 位密钥，可被穷举破解；3DES（SP 800-67）已于 2024 年被 NIST 停用。密文布局与口令导出方式同 OpenSSL。',
  },
  keywords: ['des', '3des', 'triple des', 'tripledes', 'des-ede3', '加密', '解密', '三重DES'],
  input: z.object({
    ...contentFields,
    kind: z
      .enum(['des', 'ede2', 'ede3'])
      .default('des')
      .meta({ label: { en: 'Cipher', zh: '算法' }, options: DES_KINDS }),
    ...blockModeField,
    ...keyFields,
    ...ivFields,
    ...paddingField,
    ...formatFields,
  }),
  output: cipherOutput,
  errors: ['unsupported_value', 'wrong_key'],
  accepts: { base64: { direction: 'decrypt' } },
  examples: [
    {
      name: { en: 'The classic block', zh: '经典单分组' },
      input: {
        text: '0123456789abcde7',
        plainFormat: 'hex',
        mode: 'ecb',
        padding: 'none',
        key: '0123456789abcdef',
        keyFormat: 'hex',
        cipherFormat: 'hex',
      },
    },
    {
      name: { en: '3DES with a passphrase', zh: '3DES 与口令' },
      input: { text: '中文', kind: 'ede3', keySource: 'evp-md5', key: 'secret' },
    },
    {
      name: { en: 'A weak key', zh: '弱密钥' },
      input: { text: 'hello', key: '0101010101010101', keyFormat: 'hex', mode: 'ecb' },
    },
  ],
  run: (input, host) =>
    runCipher(input, {
      host,
      keyBytes: KEY_BYTES[input.kind],
      toSpec: () => toDesSpec(input.kind, input.mode),
      toNotes: listDesKeyNotes,
    }),
})
