import { parseIpv4 } from './ipv4.ts'
import { parseIpv6 } from './ipv6.ts'

const FIRST_PLACES = 1_024
/** The first 96 bits of an IPv4 address as IPv6 writes it (RFC 4291 §2.5.5.2). */
const MAPPED = 0xffffn
const LOW_32 = 0xffff_ffffn

/**
 * Tells which addresses come for the first time, however they are spelt: 4 bytes for each of IPv4 and 16 of IPv6 at most four
 * times over, where texts in a `Set` take a hundred.
 */
export class AddressSet {
  readonly #v4 = new WordSet()
  readonly #v6 = new FourWordSet()

  get size(): number {
    return this.#v4.size + this.#v6.size
  }

  /** Whether an address is new; undefined for what is none. */
  add(text: string): boolean | undefined {
    const v4 = parseIpv4(text)
    if (v4 >= 0) return this.#v4.add(v4)
    const v6 = parseIpv6(text)
    if (v6 < 0n) return undefined
    const toWord = (shift: bigint) => Number((v6 >> shift) & LOW_32)
    const [high, low] = [v6 >> 32n, toWord(0n)]
    return high === MAPPED ? this.#v4.add(low) : this.#v6.add(toWord(96n), toWord(64n), toWord(32n), low)
  }
}

/** Words, by where they fall or in the next free place; a free one is zero. */
class WordSet {
  /** A number of places that is a power of two. */
  #words = new Uint32Array(FIRST_PLACES)
  #taken = 0
  #hasZero = false

  get size(): number {
    return this.#taken + (this.#hasZero ? 1 : 0)
  }

  add(word: number): boolean {
    if (word === 0) {
      const isNew = !this.#hasZero
      this.#hasZero = true
      return isNew
    }
    if (2 * (this.#taken + 1) > this.#words.length) this.#grow()
    const at = this.#find(word)
    if (this.#words[at] !== 0) return false
    this.#words[at] = word
    this.#taken++
    return true
  }

  /** Where a word stands, or the free place for it. */
  #find(word: number): number {
    const words = this.#words
    const mask = words.length - 1
    let at = finish(stir(SEED[0], word)) & mask
    while (words[at] !== word && words[at] !== 0) at = (at + 1) & mask
    return at
  }

  #grow(): void {
    const old = this.#words
    this.#words = new Uint32Array(2 * old.length)
    for (const word of old) if (word !== 0) this.#words[this.#find(word)] = word
  }
}

/** The same with four words for each place, all zero where it is free. */
class FourWordSet {
  #words = new Uint32Array(4 * FIRST_PLACES)
  #taken = 0
  #hasZero = false

  get size(): number {
    return this.#taken + (this.#hasZero ? 1 : 0)
  }

  add(a: number, b: number, c: number, d: number): boolean {
    if ((a | b | c | d) === 0) {
      const isNew = !this.#hasZero
      this.#hasZero = true
      return isNew
    }
    if (8 * (this.#taken + 1) > this.#words.length) this.#grow()
    if (!this.#put(a, b, c, d)) return false
    this.#taken++
    return true
  }

  /** Whether there was a free place for it, and it did not stand there already. */
  #put(a: number, b: number, c: number, d: number): boolean {
    const words = this.#words
    const mask = words.length - 4
    let at = (4 * finish(stir(stir(stir(stir(SEED[0], a), b), c), d))) & mask
    while ((words[at]! | words[at + 1]! | words[at + 2]! | words[at + 3]!) !== 0) {
      if (words[at] === a && words[at + 1] === b && words[at + 2] === c && words[at + 3] === d) return false
      at = (at + 4) & mask
    }
    words[at] = a
    words[at + 1] = b
    words[at + 2] = c
    words[at + 3] = d
    return true
  }

  #grow(): void {
    const old = this.#words
    this.#words = new Uint32Array(2 * old.length)
    for (let at = 0; at < old.length; at += 4) {
      const [a, b, c, d] = [old[at]!, old[at + 1]!, old[at + 2]!, old[at + 3]!]
      if ((a | b | c | d) !== 0) this.#put(a, b, c, d)
    }
  }
}

/** Different in each process, so that nobody can choose addresses that all fall on one place. */
const SEED = crypto.getRandomValues(new Uint32Array(2)) as unknown as readonly [number, number]

/** The last steps of MurmurHash3, word by word: at their end a number depends on every bit of all of them. */
function stir(hash: number, word: number): number {
  const mixed = Math.imul(hash ^ word, 0x85ebca6b) + SEED[1]
  return mixed ^ (mixed >>> 15)
}

function finish(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
