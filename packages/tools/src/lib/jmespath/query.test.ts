import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { isAppError } from '@octet/core/errors.ts'
import { compareNumbers } from '../json/number.ts'
import { parseJsonTree } from '../json/tree.ts'
import { queryJmespath } from './query.ts'

const run = (text: string, expression: string) => queryJmespath(parseJsonTree(text), expression)

const TEXT =
  '{"p":[{"n":"a","v":3},{"n":"b","v":1},{"n":"c"}],"s":"x","o":{"a":{"y":1},"b":{"y":2}},"m":[[1,2],[3],4],"e":[],"z":null}'
for (const [expression, expected] of [
  ['p[?v > `2`].n', '["a"]'],
  // What is missing is null, and null is neither less nor more than a number.
  ['p[?v < `2`].n', '["b"]'],
  ['p[?none < `2`]', '[]'],
  ['p[?n < `"b"`]', '[]'],
  ['`"a"` < `"b"`', 'null'],
  ['p[?v == null].n', '["c"]'],
  ['p[?!v].n', '["c"]'],
  ["p[?n == 'a' || n == 'b'].v", '[3,1]'],
  ["p[?n != 'a' && v].v", '[1]'],
  ['sort_by(p[?v], &v)[*].n', '["b","a"]'],
  ['{count: length(p), last: p[-1].n}', '{"count":3,"last":"c"}'],
  ['missing.x', 'null'],
  ['missing.[x]', 'null'],
  ['missing.*', 'null'],
  ['missing.type(@)', '"null"'],
  ["missing.not_null(@, 'none')", '"none"'],
  ['p[*].v', '[3,1]'],
  ['p[*].{a: n, b: v}[] | [2]', '{"a":"c","b":null}'],
  ['p[*].[n, v]', '[["a",3],["b",1],["c",null]]'],
  ['p[].n', '["a","b","c"]'],
  ['m[]', '[1,2,3,4]'],
  ['m[][]', '[1,2,3,4]'],
  ['m[*][0]', '[1,3]'],
  ['m[*] | [0]', '[1,2]'],
  ['m[0:2][0]', '[1,3]'],
  ['m[::-1] | [0]', '4'],
  ['m[-2:]', '[[3],4]'],
  ['m[5:0:-2]', '[4]'],
  ['m[-9:9]', '[[1,2],[3],4]'],
  ['m[9]', 'null'],
  ['s[0]', 'null'],
  ['s[0:1]', 'null'],
  ['o.*.y', '[1,2]'],
  ['*.*.y', '[[1,2]]'],
  ['o.[a.y, b.y]', '[1,2]'],
  ['z.{a: b}', 'null'],
  ['z || s', '"x"'],
  ['e || s', '"x"'],
  ['s && e', '[]'],
  ['!e', 'true'],
  ['!s', 'false'],
  ['(s || z) == s', 'true'],
  ['@.s', '"x"'],
  ['"s"', '"x"'],
  ['"a b".c', 'null'],
  ['`{"b":[1]}`.b[0]', '1'],
  ["'a\\'b\\n'", '"a\'b\\\\n"'],
  ['`a "`', 'refused'],
  ['`foo`', '"foo"'],
  ['`"a\\`b"`', '"a`b"'],
  ['&s', 'null'],
  ['constructor', 'null'],
  ['p[?constructor]', '[]'],
  ['{a: constructor, b: __proto__}', '{"a":null,"b":null}'],
  ['abs(`-1.50`)', '1.50'],
  ['avg(m[0])', '1.5'],
  ['avg(e)', 'null'],
  ['ceil(`1.2`)', '2'],
  ['[ceil(`-1.2`), floor(`-1.2`), floor(`-0.0`), ceil(`-0.5`), floor(`1e2`)]', '[-1,-2,0,0,100]'],
  ['contains(m[0], `2.0`)', 'true'],
  ["contains(s, 'x')", 'true'],
  ['contains(s, `1`)', 'false'],
  ["ends_with('abc', 'bc')", 'true'],
  ["starts_with('abc', 'bc')", 'false'],
  ["join(', ', p[*].n)", '"a, b, c"'],
  ['keys(o)', '["a","b"]'],
  ['values(o)[*].y', '[1,2]'],
  ["length('😀b')", '2'],
  ["reverse('😀b')", '"b😀"'],
  ['reverse(m[0])', '[2,1]'],
  ['map(&v, p)', '[3,1,null]'],
  ['[max(m[0]), min(m[0]), max(e)]', '[2,1,null]'],
  ["max(['b', 'a'])", '"b"'],
  ["sort(['\uFF5E', '😀', 'a'])", '["a","\uFF5E","😀"]'],
  ['max_by(p[?v], &v).n', '"a"'],
  ['min_by(p[?v], &v).n', '"b"'],
  ['min_by(e, &v)', 'null'],
  ['merge(o, {a: s}, {c: z})', '{"a":"x","b":{"y":2},"c":null}'],
  ['not_null(z, none, s)', '"x"'],
  ['sum(m[0])', '3'],
  ['sum(e)', '0'],
  ['to_array(s)', '["x"]'],
  ['to_array(e)', '[]'],
  ['[to_number(`"-1.50"`), to_number(s), to_number(`"0x1"`), to_number(`7`)]', '[-1.50,null,null,7]'],
  ['[to_string(o.a), to_string(s)]', '["{\\"y\\":1}","x"]'],
  ['[type(s), type(z), type(e), type(o), type(`1`), type(`true`)]', '["string","null","array","object","number","boolean"]'],
] as const)
  if (expected !== 'refused') test(`JMESPath ${expression}`, () => assert.equal(run(TEXT, expression), expected))
  else test(`JMESPath ${expression} is refused`, () => assert.throws(() => run(TEXT, expression), { key: 'syntax_error' }))

test('of a key that comes twice the last value counts', () =>
  assert.equal(run('{"a":1,"b":2,"a":3}', '[a, keys(@), values(@), *]'), '[3,["a","b"],[3,2],[3,2]]'))

for (const [expression, error] of [
  ['p[', { key: 'syntax_error', message: /column 3: expected a number, a slice, \* or \?, but the expression ends here/ }],
  ['p b', { key: 'syntax_error', message: /column 3: b cannot stand here/ }],
  ['p | #', { key: 'syntax_error', message: /column 5: JMESPath has no character #/ }],
  ['p.', { key: 'syntax_error', message: /column 3/ }],
  ['', { key: 'syntax_error', message: /column 1/ }],
  ['length(s s)', { key: 'syntax_error', message: /column 10/ }],
  ['[s s]', { key: 'syntax_error', message: /column 4/ }],
  ['{a: s,}', { key: 'syntax_error', message: /column 7/ }],
  ['s[1.5]', { key: 'syntax_error', message: /column 4/ }],
  ["'a", { key: 'syntax_error', message: /the closing ' is missing/ }],
  ['s = s', { key: 'syntax_error', message: /equality is ==/ }],
  ['"\\x"', { key: 'syntax_error', message: /no JSON string/ }],
  ['"length"(s)', { key: 'syntax_error', message: /takes no quotes/ }],
  ['s.length(@)(@)', { key: 'syntax_error', message: /only a name can be called/ }],
  ['('.repeat(300), { key: 'syntax_error', message: /more than 200 levels/ }],
  ['m[9007199254740993]', { key: 'syntax_error', message: /is no index/ }],
  [
    'length(`1`)',
    { key: 'unsupported_value', message: /argument 1 of length\(\) must be a string or an array or an object, got number/ },
  ],
  ["sum(['a'])", { key: 'unsupported_value', message: /must be an array of numbers, got array/ }],
  ['map(s, p)', { key: 'unsupported_value', message: /must be an expression, got string/ }],
  ['type(&s)', { key: 'unsupported_value', message: /must be a JSON value, got expression/ }],
  ['length(&s)', { key: 'unsupported_value', message: /got expression/ }],
  ['nope(p)', { key: 'unsupported_value', message: /no function nope/ }],
  ['constructor(p)', { key: 'unsupported_value', message: /no function constructor/ }],
  ['merge()', { key: 'unsupported_value', message: /at least 1 argument, got 0/ }],
  ['sort_by(p, &v)', { key: 'unsupported_value', message: /all be numbers or all be texts/ }],
  ['m[::0]', { key: 'unsupported_value', message: /step/ }],
] as const)
  test(`JMESPath ${expression.slice(0, 40)} is refused`, () => assert.throws(() => run(TEXT, expression), error))

for (const [expression, chinese] of [
  ['p[', '[ 之后应为数字、切片、* 或 ?，表达式到此结束'],
  ['p[a]', '[ 之后应为数字、切片、* 或 ?，实为 a'],
  ['p[*', '[ 之后应为数字、切片、* 或 ?，实为 *'],
  ['{a}', '此处应为 :，实为 }'],
  ['p b', '此处不应为 b'],
  ['p ==', '此处应为键名、函数或其他表达式，表达式到此结束'],
  ['p | #', 'JMESPath 不使用字符 #'],
  ['p-1', '减号只能写在数字前；含减号的键名请加双引号'],
  ['p-a', '减号只能写在数字前；含减号的键名请加双引号'],
  ['p.', '点号之后应为键名、*、[ 或 {，表达式到此结束'],
  ['p[1:a]', '切片的下标应为整数'],
  ['nope(p)', '没有函数 nope()'],
  ['length(`1`)', 'length() 的第 1 个参数应为字符串或数组或对象，实为数字'],
  ['sum(s)', 'sum() 的第 1 个参数应为数字数组，实为字符串'],
  ['type(&s)', 'type() 的第 1 个参数应为 JSON 值，实为表达式（&…）'],
  ['sort_by(p)', 'sort_by() 需要 2 个参数，实为 1 个'],
  ['sort_by(p, &missing)', '用于排序的值应全为数字或全为字符串'],
] as const)
  test(`JMESPath ${expression} is refused in Chinese`, () =>
    assert.throws(
      () => run(TEXT, expression),
      (error: unknown) => {
        assert.ok(isAppError(error))
        const { en, zh } = error.details['reason'] as { en: string; zh: string }
        assert.equal(zh, chinese)
        assert.doesNotMatch(en, /[一-鿿]/)
        return true
      },
    ))

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
  ['sum([*].n)', 'null'],
  ['floor([1].id)', '1234567890123456782'],
  ['`[1.50, "a\\`b", 1E999]`', '[1.50,"a`b",1E999]'],
  ['[0].{"`1`": n, a: \'`1.0`\'}', '{"`1`":1.0,"a":"`1.0`"}'],
] as const)
  test(`JMESPath keeps digits: ${expression}`, () => assert.equal(run(NUMBERS, expression), expected))

test('what doubles itself again and again is ended', () =>
  assert.throws(() => run('[1,2,3,4]', '[@,@][]|'.repeat(40) + '@'), { key: 'unsupported_value', message: /grows too large/ }))

test('numbers are ordered by value, however long', () =>
  fc.assert(
    fc.property(fc.array(fc.bigInt({ min: 2n ** 53n - 20n, max: 2n ** 53n + 60n }), { minLength: 2, maxLength: 8 }), (values) => {
      for (const sign of ['', '-'])
        for (const power of ['', '.0', '0'.repeat(400), 'e-400'])
          values.forEach((a) =>
            values.forEach((b) => {
              const order = Math.sign(Number(a - b)) * (sign ? -1 : 1)
              assert.equal(Math.sign(compareNumbers(`${sign}${a}${power}`, `${sign}${b}${power}`)), order || 0)
            }),
          )
    }),
    { numRuns: 20 },
  ))

test('an expression of any signs is answered or refused in words', () =>
  fc.assert(
    fc.property(
      fc.array(
        fc.constantFrom(
          'p',
          's',
          'length',
          '"a"',
          '`1`',
          "'x'",
          '1',
          '-1',
          '&',
          '@',
          '!',
          '*',
          ...'.[](){}:,|<>='.split(''),
          '[?',
          '||',
          '==',
        ),
        { maxLength: 12 },
      ),
      (words) => {
        try {
          JSON.parse(run(TEXT, words.join('')))
        } catch (error) {
          assert.ok(isAppError(error), String(error))
        }
      },
    ),
    { numRuns: 500 },
  ))
