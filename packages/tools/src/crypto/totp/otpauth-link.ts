import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'

/** What an authenticator knows of an account. */
export type Account = {
  readonly type: 'totp' | 'hotp'
  readonly secret: string
  readonly label: string
  readonly issuer: string
  readonly algorithm: string
  readonly digits: number
  readonly period: number
  /** Of codes that count (RFC 4226). */
  readonly counter: number
}

/** The largest number that is exact here; no token has counted so far. */
const MAX_COUNTER = Number.MAX_SAFE_INTEGER

const LINK = /^otpauth:\/\/([^/?#]*)\/?([^?#]*)(?:\?([^#]*))?/i

/**
 * Reads `otpauth://totp/Issuer:account?secret=…` and `otpauth://hotp/…&counter=…` (the Key Uri Format of Google Authenticator), also as other programs write
 * it: without a label, with a secret in groups, with `HmacSHA256` or `SHA-256`. Throws `bad_input` that names the part.
 */
export function parseOtpauthLink(text: string): Account {
  const [, host = '', path = '', query = ''] = LINK.exec(text.trim()) ?? []
  const type = host.toLowerCase()
  if (type !== 'totp' && type !== 'hotp')
    throw badLink({ en: 'otpauth://totp/… or otpauth://hotp/…', zh: 'otpauth://totp/… 或 otpauth://hotp/…' }, text)
  const fields = new Map(query.split(/&(?:amp;)?/).map(splitField))
  // KeePassXC marks accounts of Steam so, whose codes are five letters and digits.
  const encoder = fields.get('encoder') ?? ''
  if (encoder !== '')
    throw badLink({ en: 'codes of digits, without encoder=', zh: '数字验证码，不含 encoder=' }, `encoder=${encoder}`)
  const secret = fields.get('secret') ?? ''
  if (secret === '')
    throw badLink({ en: 'a link with its secret (…?secret=…)', zh: '含密钥的链接（…?secret=…）' }, `otpauth://${type}/…`)
  const [, prefix = '', label = ''] = /^(?:([^:]*):\s*)?(.*)$/s.exec(decodePart(path)) ?? []
  return {
    type,
    secret,
    label,
    issuer: fields.get('issuer') || prefix,
    algorithm: readAlgorithm(fields.get('algorithm') || 'SHA1'),
    digits: readWhole({ name: 'digits', text: fields.get('digits') || '6', least: 4, most: 10 }),
    period: readWhole({ name: 'period', text: fields.get('period') || '30', least: 1, most: 86_400 }),
    counter:
      type === 'totp' ? 0 : readWhole({ name: 'counter', text: fields.get('counter') || '0', least: 0, most: MAX_COUNTER }),
  }
}

function splitField(field: string): [string, string] {
  const at = field.indexOf('=')
  const [name, value] = at < 0 ? [field, ''] : [field.slice(0, at), field.slice(at + 1)]
  return [name.toLowerCase(), decodePart(value)]
}

/** Text behind its percent signs, or as it stands where they are wrong. */
function decodePart(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function readAlgorithm(text: string): string {
  const [, bits] = /^(?:hmac)?-?sha-?(1|256|512)$/i.exec(text.trim()) ?? []
  if (bits === undefined) {
    const choices = 'SHA1, SHA256, SHA512'
    throw badLink({ en: `algorithm= one of ${choices}`, zh: `algorithm= 取 ${choices} 之一` }, text)
  }
  return `SHA${bits}`
}

function readWhole({ name, text, least, most }: { name: string; text: string; least: number; most: number }): number {
  const value = /^\d{1,16}$/.test(text.trim()) ? Number(text) : -1
  if (value < least || value > most)
    throw badLink({ en: `${name}= from ${least} to ${most}`, zh: `${name}= 取 ${least}–${most}` }, text)
  return value
}

/** What came is only told where it holds no secret. */
function badLink(expected: Text, got: string): AppError {
  return new AppError('bad_input', {
    field: 'secret',
    expected,
    got: got
      .trim()
      .replace(/^(otpauth:\/\/[^/?#]*).*/is, '$1/…')
      .slice(0, 40),
  })
}
