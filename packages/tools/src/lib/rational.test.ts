import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { gcd } from './rational.ts'

const euclid = (a: bigint, b: bigint): bigint => {
  let [x, y] = [a, b]
  while (y > 0n) [x, y] = [y, x % y]
  return x
}

test('the greatest common divisor of long numbers is that of the plain algorithm', () => {
  const number = fc.oneof(
    fc.bigInt({ min: 0n, max: 1n << 2000n }),
    fc.bigInt({ min: 0n, max: 1n << 70n }),
    fc.tuple(fc.nat(700), fc.bigInt({ min: 0n, max: 1n << 100n })).map(([power, rest]) => (1n << BigInt(power)) + rest),
  )
  fc.assert(
    fc.property(number, number, fc.bigInt({ min: 0n, max: 1n << 500n }), (a, b, common) => {
      assert.equal(gcd(a * common, b * common), euclid(a * common, b * common))
    }),
    { numRuns: 2000 },
  )
})

test('neighbours in the sequence of Fibonacci, which take most steps, have none but 1', () => {
  let [a, b] = [1n, 1n]
  for (let n = 0; n < 5000; n++) [a, b] = [b, a + b]
  assert.equal(gcd(b, a), 1n)
  assert.equal(gcd(a, b), 1n)
  assert.equal(gcd(a * 12n, b * 12n), 12n)
})
