import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { queryJmespath } from './jmespath.ts'
import { createStandIns } from './stand-ins.ts'
import { parseJsonTree } from './tree.ts'
import { writeJson } from './write.ts'

const TEXT = '{"p":[{"n":"a","v":3},{"n":"b","v":1}],"s":"x"}'

for (const [expression, expected] of [
  ['p[?v > `2`].n', '["a"]'],
  ['sort_by(p, &v)[*].n', '["b","a"]'],
  ['{count: length(p), last: p[-1].n}', '{"count":2,"last":"b"}'],
  ['missing.x', 'null'],
  ['constructor', 'null'],
  ['{a: constructor, b: __proto__}', '{"a":null,"b":null}'],
] as const)
  test(`JMESPath ${expression}`, async () => assert.equal(await queryJmespath(parseJsonTree(TEXT), expression), expected))

for (const [expression, error] of [
  ['p[', { key: 'syntax_error', message: /column 3/ }],
  ['p b', { key: 'syntax_error', message: /column 3/ }],
  ['p | #', { key: 'syntax_error', message: /column 5/ }],
  ['length(`1`)', { key: 'unsupported_value', message: /expected argument 1/ }],
  ['nope(p)', { key: 'unsupported_value', message: /nope/ }],
] as const)
  test(`JMESPath ${expression} is refused`, async () => assert.rejects(queryJmespath(parseJsonTree(TEXT), expression), error))

for (const [expression, chinese] of [
  ['p[', '表达式不完整，[ 之后应为数字、*、? 或 ]（Expected Star, got: EOF）'],
  ['p[a]', '[ 之后应为数字、*、? 或 ]，实为名称（'],
  ['p[*', '表达式不完整，缺少 ]（'],
  ['{a}', '此处应为 :，实为 }（'],
  ['p b', '此处不应为 b（'],
  ['p ==', '表达式不完整，后面还应有内容（'],
  ['p | #', 'JMESPath 不使用字符 #（'],
  ['p-1', '减号不能用于名称或运算'],
  ['p.', '表达式中缺少一部分'],
  ['p[1:a]', '切片的下标应为整数（'],
  ['nope(p)', '没有函数 nope()（'],
  ['length(`1`)', 'length() 的第 1 个参数应为字符串或数组或对象，实为数字（'],
  ['sum(s)', 'sum() 的第 1 个参数应为数字数组，实为字符串（'],
  ['sort_by(p)', 'sort_by() 需要 2 个参数，实为 1 个（'],
  ['sort_by(p, &missing)', '用于排序的值应全为数字或全为字符串（'],
] as const)
  test(`JMESPath ${expression} is refused in Chinese`, async () =>
    assert.rejects(queryJmespath(parseJsonTree(TEXT), expression), ({ details }) => {
      assert.ok(details.reason.zh.startsWith(chinese), details.reason.zh)
      assert.doesNotMatch(details.reason.en, /[一-鿿]/)
      return true
    }))

const NUMBERS = '[{"id":1234567890123456781,"n":1.0},{"id":1234567890123456782,"n":2.50},{"id":1234567890123456780,"n":1E400}]'
for (const [expression, expected] of [
  ['[*].[id, n]', '[[1234567890123456781,1.0],[1234567890123456782,2.50],[1234567890123456780,1E400]]'],
  ['[?id == `1234567890123456782`].n', '[2.50]'],
  ['[?id > `1234567890123456780`].id', '[1234567890123456781,1234567890123456782]'],
  ['sort_by(@, &id)[0].n', '1E400'],
  ['max([*].id)', '1234567890123456782'],
  ['contains([*].id, `1234567890123456783`)', 'false'],
  ['[?n > `1`] | length(@)', '2'],
  ['[?n == `1e0`].n | [0]', '1.0'],
  ['sum([0:2].n)', '3.5'],
  ['`[1.50, "a`b", 1E999]`'.replace('a`b', 'a\\`b'), '[1.50,"a`b",1E999]'],
  ['[0].{"`1`": n, a: \'`1.0`\'}', '{"`1`":1.0,"a":"`1.0`"}'],
] as const)
  test(`JMESPath keeps digits: ${expression}`, async () =>
    assert.equal(await queryJmespath(parseJsonTree(NUMBERS), expression), expected))

test('stand-ins keep order and equality, and give the digits back', () =>
  fc.assert(
    fc.property(
      fc.array(fc.bigInt({ min: 2n ** 53n - 20n, max: 2n ** 53n + 60n }), { minLength: 1, maxLength: 40 }),
      (values) => {
        for (const sign of ['', '-'])
          for (const power of ['', '0'.repeat(400), 'e-400']) {
            const raws = values.map((value) => `${sign}${value}${power}`)
            const tree = parseJsonTree(`[${raws.join()}]`)
            const numbers = createStandIns([tree])
            const doubles = JSON.parse(writeJson(numbers.put(tree), { indent: '' })) as number[]
            assert.deepEqual(doubles.map(numbers.toDigits), raws)
            values.forEach((a, i) =>
              values.forEach((b, j) => {
                const order = Math.sign(Number(a - b)) * (sign ? -1 : 1)
                assert.equal(Math.sign(doubles[i]! - doubles[j]!), order || 0)
              }),
            )
          }
      },
    ),
    { numRuns: 20 },
  ))
