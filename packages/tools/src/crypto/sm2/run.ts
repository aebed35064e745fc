import { countOf } from '@octet/core/counted.ts'
import { AppError } from '@octet/core/errors.ts'
import type { Host } from '@octet/core/host.ts'
import type { Text } from '@octet/core/text.ts'
import { parseBytes, readCoded, toByteText, type ByteFormat } from '../../lib/byte-text.ts'
import { parseHex, toHex } from '../../lib/bytes.ts'
import { toBase64 } from '../../lib/radix-text.ts'
import { isPrivateKey, readPrivateKey, readPublicKey } from './keys.ts'
import { readSealed, seal, unseal, writeSealed, type Sealed } from './seal.ts'

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
      const sealed = await encrypt(sm2, { plain, publicKey, host })
      const bytes = writeSealed(sealed, input)
      return { text: input.format === 'hex' ? toHex(bytes) : toBase64(bytes) }
    }
    case 'decrypt':
      return { text: await decrypt(sm2, input) }
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

/** Whether some bytes, of which the first six are given in hex, are one DER sequence, as OpenSSL and HSMs write ciphertexts and signatures (GM/T 0009 §7). */
function isDer(start: string, sizeBytes: number): boolean {
  const [, long, short] = /^30(?:8([1-4])|([0-7][0-9a-f]))/.exec(start) ?? []
  if (short !== undefined) return sizeBytes === 2 + Number.parseInt(short, 16)
  const bytes = Number(long ?? 0)
  return bytes > 0 && sizeBytes === 2 + bytes + Number.parseInt(start.slice(4, 4 + 2 * bytes), 16)
}

function verify(sm2: Sm2, input: Sm2Input, publicKey: string): boolean {
  const signature = toHex(readCoded(input.signature, 'signature'))
  const der = input.asn1 || isDer(signature.slice(0, 12), signature.length / 2)
  if (!der && signature.length !== 128)
    throw new AppError('bad_input', {
      field: 'signature',
      expected: { en: '64 bytes (r and s), or ASN.1', zh: '64 字节（r 与 s），或 ASN.1' },
      got: { en: countOf(signature.length / 2, 'byte'), zh: `${signature.length / 2} 字节` },
    })
  const message = parseBytes(input.text, input.textFormat, 'text')
  return attempt(() => sm2.doVerifySignature(message, signature, publicKey, { hash: true, der, userId: input.userId })) ?? false
}

/** Bytes of a point without its leading 04, a check value and one byte. */
const MIN_SEALED = 64 + 32 + 1

type Plain = { readonly plain: Uint8Array; readonly publicKey: string; readonly host: Host }

async function encrypt(sm2: Sm2, { plain, publicKey, host }: Plain): Promise<Sealed> {
  for (;;) {
    const key = drawPrivateKey(host)
    const sealed = await seal(plain, sm2.ecdh(key, publicKey, false))
    if (sealed) return { ...sealed, c1: parseHex(sm2.getPublicKeyFromPrivateKey(key), 'publicKey').subarray(1) }
  }
}

async function decrypt(sm2: Sm2, input: Sm2Input): Promise<string> {
  const sealed = readCoded(input.text, 'text')
  const start = toHex(sealed.subarray(0, 6))
  const privateKey = readPrivateKey(input.privateKey)
  const isWrapped = isDer(start, sealed.length)
  if (!isWrapped && sealed.length < MIN_SEALED)
    throw new AppError('bad_input', {
      field: 'text',
      expected: { en: 'at least 97 bytes (C1, C2 and C3), or ASN.1', zh: '至少 97 字节（C1、C2 与 C3），或 ASN.1' },
      got: { en: countOf(sealed.length, 'byte'), zh: `${sealed.length} 字节` },
    })
  const forms = [{ bytes: sealed, asn1: input.asn1 }]
  if (!input.asn1 && isWrapped) forms.unshift({ bytes: sealed, asn1: true })
  // The point may have its leading 04.
  if (!input.asn1 && start.startsWith('04') && sealed.length > MIN_SEALED) forms.push({ bytes: sealed.subarray(1), asn1: false })
  for (const { bytes, asn1 } of forms) {
    const parts = attempt(() => readSealed(bytes, { order: input.order, asn1 }))
    const shared = parts && attempt(() => sm2.ecdh(privateKey, `04${toHex(parts.c1)}`, false))
    const plain = shared && (await unseal(parts, shared))
    if (plain?.length) return toByteText(plain, 'auto')
  }
  throw new AppError('wrong_key', {
    reason: {
      en: 'the check value C3 does not match: private key, order or ciphertext differ',
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
