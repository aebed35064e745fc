import { EVENT, JsonReader, type JsonSyntax } from './reader.ts'
import { refuseLongOutput } from './write.ts'
import type { Pacer } from '../pacer.ts'

/** Tokens between two looks at the clock. */
const BATCH = 8192
/** Pieces that are joined at once. */
const PIECES = 1 << 13

export type FormatOptions = {
  /** One level of indentation; empty for the shortest form. */
  readonly indent: string
  readonly syntax: JsonSyntax
  /** Several values, one after the other. */
  readonly isMany: boolean
  /** Rewrites each value and key; without it they stay as they are. */
  readonly rewrite?: ((raw: string) => string) | undefined
  readonly breathe: Pacer
}

/**
 * Formats JSON without touching a token: digits, escapes, order and duplicate keys come out as they went in.
 * Comments are kept unless the shortest form is asked for. Throws what {@link JsonReader} throws.
 */
export async function formatJson(text: string, { indent, syntax, isMany, rewrite, breathe }: FormatOptions): Promise<string> {
  const writer = new TokenWriter(new JsonReader(text, { syntax, isMany }), indent, rewrite)
  while (writer.run(BATCH)) await breathe()
  return writer.finish()
}

class TokenWriter {
  readonly #reader: JsonReader
  readonly #indent: string
  readonly #rewrite: FormatOptions['rewrite']
  readonly #breaks: string[] = []
  readonly #parts: string[] = []
  readonly #colon: string
  /** Pieces since the last flush; joined at once, which is faster than a rope of concatenations. */
  #out: string[] = []
  #length = 0
  #depth = 0
  #isAfterKey = false
  #isFresh = true
  #documents = 0
  #mustBreak = false
  /** The piece that begins the comments that were put last; −1 behind anything else. */
  #commentsAt = -1

  constructor(reader: JsonReader, indent: string, rewrite: FormatOptions['rewrite']) {
    this.#reader = reader
    this.#indent = indent
    this.#rewrite = rewrite
    this.#colon = indent ? ': ' : ':'
  }

  /** Handles some tokens; false at the end. */
  run(tokens: number): boolean {
    const reader = this.#reader
    for (let i = 0; i < tokens; i++) {
      const event = reader.next()
      if (event === EVENT.scalar) {
        this.#place()
        this.#out.push(this.#write(reader.raw))
      } else if (event === EVENT.key) {
        this.#place()
        this.#out.push(this.#write(reader.raw), this.#colon)
        this.#isAfterKey = true
      } else if (event === EVENT.comma) this.#putComma()
      else if (event === EVENT.openObject || event === EVENT.openArray) {
        this.#place()
        this.#out.push(event === EVENT.openObject ? '{' : '[')
        this.#depth++
        this.#isFresh = true
      } else if (event === EVENT.closeObject || event === EVENT.closeArray) {
        this.#depth--
        if (!this.#isFresh || this.#mustBreak) this.#break()
        this.#isFresh = false
        this.#out.push(event === EVENT.closeObject ? '}' : ']')
      } else if (event === EVENT.comment) this.#putComment()
      else return false
      if (event !== EVENT.comment) this.#commentsAt = -1
      if (this.#out.length > PIECES && this.#commentsAt < 0) this.#flush()
    }
    return true
  }

  finish(): string {
    this.#flush()
    return this.#parts.join('')
  }

  #write(raw: string): string {
    return this.#rewrite ? this.#rewrite(raw) : raw
  }

  #flush(): void {
    const chunk = this.#out.join('')
    this.#length += chunk.length
    refuseLongOutput(this.#length)
    this.#parts.push(chunk)
    this.#out = []
  }

  /** Goes to where the next token begins. */
  #place(): void {
    if (this.#isAfterKey && !this.#mustBreak) this.#isAfterKey = false
    else if (this.#depth > 0) this.#break()
    else if (this.#reader.documents !== this.#documents || this.#mustBreak || this.#documents > 0) this.#startDocument()
    this.#isAfterKey = false
    this.#isFresh = false
    if (this.#depth === 0) this.#documents++
  }

  #startDocument(): void {
    if (this.#length + this.#out.length > 0) this.#out.push('\n')
    this.#mustBreak = false
  }

  #break(): void {
    if (this.#indent) this.#out.push((this.#breaks[this.#depth] ??= `\n${this.#indent.repeat(this.#depth)}`))
    this.#mustBreak = false
  }

  /** Before the comments that stand before it, if one of them goes to the end of its line and would take it in. */
  #putComma(): void {
    if (this.#commentsAt >= 0 && this.#mustBreak) this.#out.splice(this.#commentsAt, 0, ',')
    else this.#out.push(',')
  }

  #putComment(): void {
    if (!this.#indent) return
    if (this.#commentsAt < 0) this.#commentsAt = this.#out.length
    const { text, start, raw } = this.#reader
    let before = start - 1
    while (before >= 0 && text[before] !== '\n' && text[before]!.trim() === '') before--
    const isOwnLine = before < 0 || text[before] === '\n'
    if (isOwnLine && this.#length + this.#out.length > 0) {
      this.#out.push((this.#breaks[this.#depth] ??= `\n${this.#indent.repeat(this.#depth)}`))
    } else if (this.#length + this.#out.length > 0) this.#out.push(' ')
    this.#out.push(raw)
    this.#mustBreak = raw.startsWith('//') || isOwnLine
    // A comment makes even an empty object need its own lines.
    this.#isFresh = false
  }
}
