import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { cipherOutput, contentFields, formatFields, ivFields, keyFields } from '../cipher/fields.ts'
import { runCipher } from '../cipher/run-cipher.ts'
import { toRabbitSpec } from '../cipher/stream.ts'

export default defineTool({
  id: 'rabbit',
  route: '/crypto/rabbit',
  group: 'crypto',
  rank: 60,
  icon: 'Carrot',
  title: { en: 'Rabbit encryption', zh: 'Rabbit 加密解密' },
  summary: {
    en: 'The stream cipher of RFC 4503, and the legacy form of CryptoJS',
    zh: 'RFC 4503 流密码，兼容 CryptoJS 旧版 RabbitLegacy',
  },
  about: {
    en: 'Rabbit takes a key of 16 bytes and an optional IV of 8. Most programs write the low byte first; RFC 4503 prints everything the other way round, so choose the variant that the other side uses. With a passphrase the ciphertext begins with “Salted__” and the salt, as CryptoJS writes it; without salt or with a plain key it is the bare stream.',
    zh: 'Rabbit 使用 16 字节密钥，可选 8 字节 IV。多数程序低字节在前，RFC 4503 的书写顺序相反，请按对方实现选择变体。使用口令时，密文以“Salted__”和盐开头，与 CryptoJS 一致；不加盐或直接给出密钥时为纯密文流。',
  },
  keywords: ['rabbit', 'rfc4503', 'cryptojs', 'stream cipher', '流密码', '加密', '解密'],
  input: z.object({
    ...contentFields,
    variant: z
      .enum(['estream', 'rfc4503', 'legacy'])
      .default('estream')
      .meta({
        label: { en: 'Variant', zh: '变体' },
        options: {
          estream: { en: 'CryptoJS, eSTREAM, Crypto++', zh: 'CryptoJS、eSTREAM、Crypto++' },
          rfc4503: { en: 'Byte order of RFC 4503', zh: 'RFC 4503 字节序' },
          legacy: { en: 'CryptoJS RabbitLegacy', zh: 'CryptoJS RabbitLegacy' },
        },
      }),
    ...keyFields,
    keySource: keyFields.keySource.default('evp-md5'),
    withIv: z
      .boolean()
      .default(true)
      .meta({ label: { en: 'Use an IV', zh: '使用 IV' } }),
    ...ivFields,
    ...formatFields,
  }),
  output: cipherOutput,
  errors: ['unsupported_value', 'wrong_key'],
  accepts: { base64: { direction: 'decrypt' } },
  examples: [
    {
      name: { en: 'RFC 4503, key of zeros', zh: 'RFC 4503 全零密钥' },
      input: {
        text: '00000000000000000000000000000000',
        plainFormat: 'hex',
        cipherFormat: 'hex',
        keySource: 'key',
        key: '00000000000000000000000000000000',
        keyFormat: 'hex',
        withIv: false,
        variant: 'rfc4503',
      },
      output: { text: 'b15754f036a5d6ecf56b45261c4af702', cipher: 'Rabbit (RFC 4503)', sizeBytes: 16, notes: [] },
    },
    {
      name: { en: 'A passphrase, as CryptoJS does it', zh: '口令方式，与 CryptoJS 一致' },
      input: { text: '中文 😀', key: 'secret' },
    },
    { name: { en: 'Without salt', zh: '不加盐' }, input: { text: 'hello', key: 'secret', salted: false } },
  ],
  run: (input, host) => runCipher(input, { host, keyBytes: 16, toSpec: () => toRabbitSpec(input.variant, input.withIv) }),
})
