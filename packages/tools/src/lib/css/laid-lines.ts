type Line = { indent: number; text: string; first: string; last: string }

/** Lines of a style sheet that is being laid out, written token by token. */
export class LaidLines {
  readonly #lines: Line[] = [createLine()]
  /** A space stands before the next token, if that does not begin a line. */
  isSpaced = false

  get #current(): Line {
    return this.#lines.at(-1)!
  }

  /** Whether the last line is still empty. */
  get isAtLineStart(): boolean {
    return isEmpty(this.#current)
  }

  get isBehindEmptyLine(): boolean {
    const before = this.#lines.at(-2)
    return this.isAtLineStart && (before === undefined || isEmpty(before))
  }

  get lastOfLineBefore(): string | undefined {
    return this.#lines.at(-2)?.last
  }

  /** `indent` levels are for a token that begins a line other than the first. */
  write(token: string, indent: number): void {
    const line = this.#current
    if (isEmpty(line)) {
      line.indent = this.#lines.length > 1 ? indent : 0
      line.first = token
    } else if (this.isSpaced) line.text += ' '
    line.text += token
    line.last = token
    this.isSpaced = false
  }

  endLine(): void {
    if (!this.isAtLineStart) this.#lines.push(createLine())
  }

  /** Empty lines too, but none at the beginning. */
  addLine(): void {
    if (this.#lines.length > 1 || !this.isAtLineStart) this.#lines.push(createLine())
  }

  dropEmptyLines(): void {
    while (this.#lines.length > 1 && this.isAtLineStart) this.#lines.pop()
  }

  /** Puts an empty line before the last one and those right above it that are comments or end with a comma. */
  partLast(): void {
    for (let index = this.#lines.length - 2; index >= 0; index--) {
      const line = this.#lines[index]!
      if (isEmpty(line)) return
      if (line.first.startsWith('/') || line.last === ',') continue
      this.#lines.splice(index + 1, 0, createLine())
      return
    }
  }

  toText({ base, unit }: { base: string; unit: string }): string {
    this.dropEmptyLines()
    const line = this.#current
    while (line.last.endsWith('\n')) {
      line.last = line.last.slice(0, -1)
      line.text = line.text.slice(0, -1)
    }
    const indents: string[] = []
    const toLine = (each: Line) => (isEmpty(each) ? '' : (indents[each.indent] ??= base + unit.repeat(each.indent)) + each.text)
    return this.#lines.map(toLine).join('\n')
  }
}

const createLine = (): Line => ({ indent: 0, text: '', first: '', last: '' })

const isEmpty = ({ text }: Line) => text === ''
