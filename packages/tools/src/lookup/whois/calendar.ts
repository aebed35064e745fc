import type { Lang, Text } from '@octet/core/text.ts'

/** A name and the day on which it expires, ISO 8601. */
export type Expiry = { readonly name: string; readonly expires: string }

const EXPIRES = (name: string): Text => ({ en: `${name} expires`, zh: `${name} 到期` })

/**
 * A calendar file with a whole-day event for each name, and a reminder 30 days before (RFC 5545 §3.6.1, §3.6.6). Lines end
 * with CRLF and are folded (§3.1).
 */
export function toCalendarText(expiries: readonly Expiry[], { lang, now }: { lang: Lang; now: Date }): string {
  const stamp = `${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Octet//Whois//EN',
    ...expiries.flatMap(({ name, expires }) => toEvent(name, { day: expires.slice(0, 10).replaceAll('-', ''), lang, stamp })),
    'END:VCALENDAR',
  ]
  return `${lines.map(fold).join('\r\n')}\r\n`
}

function toEvent(name: string, { day, lang, stamp }: { day: string; lang: Lang; stamp: string }): string[] {
  const words = escape(EXPIRES(name)[lang])
  return [
    'BEGIN:VEVENT',
    `UID:${escape(name)}-${day}@octet`,
    `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${day}`,
    `SUMMARY:${words}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${words}`,
    'TRIGGER:-P30D',
    'END:VALARM',
    'END:VEVENT',
  ]
}

/** TEXT values (RFC 5545 §3.3.11). */
const escape = (text: string): string => text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\r?\n/g, String.raw`\n`)

const MAX_LINE_BYTES = 75

/** A line of more than 75 bytes goes on behind a blank in the next one; no character is torn. */
function fold(line: string): string {
  const encoder = new TextEncoder()
  const parts: string[] = ['']
  let sizeBytes = 0
  for (const char of line) {
    const bytes = encoder.encode(char).length
    if (sizeBytes + bytes > MAX_LINE_BYTES) {
      parts.push(' ')
      sizeBytes = 1
    }
    parts[parts.length - 1] += char
    sizeBytes += bytes
  }
  return parts.join('\r\n')
}
