type CalendarEvent = { readonly name: string; readonly date: string; readonly words: string; readonly now: Date }

/** A calendar file with one whole-day event and a reminder 30 days before (RFC 5545 §3.6.1, §3.6.6). Lines end with CRLF. */
export function toCalendarText({ name, date, words, now }: CalendarEvent): string {
  const day = date.slice(0, 10).replaceAll('-', '')
  const stamp = `${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Octet//Whois//EN',
    'BEGIN:VEVENT',
    `UID:${escape(name)}-${day}@octet`,
    `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${day}`,
    `SUMMARY:${escape(words)}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escape(words)}`,
    'TRIGGER:-P30D',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.join('\r\n')}\r\n`
}

/** TEXT values (RFC 5545 §3.3.11). */
const escape = (text: string): string => text.replaceAll(/[\\;,]/g, String.raw`\$&`).replaceAll(/\r?\n/g, String.raw`\n`)
