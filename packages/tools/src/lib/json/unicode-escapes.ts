/** How characters beyond ASCII are written in strings and keys. */
export type UnicodeEscapes = 'keep' | 'characters' | 'ascii'

/** What is readable as it stands: no control, space or invisible character, no half of a pair. U+3000 fills Chinese texts. */
const READABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S}\u3000]$/u
const ESCAPE = /\\u(d[89ab][\da-f]{2})\\u(d[c-f][\da-f]{2})|\\u([\da-f]{4})|\\[\s\S]/gi

/** Rewrites a token of JSON: its `\uXXXX` as characters, or the other way round; nothing where tokens stay as they are. */
export function findEscaper(escapes: UnicodeEscapes): ((raw: string) => string) | undefined {
  if (escapes === 'keep') return undefined
  return escapes === 'ascii' ? toAscii : toCharacters
}

/** A token or text in which everything beyond ASCII is `\uXXXX`. */
export function toAscii(raw: string): string {
  return raw.replaceAll(/[\x7f-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

function toCharacters(raw: string): string {
  const quote = raw[0]
  if ((quote !== '"' && quote !== "'") || !raw.includes('\\u')) return raw
  return raw.replaceAll(ESCAPE, (escape, high?: string, low?: string, single?: string) => {
    const units = high && low ? [high, low] : single ? [single] : []
    const char = String.fromCharCode(...units.map((digits) => Number.parseInt(digits, 16)))
    return char !== quote && char !== '\\' && READABLE.test(char) ? char : escape
  })
}
