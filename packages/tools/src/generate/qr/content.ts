import { countOf } from '@octet/core/counted.ts'
import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'

/** What goes into a code of each kind. */
export type WifiFields = {
  readonly ssid: string
  readonly password: string
  readonly security: 'WPA' | 'WEP' | 'nopass'
  readonly isHidden: boolean
}
export type ContactFields = {
  readonly name: string
  readonly phone: string
  readonly email: string
  readonly organisation: string
  readonly url: string
}

/** The Wi-Fi form that phones read: `WIFI:T:WPA;S:…;P:…;;`, with \ ; , : " escaped. */
export function toWifi({ ssid, password, security, isHidden }: WifiFields): string {
  const escape = (text: string) => text.replaceAll(/[\\;,:"]/g, '\\$&')
  const secret = security === 'nopass' ? '' : `P:${escape(password)};`
  return `WIFI:T:${security};S:${escape(ssid)};${secret}${isHidden ? 'H:true;' : ''};`
}

/** IEEE 802.11-2020: a name has up to 32 bytes (§9.4.2.2), a passphrase 8 to 63 signs of ASCII, a key 64 hexadecimal digits (annex J.4). */
export function checkWifi({ ssid, password, security }: Omit<WifiFields, 'isHidden'>): void {
  const sizeBytes = new TextEncoder().encode(ssid).length
  if (sizeBytes > 32)
    throw new AppError('bad_input', {
      field: 'ssid',
      expected: { en: 'a name of at most 32 bytes', zh: '不超过 32 字节的名称' },
      got: { en: `${sizeBytes} bytes`, zh: `${sizeBytes} 字节` },
    })
  if (security === 'WPA' && !/^(?:[ -~]{8,63}|[\da-f]{64})$/i.test(password))
    throw new AppError('bad_input', {
      field: 'password',
      expected: {
        en: 'what WPA accepts: 8 to 63 ASCII letters, digits and symbols, or 64 hexadecimal digits',
        zh: 'WPA 允许的密码：8 至 63 个 ASCII 字母、数字或符号，或 64 位十六进制',
      },
      got: { en: countOf(password.length, 'character'), zh: `${password.length} 个字符` },
    })
}

/** A vCard 3.0 (RFC 2426). */
export function toVcard({ name, phone, email, organisation, url }: ContactFields): string {
  const escape = (text: string) => text.replaceAll(/[\\;,]/g, '\\$&').replaceAll(/\r?\n/g, '\\n')
  const { family, given } = partName(name.trim())
  const lines = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:${escape(family)};${escape(given)};;;`,
    `FN:${escape(name.trim())}`,
    organisation && `ORG:${escape(organisation)}`,
    phone && `TEL;TYPE=CELL:${escape(phone)}`,
    email && `EMAIL:${escape(email)}`,
    // A URL is not a text in which signs are escaped (RFC 2426 §3.6.8).
    url && `URL:${url.replaceAll(/[\r\n]/g, '')}`,
    'END:VCARD',
  ]
  return lines.filter(Boolean).join('\r\n')
}

/** Of a name of several words the last one is the family name, in Chinese characters the first one. */
function partName(name: string): { family: string; given: string } {
  const words = name.split(/\s+/)
  const family = words.length === 1 ? '' : (/^[\p{Script=Han}\s]+$/u.test(name) ? words.shift() : words.pop())!
  return { family, given: words.join(' ') }
}

/** What the content of a code can be, with words. */
export const CONTENT_KINDS = {
  wifi: { en: 'Wi-Fi', zh: 'Wi-Fi' },
  vcard: { en: 'Contact', zh: '名片' },
  url: { en: 'Link', zh: '网址' },
  mail: { en: 'Email', zh: '邮件' },
  phone: { en: 'Phone number', zh: '电话' },
  place: { en: 'Place', zh: '位置' },
  text: { en: 'Text', zh: '文本' },
} as const satisfies Record<string, Text>
export type ContentKind = keyof typeof CONTENT_KINDS

/** What a text read from a code is. */
export function toContentKind(text: string): ContentKind {
  if (/^WIFI:/i.test(text)) return 'wifi'
  if (/^BEGIN:VCARD/i.test(text)) return 'vcard'
  if (/^https?:\/\//i.test(text)) return 'url'
  if (/^mailto:/i.test(text)) return 'mail'
  if (/^(?:tel|sms|smsto):/i.test(text)) return 'phone'
  return /^geo:/i.test(text) ? 'place' : 'text'
}
