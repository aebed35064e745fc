const NEWLINE = 10
const MAX_BAD_SHARE = 0.01

/** The lines of a text one by one, without making all of them at once. */
export function* readLines(bytes: Buffer): Generator<string> {
  for (let start = 0; start < bytes.length;) {
    const found = bytes.indexOf(NEWLINE, start)
    const end = found < 0 ? bytes.length : found
    const line = bytes.toString('utf8', start, bytes[end - 1] === 13 ? end - 1 : end)
    if (line !== '') yield line
    start = end + 1
  }
}

/** Counts lines that could not be read: a few are passed over, many mean another format. */
export class BadLines {
  #lines = 0
  #bad = 0
  #first = ''

  add(line: string, isGood: boolean): void {
    this.#lines++
    if (isGood) return
    this.#bad++
    this.#first ||= line.slice(0, 80)
  }

  /** @throws when more than one line of a hundred could not be read */
  check(expected: string): void {
    if (this.#bad > this.#lines * MAX_BAD_SHARE)
      throw new Error(`expected ${expected}, but ${this.#bad} of ${this.#lines} lines are not; the first: “${this.#first}”`)
  }
}
