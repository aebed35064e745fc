import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { isAppError } from '@octet/core/errors.ts'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import tool from './tool.ts'

const calculate = async (text: string, more: object = {}) =>
  (await answerTool(tool, { text, ...more }, createTestHost())) as {
    text: string
    isExact: boolean
    forms: { form: string; value: string }[]
    rows?: { line: string; result: string; note?: string }[]
    notes: string[]
  }

for (const [text, result] of [
  ['0.1 + 0.2', '0.3'],
  ['1/3', '≈ 0.333333333333333'],
  ['1/3 * 3', '1'],
  ['2 + 3 * 4', '14'],
  ['(2 + 3) * 4', '20'],
  ['2^3^2', '512'],
  ['-2^2', '-4'],
  ['2^-3', '0.125'],
  ['2**10', '1024'],
  ['3²', '9'],
  ['7 // 2', '3'],
  ['-7 // 2', '-4'],
  ['17 % 5', '2'],
  ['17 mod 5', '2'],
  ['-7 mod 3', '2'],
  ['7.5 mod 2', '1.5'],
  ['15% of 80', '12'],
  ['80的15%', '12'],
  ['80 × 15%', '12'],
  ['80 + 15%', '92'],
  ['80 - 15%', '68'],
  ['100 - 20% - 10%', '72'],
  ['10% + 5%', '15%'],
  ['80 + 15% * 2', '80.3'],
  ['5‰ of 2000', '10'],
  ['from 80 to 92', '15%'],
  ['从80到92', '15%'],
  ['80 → 60', '-25%'],
  ['12占80', '15%'],
  ['(17)% (5)', '2'],
  ['50%', '50%'],
  ['2^256', '115792089237316195423570985008687907853269984665640564039457584007913129639936'],
  ['0xff & 0b1010', '10'],
  ['0xF0 | 0x0f', '255'],
  ['5 xor 3', '6'],
  ['~5', '-6'],
  ['1 << 70 >> 68', '4'],
  ['0o17 + 0x1F', '46'],
  ['1,234.5 * 2', '2469'],
  ['1_000 + 1', '1001'],
  ['2x3', '6'],
  ['10 X (2 + 3)', '50'],
  ['0x10 x 2', '32'],
  ['0 x 5', '0'],
  ['$100 * 1.08', '108'],
  ['￥1,200 + 3元', '1203'],
  ['3块 * 2', '6'],
  ['1.5万元 / 2', '7500'],
  ['-$5 + €2', '-3'],
  ['max(1,234)', '234'],
  ['min(3, -1, 2)', '-1'],
  ['1.5e3', '1500'],
  ['１２×（３＋４）÷２', '42'],
  ['８０＋１５％', '92'],
  ['3万 + 2亿', '200030000'],
  ['√16 + √(9)', '7'],
  ['sqrt(16/9) * 3', '4'],
  ['8^(1/3)', '2'],
  ['(-8)^(1/3)', '-2'],
  ['root(243, 5)', '3'],
  ['10! / 8!', '90'],
  ['ncr(49, 6)', '13983816'],
  ['C(49, 6)', '13983816'],
  ['comb(5, 2) + binom(5, 2)', '20'],
  ['A(5, 2) + P(5, 2) + perm(5, 2)', '60'],
  ['npr(5, 2)', '20'],
  ['gcd(12, 18, 8)', '2'],
  ['lcm(4, 6, 10)', '60'],
  ['avg(1, 2, 6)', '3'],
  ['median(1, 5, 3, 9)', '4'],
  ['sum(1, 2, 3)', '6'],
  ['round(2.5)', '3'],
  ['round(-2.5)', '-3'],
  ['round(2.345, 2)', '2.35'],
  ['round(1250, -2)', '1300'],
  ['floor(-1.2)', '-2'],
  ['ceil(-1.2)', '-1'],
  ['trunc(-1.7)', '-1'],
  ['abs(-3)', '3'],
  ['log(1000)', '3'],
  ['log2(1024)', '10'],
  ['log(8, 2)', '3'],
  ['log(0.001)', '-3'],
  ['hypot(3, 4)', '5'],
  ['sin(30°)', '0.5'],
  ['cos(60°) + sin(270°)', '-0.5'],
  ['tan(45°)', '1'],
  ['tan(135°)', '-1'],
  ['sin(pi)', '≈ 0'],
  ['√2 * √2 - 2', '≈ 0'],
  ['ln(1)', '0'],
  ['ln(e)', '≈ 1'],
  ['0^0', '1'],
  ['6 * 7 =', '42'],
  ['6 * 7 # the answer', '42'],
  ['2 + 3 =?', '5'],
] as const)
  test(`${text} is ${result}`, async () => assert.equal((await calculate(text)).text, result))

/** To 60 digits, from published tables. */
for (const [text, digits] of [
  ['pi', '3.14159265358979323846264338327950288419716939937510582097494'],
  ['e', '2.71828182845904523536028747135266249775724709369995957496697'],
  ['sqrt(2)', '1.41421356237309504880168872420969807856967187537694807317668'],
  ['ln(2)', '0.693147180559945309417232121458176568075500134360255254120680'],
  ['sin(1)', '0.841470984807896506652502321630298999622563060798371065672752'],
  ['cos(1)', '0.540302305868139717400936607442976603732310420617922227670097'],
  ['atan(1/2)', '0.463647609000806116214256231461214402028537054286120263810933'],
  ['phi', '1.61803398874989484820458683436563811772030917980576286213545'],
] as const)
  test(`${text} is right to 60 digits`, async () =>
    assert.equal((await calculate(text, { digits: 60 })).text, `≈ ${digits.replace(/0+$/, '')}`))

for (const [text, error] of [
  ['9^9^9', /more than 10,000 digits/],
  ['9^9^9^9^9', /more than 10,000 digits/],
  ['2^-99999', /more than 10,000 digits/],
  ['1 << 99999999', /more than 10,000 digits/],
  ['exp(99999)', /more than 10,000 digits/],
  ['99999!', /whole numbers from 0 to 3,248/],
  ['1e99999', /at most 10,000 digits/],
  ['1/0', /division by zero/],
  ['5 mod 0', /division by zero/],
  ['0^-1', /division by zero/],
  ['sqrt(-1)', /even root of a negative number/],
  ['ln(0)', /only numbers above zero/],
  ['asin(2)', /from −1 to 1/],
  ['tan(90°)', /no value there/],
  ['1.5 & 1', /“&” works on whole numbers/],
  ['1 +', /expected a number at the end/],
  ['(1 + 2', /expected “\)”/],
  ['1 + 2)', /expected an operator, got “?\)/],
  ['2 3', /expected an operator, got “?3/],
  ['2 pie', /expected a name that was given a value above, or a function, got “?pie/],
  ['3 $ 4', /“\$” at character 3 is none/],
  ['foo + 1', /a name that was given a value above/],
  ['sin 30', /“\(” behind the function sin/],
  ['sqrt(1, 2)', /1 value between the brackets of sqrt, got “?2/],
  ['ncr(9000, 4000)', /more than 2000 are chosen/],
  ['max()', /at least 1 value between the brackets of max, got “?0/],
  ['pi = 3', /a name that has no meaning here yet/],
  [`${'('.repeat(200)}1`, /more than 100 levels/],
  ['# nothing', /a calculation, such as/],
  [' \n ', /a calculation, such as/],
] as const)
  test(`“${text.slice(0, 30)}” is refused with a sentence`, async () =>
    await assert.rejects(calculate(text), (thrown) => isAppError(thrown) && error.test(thrown.message)))

test('the place of what is wrong is told, in full-width text too', async () => {
  for (const [text, offset] of [
    ['１＋２＄３', 3],
    ['1 + 2)', 5],
    ['2 pie', 2],
    ['2 3', 2],
  ] as const)
    await assert.rejects(calculate(text), (thrown) => isAppError(thrown) && thrown.details.offset === offset)
})

test('lines that would take minutes are refused from where they have cost too much', async () => {
  const long = 'a = 3^20000 + 1\nb = 7^11000 + 5\n'
  for (const text of [
    `${long}${'gcd(a, b, a + 1, b + 1)\n'.repeat(190)}`,
    `${long}${'a^(1/64) + root(b, 63)\n'.repeat(190)}`,
    `c = 3^2000 / 7^1400\n${`c${' + c'.repeat(40)}\n`.repeat(100)}`,
  ]) {
    const { rows = [] } = await calculate(text)
    assert.notEqual(rows[2]?.result, '')
    assert.match(rows.at(-1)?.note ?? '', /take too long/)
  }
})

test('names hold for the lines below, and a line that fails leaves the others', async () => {
  const { text, rows, isExact } = await calculate(
    '单价 = 80\n税率 = 13%\n\n单价 + 税率\nfoo * 2\nround(单价 / 3, 2)\nans * 3 # so much',
  )
  assert.deepEqual(
    rows?.map(({ result }) => result),
    ['80', '13%', '90.4', '', '26.67', '80.01'],
  )
  assert.match(rows?.[3]?.note ?? '', /a name that was given a value above.*foo/)
  assert.equal(text.split('\n').length, 6)
  assert.equal(isExact, false)
})

test('what a sign was taken for is said where it may mean something else', async () => {
  assert.match((await calculate('80 + 15%')).notes[0]!, /is one of the number before it/)
  assert.match((await calculate('17 % 5')).notes[0]!, /is the remainder/)
  assert.deepEqual((await calculate('80 * 15% + 17 mod 5')).notes, [])
})

test('a result is written in every way that says more', async () => {
  const forms = async (text: string) => Object.fromEntries((await calculate(text)).forms.map(({ form, value }) => [form, value]))
  assert.deepEqual(await forms('22/7'), { fraction: '22/7', mixed: '3 1/7', repeating: '3.(142857)' })
  assert.deepEqual(await forms('-1/8'), { fraction: '-1/8' })
  assert.deepEqual(await forms('255'), { hex: '0xff', octal: '0o377', binary: '0b11111111' })
  assert.deepEqual(await forms('-255'), { hex: '-0xff', octal: '-0o377', binary: '-0b11111111' })
  assert.deepEqual(await forms('from 3 to 4'), { decimal: '≈ 0.333333333333333', fraction: '1/3', repeating: '0.(3)' })
  assert.deepEqual(await forms('sqrt(2)'), {})
  assert.equal((await forms('12345678901 * 10')).scientific, '1.2345678901e11')
  assert.equal((await forms('2^4000')).digits, '1205')
  assert.equal((await forms('1/100000')).scientific, '1e-5')
})

test('angles are in degrees where that is chosen', async () => {
  assert.equal((await calculate('sin(30)', { angle: 'deg' })).text, '0.5')
  assert.equal((await calculate('sin(30°)', { angle: 'deg' })).text, '0.5')
  assert.equal((await calculate('acos(0)', { angle: 'deg' })).text, '≈ 90')
  assert.equal((await calculate('sin(1)', { angle: 'deg' })).text, '≈ 0.0174524064372835')
})

const whole = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n })
const bracket = (number: bigint) => (number < 0n ? `(${number})` : `${number}`)

test('sums, products and bits of whole numbers are those of BigInt', async () => {
  await fc.assert(
    fc.asyncProperty(whole, whole, whole, async (a, b, c) => {
      const [x, y, z] = [a, b, c].map(bracket)
      assert.equal((await calculate(`${x} + ${y} * ${z} - ${x}`)).text, `${a + b * c - a}`)
      assert.equal((await calculate(`${x} & ${y} | ${z}`)).text, `${(a & b) | c}`)
      assert.equal((await calculate(`${x} xor ~${y}`)).text, `${a ^ ~b}`)
    }),
    { numRuns: 60 },
  )
})

test('division and its remainder give the number back', async () => {
  await fc.assert(
    fc.asyncProperty(
      whole,
      whole.filter((divisor) => divisor !== 0n),
      async (a, b) => {
        const [x, y] = [a, b].map(bracket)
        assert.equal((await calculate(`${x} // ${y} * ${y} + ${x} mod ${y}`)).text, `${a}`)
        assert.equal((await calculate(`${x} / ${y} * ${y}`)).text, `${a}`)
      },
    ),
    { numRuns: 60 },
  )
})

test('hexadecimal, octal and binary are read back as the same number', async () => {
  await fc.assert(
    fc.asyncProperty(whole, async (number) => {
      const { forms } = await calculate(`${number}`)
      for (const { form, value } of forms.filter(({ form }) => ['hex', 'octal', 'binary'].includes(form)))
        assert.equal((await calculate(value)).text, `${number}`, form)
    }),
    { numRuns: 60 },
  )
})

test('what a percentage adds, the change takes back', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 10 ** 6 }), fc.integer({ min: 1, max: 300 }), async (number, percent) => {
      const { text } = await calculate(`${number} + ${percent}%`)
      assert.equal((await calculate(`from ${number} to ${text}`)).text, `${percent}%`)
    }),
    { numRuns: 60 },
  )
})

test('exponentials and logarithms, and powers and roots, take each other back', async () => {
  const number = fc.integer({ min: 1, max: 10 ** 6 }).map((thousandths) => `${thousandths / 1000}`)
  await fc.assert(
    fc.asyncProperty(number, fc.integer({ min: 2, max: 9 }), async (text, root) => {
      assert.equal((await calculate(`exp(ln(${text}))`, { digits: 50 })).text.replace('≈ ', ''), text)
      assert.equal((await calculate(`root(${text}, ${root})^${root}`, { digits: 50 })).text.replace('≈ ', ''), text)
      assert.equal((await calculate(`sin(${text})^2 + cos(${text})^2`, { digits: 50 })).text, '≈ 1')
    }),
    { numRuns: 40 },
  )
})

test('any text ends in an answer or in a known error', async () => {
  const piece = fc.constantFrom(
    '9',
    '0.5',
    '^',
    '(',
    ')',
    '+',
    '-',
    '*',
    '/',
    '%',
    '!',
    'sqrt',
    'sin(',
    'max(',
    ',',
    ' ',
    '=',
    '\n',
    'a',
    'ans',
    '<<',
    '0x',
    'of',
    '万',
    '的',
    '从',
    '°',
    '√',
    'e',
    'ln(',
    '~',
    'gcd(',
  )
  const text = fc.oneof(
    fc.array(piece, { minLength: 1, maxLength: 40 }).map((pieces) => pieces.join('')),
    fc.string({ minLength: 1 }),
  )
  await fc.assert(
    fc.asyncProperty(text, async (given) => {
      try {
        await calculate(given)
      } catch (error) {
        assert.ok(isAppError(error), `${given}: ${String(error)}`)
      }
    }),
    { numRuns: 500 },
  )
})

test('a × may be left out before a name, a root and a bracket, and binds as if it were there', async () => {
  for (const [text, result] of [
    ['2(3 + 4)', '14'],
    ['(1+2)(3+4)', '21'],
    ['2√9', '6'],
    ['2sqrt(9)', '6'],
    ['x = 5\n3x^2', '5\n75'],
    ['-2(3)²', '-18'],
    ['6/2(1+2)', '9'],
    ['10 mod 4(3)', '6'],
    ['1 + 2(3)', '7'],
  ] as const) {
    const { text: found } = await calculate(text)
    assert.equal(found, result, text)
  }
  assert.match((await calculate('2pi')).text, /^≈ 6\.28318530717959$/)
  assert.deepEqual((await calculate('2(3)')).notes, [])
  assert.match((await calculate('6/2(1+2)')).notes[0]!, /from left to right/)
})

test('atan2 gives the direction in every quarter, as Math.atan2 does', async () => {
  for (const y of [-3, -1, 0, 1, 3])
    for (const x of [-2, -1, 0, 1, 2]) {
      if (x === 0 && y === 0) continue
      const { text } = await calculate(`atan2(${y}, ${x})`)
      const found = Number(text.replace('≈ ', '').replace('−', '-'))
      assert.ok(Math.abs(found - Math.atan2(y, x)) < 1e-13, `atan2(${y}, ${x}) is ${text}`)
    }
  await assert.rejects(calculate('atan2(0, 0)'), /direction of \(0, 0\)/)
})
