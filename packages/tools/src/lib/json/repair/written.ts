import { isSpace } from './signs.ts'

/**
 * What a repair has written. White space at the end is kept apart, since most repairs put something before it; so none of
 * them touches more than the last part.
 */
export class Written {
  readonly #parts: string[] = []
  #space = ''

  get length(): number {
    return this.#parts.length
  }

  write(part: string): void {
    if (this.#space) this.#parts.push(this.#space)
    this.#space = ''
    this.#parts.push(part)
  }

  writeSpace(space: string): void {
    this.#space += space
  }

  /** A string without its end, which comes before the white space in it. */
  writeUnclosed(text: string): void {
    const end = findSolidEnd(text)
    this.write(`${text.slice(0, end)}"`)
    this.#space = text.slice(end)
  }

  /** Before the white space at the end. */
  insert(part: string): void {
    this.#parts.push(part)
  }

  /** The comma written last, with which the list was to go on. */
  dropComma(): void {
    this.#parts.pop()
    while (this.#parts.length > 0 && findSolidEnd(this.#parts.at(-1)!) === 0) this.#space = this.#parts.pop()! + this.#space
  }

  /** Takes its end from the string written last, so that another can follow. */
  openString(): void {
    this.#space = ''
    this.#parts.push(this.#parts.pop()!.slice(0, -1))
  }

  /** Gives it back, before the white space in the string. */
  closeString(): void {
    let last = this.#parts.pop()!
    let end = findSolidEnd(last)
    while (end === 0 && this.#parts.length > 0) {
      this.#space = last + this.#space
      last = this.#parts.pop()!
      end = findSolidEnd(last)
    }
    this.#space = last.slice(end) + this.#space
    this.#parts.push(`${last.slice(0, end)}"`)
  }

  /** Takes their beginnings from strings that go on others. */
  joinStrings(places: readonly number[]): void {
    for (const place of places) this.#parts[place] = this.#parts[place]!.slice(1)
  }

  /** Makes a list of all. */
  enclose(): void {
    this.#parts.unshift('[\n')
    this.write('\n]')
  }

  endsWithCommaOrLine(): boolean {
    return this.#space.includes('\n') || this.#parts.at(-1) === ','
  }

  toString(): string {
    return this.#parts.join('') + this.#space
  }
}

function findSolidEnd(text: string): number {
  let end = text.length
  while (isSpace(text[end - 1])) end--
  return end
}
