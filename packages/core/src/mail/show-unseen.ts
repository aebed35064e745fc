/** White space beside the plain one, and characters that nobody sees. */
const UNSEEN = /[\t\u00a0\u00ad\u1680\u2000-\u200f\u2028-\u202f\u205f-\u2064\u3000\ufeff]/gu

/** A text with what looks like a space, or like nothing, written out: a record that is copied from a web page may hold it. */
export const showUnseen = (text: string): string =>
  text.replaceAll(UNSEEN, (character) => `<U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}>`)
