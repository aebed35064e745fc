import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { isAppError } from '@octet/core/errors.ts'
import { toRational } from '../../lib/rational.ts'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import { fromBase, toBase } from './convert.ts'
import { findUnits, listUnits } from './find-unit.ts'
import { toPlainText } from './plain-text.ts'
import { QUANTITIES } from './quantities.ts'
import tool from './tool.ts'

const convert = async (text: string, to = '', more: object = {}) =>
  (await answerTool(tool, { text, to, ...more }, createTestHost())) as {
    text: string
    readAs: string
    equation: string
    isExact: boolean
    others?: { reading: string; result: string; text: string }[]
    rows: { unit: string; symbol: string; value: string; isExact: boolean; system: string }[]
    definitions: { unit: string; definition: string; source: string }[]
  }
const units = QUANTITIES.flatMap((quantity) => listUnits(quantity))

for (const [text, result] of [
  ['1 in to cm', '2.54 cm'],
  ['5 ft 11 in', '180.34 cm'],
  [`5'11"`, '180.34 cm'],
  ['5’ 11” to m', '1.8034 m'],
  ["5'11 to cm", '180.34 cm'],
  ['1 yd to ft', '3 ft'],
  ['1 ft to yd', '≈ 0.3333333333 yd'],
  ['1/3 yd to ft', '1 ft'],
  ['5 in in cm', '12.7 cm'],
  ['12 in in ft', '1 ft'],
  ['how many cm in 5 ft', '152.4 cm'],
  ['how many feet are in a mile?', '5280 ft'],
  ['how many cm is 5 ft', '152.4 cm'],
  ['1 nmi to km', '1.852 km'],
  ['3 nm to m', '3e-9 m'],
  ['1 ft (US survey) to m', '≈ 0.3048006096 m'],
  ['5英尺 换算 厘米', '152.4 cm'],
  ['一米七五 to cm', '175 cm'],
  ['1米8 to cm', '180 cm'],
  ['3尺 to m', '1 m'],
  ['2里 to km', '1 km'],
  ['一丈二尺 to m', '4 m'],
  ['72°F', '≈ 22.22222222 °C'],
  ['37度', '98.6 °F'],
  ['-40 C to F', '-40 °F'],
  ['0 K to °F', '-459.67 °F'],
  ['72f to c', '≈ 22.22222222 °C'],
  ['100c to f', '212 °F'],
  ['300 k to c', '26.85 °C'],
  ['25 c', '77 °F'],
  ['1 c to m/s', '299792458 m/s'],
  ['100 ℃ to °De', '0 °De'],
  ['100 ℃ to °N', '33 °N'],
  ['100 ℃ to °Ré', '80 °Ré'],
  ['100 ℃ to °Rø', '60 °Rø'],
  ['100 ℃ to °R', '671.67 °R'],
  ['3斤', '1.5 kg'],
  ['三斤半', '1.75 kg'],
  ['3斤2两 to kg', '1.6 kg'],
  ['二两', '100 g'],
  ['半斤', '0.25 kg'],
  ['1担是多少公斤', '50 kg'],
  ['10钱 to 两', '1 市两'],
  ['1 台斤 to g', '600 g'],
  ['1 司马斤 to g', '604.78982 g'],
  ['1亩等于多少平方米', '≈ 666.6666667 m²'],
  ['1公顷=?亩', '15 市亩'],
  ['3亩5分 to m²', '≈ 2333.333333 m²'],
  ['1顷 to 亩', '100 市亩'],
  ['121 坪 to m²', '400 m²'],
  ['1.5e3 kg to t', '1.5 t'],
  ['1.5×10³ kg to t', '1.5 t'],
  ['1,234.5 kg to t', '1.2345 t'],
  ['10,5 kg to g', '10500 g'],
  ['１０　ｋｇ to g', '10000 g'],
  ['3万公里 to km', '30000 km'],
  ['1 lb to g', '453.59237 g'],
  ['1 lbs to oz', '16 oz'],
  ['1 ton (UK) to lb', '2240 lb'],
  ['1 ac to m²', '4046.8564224 m²'],
  ['5 m^2 to cm2', '50000 cm²'],
  ['5 sq ft to ft²', '5 ft²'],
  ['12 cubic feet to in3', '20736 in³'],
  ['1 US gallon to cubic inches', '231 in³'],
  ['¾ cup to mL', '177.441177375 mL'],
  ['1¾ cup to mL', '414.029413875 mL'],
  ['1 imp pint to mL', '568.26125 mL'],
  ['100 km/h to m/s', '≈ 27.77777778 m/s'],
  ['100 公里/小时 to km/h', '100 km/h'],
  ['1 kn to km/h', '1.852 km/h'],
  ['1 psi to Pa', '≈ 6894.757293 Pa'],
  ['1 atm to mmHg', '≈ 759.9998917 mmHg'],
  ['760 Torr to atm', '1 atm'],
  ['1 lbf to N', '4.4482216152605 N'],
  ['2 kWh', '7.2 MJ'],
  ['1度电 to J', '3600000 J'],
  ['1 kcal to J', '4184 J'],
  ['1 eV to J', '1.602176634e-19 J'],
  ['1 hp to W', '745.69987158227022 W'],
  ['1马力 to W', '735.49875 W'],
  ['50 N·m to ft-lb', '≈ 36.87810746 lbf·ft'],
  ['10° 30′', '10.5°'],
  ['180 deg to rad', '≈ 3.141592654 rad'],
  ['1 rad to mrad', '1000 mrad'],
  ['1 h 30', '1.5 h'],
  ['2 hours 5 minutes to s', '7500 s'],
  ['3 us to ns', '3000 ns'],
  ['10 GiB', '10.73741824 GB'],
  ['1 GB to MiB', '953.67431640625 MiB'],
  ['1 Mbit to kB', '125 kB'],
  ['100kb to mb', '0.1 MB'],
  ['8 L/100km to km/L', '12.5 km/L'],
  ['8 liters per 100km to km/L', '12.5 km/L'],
  ['30 mpg', '≈ 7.840486111 L/100 km'],
  ['3000 rpm to Hz', '50 Hz'],
  ['1 u to kg', '≈ 1.66053906892e-27 kg'],
  ['1 ly to km', '9460730472580.8 km'],
  ['16 px to rem', '1 rem'],
  ['1.5rem', '24 px'],
  ['5 Mm to km', '5000 km'],
  ['5 MPa to bar', '50 bar'],
  ['ft to cm', '30.48 cm'],
  ['3 克 to 毫克', '3000 mg'],
  ['1 兆帕 to 千帕', '1000 kPa'],
] as const)
  test(`${text} is ${result}`, async () => assert.equal((await convert(text)).text, result))

for (const [text, readAs, others] of [
  ['5 gal to L', 'US gallon (volume)', ['imperial gallon (volume): 22.73045 L']],
  ['10 L to gal', 'litre (volume)', ['imperial gallon: ≈ 2.199692483 gal (UK)']],
  ['2 oz to mL', 'US fluid ounce (volume)', ['imperial fluid ounce (volume): 56.826125 mL']],
  ['1 ton to kg', 'short ton (mass)', ['tonne (mass): 1000 kg', 'long ton (mass): 1016.0469088 kg']],
  ['5 t to kg', 'tonne (mass)', []],
  ['30" to cm', 'inch (length)', []],
  ['30"', 'inch (length)', ['second of arc (angle): ≈ 0.008333333333°']],
  [
    '1 GB to MB',
    'gigabyte (data)',
    ['mebibyte: 953.67431640625 MiB', 'gibibyte (data): 1073.741824 MB', 'gibibyte (data): 1024 MiB'],
  ],
  ['5 Mm to m', 'megametre (length)', ['millimetre (length): 0.005 m']],
] as const)
  test(`${text} is read as ${readAs}, and says what else it may mean`, async () => {
    const answer = await convert(text)
    assert.equal(answer.readAs, readAs)
    assert.deepEqual(
      (answer.others ?? []).map(({ reading, result }) => `${reading}: ${result}`),
      others,
    )
  })

test('what another meaning is written as means it', async () => {
  for (const text of ['5 gal', '3 oz', '5分', '3两', `5'11"`, '1 yr', '30 mpg', '10 L to gal', '5 cal', '3 hp', '37度', '1 cwt'])
    for (const other of (await convert(text)).others ?? [])
      assert.equal((await convert(other.text)).text, other.result, `${text}: ${other.text}`)
})

test('the target of the field comes before one in the text', async () => {
  assert.equal((await convert('5 ft to cm', 'm')).text, '1.524 m')
})

test('a chosen number of digits holds for what is rounded', async () => {
  assert.equal((await convert('1 ft to yd', '', { digits: 3 })).text, '≈ 0.333 yd')
  assert.equal((await convert('1 in to cm', '', { digits: 1 })).text, '2.54 cm')
})

for (const [text, to, error] of [
  ['5', '', /expected an amount with its unit, such as 5 ft 11 in or 72 °F, got “?5/],
  ['', '', /Please/],
  ['abc', '', /expected an amount with its unit/],
  ['5 foo', '', /expected a unit such as cm.*got “?foo/],
  ['5 kg to cm', '', /expected a unit of mass to convert to, got “cm” \(a unit of length\)/],
  ['5 kg', 'cm', /to: expected a unit of mass/],
  ['5 kg to xyz', '', /expected a unit to convert to.*got “?xyz/],
  ['5 kg', 'xyz', /to: expected a unit to convert to/],
  ['5 ft 3 kg', '', /units of one quantity, from large to small/],
  ['5 in 3 ft', '', /units of one quantity, from large to small/],
  ['-300 °C', '', /not below absolute zero/],
  ['0 mpg', '', /more than zero/],
  ['1/0 kg', '', /divisor is not zero/],
  ['1e200 m', '', /exponent up to ±100/],
  [`${'9'.repeat(80)} m`, '', /at most 60 digits/],
  ['100 usd to cny', '', /exchange rates change every day .* got “?usd/],
  ['100元', '', /exchange rates change every day/],
  ['100 Mbps', '', /data rates are for the bandwidth calculator/],
  ['1 m 1 dm 1 cm 1 mm 1 µm 1 nm 1 nm', '', /at most 6 units/],
] as const)
  test(`“${text.slice(0, 40)}”${to && ` to “${to}”`} is refused`, async () =>
    await assert.rejects(convert(text, to), (thrown) => isAppError(thrown) && error.test(thrown.message)))

test('every name of a unit finds it, and its symbol does within its quantity', () => {
  for (const unit of units) {
    for (const name of Object.values(unit.name)) {
      const [found] = findUnits(toPlainText(name))
      assert.deepEqual([found?.symbol, found?.quantity.id], [unit.symbol, unit.quantity.id], name)
    }
    const [own] = findUnits(toPlainText(unit.symbol)).filter(({ quantity }) => quantity.id === unit.quantity.id)
    assert.equal(own?.symbol, unit.symbol)
  }
})

test('there and back through any unit is the same number', () => {
  const number = fc.tuple(fc.bigInt({ min: 1n, max: 10n ** 30n }), fc.bigInt({ min: 1n, max: 10n ** 12n }))
  fc.assert(
    fc.property(fc.constantFrom(...units), number, (unit, [top, bottom]) => {
      const value = toRational(top, bottom)
      const base = toBase({ parts: [{ value: fromBase(value, unit), unit }], isNegative: false })
      assert.deepEqual(base, value)
    }),
    { numRuns: 500 },
  )
})

test('an amount is the same by way of any other unit', () => {
  fc.assert(
    fc.property(fc.constantFrom(...units), fc.nat(), fc.integer({ min: 1, max: 500 }), (from, index, number) => {
      const others = units.filter(({ quantity }) => quantity.id === from.quantity.id)
      const via = others[index % others.length]!
      const base = toBase({ parts: [{ value: toRational(BigInt(number)), unit: from }], isNegative: false })
      const again = toBase({ parts: [{ value: fromBase(base, via), unit: via }], isNegative: false })
      assert.deepEqual(again, base)
    }),
    { numRuns: 500 },
  )
})

test('the first unit of each quantity has every other defined by it, and all targets exist', () => {
  for (const quantity of QUANTITIES) {
    const own = listUnits(quantity)
    assert.ok(
      own.some(({ product, isReciprocal }) => product === '1' && !isReciprocal),
      quantity.id,
    )
    assert.equal(new Set(own.map(({ symbol }) => symbol)).size, own.length, quantity.id)
    for (const pair of quantity.targets.split(' ')) {
      const [from = '', to = ''] = pair.replaceAll('~', ' ').split('>')
      assert.ok(
        own.some(({ symbol }) => symbol === from),
        pair,
      )
      assert.ok(
        findUnits(toPlainText(to)).some((unit) => unit.quantity.id === quantity.id),
        pair,
      )
    }
  }
})

test('any text ends in an answer or in a known error', async () => {
  const word = fc.constantFrom(
    '5',
    '1/3',
    '¾',
    ' ',
    'ft',
    '"',
    "'",
    'to',
    '换算',
    '=',
    '斤',
    '半',
    '两',
    '-',
    'e9',
    '°',
    'km',
    '/h',
    '个',
    ',',
    '万',
    'x',
  )
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.array(word, { maxLength: 60 }).map((words) => words.join('').slice(0, 200)),
        fc.string({ maxLength: 200 }),
      ),
      async (text) => {
        try {
          await convert(text)
        } catch (error) {
          assert.ok(isAppError(error), `${text}: ${String(error)}`)
        }
      },
    ),
    { numRuns: 300 },
  )
})

test('definitions name their source', async () => {
  const { definitions } = await convert('1 °F to °C')
  assert.deepEqual(
    definitions.map(({ definition }) => definition),
    ['T(K) = T(°F) × (5 ÷ 9) + 459.67 × 5 ÷ 9', 'T(K) = T(°C) + 273.15'],
  )
  const jin = await convert('1斤 to oz')
  assert.deepEqual(
    jin.definitions.map(({ definition }) => definition),
    ['1 市斤 = 0.5 kg', '1 oz = 0.45359237 ÷ 16 kg'],
  )
  assert.match(jin.definitions[0]!.source, /1929/)
})
