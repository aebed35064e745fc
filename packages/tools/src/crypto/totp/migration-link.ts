import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { ALPHABETS, encodeBits, parseBase64 } from '../../lib/radix-text.ts'
import type { Account } from './otpauth-link.ts'

/** A part of an export: one QR code holds ten accounts at most. */
export type Migration = { readonly accounts: readonly Account[]; readonly part: number; readonly parts: number }

/**
 * Reads what Google Authenticator shows as a QR code to move accounts: `otpauth-migration://offline?data=…`, protocol
 * buffers in Base64. Throws `bad_input`.
 */
export function readMigrationLink(text: string): Migration {
  const [, data] = /^otpauth-migration:\/\/offline\/?\?(?:[^#]*&)?data=([^&#]*)/i.exec(text.trim()) ?? []
  if (!data) throw badExport()
  // Readers of QR codes may have made spaces of plus signs.
  const fields = readMessage(parseBase64(decode(data).replaceAll(' ', '+'), 'secret'))
  const accounts = fields.flatMap(({ number, value }) => (number === 1 && typeof value !== 'bigint' ? [readAccount(value)] : []))
  if (accounts.length === 0) throw badExport()
  return { accounts, part: findNumber(fields, 4) + 1, parts: Math.max(1, findNumber(fields, 3)) }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    throw badExport(error)
  }
}

/** Values of the export's lists by their numbers; 0 is «not said». */
const ALGORITHMS = ['SHA1', 'SHA1', 'SHA256', 'SHA512'] as const
const DIGITS = [6, 6, 8] as const
const TYPES = ['totp', 'hotp', 'totp'] as const

function readAccount(bytes: Uint8Array): Account {
  const fields = readMessage(bytes)
  const text = (number: number) => new TextDecoder().decode(findBytes(fields, number))
  const [algorithm, digits, type] = [
    ALGORITHMS[findNumber(fields, 4)],
    DIGITS[findNumber(fields, 5)],
    TYPES[findNumber(fields, 6)],
  ]
  const secret = findBytes(fields, 1)
  if (!algorithm || !digits || !type || secret.length === 0) throw badExport()
  const [, prefix = '', label = ''] = /^(?:([^:]*):\s*)?(.*)$/s.exec(text(2)) ?? []
  return {
    type,
    secret: encodeBits(secret, ALPHABETS.base32, false),
    label,
    issuer: text(3) || prefix,
    algorithm,
    digits,
    period: 30,
    counter: findNumber(fields, 7),
  }
}

type Field = { readonly number: number; readonly value: bigint | Uint8Array }

const findNumber = (fields: readonly Field[], wanted: number): number => {
  const found = fields.findLast(({ number, value }) => number === wanted && typeof value === 'bigint')
  return Number(found?.value ?? 0n)
}
const findBytes = (fields: readonly Field[], wanted: number): Uint8Array => {
  const found = fields.findLast(({ number, value }) => number === wanted && typeof value !== 'bigint')
  return (found?.value as Uint8Array | undefined) ?? new Uint8Array(0)
}

/** The fields of a message of protocol buffers: numbers (wire type 0) and bytes (2) are all that an export has. */
function readMessage(bytes: Uint8Array): Field[] {
  const fields: Field[] = []
  let at = 0
  const readNumber = (): bigint => {
    let number = 0n
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = bytes[at++]
      if (byte === undefined) throw badExport()
      number |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return BigInt.asUintN(64, number)
    }
    throw badExport()
  }
  while (at < bytes.length) {
    const tag = readNumber()
    const number = Number(tag >> 3n)
    if ((tag & 7n) === 0n) fields.push({ number, value: readNumber() })
    else if ((tag & 7n) === 2n) {
      const size = Number(readNumber())
      if (size > bytes.length - at) throw badExport()
      fields.push({ number, value: bytes.subarray(at, (at += size)) })
    } else throw badExport()
  }
  return fields
}

const WHOLE: Text = {
  en: 'a whole export of an authenticator (otpauth-migration://offline?data=…)',
  zh: '完整的验证器导出链接（otpauth-migration://offline?data=…）',
}

/** What came is not told: it holds secrets. */
function badExport(cause?: unknown): AppError {
  const details = { field: 'secret', expected: WHOLE, got: 'otpauth-migration://…' }
  return new AppError('bad_input', details, cause === undefined ? {} : { cause })
}
