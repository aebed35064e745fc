import { parseIpv4 } from './ipv4.ts'
import { parseIpv6 } from './ipv6.ts'

const FIRST_PLACES = 1_024
/** The first 96 bits of an IPv4 address as IPv6 writes it (RFC 4291 §2.5.5.2). */
const MAPPED = 0xffff
const LOW_32 = 0xffff_ffffn

/**
 * Tells which addresses come for the first time, however they are spelt: 16 bytes for each at most twice over, where texts in
 * a `Set` take a hundred.
 */
export class AddressSet {
  /** Four words for each place, all zero where it is free; a number of them that is a power of two. */
  #words = new Uint32Array(4 * FIRST_PLACES)
  #taken = 0
  #hasZero = false

  get size(): number {
    return this.#taken + (this.#hasZero ? 1 : 0)
  }

  /** Whether an address is new; undefined for what is none. */
  add(text: string): boolean | undefined {
    const v4 = parseIpv4(text)
    if (v4 >= 0) return this.#add(0, 0, MAPPED, v4)
    const v6 = parseIpv6(text)
    if (v6 < 0n) return undefined
    const toWord = (shift: bigint) => Number((v6 >> shift) & LOW_32)
    return this.#add(toWord(96n), toWord(64n), toWord(32n), toWord(0n))
  }

  #add(a: number, b: number, c: number, d: number): boolean {
    if ((a | b | c | d) === 0) {
      const isNew = !this.#hasZero
      this.#hasZero = true
      return isNew
    }
    if (8 * (this.#taken + 1) > this.#words.length) this.#grow()
    const at = this.#find(a, b, c, d)
    if ((this.#words[at]! | this.#words[at + 1]! | this.#words[at + 2]! | this.#words[at + 3]!) !== 0) return false
    this.#words.set([a, b, c, d], at)
    this.#taken++
    return true
  }

  /** Where an address stands, or the free place for it. */
  #find(a: number, b: number, c: number, d: number): number {
    const words = this.#words
    const mask = words.length / 4 - 1
    for (let place = mix(a, b, c, d) & mask; ; place = (place + 1) & mask) {
      const at = 4 * place
      const [w, x, y, z] = [words[at]!, words[at + 1]!, words[at + 2]!, words[at + 3]!]
      if ((w === a && x === b && y === c && z === d) || (w | x | y | z) === 0) return at
    }
  }

  #grow(): void {
    const old = this.#words
    this.#words = new Uint32Array(2 * old.length)
    for (let at = 0; at < old.length; at += 4) {
      const four = [old[at]!, old[at + 1]!, old[at + 2]!, old[at + 3]!] as const
      if ((four[0] | four[1] | four[2] | four[3]) !== 0) this.#words.set(four, this.#find(...four))
    }
  }
}

/** Different in each process, so that nobody can choose addresses that all fall on one place. */
const SEED = crypto.getRandomValues(new Uint32Array(2)) as unknown as readonly [number, number]

/** A number that depends on every bit of four words (the last steps of MurmurHash3). */
function mix(a: number, b: number, c: number, d: number): number {
  let hash = SEED[0]
  for (const word of [a, b, c, d]) {
    hash = Math.imul(hash ^ word, 0x85ebca6b) + SEED[1]
    hash ^= hash >>> 15
  }
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
