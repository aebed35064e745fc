import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CHINESE_COLOUR_NAMES } from './chinese-names.ts'
import { COLOUR_NAMES } from './names.ts'
import { readColour } from './notation.ts'

test('each Chinese word stands for a name of CSS', () => {
  for (const [word, name] of CHINESE_COLOUR_NAMES) {
    assert.match(word, /^\p{sc=Han}+$/u)
    assert.ok(name === 'transparent' || COLOUR_NAMES.has(name), `${word}: ${name}`)
  }
})

for (const [text, name] of [
  ['天蓝', 'skyblue'],
  ['天蓝色', 'skyblue'],
  ['深红', 'darkred'],
  ['米色', 'beige'],
  ['藏青色', 'navy'],
  ['红', 'red'],
  ['sky blue', 'skyblue'],
  ['Dark Red', 'darkred'],
  ['dark-grey', 'darkgray'],
  ['light goldenrod yellow', 'lightgoldenrodyellow'],
] as const)
  test(`“${text}” is ${name}`, () => assert.deepEqual(readColour(text, 'text'), readColour(name, 'text')))

for (const text of ['Pantone 185 C', '潘通 185', 'very nice', '蓝天', '色'])
  test(`of “${text}” the refusal says what is understood`, () =>
    assert.throws(() => readColour(text, 'text'), /a CSS name such as sky blue.*no names of Pantone/))
