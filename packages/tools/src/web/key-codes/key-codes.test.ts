import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findKeys, KEYS } from './keys.ts'

const ROWS: readonly (readonly [string, readonly string[]])[] = [
  ['a', ['KeyA']],
  ['65', ['KeyA']],
  ['KeyA', ['KeyA']],
  [' ', ['Space']],
  ['ctrl', ['ControlLeft', 'ControlRight']],
  ['回车', ['Enter', 'NumpadEnter']],
  ['1', ['Digit1', 'Numpad1']],
  ['meta', ['MetaLeft', 'MetaRight']],
  [',', ['Comma']],
  ["'", ['Quote']],
  ['volume', ['AudioVolumeMute', 'AudioVolumeDown', 'AudioVolumeUp']],
  ['Ctrl + C', ['ControlLeft', 'ControlRight', 'KeyC']],
  ['shift+F5', ['ShiftLeft', 'ShiftRight', 'F5']],
  ['ctrl+zzz', []],
  ['__proto__', []],
  ['constructor', []],
]
for (const [query, codes] of ROWS)
  test(`“${query}” finds ${codes.join(', ') || 'nothing'}`, () =>
    assert.deepEqual(
      findKeys(query).map(({ code }) => code),
      codes,
    ))

test('every code is there once, with a number', () => {
  assert.equal(new Set(KEYS.map(({ code }) => code)).size, KEYS.length)
  for (const { code, keyCode, key } of KEYS) assert.ok(keyCode > 0 && key !== '', code)
})
