import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { fromPlainDecimal } from './rational-math.ts'
import { toRational } from './rational.ts'
import { writeRational } from './write-rational.ts'

const WRITING = { digits: 10, maxExact: 21 }

for (const [top, bottom, text, isExact] of [
  [0n, 1n, '0', true],
  [1n, 3n, '0.3333333333', false],
  [2n, 3n, '0.6666666667', false],
  [-1n, 8n, '-0.125', true],
  [10n ** 20n, 1n, '100000000000000000000', true],
  [10n ** 21n, 1n, '1e21', true],
  [1n, 10n ** 7n, '0.0000001', true],
  [1n, 10n ** 8n, '1e-8', true],
  [999_999_999_999n, 3n * 10n ** 4n, '33333333.3333', true],
  [99_999_999_999n, 7n * 10n ** 10n, '1.428571429', false],
  [29_999_999_999_999n, 3n * 10n ** 13n, '1', false],
  [123_456_789_012_345_678_901_234n, 1n, '1.23456789e23', false],
] as const)
  test(`${top}/${bottom} is ${isExact ? '' : 'about '}${text}`, () =>
    assert.deepEqual(writeRational(toRational(top, bottom), WRITING), { text, isExact }))

const fraction = fc.tuple(fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), fc.bigInt({ min: 1n, max: 10n ** 40n }))

test('what is exact reads back as the same number, what is rounded as one within half of the last digit', () => {
  fc.assert(
    fc.property(fraction, fc.integer({ min: 1, max: 30 }), ([top, bottom], digits) => {
      const value = toRational(top, bottom)
      const { text, isExact } = writeRational(value, { digits, maxExact: 30 })
      const size = fromPlainDecimal(text.replace(/^-/, ''))
      const back = text.startsWith('-') ? { ...size, top: -size.top } : size
      if (isExact) return assert.deepEqual(back, value)
      const gap = back.top * value.bottom - value.top * back.bottom
      const distance = gap < 0n ? -gap : gap
      const length = value.top < 0n ? -value.top : value.top
      // |back − value| ≤ |value| × 10^(1 − digits) / 2
      assert.ok(distance * 2n * 10n ** BigInt(digits - 1) <= length * back.bottom, text)
    }),
    { numRuns: 300 },
  )
})
