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
