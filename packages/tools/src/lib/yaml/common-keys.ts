import type { CommonScalar } from './common-document.ts'

/** What is no text, or may be none, in one of the versions. */
const NO_TEXT = /^(?:[-+.\d~].*|null|true|false|y|n|yes|no|on|off|=|)$/i

/** The keys of a mapping. None may come twice, and of those that are no texts only whole numbers may be several. */
export class Keys {
  readonly #texts = new Set<string>()
  readonly #numbers = new Set<string>()
  #odd = 0

  add({ type, text }: CommonScalar): boolean {
    if (type === 'plain' && NO_TEXT.test(text)) {
      if (!/^(?:0|[1-9]\d{0,14})$/.test(text)) this.#odd++
      else if (this.#numbers.size === this.#numbers.add(text).size) return false
      return this.#odd === 0 || this.#odd + this.#numbers.size < 2
    }
    const said = type === 'double' ? unquote(text) : text
    return this.#texts.size !== this.#texts.add(said).size
  }
}

/** What a double-quoted value says. */
export const unquote = (text: string): string => JSON.parse(text) as string
