import { parse } from 'tldts'

/** Finds of one kind in a text, in order. Each pattern is linear in the length of the text. */
export const FINDERS = {
  email: (text: string) =>
    // Of o'brien@ and r&d@ no part is an address of its own.
    matches(text, /(?<![\w.+-])[\w.+-]{1,64}(?:['&][\w.+-]{1,64}){0,3}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g, (find) =>
      find.replace(/[.-]+$/, '').toLowerCase(),
    ),
  url: (text: string) => matches(text, /\bhttps?:\/\/[^\s<>"'`\u3000-\u303f\uff00-\uffef]{1,2000}/gi, trimUrl),
  domain: (text: string) =>
    matches(text, /(?<![\w@-])(?:[a-z\d_](?:[\w-]{0,61}[a-z\d])?\.){1,8}[a-z][a-z\d-]{1,62}(?![\w-]|\.[a-z\d])/gi, (find) =>
      find.toLowerCase(),
    ).filter(isDomain),
  phone: (text: string) =>
    matches(toAsciiDigits(text), /(?<![\w.-])\+?\d[\d ()-]{5,22}\d(?![\w-])/g, (find) =>
      find.replaceAll(/[ ()-]+/g, ' ').trim(),
    ).filter((find) => {
      const digits = find.replaceAll(/\D/g, '').length
      return digits >= 7 && digits <= 15
    }),
  hash: (text: string) =>
    matches(
      text,
      /(?<![\da-f])(?:[\da-f]{128}|[\da-f]{96}|[\da-f]{64}|[\da-f]{56}|[\da-f]{40}|[\da-f]{32})(?![\da-f])/gi,
      (find) => find.toLowerCase(),
    ),
  uuid: (text: string) =>
    matches(text, /(?<![\da-f-])[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}(?![\da-f-])/gi, (find) =>
      find.toLowerCase(),
    ),
} as const

/** Digits and signs as Chinese input methods write them, each in its place; commas and brackets may be of the sentence. */
export function toAsciiDigits(text: string): string {
  return text.replaceAll(/[０-９．＋－]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0))
}

function matches(text: string, pattern: RegExp, toFind: (match: string) => string): string[] {
  return Array.from(text.matchAll(pattern), ([match]) => toFind(match))
}

/** Punctuation behind a link belongs to the sentence; a closing bracket only when it was not opened inside. */
function trimUrl(url: string): string {
  let end = url.length
  while (end > 0 && /[.,;:!?'")\]}]/.test(url.charAt(end - 1))) {
    const last = url.charAt(end - 1)
    if (last === ')' && url.slice(0, end).split('(').length >= url.slice(0, end).split(')').length) break
    end--
  }
  return url.slice(0, end)
}

function isDomain(name: string): boolean {
  const { isIcann, isPrivate } = parse(name, { allowPrivateDomains: true })
  return isIcann === true || isPrivate === true
}
