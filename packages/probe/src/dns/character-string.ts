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
