import { IdentifierLines } from './identifier-lines.ts'
import { toNumeronyms } from './numeronyms.ts'
import { toFullWidth, toHalfWidth } from './widths.ts'
import { toLower, toUpper, type CaseOptions } from './word-forms.ts'
import { WrittenWords } from './written-words.ts'

/** Letter cases, and widths of letters. The identifier styles (camel … path) split words at signs, at aB and at ABc. */
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
  'numeronym',
  'full-width',
  'half-width',
] as const
export type LetterCase = (typeof LETTER_CASES)[number]

/** Changes the case of a text; the identifier styles work line by line and keep indentation. */
export function changeCase(text: string, to: LetterCase, options: CaseOptions = {}): string {
  return changeCases(text, [to], options)[0]!
}

/** A text in several cases, its words being looked for once. */
export function changeCases(text: string, cases: readonly LetterCase[], options: CaseOptions = {}): string[] {
  const changer = new CaseChanger(text, options)
  return cases.map((to) => changer.change(to))
}

class CaseChanger {
  readonly #text: string
  readonly #options: CaseOptions
  #inText: WrittenWords | undefined
  #inIdentifiers: IdentifierLines | undefined

  constructor(text: string, options: CaseOptions) {
    this.#text = text
    this.#options = options
  }

  change(to: LetterCase): string {
    switch (to) {
      case 'upper':
        return toUpper(this.#text, this.#options.locale)
      case 'lower':
        return toLower(this.#text, this.#options.locale)
      case 'swap':
      case 'sentence':
      case 'capital':
      case 'title':
      case 'chicago':
        return (this.#inText ??= new WrittenWords(this.#text, this.#options))[to]()
      case 'numeronym':
        return toNumeronyms(this.#text)
      case 'full-width':
        return toFullWidth(this.#text)
      case 'half-width':
        return toHalfWidth(this.#text)
      default:
        return (this.#inIdentifiers ??= new IdentifierLines(this.#text, this.#options)).write(to)
    }
  }
}
