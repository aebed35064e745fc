import { isLineSpace, isOddSpace, isSpace } from './signs.ts'
import { Written } from './written.ts'

/** What cannot be repaired, and where. */
export class RepairError extends Error {
  readonly position: number

  constructor(message: string, position: number) {
    super(message)
    this.position = position
  }
}

/** A text to repair, how far it has been read, and what has been written for it. */
export class Source {
  readonly text: string
  readonly out = new Written()
  at = 0
  /** Comments looked at, by the place behind each: where they and the white space after them end. */
  readonly #spaceEnds = new Map<number, number>()
  /** Where strings that begin lack their end quote, by the kind of quote: each would be looked through in vain. */
  readonly #vain = new Map<string, { readonly from: number; readonly end: number }>()
  #comment = { start: -1, end: -1 }

  constructor(text: string) {
    this.text = text
  }

  /** The next character; nothing at the end. */
  get char(): string | undefined {
    return this.text[this.at]
  }

  get isAtEnd(): boolean {
    return this.at >= this.text.length
  }

  /** Reads a character and writes it. */
  take(char: string): boolean {
    if (this.char !== char) return false
    this.out.write(char)
    this.at++
    return true
  }

  /** The same for what a sticky pattern matches. */
  takeMatch(pattern: RegExp): boolean {
    pattern.lastIndex = this.at
    const match = pattern.exec(this.text)
    if (!match) return false
    this.out.write(match[0])
    this.at = pattern.lastIndex
    return true
  }

  skip(char: string): boolean {
    if (this.char !== char) return false
    this.at++
    return true
  }

  /** Reads white space and comments; only the first is written. A comment right behind another is left. */
  takeSpace(): void {
    this.#takeBlank(isSpace)
  }

  /** The same, as far as the line goes. */
  takeLineSpace(): void {
    this.#takeBlank(isLineSpace)
  }

  #takeBlank(isBlank: IsBlank): void {
    this.#takeSpaceAlone(isBlank)
    for (;;) {
      const end = this.#findCommentEnd(this.at)
      if (end === this.at) return
      this.at = end
      if (!this.#takeSpaceAlone(isBlank)) return
    }
  }

  /** Without comments. */
  takePlainSpace(): void {
    this.#takeSpaceAlone(isSpace)
  }

  #takeSpaceAlone(isBlank: IsBlank): boolean {
    const end = passSpace(this.text, this.at, isBlank)
    if (end === this.at) return false
    this.out.writeSpace(this.text.slice(this.at, end).replaceAll(/[^ \n\t\r]/g, ' '))
    this.at = end
    return true
  }

  /** Where white space and comments end that would be read in the line from a place on. */
  findLineSpaceEnd(from: number): number {
    let at = passSpace(this.text, from, isLineSpace)
    const behind: number[] = []
    for (;;) {
      const commentEnd = this.#findCommentEnd(at)
      if (commentEnd === at) break
      const known = this.#spaceEnds.get(commentEnd)
      behind.push(commentEnd)
      at = known ?? passSpace(this.text, commentEnd, isLineSpace)
      if (known !== undefined || at === commentEnd) break
    }
    for (const place of behind) this.#spaceEnds.set(place, at)
    return at
  }

  /** Behind a comment that begins at a place; the place itself, if none does. One that is open ends behind the text. */
  #findCommentEnd(at: number): number {
    if (this.text[at] !== '/') return at
    const { text } = this
    if (text[at + 1] === '/') return toEnd(text.indexOf('\n', at), text.length)
    if (text[at + 1] !== '*') return at
    const { start, end } = this.#comment
    // The place in it was looked at before, as a part of another comment.
    if (at < start || at > end) this.#comment = { start: at, end: toEnd(text.indexOf('*/', at), text.length) }
    return this.#comment.end + 2
  }

  /** Whether a string that begins at a place with a kind of quote is known to lack its own. */
  isVain(kind: string, start: number): boolean {
    const vain = this.#vain.get(kind)
    return vain !== undefined && vain.from <= start && start < vain.end
  }

  setVain(kind: string, vain: { readonly from: number; readonly end: number }): void {
    this.#vain.set(kind, vain)
  }

  fail(message: string, position = this.at): never {
    throw new RepairError(message, position)
  }

  failUnexpected(position = this.at): never {
    this.fail(`Unexpected character ${JSON.stringify(this.text[position])}`, position)
  }
}

type IsBlank = (sign: string | undefined) => boolean

function passSpace(text: string, from: number, isBlank: IsBlank): number {
  let at = from
  while (isBlank(text[at]) || isOddSpace(text[at])) at++
  return at
}

const toEnd = (found: number, length: number) => (found < 0 ? length : found)
