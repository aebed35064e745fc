import { changeTogether, readWordText, Vocabulary, writeWordText } from './word-text.ts'

export type CaseOptions = {
  /** BCP 47 tag for letters that change differently (Turkish i, Lithuanian, Greek); empty for the rule of Unicode. */
  readonly locale?: string | undefined
  /** Words of identifiers written all in capitals (NASA) stay so; otherwise they become Nasa. */
  readonly keepsAcronyms?: boolean
  /** Words of written text with capitals inside (iPhone, NASA) stay as they are, unless all of their line is in capitals. */
  readonly keepsCapitals?: boolean
}

/** The different words of a text in all forms that cases need, each made when first asked for. */
export class WordForms {
  readonly vocabulary = new Vocabulary()
  readonly #options: CaseOptions

  constructor(options: CaseOptions) {
    this.#options = options
  }

  lower(): readonly string[] {
    return this.vocabulary.getForms('lower', (words) => changeTogether(words, (text) => toLower(text, this.#options.locale)))
  }

  upper(): readonly string[] {
    return this.vocabulary.getForms('upper', (words) => changeTogether(words, (text) => toUpper(text, this.#options.locale)))
  }

  swapped(): readonly string[] {
    return this.vocabulary.getForms('swapped', (words) => swapWords(words, this.#options))
  }

  /** Without acronyms, even where identifiers keep them. */
  plainCapitals(): readonly string[] {
    return this.vocabulary.getForms('plain', (words) => capitalise(words, this.#options))
  }

  capitals(): readonly string[] {
    if (!this.#options.keepsAcronyms) return this.plainCapitals()
    return this.vocabulary.getForms('capitals', (words) => {
      const forms = this.plainCapitals()
      return words.map((word, index) => (ACRONYM.test(word) ? word : forms[index]!))
    })
  }
}

function capitalise(words: readonly string[], { locale }: CaseOptions): string[] {
  const firsts = words.map((word) => String.fromCodePoint(word.codePointAt(0)!))
  const heads = changeTogether(firsts, (text) => toUpper(text, locale))
  // ß has no capital at the start of a word, and ŉ would become two letters: only the first of them stays large.
  const large = heads.map((head) => String.fromCodePoint(head.codePointAt(0)!))
  const rests = changeTogether(
    heads.map((head, index) => head.slice(large[index]!.length)),
    (text) => toLower(text, locale),
  )
  const tails = changeTogether(
    words.map((word, index) => word.slice(firsts[index]!.length)),
    (text) => toLower(text, locale),
  )
  const capitals = large.map((letter, index) => letter + rests[index]! + tails[index]!)
  return locale === 'nl' ? capitals.map(raiseDutchIj) : capitals
}

/** In Dutch ij is one letter: IJsland. */
function raiseDutchIj(word: string): string {
  return word.startsWith('Ij') ? `IJ${word.slice(2)}` : word
}

/** A text that begins with a small letter, or with the Dutch ij, with a large one. */
export function raiseStart(start: string, locale: string | undefined): string {
  return start === 'ij' && locale !== 'nl' ? `${toUpper('i', locale)}j` : toUpper(start, locale)
}

const ACRONYM = /^\p{Lu}[\p{Lu}\p{N}]+s?$/u

/** ASCII runs together; of other letters each by itself, since some change with those beside them. */
const LETTERS = /[A-Z]+|[a-z]+|\p{Lu}|\p{Ll}/gu

/** Words with capitals and small letters exchanged. */
function swapWords(words: readonly string[], { locale }: CaseOptions): string[] {
  const pieces = new Vocabulary()
  const parted = words.map((word) => readWordText(word, LETTERS, pieces))
  const lower = changeTogether(pieces.words, (text) => toLower(text, locale))
  const upper = changeTogether(pieces.words, (text) => toUpper(text, locale))
  const swapped = pieces.words.map((piece, index) => (/\p{Lu}/u.test(piece) ? lower[index]! : upper[index]!))
  return parted.map((word) => writeWordText(word, (piece) => swapped[piece]!))
}

/** Unicode's own rule is many times faster than the same rule asked for by locale. */
export function toUpper(text: string, locale: string | undefined): string {
  return locale ? text.toLocaleUpperCase(locale) : text.toUpperCase()
}

export function toLower(text: string, locale: string | undefined): string {
  return locale ? text.toLocaleLowerCase(locale) : text.toLowerCase()
}
