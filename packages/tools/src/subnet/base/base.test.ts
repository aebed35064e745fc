import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { fromDigits, toDigits } from '../../lib/radix.ts'
import { expand, fromExpansion, toRational } from '../../lib/rational.ts'
import {
  readBcd,
  readGray,
  readNegabinary,
  readRoman,
  readTwos,
  writeBcd,
  writeGray,
  writeNegabinary,
  writeRoman,
  writeTwos,
} from './codes.ts'
import { calculate } from './expression.ts'
import { fromFloatBits, toFloatBits } from './float-bits.ts'
import { groupDigits, parseAlphabet, readNumeral, toAlphabet, writeNumeral } from './numeral.ts'

const plain = { places: 100, group: 0, upper: false }
const natural = fc.bigInt({ min: 0n, max: 1n << 600n })
const integer = fc.bigInt({ min: -(1n << 200n), max: 1n << 200n })
const base = fc.integer({ min: 2, max: 64 })

test('digits both ways, any base', () => {
  fc.assert(fc.property(natural, base, (value, radix) => assert.equal(fromDigits(toDigits(value, radix), radix), value)))
})

test('digits both ways across the split into halves, base 62, 50,000 digits', () => {
  const value = 62n ** 50_000n - 12_345n
  const digits = toDigits(value, 62)
  assert.equal(digits.length, 50_000)
  assert.equal(fromDigits(digits, 62), value)
  assert.deepEqual(toDigits(62n ** 512n, 62), [1, ...Array<number>(512).fill(0)])
})

test('native bases agree with BigInt', () => {
  fc.assert(
    fc.property(natural, fc.integer({ min: 2, max: 36 }), (value, radix) =>
      assert.equal(writeNumeral(toRational(value), toAlphabet(radix), plain), value.toString(radix)),
    ),
  )
})

test('fractions both ways with their repeating part', () => {
  fc.assert(
    fc.property(integer, fc.bigInt({ min: 1n, max: 400n }), base, (top, bottom, radix) => {
      const value = toRational(top, bottom)
      const text = writeNumeral(value, toAlphabet(radix), { ...plain, places: 1000 })
      assert.deepEqual(readNumeral(text, toAlphabet(radix)), value)
      assert.deepEqual(fromExpansion(expand(value, radix, 1000), radix), value)
    }),
  )
})

for (const [text, from, to, expected] of [
  ['0.1', 10, 2, '0.0(0011)'],
  ['0.(3)', 10, 3, '0.1'],
  ['-255', 10, 16, '-ff'],
  ['zz', 36, 10, '1295'],
  ['1010.101', 2, 10, '10.625'],
  ['FF.8', 16, 10, '255.5'],
  ['0.0(0011)', 2, 10, '0.1'],
  ['1,234 567', 10, 10, '1234567'],
  ['+/', 64, 10, '4031'],
] as const)
  test(`${text} in base ${from} is ${expected} in base ${to}`, () =>
    assert.equal(writeNumeral(readNumeral(text, toAlphabet(from)), toAlphabet(to), plain), expected))

test('the digit that is none is named with its place', () => {
  assert.throws(() => readNumeral('1021', toAlphabet(2)), /“2” at character 3/)
  assert.throws(() => readNumeral('12.3.4', toAlphabet(10)), /“\.” at character 5/)
  for (const text of ['', '-', '.', '1.(', '1.()', '1.(3', '(1)'])
    assert.throws(() => readNumeral(text, toAlphabet(10)), { name: 'AppError' })
})

test('own alphabets, also beyond the basic plane', () => {
  const alphabet = parseAlphabet('零一二三四五六七八九')
  assert.equal(writeNumeral(toRational(2026n), alphabet, plain), '二零二六')
  assert.deepEqual(readNumeral('🌒🌑', parseAlphabet('🌑🌒')), toRational(2n))
  for (const text of ['', 'a', 'aa', 'a.b']) assert.throws(() => parseAlphabet(text), { name: 'AppError' })
})

test('groups are counted from the right', () => {
  assert.equal(groupDigits('11010', 4), '1 1010')
  assert.equal(groupDigits('1234567', 3), '1 234 567')
})

for (const [text, radix, expected] of [
  ['0xff + 0b11 * 2', 10, '261'],
  ['(1/3 + 1/6) * 2', 10, '1'],
  ['2 ** 100 - 1', 10, '1267650600228229401496703205375'],
  ['ff & 0f', 16, '15'],
  ['-7 // 2', 10, '-4'],
  ['-7 % 2', 10, '1'],
  ['1 << 70 >> 68', 10, '4'],
  ['~5 ^ 3', 10, '-7'],
  ['-2 ** 2', 10, '-4'],
  ['2 ** -1', 10, '0.5'],
  ['0.(3) * 3', 10, '1'],
  ['0b1', 16, '177'],
] as const)
  test(`${text} = ${expected}`, () => assert.equal(writeNumeral(calculate(text, radix), toAlphabet(10), plain), expected))

for (const text of [
  '1 +',
  '1 / 0',
  '9 ** 9 ** 9',
  '1.5 & 1',
  '(1',
  '1 $ 2',
  '1 << 99999999',
  '1 >> -99999999',
  '(10 ** 30) ** 100000',
  '(1 / 10 ** 30) ** 100000',
  '2 +)',
  '('.repeat(2000),
])
  test(`${text.slice(0, 20)} is refused`, () => assert.throws(() => calculate(text, 10), { name: 'AppError' }))

test('doubles and singles agree with the machine', () => {
  const view = new DataView(new ArrayBuffer(8))
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      view.setFloat64(0, value)
      const bits = view.getBigUint64(0)
      const exact = fromFloatBits(bits, 'double')!
      assert.equal(toFloatBits(exact, 'double'), Object.is(value, -0) ? 0n : bits)
      view.setFloat32(0, value)
      if (value !== 0) assert.equal(toFloatBits(exact, 'single'), BigInt(view.getUint32(0)))
    }),
    { numRuns: 1000 },
  )
})

for (const [text, name, hex] of [
  ['0.1', 'double', '3fb999999999999a'],
  ['65504', 'half', '7bff'],
  ['65520', 'half', '7c00'],
  ['0.000000059604644775390625', 'half', '1'],
  ['-2.5', 'single', 'c0200000'],
  ['16777217', 'single', '4b800000'],
] as const)
  test(`${text} as ${name} is ${hex}`, () => assert.equal(toFloatBits(readNumeral(text, toAlphabet(10)), name).toString(16), hex))

test('codes both ways', () => {
  fc.assert(fc.property(integer, (value) => assert.equal(readNegabinary(writeNegabinary(value)), value)))
  fc.assert(fc.property(natural, (value) => assert.equal(readGray(writeGray(value)), value)))
  fc.assert(fc.property(natural, (value) => assert.equal(readBcd(writeBcd(value)), value)))
  fc.assert(fc.property(fc.bigInt({ min: 1n, max: 3999n }), (value) => assert.equal(readRoman(writeRoman(value)!), value)))
  fc.assert(
    fc.property(fc.constantFrom(8, 16, 32, 64, 128), fc.bigInt(-(1n << 127n), (1n << 127n) - 1n), (width, big) => {
      const value = BigInt.asIntN(width, big)
      assert.equal(readTwos(BigInt(`0b${writeTwos(value, width)}`), width), value)
    }),
  )
})

test('Gray code changes one bit from each number to the next', () => {
  fc.assert(
    fc.property(natural, (value) => {
      const change = BigInt(`0b${writeGray(value)}`) ^ BigInt(`0b${writeGray(value + 1n)}`)
      assert.equal(change & (change - 1n), 0n)
    }),
  )
})

test('wrong codes are refused', () => {
  for (const text of ['IIII', 'VX', 'IM', '', 'MMMM']) assert.throws(() => readRoman(text), { name: 'AppError' })
  assert.throws(() => readBcd('1010'), { name: 'AppError' })
  assert.throws(() => readNegabinary('012'), { name: 'AppError' })
  assert.equal(writeTwos(256n, 8), undefined)
  assert.equal(writeTwos(-129n, 8), undefined)
  assert.equal(writeTwos(-1n, 8), '11111111')
})
