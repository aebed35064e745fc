import { isProbablePrimeRSA } from 'micro-rsa-dsa-dh/primality.js'
import { powMod } from '@octet/core/pow-mod.ts'
import type { Pacer } from '../pacer.ts'
import type { RsaKey } from './key.ts'
import { toNumber } from './numbers.ts'
import { findExponent, toSecret } from './rsa-number.ts'

/** The exponent of all programs. */
const E = 65_537n
/** Odd numbers looked at after a random one before another is drawn. */
const SPAN = 1 << 15
/** Divisors that are sieved out. */
const MAX_DIVISOR = 1 << 16

type Source = { readonly random: (sizeBytes: number) => Uint8Array; readonly breathe: Pacer }
/** How far the search for a prime has come: numbers tried of those that it takes on average. */
type Tried = { readonly share: number }

/** Makes a key of so many bits (FIPS 186-5 A.1.3), telling how far it is (0–1); the last value is the key. */
export async function* makeRsa(bits: number, source: Source): AsyncGenerator<number | RsaKey> {
  for (;;) {
    let [p, q] = [0n, 0n]
    for await (const found of findPrime(bits / 2, source))
      if (typeof found === 'bigint') p = found
      else yield found.share / 2
    for await (const found of findPrime(bits / 2, source))
      if (typeof found === 'bigint') q = found
      else yield 0.5 + found.share / 2
    const key = toKey(bits, p, q)
    if (key) return yield key
  }
}

/** Primes that are too near each other, or a private exponent that is too small, would be found by others (FIPS 186-5 A.1.1). */
function toKey(bits: number, first: bigint, second: bigint): RsaKey | undefined {
  const [p, q] = first > second ? [first, second] : [second, first]
  const d = findExponent(E, { p, q })
  if (p - q <= 1n << BigInt(bits / 2 - 100) || d === undefined || d <= 1n << BigInt(bits / 2)) return undefined
  const secret = toSecret({ p, q, d })
  return secret && { type: 'rsa', n: p * q, e: E, secret }
}

/** A prime of so many bits, the two first of them set, so that two of them have a product of twice as many. */
async function* findPrime(bits: number, { random, breathe }: Source): AsyncGenerator<Tried | bigint> {
  const expected = (bits * Math.LN2 * INVERSE_GAMMA) / Math.log(MAX_DIVISOR)
  for (let tried = 0; ;) {
    // A byte more than is used: of a source that counts, as tests have it, each draw is still another.
    const start = (toNumber(random(bits / 8 + 1)) >> 8n) | (3n << BigInt(bits - 2)) | 1n
    const isOut = sieve(start)
    await breathe()
    for (let i = 0; i < SPAN; i++) {
      if (isOut[i]) continue
      const number = start + 2n * BigInt(i)
      if (number >> BigInt(bits) !== 0n) break
      yield { share: 1 - Math.exp(-tried++ / expected) }
      await breathe()
      if (powMod(2n, number - 1n, number) === 1n && number % E !== 1n && isProbablePrimeRSA(number, random)) return yield number
    }
  }
}

/** e^−γ: numbers that no small prime divides are this part of 1 ÷ ln(the largest divisor) (Mertens). */
const INVERSE_GAMMA = 0.561459

/** Marks the numbers `start + 2 i` that a small prime divides. */
function sieve(start: bigint): Uint8Array {
  const isOut = new Uint8Array(SPAN)
  for (const prime of listOddPrimes()) {
    const rest = Number(start % BigInt(prime))
    // start + 2 i ≡ 0: i ≡ −rest ÷ 2, and (prime + 1) ÷ 2 is the inverse of 2.
    const first = ((prime - rest) * ((prime + 1) / 2)) % prime
    for (let i = first; i < SPAN; i += prime) isOut[i] = 1
  }
  return isOut
}

let oddPrimes: readonly number[] | undefined

function listOddPrimes(): readonly number[] {
  if (oddPrimes) return oddPrimes
  const isOut = new Uint8Array(MAX_DIVISOR)
  const primes: number[] = []
  for (let number = 3; number < MAX_DIVISOR; number += 2) {
    if (isOut[number]) continue
    primes.push(number)
    for (let i = number * number; i < MAX_DIVISOR; i += 2 * number) isOut[i] = 1
  }
  return (oddPrimes = primes)
}
