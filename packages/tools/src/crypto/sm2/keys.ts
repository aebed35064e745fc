import { AppError } from '@octet/core/errors.ts'
import { parseHex } from '../../lib/bytes.ts'
import { parseBase64 } from '../../lib/radix-text.ts'

/** Bytes in hex or Base64. Throws `bad_input`. */
export function readCoded(text: string, field: string): Uint8Array {
  const source = text.trim()
  if (!source)
    throw new AppError('bad_input', {
      field,
      expected: { en: 'hex or Base64', zh: '十六进制或 Base64' },
      got: { en: 'nothing', zh: '空' },
    })
  return /^[0-9a-f\s]+$/i.test(source) ? parseHex(source, field) : parseBase64(source, field)
}

/** The 64 hex digits of a private key. Throws `bad_input`. */
export function readPrivateKey(text: string): string {
  const key = text.replaceAll(/\s/g, '').toLowerCase()
  if (!/^[0-9a-f]{64}$/.test(key))
    throw new AppError('bad_input', {
      field: 'privateKey',
      expected: { en: '64 hex digits', zh: '64 位十六进制' },
      got: { en: `${key.length} characters`, zh: `${key.length} 个字符` },
    })
  return key
}

/** A point of the curve in hex, `04` put before it where it is missing. Throws `bad_input`. */
export function readPublicKey(text: string, isOnCurve: (key: string) => boolean): string {
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
