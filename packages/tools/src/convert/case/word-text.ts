import { TextBuilder } from '../../lib/text-builder.ts'

/** A text as its words, each a number in a vocabulary, and what stands before, between and behind them. */
export type WordText = { readonly gaps: readonly string[]; readonly words: readonly number[] }

/** The different words of a text. What is done with words is done once for each of them, and for all in one call. */
export class Vocabulary {
  readonly #numbers = new Map<string, number>()
  readonly #forms = new Map<string, readonly string[]>()
  /** The words by their numbers. */
  readonly words: string[] = []

  add(word: string): number {
    let number = this.#numbers.get(word)
    if (number === undefined) {
      number = this.words.push(word) - 1
      this.#numbers.set(word, number)
    }
    return number
  }

  /** A form of each word by its number, made when first asked for; all words have been added before. */
  getForms(name: string, make: (words: readonly string[]) => readonly string[]): readonly string[] {
    let forms = this.#forms.get(name)
    if (!forms) this.#forms.set(name, (forms = make(this.words)))
    return forms
  }
}

/** Finds the words of a text. */
export function readWordText(text: string, pattern: RegExp, vocabulary: Vocabulary): WordText {
  const gaps: string[] = []
  const words: number[] = []
  let end = 0
  for (const { 0: word, index } of text.matchAll(pattern)) {
    gaps.push(text.slice(end, index))
    words.push(vocabulary.add(word))
    end = index + word.length
  }
  gaps.push(text.slice(end))
  return { gaps, words }
}

/** The text with each word in a form. */
export function writeWordText({ gaps, words }: WordText, toForm: (word: number, index: number) => string): string {
  const text = new TextBuilder()
  for (let index = 0; index < words.length; index++) text.write(gaps[index]! + toForm(words[index]!, index))
  text.write(gaps.at(-1)!)
  return text.toString()
}

/**
 * Changes many texts without line ends in one call: one that asks for a locale costs as much for a word as for a page.
 * No rule of Unicode looks beyond a line end.
 */
export function changeTogether(texts: readonly string[], change: (text: string) => string): string[] {
  return texts.length === 0 ? [] : change(texts.join('\n')).split('\n')
}
