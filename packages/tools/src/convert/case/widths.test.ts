import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toFullWidth, toHalfWidth } from './widths.ts'

for (const [narrow, wide] of [
  ['Hello, World! 123', 'Ｈｅｌｌｏ，　Ｗｏｒｌｄ！　１２３'],
  ['~`@#$%^&*()[]{}<>|\\/', '～｀＠＃＄％＾＆＊（）［］｛｝＜＞｜＼／'],
  ['¥10 £5', '￥１０　￡５'],
  ['中文，。', '中文，。'],
  ['', ''],
] as const)
  test(`“${narrow}” at full width is “${wide}”`, () => assert.equal(toFullWidth(narrow), wide))

test('every sign of ASCII comes back from full width', () => {
  const ascii = Array.from({ length: 95 }, (_, index) => String.fromCharCode(0x20 + index)).join('')
  assert.equal(toHalfWidth(toFullWidth(ascii)), ascii)
  assert.doesNotMatch(toFullWidth(ascii), /[ -~]/)
})

test('at half width Chinese keeps the marks that ASCII has not', () =>
  assert.equal(toHalfWidth('Ｃ＋＋，《书》、“引”。　￥９'), 'C++,《书》、“引”。 ¥9'))

test('katakana of half width is full width with its marks joined, and stays as it is at half width', () => {
  assert.equal(toFullWidth('ｶﾞｲﾄﾞﾌﾟ｡'), 'ガイドプ。')
  assert.equal(toHalfWidth('ガイド'), 'ガイド')
})
