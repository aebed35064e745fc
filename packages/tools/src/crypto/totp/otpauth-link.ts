import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'

export type OtpauthLink = {
  readonly secret: string
  readonly label: string
  readonly issuer: string
  readonly algorithm: string
  readonly digits: number
  readonly period: number
}

const LINK = /^otpauth:\/\/([^/?#]*)\/?([^?#]*)(?:\?([^#]*))?/i

/**
 * Reads `otpauth://totp/Issuer:account?secret=…` (the Key Uri Format of Google Authenticator), also as other programs write
 * it: without a label, with a secret in groups, with `HmacSHA256` or `SHA-256`. Throws `bad_input` that names the part.
 */
export function parseOtpauthLink(text: string): OtpauthLink {
  const [, type = '', path = '', query = ''] = LINK.exec(text.trim()) ?? []
  if (type.toLowerCase() !== 'totp')
    throw badLink({ en: 'a link of time-based codes (otpauth://totp/…)', zh: '基于时间的验证码链接（otpauth://totp/…）' }, text)
  const fields = new Map(query.split(/&(?:amp;)?/).map(splitField))
  const secret = fields.get('secret') ?? ''
  if (secret === '')
    throw badLink({ en: 'a link with its secret (…?secret=…)', zh: '含密钥的链接（…?secret=…）' }, 'otpauth://totp/…')
  const [, prefix = '', label = ''] = /^(?:([^:]*):\s*)?(.*)$/s.exec(decodePart(path)) ?? []
  return {
    secret,
    label,
    issuer: fields.get('issuer') || prefix,
    algorithm: readAlgorithm(fields.get('algorithm') || 'SHA1'),
    digits: readWhole({ name: 'digits', text: fields.get('digits') || '6', least: 4, most: 10 }),
    period: readWhole({ name: 'period', text: fields.get('period') || '30', least: 1, most: 86_400 }),
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
  const value = /^\d{1,6}$/.test(text.trim()) ? Number(text) : 0
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
