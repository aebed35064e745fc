import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { readColour, toHex, writeColour } from '../../lib/colour/notation.ts'
import { toContrast, toOklab, toPolar } from '../../lib/colour/space.ts'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import tool from './tool.ts'

const hex = fc.integer({ min: 0, max: 0xff_ff_ff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

test('each notation reads back to the same colour, within a step of a byte', () => {
  fc.assert(
    fc.property(hex, (text) => {
      for (const { name, value } of writeColour(readColour(text, 'text'))) {
        if (['HSV', 'CMYK', 'Integer', 'CSS'].includes(name)) continue
        const [wanted, got] = [text, toHex(readColour(value, name))].map((code) =>
          code
            .slice(1)
            .match(/../g)!
            .map((part) => Number.parseInt(part, 16)),
        )
        for (const [at, part] of wanted!.entries()) assert.ok(Math.abs(part - got![at]!) <= 1, `${text} as ${value}`)
      }
    }),
  )
})

test('channels of rgb beyond their bounds count as those, in contrast and other notations too', async () => {
  const [beyond, within] = await Promise.all(
    ['rgb(300, -1, 0)', 'rgb(255, 0, 0)'].map((text) => answerTool(tool, { text }, createTestHost())),
  )
  assert.deepEqual(beyond, within)
})

for (const [text, expected] of [
  ['dodgerblue', '#1e90ff'],
  ['#f80', '#ff8800'],
  ['rgb(30, 144, 255)', '#1e90ff'],
  ['rgba(30 144 255 / 50%)', '#1e90ff80'],
  ['hsl(0.5turn 100% 50%)', '#00ffff'],
  ['hwb(120 0% 0%)', '#00ff00'],
  ['lab(46.278% -47.552 48.586)', '#008000'],
  ['lch(46.2775% 67.9892 134.3912)', '#008000'],
  ['oklab(0.51975 -0.1403 0.10768)', '#008000'],
  ['oklch(0.51975 0.17686 142.495)', '#008000'],
  ['SlateGrey', '#708090'],
  ['transparent', '#00000000'],
] as const)
  test(`${text} is ${expected}`, () => {
    const [wanted, got] = [expected, toHex(readColour(text, 'text'))].map((code) =>
      code
        .slice(1)
        .match(/../g)!
        .map((part) => Number.parseInt(part, 16)),
    )
    for (const [at, part] of wanted!.entries()) assert.ok(Math.abs(part - got![at]!) <= 2, toHex(readColour(text, 'text')))
  })

for (const [text, same] of [
  ['lch(46 -20 40)', 'lch(46 0 40)'],
  ['oklch(1.2 0.1 90)', 'oklch(1 0.1 90)'],
  ['lab(120 20 30)', 'lab(100 20 30)'],
  ['oklab(-0.1 0.1 0)', 'oklab(0 0.1 0)'],
  ['hsl(90 -50% 50%)', 'hsl(90 0% 50%)'],
  ['hsl(100grad 50% 50%)', 'hsl(90 50% 50%)'],
  ['rgb(100% 0% 20%)', 'rgb(255 0 51)'],
  ['lab(50% 40% -40%)', 'lab(50 50 -50)'],
  ['lch(50% 40% 90)', 'lch(50 60 90)'],
  ['oklab(50% 25% -25%)', 'oklab(0.5 0.1 -0.1)'],
  ['oklch(50% 25% 90)', 'oklch(0.5 0.1 90)'],
] as const)
  test(`${text} counts as ${same}, as in browsers`, () => assert.deepEqual(readColour(text, 'text'), readColour(same, 'text')))

test('a colour in every notation', () => {
  const written = Object.fromEntries(writeColour(readColour('dodgerblue', 'text')).map(({ name, value }) => [name, value]))
  assert.deepEqual(written, {
    HEX: '#1e90ff',
    RGB: 'rgb(30 144 255)',
    HSL: 'hsl(209.6 100% 55.9%)',
    HSV: '209.6° 88.2% 100%',
    HWB: 'hwb(209.6 11.8% 0%)',
    CMYK: '88% 44% 0% 0%',
    Lab: 'lab(58.36 0.89 -64.78)',
    LCH: 'lch(58.36 64.79 270.79)',
    Oklab: 'oklab(0.652 -0.0549 -0.182)',
    OKLCH: 'oklch(0.652 0.1901 253.21)',
    Integer: '2003199',
    CSS: 'dodgerblue',
  })
})

for (const [text, name] of [
  ['#1e90fe', '≈ dodgerblue'],
  ['#767676', '≈ gray'],
  ['#f00', 'red'],
] as const)
  test(`${text} has the name ${name}`, () =>
    assert.equal(writeColour(readColour(text, 'text')).find(({ name: notation }) => notation === 'CSS')?.value, name))

test('full-width digits of Chinese keyboards are read', () =>
  assert.equal(toHex(readColour('ｒｇｂ（３０，１４４，２５５）', 'text')), toHex(readColour('#１ｅ９０ｆｆ', 'text'))))

for (const text of ['', '#12', 'rgb(1 2)', 'rgb(1 2 3 4 5)', 'purplish', 'hsl(a b c)'])
  test(`“${text}” is refused`, () => assert.throws(() => readColour(text, 'text'), { name: 'AppError' }))

test('contrast of black on white is 21, of #767676 on white above 4.5', () => {
  assert.equal(toContrast([0, 0, 0], [1, 1, 1]), 21)
  const ratio = toContrast(readColour('#767676', 't').rgb, [1, 1, 1])
  assert.ok(ratio > 4.5 && ratio < 4.6)
})

/** Values of another implementation (Lightning CSS 1.33). */
for (const [text, hex] of [
  ['color(srgb 1 0.5 0 / 50%)', '#ff800080'],
  ['color(srgb-linear .5 .5 none)', '#bcbc00'],
  ['color(display-p3 .5 .25 .75)', '#893bc6'],
  ['color(a98-rgb .5 .25 .75)', '#923ec4'],
  ['color(prophoto-rgb .3 .4 .5)', '#107e96'],
  ['color(rec2020 .5 .4 .3)', '#9a7057'],
  ['color(xyz .3 .4 .5)', '#5cb8b5'],
  ['color(xyz-d50 30% 40% 30%)', '#6bb9a0'],
  ['rgb(50% 0 0)', '#800000'],
] as const)
  test(`${text} is ${hex}`, () => assert.equal(toHex(readColour(text, 'text')), hex))

for (const text of ['color(srgb 1 0)', 'color(cie 1 0 0)', 'color(srgb 1 0 0 / 1 / 1)', 'color(srgb 1 0 0 0)'])
  test(`${text} is refused`, () => assert.throws(() => readColour(text, 'text'), { key: 'bad_input' }))

for (const [text, hex] of [
  ['cmyk(0, 47, 100, 0)', '#ff8700'],
  ['0% 47% 100% 0%', '#ff8700'],
  ['device-cmyk(0% 0% 0% 100%)', '#000000'],
  ['device-cmyk(0 0.47 1 0)', '#ff8700'],
  ['device-cmyk(0 47% 1 0)', '#ff8700'],
  ['hsv(32, 100%, 100%)', '#ff8800'],
  ['HSB(210 88 100)', '#1f8fff'],
  ['32° 100% 100%', '#ff8800'],
  ['255, 136, 0', '#ff8800'],
  ['（255，136，0）', '#ff8800'],
  ['0xFF8800', '#ff8800'],
] as const)
  test(`${text} is ${hex}`, () => assert.equal(toHex(readColour(text, 'text')), hex))

for (const text of ['256, 0, 0', '1, 2', '1 2 3 4', '10 20% 30%', '0xff88'])
  test(`${text} is no colour`, () => assert.throws(() => readColour(text, 'text'), { key: 'bad_input' }))

test('a grey has no hue, whatever space it comes from', () => {
  for (const text of ['lab(23.59 0 0)', 'lch(50 0 120)', 'oklab(0.4 0 0)', 'oklch(70% 0 30)'])
    for (const { name, value } of writeColour(readColour(text, 'text')))
      if (['HSL', 'HSV', 'HWB'].includes(name)) assert.match(value, /^(?:\w+\()?0[ °]/, text)
})

test('HSV and CMYK as they are written are read again', () => {
  for (const hex of ['#1e90ff', '#000000', '#ffffff', '#663399', '#808080']) {
    const rows = writeColour(readColour(hex, 'text')).filter(({ name }) => name === 'HSV' || name === 'CMYK')
    assert.equal(rows.length, 2)
    for (const { value } of rows) {
      const { rgb } = readColour(value, 'text')
      const wanted = readColour(hex, 'text').rgb
      assert.ok(
        rgb.every((part, at) => Math.abs(part - wanted[at]!) < 0.006),
        `${hex}: ${value}`,
      )
    }
  }
})

type Answer = {
  readonly contrast: number
  readonly isInSrgb: boolean
  readonly passes: Readonly<Record<'text' | 'large' | 'strictText' | 'strictLarge', boolean>>
  readonly shades: readonly { readonly step: string; readonly value: string }[]
}
const ask = async (input: Readonly<Record<string, unknown>>) => (await answerTool(tool, input, createTestHost())) as Answer

/** WCAG 2.2, 1.4.3, 1.4.6 and 1.4.11. What falls short by a hundredth falls short. */
for (const [text, against, contrast, passed] of [
  ['#595959', 'white', 7, 'large strictLarge strictText text'],
  ['#5a5a5a', 'white', 6.89, 'large strictLarge text'],
  ['#767676', 'white', 4.54, 'large strictLarge text'],
  ['#777777', 'white', 4.47, 'large'],
  ['#949494', 'white', 3.03, 'large'],
  ['#959595', 'white', 2.99, ''],
  ['white', '#595959', 7, 'large strictLarge strictText text'],
  ['#00000080', 'white', 4, 'large'],
  ['#00000080', 'black', 1, ''],
] as const)
  test(`${text} on ${against}: ${contrast}, good enough for: ${passed || 'nothing'}`, async () => {
    const answer = await ask({ text, against })
    const good = Object.entries(answer.passes).filter(([, isGood]) => isGood)
    assert.equal(answer.contrast, contrast)
    assert.equal(
      good
        .map(([name]) => name)
        .sort()
        .join(' '),
      passed,
    )
  })

test('eleven shades become darker, keep the hue and lie within sRGB', async () => {
  for (const text of ['#1e90ff', 'color(display-p3 0 1 0)', 'yellow']) {
    const { shades } = await ask({ text })
    const polar = shades.map(({ value }) => toPolar(toOklab(readColour(value, 't').rgb)))
    assert.equal(shades.map(({ step }) => step).join(), '50,100,200,300,400,500,600,700,800,900,950')
    assert.deepEqual(
      polar.map(([light]) => light),
      polar.map(([light]) => light).toSorted((a, b) => b - a),
    )
    const [, , hue] = toPolar(toOklab(readColour(text, 't').rgb))
    // Of a byte a part, dark shades have few hues.
    for (const [, , own] of polar.slice(0, 9)) assert.ok(Math.abs(own - hue) < 4, `${text}: ${own} beside ${hue}`)
  }
  assert.equal((await ask({ text: 'color(display-p3 0 1 0)' })).isInSrgb, false)
})

test('a ground that is no colour is refused at its field', () =>
  assert.rejects(
    ask({ text: 'red', against: 'x' }),
    (error: { details: { field: string } }) => error.details.field === 'against',
  ))

for (const text of ['#f00;', 'color: #FF0000;', '--brand: rgb(255 0 0)', '$red:#f00', '@red ：hsl(0，100%，50%)；'])
  test(`the colour of ${text} is read`, async () => {
    const { text: hex } = (await answerTool(tool, { text }, createTestHost())) as { text: string }
    assert.equal(hex, '#ff0000')
  })
