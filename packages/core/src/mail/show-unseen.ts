/** White space beside the plain one, and characters that nobody sees. */
const UNSEEN = /[\t\u00a0\u00ad\u1680\u2000-\u200f\u2028-\u202f\u205f-\u2064\u3000\ufeff]/gu
const DECODER = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * A text of DNS, with characters or one for each byte, with what looks like a space, or like nothing, written out: a record that is
 * copied from a web page may hold it.
 */
export const showUnseen = (bytes: string): string =>
  toCharacters(bytes).replaceAll(
    UNSEEN,
    (character) => `<U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}>`,
  )

function toCharacters(bytes: string): string {
  if (/[^\0-\xff]/.test(bytes)) return bytes // characters already
  try {
    return DECODER.decode(Uint8Array.from(bytes, (character) => character.charCodeAt(0)))
  } catch {
    return bytes // not UTF-8
  }
}
