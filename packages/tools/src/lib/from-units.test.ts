import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { anyCharacter } from '@octet/core/testing/any-character.ts'
import { fromUnits } from './from-units.ts'

test('units become the text they are of, lone surrogates and long ones too', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      const whole = `${text}\ud800`.repeat(2000)
      const units = Uint16Array.from({ length: whole.length }, (_, at) => whole.charCodeAt(at))
      assert.equal(fromUnits(units), whole)
    }),
    { numRuns: 20 },
  )
  assert.equal(fromUnits(Uint8Array.of(0, 0x80, 0xff)), '\0\x80\xff')
})

test('units are given in pieces, not one by one', (t) => {
  const { mock } = t.mock.method(String, 'fromCharCode')
  assert.equal(fromUnits(new Uint16Array(100_000).fill(0x61)), 'a'.repeat(100_000))
  assert.equal(mock.callCount(), 13)
})
