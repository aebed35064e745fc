import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillText, parseAcceptLanguage } from './text.ts'

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
