import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runJq } from './run-jq.ts'
import { readVariables } from './variables.ts'

for (const [title, text, program, out] of [
  ['a path', '{"a":[1,2,{"x":"中文😀"}]}', '.a[]', '1\n2\n{"x":"中文😀"}\n'],
  ['digits stay', '{"a":12345678901234567890,"b":1.0}', '.', '{"a":12345678901234567890,"b":1.0}\n'],
  ['several values', '{"a":1} {"a":2}', '.a', '1\n2\n'],
  [
    'select, group, reduce',
    '[{"k":"x","n":1},{"k":"y","n":2},{"k":"x","n":3}]',
    'group_by(.k) | map({(.[0].k): (map(.n)|add)}) | add',
    '{"x":4,"y":2}\n',
  ],
  ['a look inside', '{"a":1}', '.a | debug | debug("seen") | stderr', '1\n'],
  ['regular expressions', '["Ann","Bo"]', '.[] | select(test("^a"; "i")) | ascii_downcase', '"ann"\n'],
  ['dates', '1425599621', 'todate', '"2015-03-05T23:53:41Z"\n'],
  [
    'formats',
    '["a b","<c>"]',
    '@uri, @html, @csv',
    '"%5B%22a%20b%22%2C%22%3Cc%3E%22%5D"\n"[&quot;a b&quot;,&quot;&lt;c&gt;&quot;]"\n"\\"a b\\",\\"<c>\\""\n',
  ],
  ['a program that begins with a dash', '3', '-1 + .', '2\n'],
  ['no value at all', '[]', '.[]', ''],
] as const)
  test(`jq: ${title}`, async () => assert.equal(await runJq(text, program), out))

test('jq: null to begin with, and values that the program asks for', async () => {
  assert.equal(await runJq('', '1 + 1', { isNull: true }), '2\n')
  assert.equal(await runJq('1 2 3', '[inputs]', { isNull: true }), '[1,2,3]\n')
  assert.equal(await runJq('1 2 3', '., input', { isNull: true }), 'null\n1\n')
})

test('jq: variables are texts or JSON, whatever is in them', async () => {
  const variables = readVariables('city=Oslo, "the" $1\n\n$limit:={"n":12345678901234567890}\r\n_a1 = x=y')
  assert.equal(await runJq('1', '$city, $limit.n, $_a1', { variables }), '"Oslo, \\"the\\" $1"\n12345678901234567890\n" x=y"\n')
  assert.equal(await runJq('1', '$x', { variables: readVariables('x=--help') }), '"--help"\n')
})

for (const [line, message] of [
  ['city', /expected name=text or name:=JSON, got city/],
  ['1a=x', /expected name=text or name:=JSON/],
  ['n:=[1', /expected JSON behind n:=, got n:=\[1/],
] as const)
  test(`jq: “${line}” is no variable`, () => assert.throws(() => readVariables(line), message))

test('jq: raw texts and all values at once', async () => {
  assert.equal(await runJq('"a\\tb"', '.', { isRaw: true }), 'a\tb\n')
  assert.equal(await runJq('1 2 3', 'add', { isSlurped: true }), '6\n')
})

for (const [title, program, error] of [
  ['an unfinished program', '.a |', { key: 'syntax_error', message: /line 1, column 5: .*unexpected end/ }],
  ['an unknown name', '.a\n| .b | nope(1)', { key: 'syntax_error', message: /line 2, column 8: nope\/1 is not defined/ }],
  ['a wrong type', '.a.b', { key: 'unsupported_value', message: /Cannot index number with string "b"/ }],
  ['an error of the program', 'error("no good")', { key: 'unsupported_value', message: /no good/ }],
  ['a module', 'import "x" as x; .', { key: 'unsupported_value', message: /module not found/ }],
] as const)
  test(`jq: ${title} is told`, async () => assert.rejects(runJq('{"a":1}', program), error))

for (const [program, chinese] of [
  ['.a |', '程序不完整，后面还应有内容（syntax error, unexpected end of file）'],
  ['map(.a', '程序不完整，此处应为 ;、)（'],
  ['"abc', '字符串缺少结尾的引号'],
  ['{a b}', '此处应为 }，实为 名称（'],
  ['{a:}', '此处不应为 }（'],
  ['.a[}', '此处有无法识别的字符，或括号不成对（'],
  ['.a b', '程序应在 名称 之前结束'],
  ['nope(1)', '没有接受 1 个参数的函数 nope（'],
  ['$x', '未定义变量 $x（'],
  ['.a.b', '数字没有键“b”'],
  ['.[0]', '对象不能以数字作为下标（'],
  ['.a[]', '.[] 需要数组或对象，实为数字（'],
  ['.a + "x"', '数字与字符串不能相加（'],
  ['1/0', '除数不能为零（'],
  ['"x" | tonumber', '“x”不是数字'],
  ['error("no good")', 'no good'],
] as const)
  test(`jq: ${program} is refused in Chinese`, async () =>
    assert.rejects(runJq('{"a":1}', program), ({ details }) => {
      assert.ok(details.reason.zh.startsWith(chinese), details.reason.zh)
      assert.doesNotMatch(details.reason.en, /[一-鿿]/)
      return true
    }))

test('jq: nothing of the host can be seen', async () => {
  const seen = await runJq('null', '[$ENV, env, input_filename, get_search_list]')
  assert.doesNotMatch(seen, new RegExp(process.cwd()))
  assert.ok(!process.env.HOME || !seen.includes(`"${process.env.HOME}"`))
})

test('jq: 2 MB go through, and the exit status of the host stays', async () => {
  const text = JSON.stringify(Array.from({ length: 60_000 }, (_, id) => ({ id, name: `name ${id}` })))
  const since = performance.now()
  const out = await runJq(text, 'map(select(.id % 2 == 0))')
  assert.equal(JSON.parse(out).length, 30_000)
  assert.ok(performance.now() - since < 60_000)
  assert.equal(process.exitCode, undefined)
})

test('jq: runs side by side do not mix', async () => {
  const outs = await Promise.all(Array.from({ length: 5 }, (_, n) => runJq(String(n), '. * 10')))
  assert.deepEqual(outs, ['0\n', '10\n', '20\n', '30\n', '40\n'])
})

for (const program of ['def f: 1 + f; f', '"x" * 1000000000', 'reduce range(100) as $i ("x"; . + .) | length'])
  test(`jq: ${program} ends with an error`, async () => assert.rejects(runJq('null', program), { key: 'too_large' }))

test('jq: places in a text are counted in characters', async () => {
  assert.equal(await runJq('"中文中"', '[index("文"), rindex("中"), indices("中")]'), '[1,2,[0,2]]\n')
  await assert.rejects(runJq('1', '"中文" | nope(1)'), {
    key: 'syntax_error',
    message: /line 1, column 8: nope\/1 is not defined/,
  })
})
test('jq: what 1.8 brings', async () => {
  assert.equal(
    await runJq('" x "', 'trim, ("a,b" | ltrimstr("a")), (1 | -12345678901234567890)'),
    '"x"\n",b"\n-12345678901234567890\n',
  )
  await assert.rejects(runJq('1', 'limit(-1; 1)'), /negative count/)
})
test('jq: an error stays one behind a text without a line end, and other texts are none', async () => {
  await assert.rejects(
    runJq('1 2', 'if . == 1 then ("seen" | stderr | error("no good")) else . end'),
    ({ details }) => details.reason.en === 'no good',
  )
  await assert.rejects(runJq('1', 'error({a: 1})'), ({ details }) => details.reason.en === '{"a":1}')
  assert.equal(await runJq('1', '"jq: fine\\n" | stderr'), '"jq: fine\\n"\n')
})
for (const [text, format, seconds] of [
  ['12:05 PM 2024-04-03', '%I:%M %p %Y-%m-%d', Date.UTC(2024, 3, 3, 12, 5)],
  ['12:05 am 2024-04-03', '%I:%M %p %Y-%m-%d', Date.UTC(2024, 3, 3, 0, 5)],
  ['2024 366', '%Y %j', Date.UTC(2024, 11, 31)],
  ['0001-01-01T00:00:00Z', '%Y-%m-%dT%H:%M:%SZ', -62_135_596_800_000],
] as const)
  test(`jq: strptime reads ${text}`, async () => {
    assert.equal(await runJq(JSON.stringify(text), `strptime("${format}") | mktime`), `${seconds / 1000}\n`)
  })
test('jq: years before 100, and what is behind a date', async () => {
  assert.equal(
    await runJq('-62135596800', 'gmtime, todate, (gmtime | strflocaltime("%F %a"))'),
    '[1,0,1,0,0,0,1,0]\n"0001-01-01T00:00:00Z"\n"0001-01-01 Mon"\n',
  )
  assert.equal(await runJq('"2024年02月29日"', 'strptime("%Y年%m月%d日")'), '[2024,1,29,0,0,0,4,59]\n')
  await assert.rejects(runJq('"2024-02-29x"', 'strptime("%Y-%m-%d")'), /does not match format/)
})
for (const [program, text] of [
  ['todate', '1425599621000000'],
  ['localtime', '-1425599621000000'],
  ['mktime', '[999999,0,1,0,0,0,0,0]'],
  ['strflocaltime("%Y")', '[999999,0,1,0,0,0,0,0]'],
] as const)
  test(`jq: ${program} refuses ${text} instead of the year 1900`, async () =>
    assert.rejects(runJq(text, program), { key: 'unsupported_value', message: /expected seconds since 1970/ }))
test('jq: formats that it cannot write are told as such', async () => {
  await assert.rejects(runJq('0', 'strftime([])'), { key: 'unsupported_value', message: /requires a string format/ })
  await assert.rejects(runJq('0', 'strftime("%Z")'), { key: 'unsupported_value', message: /conversion that is not known here/ })
})

test('jq: input without a further value is told as such', async () => {
  await assert.rejects(runJq('1', 'input'), /“input” found no further value/)
  assert.equal(await runJq('1 2 3', '[., inputs]'), '[1,2,3]\n')
})
