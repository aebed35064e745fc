import { MAX_HITS, type Hits, type Line } from './desk.ts'

/** A longer line is cut on the page; the file has all of it. */
const SHOWN_CHARS = 2000

/** The lines of a text, found once, so that any of them is at hand. */
export class LineIndex {
  readonly text: string
  #starts = new Int32Array(1 << 12)
  #count = 1

  constructor(text: string) {
    this.text = text
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
      if (this.#count >= this.#starts.length) {
        const longer = new Int32Array(this.#starts.length * 2)
        longer.set(this.#starts)
        this.#starts = longer
      }
      this.#starts[this.#count++] = at + 1
    }
  }

  get count(): number {
    return this.#count
  }

  lines(from: number, to: number): Line[] {
    const last = Math.min(to, this.#count)
    return Array.from({ length: Math.max(0, last - from) }, (_, index) => this.#line(from + index))
  }

  /** Lines in which a text stands, letter case aside. */
  find(query: string): Hits {
    const pattern = new RegExp(query.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`), 'gi')
    const places: number[] = []
    for (let hit = pattern.exec(this.text); hit; hit = pattern.exec(this.text)) {
      const line = this.#lineAt(hit.index)
      if (places.at(-1) !== line) places.push(line)
      if (places.length >= MAX_HITS) return { places: Int32Array.from(places), isCut: true }
      pattern.lastIndex = Math.max(pattern.lastIndex, (this.#starts[line + 1] ?? 0) || pattern.lastIndex)
    }
    return { places: Int32Array.from(places), isCut: false }
  }

  #line(index: number): Line {
    const start = this.#starts[index]!
    const end = index + 1 < this.#count ? this.#starts[index + 1]! - 1 : this.text.length
    return { text: this.text.slice(start, Math.min(end, start + SHOWN_CHARS)), chars: end - start }
  }

  #lineAt(offset: number): number {
    let [low, high] = [0, this.#count - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (this.#starts[middle]! <= offset) low = middle
      else high = middle - 1
    }
    return low
  }
}
