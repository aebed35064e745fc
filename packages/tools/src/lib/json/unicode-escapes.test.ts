import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { anyCharacter } from '@octet/core/testing/any-character.ts'
import { findEscaper } from './unicode-escapes.ts'

const toCharacters = findEscaper('characters')!
const toAscii = findEscaper('ascii')!

for (const [raw, expected] of [
  [String.raw`"\u4e2d\u6587"`, '"中文"'],
  [String.raw`"\u4E2D a\ud83d\ude00\u4e2d"`, '"中 a😀中"'],
  [String.raw`"\u00e9\u003c\u3000"`, '"é<\u3000"'],
  // What ends or changes the string, or is not seen, stays escaped.
  [
    String.raw`"\u0022 \u005c \u0000 \u000a \u200b \u202e \u00a0 \ud83d"`,
    String.raw`"\u0022 \u005c \u0000 \u000a \u200b \u202e \u00a0 \ud83d"`,
  ],
  [String.raw`"\\u4e2d \\\u4e2d"`, String.raw`"\\u4e2d \\中"`],
  [String.raw`'\u0027\u0022'`, String.raw`'\u0027"'`],
  ['12', '12'],
] as const)
  test(`${raw} is written ${expected}`, () => assert.equal(toCharacters(raw), expected))

test('ASCII alone, pairs as two escapes', () => assert.equal(toAscii('"中 é😀~"'), String.raw`"\u4e2d \u00e9\ud83d\ude00~"`))

test('both ways keep the value', () =>
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      const raw = JSON.stringify(text)
      assert.equal(JSON.parse(toAscii(raw)), text)
      assert.equal(JSON.parse(toCharacters(toAscii(raw))), text)
      assert.match(toAscii(raw), /^[\x20-\x7e]*$/)
    }),
  ))
