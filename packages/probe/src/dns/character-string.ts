/** Text in quotes, other bytes than printable ASCII escaped as `\DDD` (RFC 1035 §5.1). */
export function quote(text: string): string {
  let escaped = ''
  for (const letter of text) {
    const code = letter.charCodeAt(0)
    if (code < 0x20 || code > 0x7e) escaped += `\\${String(code).padStart(3, '0')}`
    else escaped += letter === '"' || letter === '\\' ? `\\${letter}` : letter
  }
  return `"${escaped}"`
}

/** An escaped backslash, or bytes above ASCII, also where one string of a record ends and the next begins. */
const HIGH = String.raw`\\(?:12[89]|1[3-9]\d|2\d\d)`
const ESCAPED = new RegExp(String.raw`\\\\|${HIGH}(?:(?:" ")?${HIGH})*`, 'g')

/** A record as dig writes it, with its UTF-8 readable; bytes that are no UTF-8 stay escaped. */
export function toReadableData(data: string): string {
  return data.replaceAll(ESCAPED, (escaped) => {
    const bytes = Uint8Array.from(escaped.match(/\d{3}/g) ?? [], Number)
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
    // Marks that turn the direction of a text could make a record look like another.
    return bytes.length === 0 || /[\uFFFD\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u.test(text) ? escaped : text
  })
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
/** Marks that turn the direction of a text, and controls beyond ASCII: a record could look like another. */
const MISLEADING = /[\u0080-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const BEYOND_ASCII = /[\u0080-\u00ff]/g

/**
 * A text of DNS, which comes with a character for each byte, as it is shown: DNS knows bytes alone (RFC 1035 §3.3), which
 * are UTF-8 where all of them can be; else those beyond ASCII are written as `\DDD` (RFC 1035 §5.1).
 *
 * @example
 * toShownText('v=\xe4\xb8\xad') // 'v=中'
 * toShownText('caf\xe9') // String.raw`caf\233`
 */
export const toShownText = (bytes: string): string => toShownTexts([bytes])[0]!

/** The same for the strings of one record. A letter over the end of a string stands where it begins. */
export function toShownTexts(strings: readonly string[]): string[] {
  const whole = strings.join('')
  if (!/[\u0080-\u00ff]/.test(whole)) return [...strings]
  const bytes = Buffer.from(whole, 'latin1')
  let end = 0
  const ends = strings.map(({ length }) => (end += length)).map((at) => toLetterStart(bytes, at))
  try {
    return ends.map((at, index) => UTF8.decode(bytes.subarray(ends[index - 1] ?? 0, at)).replaceAll(MISLEADING, escapeLetter))
  } catch {
    return strings.map((text) => text.replaceAll(BEYOND_ASCII, escapeByte))
  }
}

/** The next place where no letter of UTF-8 goes on. */
function toLetterStart(bytes: Uint8Array, at: number): number {
  let start = at
  while (start < bytes.length && (bytes[start]! & 0xc0) === 0x80) start++
  return start
}

const escapeByte = (byte: string): string => `\\${byte.charCodeAt(0)}`
const escapeLetter = (letter: string): string => Buffer.from(letter).toString('latin1').replaceAll(/[^]/g, escapeByte)
