import assert from 'node:assert/strict'
import { test } from 'node:test'
import { syntaxError } from './syntax-error.ts'

const reason = { en: 'expected a value', zh: '此处应为一个值' }
const wordsOf = (text: string, offset: number) => syntaxError({ format: 'X', text, offset, reason }).details['reason']

for (const [text, offset, mark, meant] of [
  ['a=“1”', 2, '“', '"'],
  ['where x＝1；', 7, '＝', '='],
  ['b：2', 0, '：', ':'],
  ['名字。x', 0, '。', '.'],
] as const)
  test(`${mark} of an input method is pointed out in ${text}`, () =>
    assert.deepEqual(wordsOf(text, offset), {
      en: `expected a value; ${mark} is full-width Chinese punctuation, write ${meant}`,
      zh: `此处应为一个值；此处的 ${mark} 是中文标点，请改为 ${meant}`,
    }))

for (const [text, offset] of [
  ['a = ) -- 你好，世界', 4],
  ['a=1', 2],
  ['x ，', 0],
] as const)
  test(`nothing is said of marks away from the place: ${text}`, () => assert.deepEqual(wordsOf(text, offset), reason))

test('a reason repeats no more than the beginning of a long word', () => {
  const said = { en: `expected </${'é'.repeat(61)}>`, zh: `应为 </${'é'.repeat(60)}>` }
  const words = syntaxError({ format: 'X', text: 'x', offset: 0, reason: said }).details['reason']
  assert.deepEqual(words, { en: `expected </${'é'.repeat(40)}…>`, zh: said.zh })
})
