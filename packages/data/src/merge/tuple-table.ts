/**
 * Numbers for tuples of 32-bit integers: equal tuples get the same number, counted up from 0.
 * Tuples lie side by side in one array, found by an open hash table; no objects are made.
 */
export class TupleTable {
  readonly width: number
  #words: Int32Array
  /** Numbers plus one; 0 is free. */
  #slots: Int32Array
  #mask: number
  size = 0

  /** Memory for `capacity` tuples is set aside; the system gives it when it is touched. */
  constructor(width: number, capacity = 1 << 12) {
    this.width = width
    this.#words = new Int32Array(capacity * width)
    const slots = 2 ** Math.ceil(Math.log2(capacity * 2))
    this.#slots = new Int32Array(slots)
    this.#mask = slots - 1
  }

  /** The number of a tuple; a new one when it is not known yet. */
  intern(tuple: Int32Array): number {
    let slot = this.#hash(tuple, 0) & this.#mask
    for (;;) {
      const id = this.#slots[slot]! - 1
      if (id < 0) break
      if (this.#equals(id, tuple)) return id
      slot = (slot + 1) & this.#mask
    }
    const id = this.size++
    if (this.size * this.width > this.#words.length) this.#growWords()
    this.#words.set(tuple, id * this.width)
    this.#slots[slot] = id + 1
    if (this.size * 2 > this.#slots.length) this.#growSlots()
    return id
  }

  /** One column of a tuple. */
  get(id: number, column: number): number {
    return this.#words[id * this.width + column]!
  }

  /** Changes one column of a tuple. Tuples cannot be found any more then: only when all are in. */
  set(id: number, column: number, value: number): void {
    this.#words[id * this.width + column] = value
  }

  /** All tuples, without a copy. */
  view(): Int32Array {
    return this.#words.subarray(0, this.size * this.width)
  }

  #equals(id: number, tuple: Int32Array): boolean {
    const at = id * this.width
    for (let column = 0; column < this.width; column++) if (this.#words[at + column] !== tuple[column]) return false
    return true
  }

  #hash(words: Int32Array, at: number): number {
    let hash = 0x9e37_79b9
    for (let column = 0; column < this.width; column++) {
      hash = Math.imul(hash ^ words[at + column]!, 0x85eb_ca6b)
      hash ^= hash >>> 15
    }
    return Math.imul(hash, 0xc2b2_ae35) >>> 4
  }

  #growWords(): void {
    const grown = new Int32Array(Math.ceil(this.#words.length * 1.5))
    grown.set(this.#words)
    this.#words = grown
  }

  #growSlots(): void {
    this.#slots = new Int32Array(this.#slots.length * 2)
    this.#mask = this.#slots.length - 1
    for (let id = 0; id < this.size; id++) {
      let slot = this.#hash(this.#words, id * this.width) & this.#mask
      while (this.#slots[slot] !== 0) slot = (slot + 1) & this.#mask
      this.#slots[slot] = id + 1
    }
  }
}
