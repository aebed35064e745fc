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

/** iPhone, eBay, McKay; O’Neill; NASA, NASA’s, URLs; 3D, H2O. */
const INNER_CAPITAL =
  /\p{Ll}\p{M}*\p{Lu}|['’]\p{Lu}\p{M}*\p{Ll}|^(?:\p{Lu}\p{M}*[\p{Lu}\p{N}]|\p{N}+\p{Lu})[\p{Lu}\p{M}\p{N}]*(?:['’]?s)?$/u
/** With small letters IPv6, OAuth, HTTPServer. */
const CAPITALS_IN_A_ROW = /\p{Lu}\p{M}*\p{Lu}/u

const WORD = /[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*/gu

/** The words of a text as it is written. */
export class WrittenWords {
  readonly #words: WordText
  readonly #forms: WordForms
  readonly #options: CaseOptions
  #kept: readonly boolean[] | undefined
  #shouted: readonly boolean[] | undefined

  constructor(text: string, options: CaseOptions) {
    this.#options = options
    this.#forms = new WordForms(options)
    this.#words = readWordText(text, WORD, this.#forms.vocabulary)
  }

  swap(): string {
    return this.#write(this.#forms.swapped())
  }

  capital(): string {
    return this.#writeKeeping(this.#forms.plainCapitals())
  }

  sentence(): string {
    // Blank lines are taken from their start only: from each of them anew would take the square of their number.
    // A word that was kept stays as it is at the start, too (Chicago 8.154).
    return this.#writeKeeping(this.#forms.lower()).replaceAll(
      /(^|[.!?。！？]["”’)]*\s+|(?<!\s)[^\S\n]*\n\s*)(["“‘(]*)(?!\p{Ll}+\p{Lu})(ij|\p{Ll})/gu,
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
    const isKept = this.#findKept()
    const isShouted = this.#findShouted()
    return writeWordText(this.#words, (word, index) => {
      const isSuffix = gaps[index] === '.' && index > 0 // Node.js, example.com, e.g.
      if (isSuffix && !isShouted[index]) return this.#forms.vocabulary.words[word]!
      if (isSuffix && plain[word]!.length > 1) return lower[word]!
      const isAbbreviated = gaps[index] === '. ' && gaps[index - 1] === '.' && plain[words[index - 1]!]!.length === 1 // U.S.
      const isStart = !isAbbreviated && isBehindBreak(gaps[index]!, index === 0)
      const isEdge = isStart || gaps[index + 1]!.includes('\n') || index === words.length - 1
      if (!isEdge && small.has(lower[word]!)) return lower[word]!
      return isKept?.[index] ? this.#forms.vocabulary.words[word]! : plain[word]!
    })
  }

  #writeKeeping(forms: readonly string[]): string {
    const isKept = this.#findKept()
    return writeWordText(this.#words, (word, index) => (isKept?.[index] ? this.#forms.vocabulary.words[word]! : forms[word]!))
  }

  /** For each word of the text whether it stays as it is; undefined where none does. In a line all in capitals none is meant so. */
  #findKept(): readonly boolean[] | undefined {
    if (!this.#options.keepsCapitals) return undefined
    return (this.#kept ??= this.#judgeWords())
  }

  /** For each word of the text whether its line has no small letter. */
  #findShouted(): readonly boolean[] {
    if (this.#shouted) return this.#shouted
    const hasSmall = this.#forms.vocabulary.words.map((word) => /\p{Ll}/u.test(word))
    return (this.#shouted = findLines(this.#words, (word) => !hasSmall[word]))
  }

  #judgeWords(): readonly boolean[] {
    const list = this.#forms.vocabulary.words
    const hasCapital = list.map((word) => INNER_CAPITAL.test(word) || (CAPITALS_IN_A_ROW.test(word) && /\p{Ll}/u.test(word)))
    const isShouted = this.#findShouted()
    return this.#words.words.map((word, index) => hasCapital[word]! && !isShouted[index])
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
