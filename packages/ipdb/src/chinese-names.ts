/** Strings of the Chinese names of a place; 0 where there is none. */
export type ChineseNames = { readonly region: number; readonly city: number }

const WORDS = 3

/** Chinese names by place: triples of place, region and city in ascending order of places. */
export class ChineseNameTable {
  readonly #words: Uint32Array

  constructor(words: Uint32Array) {
    this.#words = words
  }

  /** The names of a place; undefined when it has none of its own. */
  get(place: number): ChineseNames | undefined {
    let low = 0
    let high = this.#words.length / WORDS
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#words[middle * WORDS]! < place) low = middle + 1
      else high = middle
    }
    const at = low * WORDS
    return this.#words[at] === place ? { region: this.#words[at + 1]!, city: this.#words[at + 2]! } : undefined
  }
}
