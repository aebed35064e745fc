import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { parseDecimal, roundDecimal, writeDecimal } from '../../lib/decimal.ts'
import { SCRIPTS, writeInteger, writeNumber, type Script } from './chinese-number.ts'
import { toNumeralRow } from './numerals.ts'
import { readChineseNumber } from './read-chinese-number.ts'
import { checkRmb, readRmb, RMB_STYLE, writeRmb } from './rmb.ts'

const plain = { script: 'lower', bigUnits: 'repeat', leadingOne: true } as const
const amount = fc
  .record({
    negative: fc.boolean(),
    integer: fc.bigInt({ min: 0n, max: 10n ** 24n - 1n }),
    cents: fc.integer({ min: 0, max: 99 }),
  })
  .map(({ negative, integer, cents }) => ({
    negative: negative && (integer > 0n || cents > 0),
    integer,
    fraction: cents === 0 ? '' : String(cents).padStart(2, '0'),
  }))
/** Numbers full of zeros, where the rules are hardest. */
const sparse = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 23 }), fc.bigInt({ min: 1n, max: 9n })), { maxLength: 5 })
  .map((parts) => {
    const digits = new Map(parts.map(([place, digit]) => [place, digit]))
    return [...digits].reduce((sum, [place, digit]) => sum + digit * 10n ** BigInt(place), 0n)
  })

for (const [number, text] of [
  ['0', '零元整'],
  ['0.01', '壹分'],
  ['0.10', '壹角'],
  ['1.00', '壹元整'],
  ['10', '壹拾元整'],
  ['12000.01', '壹万贰仟元零壹分'],
  ['0.78', '柒角捌分'],
  ['1409.50', '壹仟肆佰零玖元伍角'],
  ['6007.14', '陆仟零柒元壹角肆分'],
  ['1680.32', '壹仟陆佰捌拾元叁角贰分'],
  ['107000.53', '壹拾万柒仟元伍角叁分'],
  ['16409.02', '壹万陆仟肆佰零玖元零贰分'],
  ['325.04', '叁佰贰拾伍元零肆分'],
  ['-12.3', '负壹拾贰元叁角'],
  ['-0.00', '零元整'],
  ['100000001', '壹亿零壹元整'],
  ['100005000', '壹亿零伍仟元整'],
  ['1000000000000', '壹万亿元整'],
  ['100000000000000000000', '壹万亿亿元整'],
  ['1000000000000000000000000', '壹亿亿亿元整'],
] as const)
  test(`${number} yuan is ${text}`, () => {
    assert.equal(writeRmb(parseDecimal(number)), text)
    assert.equal(readRmb(text).integer, parseDecimal(number).integer)
    assert.equal(checkRmb(text), undefined)
  })

test('RMB both ways, any amount up to 10^24, every style', () => {
  const style = fc.record({
    script: fc.constantFrom('upper' as const, 'traditional' as const),
    bigUnits: fc.constantFrom('repeat' as const, 'names' as const),
    whole: fc.constantFrom('整' as const, '正' as const),
    wholeAfterJiao: fc.boolean(),
    yuan: fc.constantFrom('元' as const, '圆' as const),
  })
  fc.assert(
    fc.property(amount, style, (value, choice) => assert.deepEqual(readRmb(writeRmb(value, { ...RMB_STYLE, ...choice })), value)),
  )
})

test('numbers both ways, in every script and with every name of large units', () => {
  const scripts = Object.keys(SCRIPTS) as Script[]
  fc.assert(
    fc.property(
      fc.oneof(
        amount.map(({ integer }) => integer),
        sparse,
      ),
      fc.constantFrom(...scripts),
      fc.constantFrom('repeat' as const, 'names' as const),
      fc.boolean(),
      (integer, script, bigUnits, leadingOne) =>
        assert.equal(readChineseNumber(writeInteger(integer, { script, bigUnits, leadingOne })).integer, integer),
    ),
    { numRuns: 500 },
  )
})

for (const [number, text] of [
  ['10', '一十'],
  ['1203000', '一百二十万三千'],
  ['10000010', '一千万零一十'],
  ['2000000005', '二十亿零五'],
  ['-3.14', '负三点一四'],
] as const)
  test(`${number} is ${text}`, () => assert.equal(writeNumber(parseDecimal(number), plain), text))

for (const [text, number] of [
  ['二〇二六', '2026'],
  ['十五', '15'],
  ['廿三', '23'],
  ['三万五', '35000'],
  ['一百二', '120'],
  ['一百零二', '102'],
  ['两千', '2000'],
  ['一兆', '1000000000000'],
  ['負叁點零五', '-3.05'],
] as const)
  test(`${text} reads as ${number}`, () => assert.equal(writeDecimal(readChineseNumber(text)), number))

for (const text of ['一十百', '万', '点五', '一点', '百', '一万二亿三兆'])
  test(`${text} is refused`, () => assert.throws(() => readChineseNumber(text), { name: 'AppError' }))

for (const text of ['壹元壹分整', '元整', '整', '壹拾', '壹元贰叁角', '壹拾元拾分'])
  test(`the amount ${text} is refused`, () => assert.throws(() => readRmb(text), { name: 'AppError' }))

test('an amount without its 零 is called wrong', () => {
  assert.equal(checkRmb('壹万贰仟元壹分'), '壹万贰仟元零壹分')
  assert.equal(checkRmb('壹佰元'), '壹佰元整')
  assert.equal(checkRmb('壹仟陆佰捌拾元零叁角贰分'), undefined)
  assert.equal(checkRmb('壹拾万零柒仟元伍角叁分'), undefined)
})

test('a third decimal is an error or a stated rounding, never silent', () => {
  assert.throws(() => writeRmb(parseDecimal('-12.305')), /at most 2 decimals/)
  assert.equal(writeRmb(parseDecimal('-12.305'), { ...RMB_STYLE, rounding: 'half-up' }), '负壹拾贰元叁角壹分')
  assert.equal(writeRmb(parseDecimal('-12.305'), { ...RMB_STYLE, rounding: 'half-even' }), '负壹拾贰元叁角')
  assert.equal(writeRmb(parseDecimal('9.999'), { ...RMB_STYLE, rounding: 'half-up' }), '壹拾元整')
  assert.equal(writeRmb(parseDecimal('9.999'), { ...RMB_STYLE, rounding: 'down' }), '玖元玖角玖分')
  assert.equal(writeRmb(parseDecimal('1.230')), '壹元贰角叁分')
})

test('decimals that no amount has leave the other spellings alone', () => {
  const options = { ...RMB_STYLE, traditional: false }
  const { lower, upper, rmb } = toNumeralRow('3.14159', { ...options, isAmount: false })
  assert.deepEqual([lower, upper, rmb], ['三点一四一五九', '叁点壹肆壹伍玖', ''])
  assert.throws(() => toNumeralRow('3.14159', { ...options, isAmount: true }), /at most 2 decimals/)
  assert.equal(toNumeralRow('3.14159', { ...options, rounding: 'half-up', isAmount: false }).rmb, '叁元壹角肆分')
})

test('a digit behind 块 is one of 角, as people say it', () => {
  assert.equal(writeDecimal(readRmb('三块五')), '3.50')
  assert.equal(checkRmb('三块五'), '叁元伍角')
})

for (const [text, arabic] of [
  ['100元', '100'],
  ['￥1,234.50元', '1234.50'],
  ['人民币 200 元整', '200'],
  ['8元5角2分', '8.52'],
  ['3块5毛', '3.5'],
  ['2元5分', '2.05'],
  ['20 CNY', '20'],
  ['-1.5万元', '-15000'],
  ['3千', '3000'],
  ['1百万', '1000000'],
  ['2 万亿', '2000000000000'],
  ['１２萬', '120000'],
] as const)
  test(`${text} is ${arabic}`, () =>
    assert.equal(toNumeralRow(text, { ...RMB_STYLE, traditional: false, isAmount: true }).arabic, arabic))

for (const text of ['元', '1万元5角', '1.5元5角', '1元5', '1e4万', '5元元', '1万2'])
  test(`${text} is no number`, () =>
    assert.throws(() => toNumeralRow(text, { ...RMB_STYLE, traditional: false, isAmount: true }), { key: 'bad_input' }))

test('decimals are read exactly, groups of three only', () => {
  assert.equal(writeDecimal(parseDecimal('￥1,234,567.80')), '1234567.80')
  assert.equal(writeDecimal(parseDecimal('１２３．４')), '123.4')
  assert.equal(writeDecimal(parseDecimal('1.25e3')), '1250')
  assert.equal(writeDecimal(parseDecimal('12e-4')), '0.0012')
  for (const text of ['1,23', '12,34,567', '', '.', '1.2.3', '12a', '--1'])
    assert.throws(() => parseDecimal(text), { name: 'AppError' })
})

test('rounding keeps the value within half a unit', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 20n }), fc.integer({ min: 0, max: 999_999 }), (integer, micro) => {
      const fraction = String(micro).padStart(6, '0')
      const rounded = roundDecimal({ negative: false, integer, fraction }, 2, 'half-up')
      const before = integer * 1_000_000n + BigInt(micro)
      const after = (rounded.integer * 100n + BigInt(rounded.fraction || '0')) * 10_000n
      const gap = after > before ? after - before : before - after
      assert.ok(gap <= 5000n)
    }),
  )
})

test('a spelling of any length ends in an answer, never in an overflow', () => {
  const options = { ...RMB_STYLE, traditional: false, isAmount: true }
  for (const text of ['亿'.repeat(100_000), '一亿'.repeat(100_000), '9'.repeat(100_000), '零'.repeat(5000)])
    assert.throws(() => toNumeralRow(text, options), { name: 'AppError' })
})
