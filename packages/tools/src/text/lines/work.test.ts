import assert from 'node:assert/strict'
import { test } from 'node:test'
import { workLines, type LineWork } from './work.ts'

const DEFAULT: LineWork = {
  action: 'sort',
  order: 'natural',
  descending: false,
  ignoreCase: false,
  find: '',
  drop: false,
  prefix: '',
  suffix: '',
  start: 1,
  separator: ', ',
}
const work = (text: string, options: Partial<LineWork>) =>
  workLines(text.split('|'), { ...DEFAULT, ...options }, (size) => crypto.getRandomValues(new Uint8Array(size))).join('|')

for (const [name, text, options, result] of [
  ['code points', 'b|a|B', { order: 'text' }, 'B|a|b'],
  ['first number, none last', 'x|n 10|n -2', { order: 'number' }, 'n -2|n 10|x'],
  ['length', 'ccc|a|bb', { order: 'length', descending: true }, 'ccc|bb|a'],
  ['addresses and networks, others last', 'x|10.0.0.10/24|9.0.0.1|::1', { order: 'ip' }, '9.0.0.1|10.0.0.10/24|::1|x'],
  ['doubles without case', 'A|a|b', { action: 'unique', ignoreCase: true }, 'A|b'],
  ['dropping', 'ab|c|bb', { action: 'filter', find: 'b', drop: true }, 'c'],
  ['numbers', 'a|b', { action: 'number', start: 9, separator: '\\t' }, '9\ta|10\tb'],
  ['splitting', 'a, b|c', { action: 'split' }, 'a|b|c'],
  ['trimming', ' a ||  ', { action: 'trim' }, 'a'],
] as const)
  test(name, () => assert.equal(work(text, options), result))

test('a shuffle keeps every line', () => {
  const lines = Array.from({ length: 500 }, (_, i) => String(i)).join('|')
  const shuffled = work(lines, { action: 'shuffle' })
  assert.notEqual(shuffled, lines)
  assert.equal(work(shuffled, { action: 'sort' }), lines)
})
