import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { cipherOutput, contentFields, formatFields, keyFields } from '../cipher/fields.ts'
import { runCipher } from '../cipher/run-cipher.ts'
import { toRc4Spec } from '../cipher/stream.ts'

export default defineTool({
  id: 'rc4',
  route: '/crypto/rc4',
  group: 'crypto',
  rank: 70,
  icon: 'Key',
  title: { en: 'RC4 encryption', zh: 'RC4 加密解密' },
  summary: {
    en: 'RC4 and RC4-drop with the key size of CryptoJS or OpenSSL',
    zh: 'RC4 与 RC4-drop，可选 CryptoJS 或 OpenSSL 的密钥长度',
  },
  about: {
    en: 'CryptoJS and OpenSSL before 1.1.0 both derive the key from passphrase and salt with MD5, but CryptoJS takes 256 bits and OpenSSL 128, so neither opens what the other wrote: choose here. Later versions of OpenSSL use SHA-256 unless told otherwise (-md md5): choose it as the key source. RC4 is broken (RFC 7465); use it only for old data.',
    zh: 'CryptoJS 与 1.1.0 之前的 OpenSSL 都用 MD5 从口令和盐导出密钥，但 CryptoJS 取 256 位，OpenSSL 取 128 位，因此无法互相解密，请在此选择。之后的 OpenSSL 默认用 SHA-256（除非指定 -md md5），请在密钥来源中选择。RC4 已不安全（RFC 7465），仅用于处理旧数据。',
  },
  keywords: ['rc4', 'arcfour', 'arc4', 'rc4drop', 'stream cipher', '流密码', '加密', '解密'],
  input: z.object({
    ...contentFields,
    keySize: z
      .enum(['cryptojs', 'openssl'])
      .default('cryptojs')
      .meta({
        label: { en: 'Key derived from a passphrase', zh: '由口令导出的密钥' },
        options: {
          cryptojs: { en: 'CryptoJS, 256 bits', zh: 'CryptoJS，256 位' },
          openssl: { en: 'OpenSSL, 128 bits', zh: 'OpenSSL，128 位' },
        },
      }),
    ...keyFields,
    keySource: keyFields.keySource.default('evp-md5'),
    drop: z
      .int()
      .min(0)
      .max(65_536)
      .default(0)
      .meta({
        label: { en: 'Drop the first bytes', zh: '丢弃前若干字节' },
        help: { en: '768 for CryptoJS RC4Drop (192 words)', zh: 'CryptoJS RC4Drop 默认 768（192 个字）' },
        unit: 'B',
        advanced: true,
      }),
    ...formatFields,
  }),
  output: cipherOutput,
  errors: ['unsupported_value', 'wrong_key'],
  accepts: { base64: { direction: 'decrypt' } },
  examples: [
    {
      name: { en: 'Key “Key”', zh: '密钥“Key”' },
      input: { text: 'Plaintext', keySource: 'key', key: 'Key', cipherFormat: 'hex' },
      output: { text: 'bbf316e8d940af0ad3', cipher: 'RC4-24', sizeBytes: 9, notes: [] },
    },
    {
      name: { en: 'Like openssl enc -rc4', zh: '等同 openssl enc -rc4' },
      input: { text: 'hello', key: 'secret', keySource: 'evp-sha256', keySize: 'openssl' },
    },
    { name: { en: 'Like CryptoJS', zh: '等同 CryptoJS' }, input: { text: '中文', key: 'secret' } },
  ],
  run: (input, host) =>
    runCipher(
      { ...input, iv: '', ivFormat: 'hex', ivPlace: 'apart' },
      { host, keyBytes: input.keySize === 'openssl' ? 16 : 32, toSpec: (keyBytes) => toRc4Spec(keyBytes, input.drop) },
    ),
})
