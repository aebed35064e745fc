import type { FormatOptions } from 'sql-formatter'

/** How a line ends: not at all, unless the line is trimmed, or in any case (behind a line comment). */
const NONE = 0
const SOFT = 1
const HARD = 2

/** Text on lines that are indented. White space is held back until something follows, since what follows may want it otherwise. */
export class Page {
  readonly #indent: string
  /** Open levels: of a clause, or of a bracket or CASE. */
  readonly #levels: ('clause' | 'block')[] = []
  #text = ''
  #lineEnd: typeof NONE | typeof SOFT | typeof HARD = NONE
  #space = ''
  #isIndentOnly = true

  constructor(indent: string) {
    this.#indent = indent
  }

  toString(): string {
    return this.#text + this.#heldBack()
  }

  write(text: string): this {
    this.#text += this.#heldBack() + text
    this.#lineEnd = NONE
    this.#space = ''
    this.#isIndentOnly = true
    return this
  }

  space(): this {
    this.#space += ' '
    this.#isIndentOnly = false
    return this
  }

  indent(): this {
    this.#space += this.#indent.repeat(this.#levels.length)
    return this
  }

  dropSpace(): this {
    this.#space = ''
    this.#isIndentOnly = true
    return this
  }

  /** Back to the end of the line, unless a line comment ends there. */
  dropLine(): this {
    if (this.#lineEnd === SOFT) this.#lineEnd = NONE
    return this.dropSpace()
  }

  endLine(): this {
    this.dropSpace()
    if (!this.isEmpty && this.#lineEnd === NONE) this.#lineEnd = SOFT
    return this
  }

  endLineFirmly(): this {
    this.dropSpace()
    if (!this.isEmpty) this.#lineEnd = HARD
    return this
  }

  get isEmpty(): boolean {
    return this.#text === '' && this.#lineEnd === NONE && this.#space === ''
  }

  get isAtLineStart(): boolean {
    return this.#lineEnd !== NONE && this.#isIndentOnly
  }

  enterClause(): this {
    this.#levels.push('clause')
    return this
  }

  leaveClause(): this {
    if (this.#levels.at(-1) === 'clause') this.#levels.pop()
    return this
  }

  enterBlock(): this {
    this.#levels.push('block')
    return this
  }

  /** Leaves the clauses that are open in the block, too. */
  leaveBlock(): this {
    while (this.#levels.pop() === 'clause');
    return this
  }

  #heldBack(): string {
    return this.#lineEnd === NONE ? this.#space : `\n${this.#space}`
  }
}

/** One level of indentation; layouts with columns have their own. */
export function toIndent({
  indentStyle,
  useTabs,
  tabWidth,
}: Pick<FormatOptions, 'indentStyle' | 'useTabs' | 'tabWidth'>): string {
  if (indentStyle !== 'standard') return ' '.repeat(10)
  return useTabs ? '\t' : ' '.repeat(tabWidth)
}
