import { defineTool } from '@octet/core/tool.ts'
import type { Text } from '@octet/core/text.ts'
import * as z from 'zod'
import { BYTE_FORMAT_NAMES, BYTE_FORMATS } from '../../lib/byte-text.ts'

const ACTIONS = {
  keys: { en: 'New key pair', zh: '生成密钥对' },
  encrypt: { en: 'Encrypt', zh: '加密' },
  decrypt: { en: 'Decrypt', zh: '解密' },
  sign: { en: 'Sign', zh: '签名' },
  verify: { en: 'Verify', zh: '验签' },
} as const satisfies Record<string, Text>

export default defineTool({
  id: 'sm2',
  route: '/crypto/sm2',
  group: 'crypto',
  rank: 130,
  icon: 'Signature',
  title: { en: 'SM2 encryption and signatures', zh: '国密 SM2 加解密与签名' },
  summary: { en: 'Chinese national elliptic-curve encryption and signatures', zh: '国密 SM2 椭圆曲线加密解密、签名与验签' },
  about: {
    en: 'SM2 (GB/T 32918) with SM3. Keys are hex: 64 digits for the private one, 130 with the leading 04 (or 66 compressed) for the public one; OpenSSL’s PEM is read as well. Ciphertext is C1C3C2 as in the standard, or C1C2C3 as in older programs; ASN.1, which OpenSSL writes, is detected.',
    zh: 'SM2（GB/T 32918）配合 SM3。密钥为十六进制：私钥 64 位，公钥 130 位（以 04 开头，或 66 位压缩格式）；也可粘贴 OpenSSL 的 PEM。密文默认为标准的 C1C3C2，也支持旧版的 C1C2C3；OpenSSL 输出的 ASN.1 会自动识别。',
  },
  keywords: ['sm2', 'sm3', 'gm', 'guomi', 'ecc', '国密', '商密', '签名', '验签', '非对称加密'],
  input: z.object({
    action: z
      .enum(['keys', 'encrypt', 'decrypt', 'sign', 'verify'])
      .default('keys')
      .meta({ label: { en: 'Action', zh: '操作' }, options: ACTIONS, widget: 'segments' }),
    text: z
      .string()
      .default('')
      .meta({
        label: { en: 'Text or ciphertext', zh: '文本或密文' },
        widget: 'text',
        main: true,
        secret: true,
        when: { action: ['encrypt', 'decrypt', 'sign', 'verify'] },
      }),
    textFormat: z
      .enum(BYTE_FORMAT_NAMES)
      .default('text')
      .meta({
        label: { en: 'Text format', zh: '文本格式' },
        options: BYTE_FORMATS,
        widget: 'select',
        when: { action: ['encrypt', 'sign', 'verify'] },
        advanced: true,
      }),
    publicKey: z
      .string()
      .default('')
      .meta({ label: { en: 'Public key (hex or PEM)', zh: '公钥（十六进制或 PEM）' }, when: { action: ['encrypt', 'verify'] } }),
    privateKey: z
      .string()
      .default('')
      .meta({
        label: { en: 'Private key (hex or PEM)', zh: '私钥（十六进制或 PEM）' },
        widget: 'secret',
        secret: true,
        when: { action: ['decrypt', 'sign'] },
      }),
    signature: z
      .string()
      .default('')
      .meta({ label: { en: 'Signature', zh: '签名值' }, when: { action: ['verify'] } }),
    order: z
      .enum(['c1c3c2', 'c1c2c3'])
      .default('c1c3c2')
      .meta({
        label: { en: 'Order', zh: '密文顺序' },
        options: {
          c1c3c2: { en: 'C1C3C2 (standard)', zh: 'C1C3C2（标准）' },
          c1c2c3: { en: 'C1C2C3 (old)', zh: 'C1C2C3（旧）' },
        },
        when: { action: ['encrypt', 'decrypt'] },
      }),
    asn1: z
      .boolean()
      .default(false)
      .meta({
        label: { en: 'ASN.1 (DER)', zh: 'ASN.1（DER）' },
        when: { action: ['encrypt', 'decrypt', 'sign', 'verify'] },
        advanced: true,
      }),
    userId: z
      .string()
      .default('1234567812345678')
      .meta({ label: { en: 'User id', zh: '用户标识' }, when: { action: ['sign', 'verify'] }, advanced: true }),
    format: z
      .enum(['hex', 'base64'])
      .default('hex')
      .meta({
        label: { en: 'Output format', zh: '输出格式' },
        options: { hex: { en: 'Hex', zh: '十六进制' }, base64: { en: 'Base64', zh: 'Base64' } },
        when: { action: ['encrypt', 'decrypt', 'sign', 'verify'] },
        advanced: true,
      }),
  }),
  output: z.object({
    text: z
      .string()
      .optional()
      .meta({ label: { en: 'Result', zh: '结果' }, widget: 'text', main: true }),
    publicKey: z
      .string()
      .optional()
      .meta({ label: { en: 'Public key', zh: '公钥' } }),
    privateKey: z
      .string()
      .optional()
      .meta({ label: { en: 'Private key', zh: '私钥' }, secret: true }),
    verdict: z
      .enum(['valid', 'invalid'])
      .optional()
      .meta({
        label: { en: 'Signature', zh: '签名' },
        options: { valid: { en: 'Valid', zh: '有效' }, invalid: { en: 'Not valid', zh: '无效' } },
      }),
  }),
  errors: ['unsupported_value', 'wrong_key'],
  examples: [
    { name: { en: 'New key pair', zh: '生成密钥对' }, input: { action: 'keys' } },
    {
      name: { en: 'Sign', zh: '签名' },
      input: { action: 'sign', text: '中文', privateKey: '3945208f7b2144b13f36e38ac6d39f95889393692860b51a42fb81ef4df7c5b8' },
    },
    {
      name: { en: 'Encrypt', zh: '加密' },
      input: {
        action: 'encrypt',
        text: '中文',
        publicKey:
          '0409f9df311e5421a150dd7d161e4bc5c672179fad1833fc076bb08ff356f35020ccea490ce26775a52dc6ea718cc1aa600aed05fbf35e084a6632f6072da9ad13',
      },
    },
  ],
  run: async (input, host) => (await import('./run.ts')).runSm2(input, host),
})
