import { TextBuilder } from '../../lib/text-builder.ts'
import { WordForms, type CaseOptions } from './word-forms.ts'

const JOINED = { snake: '_', constant: '_', kebab: '-', train: '-', dot: '.', path: '/' } as const

/** A line without its words and with what ends it. */
type WordLine = { readonly indent: string; readonly words: readonly number[]; readonly end: string }
type IdentifierStyle = keyof typeof JOINED | 'camel' | 'pascal'

/** The words of identifiers, line by line. */
export class IdentifierLines {
  readonly #lines: readonly WordLine[]
  readonly #forms: WordForms

  constructor(text: string, options: CaseOptions) {
    this.#forms = new WordForms(options)
    this.#lines = Array.from(text.matchAll(/([ \t]*)(.*)([\n\r\u2028\u2029]|$)/g), ([, indent = '', line = '', end = '']) => ({
      indent,
      words: splitWords(line).map((word) => this.#forms.vocabulary.add(word)),
      end,
    }))
  }

  write(style: IdentifierStyle): string {
    const forms = this.#getForms(style)
    const first = style === 'camel' ? this.#forms.lower() : forms
    const joint = style === 'camel' || style === 'pascal' ? '' : JOINED[style]
    const others = joint ? forms.map((form) => joint + form) : forms
    const text = new TextBuilder()
    for (const { indent, words, end } of this.#lines) {
      text.write(indent)
      for (let index = 0; index < words.length; index++) text.write((index === 0 ? first : others)[words[index]!]!)
      text.write(end)
    }
    return text.toString()
  }

  #getForms(style: IdentifierStyle): readonly string[] {
    if (style === 'constant') return this.#forms.upper()
    return style === 'camel' || style === 'pascal' || style === 'train' ? this.#forms.capitals() : this.#forms.lower()
  }
}

/** Words of a text or identifier: `parseHTTPResponse2` → parse, HTTP, Response2; apostrophes inside a word vanish, `NASA's` being one. */
export function splitWords(text: string): readonly string[] {
  if (!/['\x80-\uffff]/.test(text)) return splitAscii(text)
  return text
    .replaceAll(/(?<=\p{L})’(?=\p{L})/gu, "'")
    .replaceAll(/(?<=[\p{Ll}\p{N}]'?)(?=\p{Lu})/gu, ' ')
    .replaceAll(/(?<=\p{Lu}'?)(?=\p{Lu}\p{Ll})/gu, ' ')
    .replaceAll(/(?<=\p{L})'(?=\p{L})/gu, '')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
}

/** The same by one pattern, for letters and digits of ASCII. */
function splitAscii(text: string): readonly string[] {
  return text.match(/[A-Z]+(?=[A-Z][a-z])|[A-Z]*[a-z\d]+|[A-Z]+/g) ?? NONE
}

const NONE: readonly string[] = []
