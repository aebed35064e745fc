import { powMod } from '@octet/core/pow-mod.ts'
import { countBits, MAX_RSA_BITS, type RsaKey, type RsaSecret } from './key.ts'
import { findDivisor, findInverse } from './numbers.ts'

type Public = Pick<RsaKey, 'n' | 'e'>

/** The public operation: of encryption and of the check of a signature (RFC 8017 §5.1.1, §5.2.2). */
export function raisePublic({ n, e }: Public, number: bigint): bigint {
  return powMod(number, e, n)
}

/** The private operation by the two primes (RFC 8017 §5.1.2), four times as fast as by the modulus. */
export function raisePrivate({ p, q, dp, dq, qi }: RsaSecret, number: bigint): bigint {
  const a = powMod(number, dp, p)
  const b = powMod(number, dq, q)
  const h = ((((a - b) * qi) % p) + p) % p
  return b + q * h
}

/** The numbers of RFC 8017 §3.2 from two primes; nothing where the exponents have no inverse. */
export function toSecret({ p, q, d }: Pick<RsaSecret, 'p' | 'q' | 'd'>): RsaSecret | undefined {
  const qi = findInverse(q, p)
  return qi === undefined ? undefined : { p, q, d, dp: d % (p - 1n), dq: d % (q - 1n), qi }
}

/** The private exponent of two primes; nothing where `e` divides what it must not. */
export function findExponent(e: bigint, { p, q }: Pick<RsaSecret, 'p' | 'q'>): bigint | undefined {
  const [a, b] = [p - 1n, q - 1n]
  return findInverse(e, (a * b) / findDivisor(a, b))
}

/** Bases tried for the primes of a modulus: each one finds them with a chance of one half or more. */
const MAX_BASES = 100n

/** The primes of a modulus whose two exponents are known (NIST SP 800-56B, appendix C.1); nothing where they do not fit. */
export function findPrimes({ n, e }: Public, d: bigint): Pick<RsaSecret, 'p' | 'q'> | undefined {
  const product = e * d - 1n
  if (product <= 0n || product % 2n === 1n || n < 15n) return undefined
  let odd = product
  let halvings = 0
  for (; odd % 2n === 0n; halvings++) odd /= 2n
  for (let base = 2n; base < MAX_BASES; base++) {
    let root = powMod(base, odd, n)
    for (let i = 0; i < halvings && root !== 1n && root !== n - 1n; i++) {
      const square = (root * root) % n
      if (square === 1n) {
        const divisor = findDivisor(root - 1n, n)
        const [p, q] = divisor > n / divisor ? [divisor, n / divisor] : [n / divisor, divisor]
        return { p, q }
      }
      root = square
    }
  }
  return undefined
}

/**
 * Whether the secret is that of the public key: the numbers fit, and a probe comes back from both operations.
 * A key that is too large to be used is not probed.
 */
export function isFittingSecret(open: Public, secret: RsaSecret): boolean {
  const { n } = open
  const { p, q, d, dp, dq, qi } = secret
  if (p < 3n || q < 3n || p * q !== n) return false
  if (dp !== d % (p - 1n) || dq !== d % (q - 1n) || (qi * q) % p !== 1n) return false
  if ((open.e * d) % (p - 1n) !== 1n || (open.e * d) % (q - 1n) !== 1n) return false
  if (countBits(n) > MAX_RSA_BITS) return true
  const probe = n / 3n
  return raisePublic(open, raisePrivate(secret, probe)) === probe
}
