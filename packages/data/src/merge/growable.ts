/** A Uint32Array that grows by half when full. */
export class GrowableWords {
  #words: Uint32Array
  length = 0

  constructor(capacity = 1024) {
    this.#words = new Uint32Array(capacity)
  }

  push(value: number): void {
    if (this.length === this.#words.length) this.reserve(this.length + 1)
    this.#words[this.length++] = value
  }

  get(index: number): number {
    return this.#words[index]!
  }

  set(index: number, value: number): void {
    if (index >= this.#words.length) this.reserve(index + 1)
    if (index >= this.length) this.length = index + 1
    this.#words[index] = value
  }

  reserve(size: number): void {
    if (size <= this.#words.length) return
    const grown = new Uint32Array(Math.max(size, Math.ceil(this.#words.length * 1.5)))
    grown.set(this.#words.subarray(0, this.length))
    this.#words = grown
  }

  /** The words so far, without a copy; not to be used after the next push. */
  view(): Uint32Array {
    return this.#words.subarray(0, this.length)
  }
}
