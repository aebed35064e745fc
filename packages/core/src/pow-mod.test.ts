import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { powMod } from './pow-mod.ts'

test('a power modulo a number is what multiplying one by one makes of it', () => {
  const small = fc.bigInt({ min: 0n, max: 2n ** 40n })
  fc.assert(
    fc.property(small, fc.bigInt({ min: 0n, max: 300n }), fc.bigInt({ min: 1n, max: 2n ** 40n }), (base, exponent, modulus) => {
      let expected = 1n % modulus
      for (let i = 0n; i < exponent; i++) expected = (expected * base) % modulus
      assert.equal(powMod(base, exponent, modulus), expected)
    }),
  )
})

test('long exponents, taken several bits at once, add up as powers do', () => {
  const long = fc.bigInt({ min: 0n, max: 2n ** 300n })
  fc.assert(
    fc.property(long, long, long, fc.bigInt({ min: 2n, max: 2n ** 256n }), (base, a, b, modulus) => {
      const product = (powMod(base, a, modulus) * powMod(base, b, modulus)) % modulus
      assert.equal(powMod(base, a + b, modulus), product)
    }),
    { numRuns: 50 },
  )
})
