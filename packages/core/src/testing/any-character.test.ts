import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { anyCharacter, toCharacter, toPlace } from './any-character.ts'

const [LAST_PLACE, BEFORE_SURROGATES] = [0x10f7ff, 0xd7ff]

test('the characters before and behind the surrogates follow each other, and nothing comes after the last one', () => {
  assert.deepEqual([0, BEFORE_SURROGATES, BEFORE_SURROGATES + 1, LAST_PLACE].map(toCharacter), [
    '\0',
    '\ud7ff',
    '\ue000',
    '\u{10ffff}',
  ])
  assert.throws(() => toCharacter(LAST_PLACE + 1), RangeError)
})

test('every character has its place', () => {
  fc.assert(fc.property(fc.nat(LAST_PLACE), (place) => assert.equal(toPlace(toCharacter(place)), place)))
})

for (const [name, value] of [
  ['nothing', ''],
  ['two characters', 'ab'],
  ['half of a pair', '\ud800'],
  ['the other half', '\udfff'],
  ['a number', 7],
] as const)
  test(`no place for ${name}`, () => assert.throws(() => toPlace(value), TypeError))

test('a string of them shrinks to the shortest that fails', () => {
  const { counterexample } = fc.check(
    fc.property(fc.string({ unit: anyCharacter }), (text) => !/[^\0-\xff]/.test(text)),
    { seed: 1, numRuns: 1000 },
  )
  assert.deepEqual(counterexample, ['\u0100'])
})
