import { isAppError } from '@octet/core/errors.ts'
import { formatCidr, parseCidr } from '@octet/core/ip/cidr.ts'
import { parse } from 'tldts'
import { findMacs, readMac, writeMac } from '../../lib/mac.ts'

/** Finds of one kind in a text, in order. Each pattern is linear in the length of the text. */
export const FINDERS = {
  email: (text: string) =>
    // Of o'brien@ and r&d@ no part is an address of its own.
    matches(toAsciiLetters(text), EMAILS, (find) => find.replace(/^\.+|[.-]+$/g, '').toLowerCase()).filter(isEmail),
  url: (text: string) => matches(text, URLS, trimUrl),
  domain: (text: string) => matches(toAsciiLetters(text), DOMAINS, (find) => find.toLowerCase()).filter(isDomain),
  phone: (text: string) =>
    Array.from(
      toAsciiDigits(text)
        .replaceAll(DATES, '\n')
        .replaceAll(QQ_NUMBERS, '\n')
        .replaceAll(DOTTED, (find) => find.replaceAll('.', '-'))
        .matchAll(/(?<![\w.-]|\d:)\+?\d[\d ()+-]{5,200}\d(?![\w-]|[:.]\d)/g),
      ([run]) => splitPhones(run),
    ).flat(),
  mac: (text: string) => findMacs(text).map((find) => writeMac(readMac(find), 'colon')),
  cidr: (text: string) => matches(text, NETWORKS, (find) => find).flatMap(toNetwork),
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

/** Dates of figures alone, which look like numbers to call. */
const DATES =
  /(?<![\d+-])(?:(?:19|20)\d\d([-/.])(?:0?[1-9]|1[0-2])\1(?:[0-2]?\d|3[01])|(?:[0-2]?\d|3[01])([-/.])(?:[0-2]?\d|3[01])\2(?:19|20)\d\d)(?![\d-])/g

/** Numbers of accounts and groups of QQ, which look like numbers to call. */
const QQ_NUMBERS =
  /(?<![a-z])(?:qq(?![a-z])|扣扣|企鹅号)(?:群|号码?|群号)?[ \t]*(?:(?:is|为|是)[ \t]*)?(?:[:：#][ \t]*)?[1-9]\d{4,10}(?!\d)/gi

/** Numbers of North America with dots; by its plan an area and an exchange begin with 2 to 9, and no area has 9 in the middle. */
const DOTTED = /(?<![\w.-])(?:\+?1\.)?[2-9][0-8]\d\.[2-9]\d\d\.\d{4}(?![\w-]|\.\d)/g

const NETWORKS = /(?<![\w.:])(?:\d{1,3}(?:\.\d{1,3}){3}|[\da-f:]{2,39}(?:(?:\d{1,3}\.){3}\d{1,3})?)\/\d{1,3}(?![\w/]|\.\d)/gi

/** The network as it is written by rule; of 192.0.2.7/24 it is 192.0.2.0/24. */
function toNetwork(find: string): string[] {
  try {
    return [formatCidr(parseCidr(find).network)]
  } catch (error) {
    if (isAppError(error)) return []
    throw error
  }
}

/**
 * Links of the web, of files and of sockets, and what people write for one: `www.example.com`. Quotation marks, marks of Chinese
 * sentences, backslashes as in texts of JSON, and characters that cannot be seen end a link.
 */
const URLS =
  /(?:(?:\b|(?<=\\[nrt]))(?:https?|ftps?|sftp|wss?):\/\/|(?<![\w@./-])www\.(?=[\p{L}\d-]{1,63}\.))[^\s<>"'`\\\p{Cc}\p{Cf}\u2018-\u201f\u3000-\u303f\uff00-\uffef]{1,2000}/giu

/** Scripts that are written without blanks: a name in ASCII may stand between their letters. */
const DENSE = String.raw`[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}]`
/** A label of letters like e, é and д, or of a dense script alone. */
const LABEL = String.raw`(?:(?!${DENSE})[\p{L}\p{N}](?:(?!${DENSE})[\p{L}\p{M}\p{N}-]){0,62}|${DENSE}{1,63})`
/** A name of such labels below a top level in ASCII. */
const NAME = String.raw`(?:${LABEL}\.){1,8}[a-zA-Z]{2,63}(?![\w-]|\.[a-zA-Z\d])`

/**
 * Addresses whose local part is in quotes (RFC 5321 §4.1.2), where a quote can open; those below a Chinese, Cyrillic … top
 * level, of letters of any script; and those in ASCII, between other letters, too, or with such letters behind the @.
 */
const EMAILS = new RegExp(
  [
    String.raw`(?<![^\s<([,;:])"(?:[^"\\\p{Cc}]|\\[^\p{Cc}]){1,62}"@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}`,
    String.raw`(?<![\p{L}\p{N}_.+-])[\p{L}\p{N}_.+-]{1,64}@(?:[\p{L}\p{N}][\p{L}\p{N}-]{0,62}\.){1,8}(?:(?!\p{ASCII})\p{L}){2,63}(?![\p{L}\p{N}_-])`,
    String.raw`(?<![\w+-])[\w.+-]{1,64}(?:['&][\w.+-]{1,64}){0,3}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}`,
    String.raw`(?<![\w+-])[\w.+-]{1,64}@${NAME}`,
  ].join('|'),
  'gu',
)

/** Names in ASCII, between letters of dense scripts, too; else those of any letters between what is no letter. */
const DOMAINS = new RegExp(
  [
    String.raw`(?:(?<![\p{L}\p{N}_@.-])|(?<=${DENSE})(?!${DENSE}))${NAME}`,
    String.raw`(?<![\w@-]|[\w-]\.|(?!${DENSE})\p{L})(?:[a-z\d_](?:[\w-]{0,61}[a-z\d])?\.){1,8}[a-z][a-z\d-]{1,62}(?![\w-]|\.[a-z\d])`,
    String.raw`(?<![\p{L}\p{N}_@.-])(?:[\p{L}\p{N}][\p{L}\p{N}-]{0,62}\.){1,8}(?:(?!\p{ASCII})\p{L}){2,63}(?![\p{L}\p{N}_-]|\.[\p{L}\p{N}])`,
  ].join('|'),
  'giu',
)

/** RFC 5321 §4.1.2: dots stand between others, hyphens within a label; a top level has a letter. */
const isEmail = (find: string): boolean =>
  /^(?:"[^]*"|[^.@]+(?:\.[^.@]+)*)@(?:(?!-)[^.@]*[^.@-]\.)+(?!-|\d+$)[^.@]*$/.test(find) &&
  (/\.[\w-]+$/.test(find) || isDomain(find.slice(find.lastIndexOf('@') + 1)))

/**
 * Numbers that stand behind each other with blanks between are taken apart: one begins at a `+` and where the one before
 * is complete, that is of ten digits and more, or would be longer than E.164 §6.1 allows.
 */
function splitPhones(run: string): string[] {
  const found: string[] = []
  for (const part of run.split(/(?=\+)| +/)) {
    const before = found.at(-1) ?? ''
    const isComplete = countDigits(before) >= (before.startsWith('+') ? 11 : 10)
    if (before === '' || part.startsWith('+') || isComplete || countDigits(before + part) > 15) found.push(part)
    else found[found.length - 1] = `${before} ${part}`
  }
  return found
    .map((find) => find.replaceAll(/[ ()-]+/g, ' ').trim())
    .filter((find) => countDigits(find) >= 7 && countDigits(find) <= 15 && !STAMPED.test(find))
}

/** Numbers of orders and the like, which begin with the day: 202611300001. */
const STAMPED = /^20\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{4,}$/

const countDigits = (text: string): number => text.replaceAll(/\D/g, '').length

/** Letters, too, and what stands between them in an address of mail. */
const toAsciiLetters = (text: string): string =>
  text.replaceAll(/[０-９Ａ-Ｚａ-ｚ．＠＿－]/g, (char) => String.fromCharCode(char.charCodeAt(0) - 0xfee0))

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
  while (end > 0 && /[.,;:!?'")\]}*]/.test(url.charAt(end - 1))) {
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
