import { countOf } from '@octet/core/counted.ts'
import { AppError } from '@octet/core/errors.ts'
import type { Host } from '@octet/core/host.ts'
import type { Text } from '@octet/core/text.ts'
import { parseBytes, readCoded, toByteText, type ByteFormat } from '../../lib/byte-text.ts'
import { parseHex, toHex } from '../../lib/bytes.ts'
import { toBase64 } from '../../lib/radix-text.ts'
import { isPrivateKey, readPrivateKey, readPublicKey } from './keys.ts'

export type Sm2Input = {
  action: 'keys' | 'encrypt' | 'decrypt' | 'sign' | 'verify'
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
export type Sm2Output = { text?: string; publicKey?: string; privateKey?: string; verdict?: 'valid' | 'invalid' }

/** Does what was chosen with SM2 (GB/T 32918). Throws `bad_input`, `wrong_key`. */
export async function runSm2(input: Sm2Input, host: Host): Promise<Sm2Output> {
  const { sm2 } = await import('sm-crypto-v2')
  const mode = input.order === 'c1c3c2' ? 1 : 0
  const write = (hex: string) => (input.format === 'hex' ? hex : toBase64(parseHex(hex, 'text')))
  switch (input.action) {
    case 'keys': {
      const privateKey = drawPrivateKey(host)
      const publicKey = sm2.getPublicKeyFromPrivateKey(privateKey)
      return { publicKey, privateKey }
    }
    case 'encrypt': {
      const publicKey = readPublicKey(input.publicKey, sm2.verifyPublicKey)
      const plain = parseBytes(input.text, input.textFormat, 'text')
      // GB/T 32918.4 §6.1 has no ciphertext of nothing: its check value would be the only thing in it.
      if (plain.length === 0)
        throw new AppError('bad_input', { field: 'text', expected: NOT_EMPTY, got: { en: 'nothing', zh: '空' } })
      const sealed = sm2.doEncrypt(plain, publicKey, mode, { asn1: input.asn1 })
      return { text: write(sealed) }
    }
    case 'decrypt':
      return { text: decrypt(sm2, input, mode) }
    case 'sign': {
      const privateKey = readPrivateKey(input.privateKey)
      const publicKey = sm2.getPublicKeyFromPrivateKey(privateKey)
      // Told to hash, the library first writes the message in hex, byte by byte.
      const digest = sm2.getHash(parseBytes(input.text, input.textFormat, 'text'), publicKey, input.userId)
      const signature = sm2.doSignature(parseHex(digest, 'text'), privateKey, { der: input.asn1 })
      return { text: write(signature), publicKey }
    }
    case 'verify': {
      const publicKey = readPublicKey(input.publicKey, sm2.verifyPublicKey)
      const isValid = verify(sm2, input, publicKey)
      return { verdict: isValid ? 'valid' : 'invalid' }
    }
  }
}

const NOT_EMPTY: Text = { en: 'at least one byte', zh: '至少一个字节' }

/** A private key of 1 … n−2. The library's own maker with a seed always gives 1, so the number is drawn here. */
function drawPrivateKey(host: Host): string {
  for (;;) {
    const drawn = toHex(host.random(32))
    if (isPrivateKey(drawn)) return drawn
  }
}

type Sm2 = (typeof import('sm-crypto-v2'))['sm2']

/** Whether hex is one DER sequence, as OpenSSL and HSMs write ciphertexts and signatures (GM/T 0009 §7). */
function isDer(hex: string): boolean {
  const [, long, short] = /^30(?:8([12])|([0-7][0-9a-f]))/.exec(hex) ?? []
  if (short !== undefined) return hex.length === 4 + 2 * Number.parseInt(short, 16)
  const digits = 2 * Number(long ?? 0)
  return digits > 0 && hex.length === 4 + digits + 2 * Number.parseInt(hex.slice(4, 4 + digits), 16)
}

function verify(sm2: Sm2, input: Sm2Input, publicKey: string): boolean {
  const signature = toHex(readCoded(input.signature, 'signature'))
  const der = input.asn1 || isDer(signature)
  if (!der && signature.length !== 128)
    throw new AppError('bad_input', {
      field: 'signature',
      expected: { en: '64 bytes (r and s), or ASN.1', zh: '64 字节（r 与 s），或 ASN.1' },
      got: { en: countOf(signature.length / 2, 'byte'), zh: `${signature.length / 2} 字节` },
    })
  const message = parseBytes(input.text, input.textFormat, 'text')
  return attempt(() => sm2.doVerifySignature(message, signature, publicKey, { hash: true, der, userId: input.userId })) ?? false
}

/** A point without its leading 04, a check value and one byte, in hex. */
const MIN_SEALED_DIGITS = 2 * (64 + 32 + 1)

function decrypt(sm2: Sm2, input: Sm2Input, mode: number): string {
  const sealed = toHex(readCoded(input.text, 'text'))
  const privateKey = readPrivateKey(input.privateKey)
  if (!isDer(sealed) && sealed.length < MIN_SEALED_DIGITS)
    throw new AppError('bad_input', {
      field: 'text',
      expected: { en: 'at least 97 bytes (C1, C2 and C3), or ASN.1', zh: '至少 97 字节（C1、C2 与 C3），或 ASN.1' },
      got: { en: countOf(sealed.length / 2, 'byte'), zh: `${sealed.length / 2} 字节` },
    })
  const forms = [{ text: sealed, asn1: input.asn1 }]
  if (!input.asn1 && isDer(sealed)) forms.unshift({ text: sealed, asn1: true })
  // The library wants the point without its leading 04.
  if (!input.asn1 && sealed.startsWith('04') && sealed.length > 194) forms.push({ text: sealed.slice(2), asn1: false })
  for (const { text, asn1 } of forms) {
    const plain = attempt(() => sm2.doDecrypt(text, privateKey, mode, { output: 'array', asn1 }))
    if (plain?.length) return toByteText(plain, 'auto')
  }
  throw new AppError('wrong_key', {
    reason: {
      en: 'the check value C3 does not fit: private key, order or ciphertext differ',
      zh: '校验值 C3 不符：私钥、密文顺序或密文本身有误',
    },
  })
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    // A point that is not on the curve, or a number beyond the order: as wrong as a check value that does not fit.
    return undefined
  }
}
