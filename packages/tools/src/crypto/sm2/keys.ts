import { countOf } from '@octet/core/counted.ts'
import { AppError } from '@octet/core/errors.ts'
import { toHex } from '../../lib/bytes.ts'
import { parseBase64 } from '../../lib/radix-text.ts'

/** Order of the curve's group (GB/T 32918.5). */
const ORDER = 0xfffffffeffffffffffffffffffffffff7203df6b21c6052b53bbf40939d54123n

/** Whether 64 hex digits are a private key: 1 … n−2 (GB/T 32918.1 §6.1). */
export function isPrivateKey(key: string): boolean {
  const number = BigInt(`0x${key}`)
  return number >= 1n && number <= ORDER - 2n
}

/** The 64 hex digits of a private key, given as such or as PEM (SEC 1 or PKCS #8). Throws `bad_input`. */
export function readPrivateKey(text: string): string {
  const key = readKeyDigits(text, 'privateKey', /0201010420([0-9a-f]{64})/)
  if (!/^[0-9a-f]{64}$/.test(key) || !isPrivateKey(key))
    throw new AppError('bad_input', {
      field: 'privateKey',
      expected: { en: '64 hex digits from 1 to n−2, or PEM', zh: '64 位十六进制（1 至 n−2），或 PEM' },
      got: toGot(key),
    })
  return key
}

/** A point of the curve in hex, given as such, without its `04`, or as PEM (RFC 5280 §4.1). Throws `bad_input`. */
export function readPublicKey(text: string, isOnCurve: (key: string) => boolean): string {
  const key = readKeyDigits(text, 'publicKey', /034200(04[0-9a-f]{128})/)
  const whole = /^[0-9a-f]{128}$/.test(key) ? `04${key}` : key
  const isRight = POINT.test(whole) && tryCheck(() => isOnCurve(whole))
  if (!isRight)
    throw new AppError('bad_input', {
      field: 'publicKey',
      expected: {
        en: 'a point of the SM2 curve: 130 hex digits beginning with 04, or 66 with 02 or 03, or PEM',
        zh: 'SM2 曲线上的点：以 04 开头的 130 位，或以 02/03 开头的 66 位十六进制，或 PEM',
      },
      got: POINT.test(whole) ? { en: 'a point that is not on the curve', zh: '不在曲线上的点' } : toGot(key),
    })
  return whole
}

/** A point, whole or compressed, in hex. */
const POINT = /^(04[0-9a-f]{128}|0[23][0-9a-f]{64})$/

const toGot = (key: string) =>
  /^[0-9a-f]{64}$/.test(key)
    ? { en: 'a number out of range', zh: '超出范围的数' }
    : { en: countOf(key.length, 'character'), zh: `${key.length} 个字符` }

/** 1.2.156.10197.1.301, the curve, as it stands in a key of OpenSSL. */
const CURVE_DER = '06082a811ccf5501822d'

/** The digits of a key; those of PEM are the ones that stand in the place given. Throws `bad_input`. */
function readKeyDigits(text: string, field: string, place: RegExp): string {
  const [, label = '', base64] = /-----BEGIN ([A-Z ]+)-----(.*?)-----END \1-----/s.exec(text) ?? []
  if (base64 === undefined) return text.replaceAll(/\s/g, '').toLowerCase()
  const der = toHex(parseBase64(base64, field))
  const digits = der.includes(CURVE_DER) ? place.exec(der)?.[1] : undefined
  if (digits !== undefined) return digits
  const [en, zh] =
    field === 'privateKey' ? ['a private key of the SM2 curve', 'SM2 私钥'] : ['a public key of the SM2 curve', 'SM2 公钥']
  throw new AppError('bad_input', { field, expected: { en, zh }, got: `PEM: ${label}` })
}

function tryCheck(check: () => boolean): boolean {
  try {
    return check()
  } catch {
    return false
  }
}
