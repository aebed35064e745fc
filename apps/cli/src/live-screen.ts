import { toCut, toWidth } from './text-table.ts'

/** What of a terminal is used. */
export type Terminal = {
  readonly isTTY?: boolean
  readonly columns?: number
  readonly rows?: number
  write(text: string): unknown
}

/** Lines at the end of a terminal that change in place; nothing where the reader is no terminal. */
export class LiveScreen implements Disposable {
  readonly #terminal: Terminal
  #shown: readonly string[] = []

  constructor(terminal: Terminal) {
    this.#terminal = terminal
  }

  get columns(): number {
    return this.#terminal.columns || 80
  }

  /** Puts these lines in the place of those before, as many as the terminal has. */
  draw(lines: readonly string[]): void {
    if (!this.#terminal.isTTY) return
    const room = Math.max(1, (this.#terminal.rows || 24) - 1)
    const shown = lines.slice(0, room).map((line) => toCut(line, this.columns))
    this.#terminal.write(`${this.#toErase()}${shown.map((line) => `${line}\n`).join('')}`)
    this.#shown = shown
  }

  [Symbol.dispose](): void {
    if (this.#shown.length > 0) this.#terminal.write(this.#toErase())
    this.#shown = []
  }

  /** A terminal that has become narrower has broken lines in two. */
  #toErase(): string {
    const height = this.#shown.reduce((sum, line) => sum + Math.max(1, Math.ceil(toWidth(line) / this.columns)), 0)
    return height === 0 ? '' : `\u001b[${height}A\u001b[J`
  }
}
