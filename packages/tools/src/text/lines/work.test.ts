import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import tool from './tool.ts'
import { workLines, type LineWork } from './work.ts'

const DEFAULT: LineWork = {
  action: 'sort',
  order: 'natural',
  descending: false,
  ignoreCase: false,
  find: '',
  other: [],
  drop: false,
  prefix: '',
  suffix: '',
  start: 1,
  separator: ', ',
}
const work = (text: string, options: Partial<LineWork>) =>
  workLines(text.split('|'), { ...DEFAULT, ...options }, (size) => crypto.getRandomValues(new Uint8Array(size))).join('|')

for (const [name, text, options, result] of [
  ['Chinese by pinyin', '张三|李四|a10|王五|a2', {}, '李四|王五|张三|a2|a10'],
  ['code points', 'b|a|B', { order: 'text' }, 'B|a|b'],
  ['code points beyond U+FFFF', '😀|～|中|～a|～😀', { order: 'text' }, '中|～|～a|～😀|😀'],
  ['first number, none last', 'x|n 10|n -2', { order: 'number' }, 'n -2|n 10|x'],
  ['a hyphen is no minus', 'item-10|item-9|图-2', { order: 'number' }, '图-2|item-9|item-10'],
  ['commas in groups of three', '1,200 元|999|-12,500.5|1,000,000', { order: 'number' }, '-12,500.5|999|1,200 元|1,000,000'],
  ['commas between numbers', '150,5|100,200|99,1', { order: 'number' }, '99,1|100,200|150,5'],
  ['a fraction needs no zero', 'fig.10|.5|1|-.5|fig.9', { order: 'number' }, '-.5|.5|1|fig.9|fig.10'],
  ['largest number first, none last', 'x|n 10|n -2', { order: 'number', descending: true }, 'n 10|n -2|x'],
  ['last address first, others last', 'x|10.0.0.9|9.0.0.1|::1', { order: 'ip', descending: true }, '::1|10.0.0.9|9.0.0.1|x'],
  ['length in characters', 'ccc|😀😀|b', { order: 'length' }, 'b|😀😀|ccc'],
  ['length', 'ccc|a|bb', { order: 'length', descending: true }, 'ccc|bb|a'],
  ['addresses and networks, others last', 'x|10.0.0.10/24|9.0.0.1|::1', { order: 'ip' }, '9.0.0.1|10.0.0.10/24|::1|x'],
  ['doubles without case', 'A|a|b', { action: 'unique', ignoreCase: true }, 'A|b'],
  ['dropping', 'ab|c|bb', { action: 'filter', find: 'b', drop: true }, 'c'],
  ['numbers', 'a|b', { action: 'number', start: 9, separator: '\\t' }, '9\ta|10\tb'],
  ['splitting', 'a, b|c', { action: 'split' }, 'a|b|c'],
  ['in both lists', 'b|a|b|c', { action: 'common', other: ['b', 'c', 'd'] }, 'b|b|c'],
  ['in the first list alone, without case', 'b|A|c', { action: 'without', other: ['B', 'a'], ignoreCase: true }, 'c'],
  ['trimming', ' a ||  ', { action: 'trim' }, 'a'],
] as const)
  test(name, () => assert.equal(work(text, options), result))

test('blanks around lines and empty lines do not count where they are not wanted', async () => {
  const ask = (input: object) => answerTool(tool, { text: 'b \r\na\r\n\r\n b\r\n', ...input }, createTestHost())
  const unique = { action: 'unique', trimmed: true }
  assert.deepEqual(await ask(unique), { text: 'b\na\n', linesIn: 4, linesOut: 2 })
  assert.deepEqual(await ask({ action: 'without', other: '\uFEFFb\t\r\n', trimmed: true }), {
    text: 'a\n',
    linesIn: 4,
    linesOut: 1,
  })
  assert.deepEqual(await ask({ action: 'unique' }), { text: 'b \na\n\n b\n', linesIn: 4, linesOut: 4 })
})

test('a shuffle keeps every line', () => {
  const lines = Array.from({ length: 500 }, (_, i) => String(i)).join('|')
  const shuffled = work(lines, { action: 'shuffle' })
  assert.notEqual(shuffled, lines)
  assert.equal(work(shuffled, { action: 'sort' }), lines)
})

test('a pattern is searched in each line, with its faults told', async () => {
  const ask = (input: object) =>
    answerTool(tool, { text: 'Error 1\nok\nerror 2\n', action: 'filter', regex: true, ...input }, createTestHost())
  assert.deepEqual(await ask({ find: '^error' }), { text: 'error 2\n', linesIn: 3, linesOut: 1 })
  assert.deepEqual(await ask({ find: '^error', ignoreCase: true, drop: true }), { text: 'ok\n', linesIn: 3, linesOut: 1 })
  await assert.rejects(Promise.resolve(ask({ find: '(' })), { key: 'syntax_error' })
  await assert.rejects(Promise.resolve(ask({ find: '(?=a)' })), /look-around/)
})

/** As sort, uniq -c, tac and paste do with files that end in a line break. */
for (const [input, text, linesIn] of [
  [{ text: 'b\na\n', action: 'sort' }, 'a\nb\n', 2],
  [{ text: 'b\r\na\r\n', action: 'reverse' }, 'a\nb\n', 2],
  [{ text: 'a\nb\na\n', action: 'count' }, '2\ta\n1\tb\n', 3],
  [{ text: 'a\nb\n', action: 'affix', suffix: ';' }, 'a;\nb;\n', 2],
  [{ text: 'a\nb\n', action: 'join' }, 'a, b', 2],
  [{ text: 'a\n\n', action: 'unique' }, 'a\n\n', 2],
  [{ text: '\n', action: 'sort' }, '\n', 1],
] as const)
  test(`${JSON.stringify(input)}: the last line break begins no line`, async () => {
    const answer = (await answerTool(tool, input, createTestHost())) as { text: string; linesIn: number }
    assert.deepEqual([answer.text, answer.linesIn], [text, linesIn])
  })

for (const [action, text] of [
  ['sort', '\uFEFFa\nb\n'],
  ['reverse', '\uFEFFa\nb\n'],
  ['affix', '\uFEFF> b\n> a\n'],
] as const)
  test(`${action}: a byte order mark stays at the head and is part of no line`, async () => {
    const answer = await answerTool(tool, { text: '\uFEFFb\na\n', action, prefix: '> ' }, createTestHost())
    assert.deepEqual(answer, { text, linesIn: 2, linesOut: 2 })
  })

test('a result that a separator or what stands around each line would make too long is refused', async () => {
  const text = 'a\n'.repeat(100_000)
  const long = 'x'.repeat(1000)
  for (const input of [
    { text, action: 'join', separator: long },
    { text, action: 'number', separator: long },
    { text, action: 'affix', suffix: long },
  ])
    await assert.rejects(answerTool(tool, input, createTestHost()), { key: 'too_large', message: /The result is too large/ })
})
