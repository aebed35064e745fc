import { AppError } from '@octet/core/errors.ts'
import type { Host } from '@octet/core/host.ts'
import { parseBytes, toByteText, type ByteFormat } from '../../lib/byte-text.ts'
import { parseHex, toHex } from '../../lib/bytes.ts'
import { toBase64 } from '../../lib/radix-text.ts'
import { readCoded, readPrivateKey, readPublicKey } from './keys.ts'

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
export type Sm2Output = { text: string; publicKey?: string; privateKey?: string; verdict?: 'valid' | 'invalid' }

/** Does what was chosen with SM2 (GB/T 32918). Throws `bad_input`, `wrong_key`. */
export async function runSm2(input: Sm2Input, host: Host): Promise<Sm2Output> {
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

function decrypt(sm2: Sm2, input: Sm2Input, mode: number): string {
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
