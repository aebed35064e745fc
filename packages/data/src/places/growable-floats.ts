/** A Float32Array that grows by half when full; enough for coordinates to a metre. */
export class GrowableFloats {
  #values = new Float32Array(4096)
  #length = 0

  /** The index of the value that was added. */
  push(value: number): number {
    if (this.#length === this.#values.length) {
      const grown = new Float32Array(Math.ceil(this.#length * 1.5))
      grown.set(this.#values)
      this.#values = grown
    }
    this.#values[this.#length] = value
    return this.#length++
  }

  get(index: number): number {
    return this.#values[index]!
  }

  /** The values so far, without a copy; not to be used after the next push. */
  view(): Float32Array {
    return this.#values.subarray(0, this.#length)
  }
}
