import { raiseStart, WordForms, type CaseOptions } from './word-forms.ts'
import { readWordText, writeWordText, type WordText } from './word-text.ts'

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

/** The words of a text as it is written. */
export class WrittenWords {
  readonly #words: WordText
  readonly #forms: WordForms
  readonly #options: CaseOptions

  constructor(text: string, options: CaseOptions) {
    this.#options = options
    this.#forms = new WordForms(options)
    this.#words = readWordText(text, WORD, this.#forms.vocabulary)
  }

  swap(): string {
    return this.#write(this.#forms.swapped())
  }

  capital(): string {
    return this.#write(this.#forms.capitals())
  }

  sentence(): string {
    // Blank lines are taken from their start only: from each of them anew would take the square of their number.
    return this.#write(this.#forms.sentenceWords()).replaceAll(
      /(^|[.!?。！？]["”’)]*\s+|(?<!\s)[^\S\n]*\n\s*)(["“‘(]*)(ij|\p{Ll})/gu,
      (_, before: string, open: string, start: string) => before + open + raiseStart(start, this.#options.locale),
    )
  }

  title(): string {
    return this.#writeTitle(SMALL_AP)
  }

  chicago(): string {
    return this.#writeTitle(SMALL_CHICAGO)
  }

  #write(forms: readonly string[]): string {
    return writeWordText(this.#words, (word) => forms[word]!)
  }

  #writeTitle(small: ReadonlySet<string>): string {
    const { gaps, words } = this.#words
    const lower = this.#forms.lower()
    const plain = this.#forms.plainCapitals()
    const large = this.#forms.capitals()
    const list = this.#forms.vocabulary.words
    const isMixed = this.#options.keepsAcronyms ? list.map((word) => /\p{Ll}\p{Lu}/u.test(word)) : undefined
    const hasSmall = this.#options.keepsAcronyms ? list.map((word) => /\p{Ll}/u.test(word)) : undefined
    // In a line all in capitals no word is an acronym.
    const isShouted = hasSmall && findLines(this.#words, (word) => !hasSmall[word])
    return writeWordText(this.#words, (word, index) => {
      const isEdge = isBehindBreak(gaps[index]!, index === 0) || gaps[index + 1]!.includes('\n') || index === words.length - 1
      if (!isEdge && small.has(lower[word]!)) return lower[word]!
      if (isMixed?.[word]) return list[word]!
      return isShouted?.[index] ? plain[word]! : large[word]!
    })
  }
}

/** What a word behind it begins anew after. */
const BREAK = /[:.!?—]\s*["“']?$/u

/** Whether a word that follows is the first of a line, or begins anew. */
function isBehindBreak(gap: string, isFirst: boolean): boolean {
  return gap === ' ' ? isFirst : isFirst || gap.includes('\n') || BREAK.test(gap.slice(-6))
}

/** For each word whether all words of its line pass. */
function findLines({ gaps, words }: WordText, passes: (word: number) => boolean): boolean[] {
  const found: boolean[] = []
  for (let start = 0; start < words.length;) {
    let end = start + 1
    while (end < words.length && !gaps[end]!.includes('\n')) end++
    const isFound = words.slice(start, end).every(passes)
    for (; start < end; start++) found.push(isFound)
  }
  return found
}
