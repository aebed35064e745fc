/** Prints progress of longer work: on a terminal one line that is rewritten, elsewhere a line per step. */
export class Progress {
  readonly #started = performance.now()
  readonly #title: string
  #lastPrinted = 0

  constructor(title: string) {
    this.#title = title
    console.log(`${title} …`)
  }

  /** Says what is being done; `done` of `total` when it is known. */
  step(text: string, done?: number, total?: number): void {
    const share = done !== undefined && total ? ` ${Math.round((100 * done) / total)} %` : ''
    if (process.stdout.isTTY) process.stdout.write(`\r\u001b[2K  ${text}${share}`)
    else if (performance.now() - this.#lastPrinted > 2_000) {
      console.log(`  ${text}${share}`)
      this.#lastPrinted = performance.now()
    }
  }

  /** Ends with the time it took. */
  end(result = ''): void {
    if (process.stdout.isTTY) process.stdout.write('\r\u001b[2K')
    console.log(`${this.#title}: done in ${((performance.now() - this.#started) / 1000).toFixed(1)} s${result && `, ${result}`}`)
  }
}
