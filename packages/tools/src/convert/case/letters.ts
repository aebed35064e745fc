/** Letter cases. The identifier styles (camel … path) split words at signs, at aB and at ABc. */
export const LETTER_CASES = [
  'upper',
  'lower',
  'title',
  'chicago',
  'sentence',
  'capital',
  'swap',
  'camel',
  'pascal',
  'snake',
  'constant',
  'kebab',
  'train',
  'dot',
  'path',
] as const
export type LetterCase = (typeof LETTER_CASES)[number]

export type CaseOptions = {
  /** BCP 47 tag for letters that change differently (Turkish i, Lithuanian, Greek); empty for the rule of Unicode. */
  readonly locale?: string | undefined
  /** Words written all in capitals (NASA) stay so; otherwise they become Nasa. */
  readonly keepsAcronyms?: boolean
}

const ARTICLES = ['a', 'an', 'the', 'and', 'but', 'or', 'nor', 'for']
/** AP: conjunctions, articles and prepositions of three letters or fewer stay small. */
const SMALL_AP = new Set([...ARTICLES, 'as', 'at', 'by', 'if', 'in', 'of', 'off', 'on', 'per', 'so', 'to', 'up', 'via', 'yet'])
/** Chicago (17th ed.): every preposition stays small, however long; so and yet too. */
const SMALL_CHICAGO = new Set([
  ...ARTICLES,
  ...'as at by in of off on per to up via about above across after against along among around before behind below beneath beside between beyond despite down during except from inside into like near onto out outside over past since through toward towards under until upon versus vs with within without'.split(
    ' ',
  ),
])

const WORD = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*/gu
const JOINED = { snake: '_', constant: '_', kebab: '-', train: '-', dot: '.', path: '/' } as const

/** Changes the case of a text; the identifier styles work line by line and keep indentation. */
export function changeCase(text: string, to: LetterCase, options: CaseOptions = {}): string {
  return changeCases(text, [to], options)[0]!
}

/** A text in several cases, its words being looked for once. */
export function changeCases(text: string, cases: readonly LetterCase[], options: CaseOptions = {}): string[] {
  let lines: WordLine[] | undefined
  return cases.map((to) => changeWhole(text, to, options) ?? toIdentifiers((lines ??= splitLines(text)), to, options))
}

/** The cases that need no more than the text itself. */
function changeWhole(text: string, to: LetterCase, options: CaseOptions): string | undefined {
  switch (to) {
    case 'upper':
      return toUpper(text, options.locale)
    case 'lower':
      return toLower(text, options.locale)
    case 'swap':
      return swapCase(text, options)
    case 'sentence':
      return toSentences(text, options)
    case 'capital':
      return text.replaceAll(WORD, (word) => capitalise(word, options))
    case 'title':
    case 'chicago':
      return text.replaceAll(/[^\n]+/g, (line) => toTitle(line, to === 'title' ? SMALL_AP : SMALL_CHICAGO, options))
    default:
      return undefined
  }
}

/** A line without its words and with what ends it. */
type WordLine = { readonly indent: string; readonly words: readonly string[]; readonly end: string }

function splitLines(text: string): WordLine[] {
  return Array.from(text.matchAll(/([ \t]*)(.*)([\n\r\u2028\u2029]|$)/g), ([, indent = '', line = '', end = '']) => ({
    indent,
    words: splitWords(line),
    end,
  }))
}

function toIdentifiers(lines: readonly WordLine[], to: LetterCase, options: CaseOptions): string {
  return lines.map(({ indent, words, end }) => indent + toIdentifier(words, to, options) + end).join('')
}

/** Words of a text or identifier: `parseHTTPResponse2` → parse, HTTP, Response2; apostrophes inside a word vanish. */
export function splitWords(text: string): string[] {
  return text
    .replaceAll(/(?<=\p{L})['’](?=\p{L})/gu, '')
    .replaceAll(/(?<=[\p{Ll}\p{N}])(?=\p{Lu})/gu, ' ')
    .replaceAll(/(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
}

function toIdentifier(words: readonly string[], to: LetterCase, options: CaseOptions): string {
  const lower = (word: string) => toLower(word, options.locale)
  if (to === 'camel') return words.map((word, index) => (index === 0 ? lower(word) : capitalise(word, options))).join('')
  if (to === 'pascal') return words.map((word) => capitalise(word, options)).join('')
  if (to === 'constant') return words.map((word) => toUpper(word, options.locale)).join('_')
  if (to === 'train') return words.map((word) => capitalise(word, options)).join('-')
  return words.map(lower).join(JOINED[to as keyof typeof JOINED])
}

/** What a word behind it begins anew after. */
const BREAK = /[:.!?—]\s*["“']?$/u

function toTitle(line: string, small: ReadonlySet<string>, options: CaseOptions): string {
  const usual = /\p{Ll}/u.test(line) ? options : { ...options, keepsAcronyms: false }
  const hasBreaks = /[:.!?—]/.test(line)
  const words = [...line.matchAll(WORD)]
  let title = ''
  let end = 0
  for (const [index, { 0: word, index: at }] of words.entries()) {
    const isEdge = index === 0 || index === words.length - 1 || (hasBreaks && BREAK.test(line.slice(Math.max(0, at - 6), at)))
    title += line.slice(end, at) + toTitleWord(word, { isSmall: !isEdge, small, kept: options, usual })
    end = at + word.length
  }
  return title + line.slice(end)
}

type TitleWord = {
  /** Whether it may stay small. */
  readonly isSmall: boolean
  readonly small: ReadonlySet<string>
  readonly kept: CaseOptions
  /** For words that are not kept: in a line all in capitals none is an acronym. */
  readonly usual: CaseOptions
}

function toTitleWord(word: string, { isSmall, small, kept, usual }: TitleWord): string {
  if (isSmall) {
    const lower = toLower(word, usual.locale)
    if (small.has(lower)) return lower
  }
  return kept.keepsAcronyms && /\p{Ll}\p{Lu}/u.test(word) ? word : capitalise(word, usual)
}

function toSentences(text: string, options: CaseOptions): string {
  const lowered = text.replaceAll(WORD, (word) => (isKept(word, options) ? word : toLower(word, options.locale)))
  // Blank lines are taken from their start only: from each of them anew would take the square of their number.
  return lowered.replaceAll(
    /(^|[.!?。！？]["”’)]*\s+|(?<!\s)[^\S\n]*\n\s*)(["“‘(]*)(\p{Ll})/gu,
    (_, before: string, open: string, letter: string) => {
      return before + open + toUpper(letter, options.locale)
    },
  )
}

function capitalise(word: string, options: CaseOptions): string {
  if (isKept(word, options)) return word
  const first = String.fromCodePoint(word.codePointAt(0)!)
  const head = toUpper(first, options.locale)
  // ß has no capital at the start of a word, and ŉ would become two letters: only the first of them stays large.
  const large = String.fromCodePoint(head.codePointAt(0)!)
  return large + toLower(head.slice(large.length), options.locale) + toLower(word.slice(first.length), options.locale)
}

function isKept(word: string, { keepsAcronyms }: CaseOptions): boolean {
  return Boolean(keepsAcronyms) && /^\p{Lu}[\p{Lu}\p{N}]+s?$/u.test(word)
}

/** ASCII runs together; of other letters each by itself, since some change with those beside them. */
const LETTERS = /[A-Z]+|[a-z]+|\p{Lu}|\p{Ll}/gu

function swapCase(text: string, { locale }: CaseOptions): string {
  return text.replaceAll(LETTERS, (letters) => (/\p{Lu}/u.test(letters) ? toLower(letters, locale) : toUpper(letters, locale)))
}

/** Unicode's own rule is many times faster than the same rule asked for by locale. */
function toUpper(text: string, locale: string | undefined): string {
  return locale ? text.toLocaleUpperCase(locale) : text.toUpperCase()
}

function toLower(text: string, locale: string | undefined): string {
  return locale ? text.toLocaleLowerCase(locale) : text.toLowerCase()
}
