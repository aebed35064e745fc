import { AppError } from '@octet/core/errors.ts'
import type { Host } from '@octet/core/host.ts'
import { defineTool } from '@octet/core/tool.ts'
import type { Text } from '@octet/core/text.ts'
import * as z from 'zod'
import { BYTE_FORMAT_NAMES, BYTE_FORMATS, parseBytes, toByteText, type ByteFormat } from '../../lib/byte-text.ts'
import { parseHex, toHex } from '../../lib/bytes.ts'
import { parseBase64, toBase64 } from '../../lib/radix-text.ts'

const ACTIONS = {
  keys: { en: 'New key pair', zh: '生成密钥对' },
  encrypt: { en: 'Encrypt', zh: '加密' },
  decrypt: { en: 'Decrypt', zh: '解密' },
  sign: { en: 'Sign', zh: '签名' },
  verify: { en: 'Verify', zh: '验签' },
} as const satisfies Record<string, Text>

type Input = {
  action: keyof typeof ACTIONS
  text: string
  textFormat: ByteFormat
  publicKey: string
  privateKey: string
  signature: string
  order: 'c1c3c2' | 'c1c2c3'
  asn1: boolean
  userId: string
  format: 'hex' | 'base64'
}
type Output = { text: string; publicKey?: string; privateKey?: string; verdict?: 'valid' | 'invalid' }

export default defineTool({
  id: 'sm2',
  route: '/crypto/sm2',
  group: 'crypto',
  rank: 130,
  icon: 'Signature',
  title: { en: 'SM2', zh: '国密 SM2' },
  summary: { en: 'Chinese national elliptic-curve encryption and signatures', zh: '国密 SM2 椭圆曲线加密解密、签名与验签' },
  about: {
    en: 'SM2 (GB/T 32918) with SM3. Keys are hex: 64 digits for the private one, 130 with the leading 04 (or 66 compressed) for the public one. Ciphertext is C1C3C2 as the standard has it, or C1C2C3 of older programs.',
    zh: 'SM2（GB/T 32918）配合 SM3。密钥为十六进制：私钥 64 位，公钥 130 位（以 04 开头，或 66 位压缩格式）。密文默认为标准的 C1C3C2，也支持旧版的 C1C2C3。',
  },
  keywords: ['sm2', 'sm3', 'gm', 'guomi', 'ecc', '国密', '商密', '签名', '验签', '非对称加密'],
  input: z.object({
    action: z
      .enum(['keys', 'encrypt', 'decrypt', 'sign', 'verify'])
      .default('keys')
      .meta({ label: { en: 'What to do', zh: '操作' }, options: ACTIONS, widget: 'segments' }),
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
        label: { en: 'Text is written as', zh: '文本格式' },
        options: BYTE_FORMATS,
        widget: 'select',
        when: { action: ['encrypt', 'sign', 'verify'] },
        advanced: true,
      }),
    publicKey: z
      .string()
      .default('')
      .meta({ label: { en: 'Public key (hex)', zh: '公钥（十六进制）' }, when: { action: ['encrypt', 'verify'] } }),
    privateKey: z
      .string()
      .default('')
      .meta({
        label: { en: 'Private key (hex)', zh: '私钥（十六进制）' },
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
        label: { en: 'Written as', zh: '输出格式' },
        options: { hex: { en: 'Hex', zh: '十六进制' }, base64: { en: 'Base64', zh: 'Base64' } },
        when: { action: ['encrypt', 'decrypt', 'sign', 'verify'] },
        advanced: true,
      }),
  }),
  output: z.object({
    text: z.string().meta({ label: { en: 'Result', zh: '结果' }, widget: 'text', main: true }),
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
  run: (input, host) => runSm2(input, host),
})

async function runSm2(input: Input, host: Host): Promise<Output> {
  const { sm2 } = await import('sm-crypto-v2')
  const mode = input.order === 'c1c3c2' ? 1 : 0
  const write = (hex: string) => (input.format === 'hex' ? hex : toBase64(parseHex(hex, 'text')))
  switch (input.action) {
    case 'keys': {
      const privateKey = drawPrivateKey(host)
      const publicKey = sm2.getPublicKeyFromPrivateKey(privateKey)
      return { text: publicKey, publicKey, privateKey }
    }
    case 'encrypt': {
      const sealed = sm2.doEncrypt(
        parseBytes(input.text, input.textFormat, 'text'),
        readPublicKey(input.publicKey, sm2.verifyPublicKey),
        mode,
        { asn1: input.asn1 },
      )
      return { text: write(sealed) }
    }
    case 'decrypt':
      return { text: decrypt(sm2, input, mode) }
    case 'sign': {
      const privateKey = readPrivateKey(input.privateKey)
      const signature = sm2.doSignature(parseBytes(input.text, input.textFormat, 'text'), privateKey, {
        hash: true,
        der: input.asn1,
        userId: input.userId,
      })
      return { text: write(signature), publicKey: sm2.getPublicKeyFromPrivateKey(privateKey) }
    }
    case 'verify': {
      const publicKey = readPublicKey(input.publicKey, sm2.verifyPublicKey)
      const isValid = sm2.doVerifySignature(
        parseBytes(input.text, input.textFormat, 'text'),
        toHex(readCoded(input.signature, 'signature')),
        publicKey,
        { hash: true, der: input.asn1, userId: input.userId },
      )
      return { text: isValid ? 'valid' : 'invalid', verdict: isValid ? 'valid' : 'invalid' }
    }
  }
}

/** Order of the curve's group (GB/T 32918.5). */
const ORDER = 0xfffffffeffffffffffffffffffffffff7203df6b21c6052b53bbf40939d54123n

/** A private key of 1 … n−2. The library's own maker with a seed always gives 1, so the number is drawn here. */
function drawPrivateKey(host: Host): string {
  for (;;) {
    const drawn = toHex(host.random(32))
    const key = BigInt(`0x${drawn}`)
    if (key >= 1n && key <= ORDER - 2n) return drawn
  }
}

type Sm2 = (typeof import('sm-crypto-v2'))['sm2']

function decrypt(sm2: Sm2, input: Input, mode: number): string {
  const sealed = toHex(readCoded(input.text, 'text'))
  const privateKey = readPrivateKey(input.privateKey)
  // The library wants the point without its leading 04.
  const body = !input.asn1 && sealed.startsWith('04') && sealed.length > 194 ? sealed.slice(2) : sealed
  const candidates = body === sealed ? [sealed] : [sealed, body]
  for (const candidate of candidates) {
    const plain = tryDecrypt(() => sm2.doDecrypt(candidate, privateKey, mode, { output: 'array', asn1: input.asn1 }))
    if (plain?.length) return toByteText(plain, 'auto')
  }
  throw new AppError('wrong_key', {
    reason: {
      en: 'the check value C3 does not fit: private key, order or ciphertext differ',
      zh: '校验值 C3 不符：私钥、密文顺序或密文本身有误',
    },
  })
}

function tryDecrypt(work: () => Uint8Array): Uint8Array | undefined {
  try {
    return work()
  } catch {
    // A point that is not on the curve: as wrong as a check value that does not fit.
    return undefined
  }
}

function readCoded(text: string, field: string): Uint8Array {
  const source = text.trim()
  if (!source)
    throw new AppError('bad_input', {
      field,
      expected: { en: 'hex or Base64', zh: '十六进制或 Base64' },
      got: { en: 'nothing', zh: '空' },
    })
  return /^[0-9a-f\s]+$/i.test(source) ? parseHex(source, field) : parseBase64(source, field)
}

function readPrivateKey(text: string): string {
  const key = text.replaceAll(/\s/g, '').toLowerCase()
  if (!/^[0-9a-f]{64}$/.test(key))
    throw new AppError('bad_input', {
      field: 'privateKey',
      expected: { en: '64 hex digits', zh: '64 位十六进制' },
      got: { en: `${key.length} characters`, zh: `${key.length} 个字符` },
    })
  return key
}

function readPublicKey(text: string, isOnCurve: (key: string) => boolean): string {
  const key = text.replaceAll(/\s/g, '').toLowerCase()
  const whole = /^[0-9a-f]{128}$/.test(key) ? `04${key}` : key
  const isRight = /^(04[0-9a-f]{128}|0[23][0-9a-f]{64})$/.test(whole) && tryCheck(() => isOnCurve(whole))
  if (!isRight)
    throw new AppError('bad_input', {
      field: 'publicKey',
      expected: {
        en: 'a point of the SM2 curve: 130 hex digits from 04, or 66 from 02 or 03',
        zh: 'SM2 曲线上的点：以 04 开头的 130 位，或以 02/03 开头的 66 位十六进制',
      },
      got: { en: `${key.length} characters`, zh: `${key.length} 个字符` },
    })
  return whole
}

function tryCheck(check: () => boolean): boolean {
  try {
    return check()
  } catch {
    return false
  }
}
