/** Characters after which a part is put aside. */
const PART = 4096

/**
 * A long text that is written in many small pieces. Their list would take two to three times as long to join, and the
 * text as a whole, were each added to it, would be a chain of as many objects.
 */
export class TextBuilder {
  readonly #parts: string[] = []
  #last = ''

  write(text: string): void {
    this.#last += text
    if (this.#last.length > PART) this.#endPart()
  }

  toString(): string {
    this.#endPart()
    return this.#parts.join('')
  }

  #endPart(): void {
    this.#parts.push(this.#last)
    this.#last = ''
  }
}
