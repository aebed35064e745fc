import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillText, parseAcceptLanguage, toTemplate } from './text.ts'

const headers: [string | undefined, string][] = [
  [undefined, 'en'],
  ['', 'en'],
  ['zh-CN,zh;q=0.9,en;q=0.8', 'zh'],
  ['en-GB,zh;q=0.9', 'en'],
  ['zh;q=0.1, en;q=0.5', 'en'],
  ['zh;q=0, en', 'en'],
  ['fr, zh-TW;q=0.7', 'zh'],
]
for (const [header, lang] of headers)
  test(`Accept-Language ${header} → ${lang}`, () => assert.equal(parseAcceptLanguage(header), lang))

test('a place without a value stays as it is', () =>
  assert.equal(fillText('expected {expected}, got {got}', { got: 33 }), 'expected {expected}, got 33'))

for (const [count, filled] of [
  [1, '1 key, the last one'],
  ['1', '1 key, the last one'],
  [0, '0 keys, the last ones'],
  ['1,000', '1,000 keys, the last ones'],
] as const)
  test(`the words of a number: ${filled}`, () =>
    assert.equal(fillText('{count} {count|key|keys}, the last {count|one|ones}', { count }), filled))

test('documentation shows the words for several', () =>
  assert.equal(toTemplate('{count} {count|key|keys} of {name}, {count|is|are} left'), '{count} keys of {name}, are left'))

test('words of a number that is not given stay as they are', () =>
  assert.equal(fillText('{count} {count|key|keys}', {}), '{count} {count|key|keys}'))

for (const [expected, got, filled] of [
  ['不小于 1 的整数', '空字符串', '应为不小于 1 的整数，收到空字符串'],
  ['IPv4 或 IPv6 地址', '8.8.8', '应为 IPv4 或 IPv6 地址，收到 8.8.8'],
  [1, '', '应为 1，收到 '],
] as const)
  test(`Chinese words have no blank between them: ${filled}`, () =>
    assert.equal(fillText('应为 {expected}，收到 {got}', { expected, got }), filled))

test('the blank behind a place goes in the same way', () =>
  assert.deepEqual(
    ['两', 2].map((count) => fillText('一共 {count} 个', { count })),
    ['一共两个', '一共 2 个'],
  ))
