import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { readColour, toHex, writeColour } from '../../lib/colour/notation.ts'
import { toContrast } from '../../lib/colour/space.ts'

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
] as const)
  test(`${text} counts as ${same}, as in browsers`, () => assert.deepEqual(readColour(text, 'text'), readColour(same, 'text')))

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
