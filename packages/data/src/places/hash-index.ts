/**
 * Numbers by text, without keeping the texts: two independent 32-bit hashes stand for one. For the 10⁶ keys this is
 * used with, two of them meet by chance once in 10⁷ builds.
 */
export class HashIndex {
  /** Three words a slot: two hashes and the number plus one. */
  #slots = new Uint32Array(3 << 16)
  #size = 0

  /** Keeps the first number of a text. */
  putFirst(text: string, number: number): void {
    if (this.#size * 2 > this.#slots.length / 3) this.#grow()
    const [one, other] = [hash(text, 0x811c_9dc5), hash(text, 0x9e37_79b9)]
    const at = this.#locate(one, other)
    if (this.#slots[at + 2] !== 0) return
    this.#slots.set([one, other, number + 1], at)
    this.#size++
  }

  find(text: string): number | undefined {
    const number = this.#slots[this.#locate(hash(text, 0x811c_9dc5), hash(text, 0x9e37_79b9)) + 2]!
    return number === 0 ? undefined : number - 1
  }

  /** The slot of two hashes, or the free one where they would go. */
  #locate(one: number, other: number): number {
    const count = this.#slots.length / 3
    for (let slot = one % count; ; slot = (slot + 1) % count) {
      const at = 3 * slot
      if (this.#slots[at + 2] === 0 || (this.#slots[at] === one && this.#slots[at + 1] === other)) return at
    }
  }

  #grow(): void {
    const old = this.#slots
    this.#slots = new Uint32Array(old.length * 2)
    for (let at = 0; at < old.length; at += 3)
      if (old[at + 2] !== 0) this.#slots.set(old.subarray(at, at + 3), this.#locate(old[at]!, old[at + 1]!))
  }
}

/** FNV-1a over the code units, mixed once more at the end. */
function hash(text: string, seed: number): number {
  let value = seed
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x0100_0193)
  value = Math.imul(value ^ (value >>> 15), 0x85eb_ca6b)
  return (value ^ (value >>> 13)) >>> 0
}
