import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { Composer, parse } from 'yaml'
import { readYaml } from '../data/read-yaml.ts'
import { refuseNonFinite } from '../data/refuse-non-finite.ts'
import { toYaml } from '../data/to-yaml.ts'
import { parseJsonTree } from '../json/tree.ts'
import { writeJson } from '../json/write.ts'
import { formatYaml } from './format.ts'

const format = (text: string, isFlow = false) => formatYaml(text, { indent: 2, version: '1.2', isFlow })

for (const [text, expected] of [
  ['? a\n? b\nc:\n', 'a:\nb:\nc:\n'],
  ['? a\n? &x b\n', '? a\n? &x b\n'],
  ['---\na: 1\n? b\n&x c: 3\n', '---\na: 1\nb:\n&x c: 3\n'],
] as const)
  test(`keys without a value stay: ${JSON.stringify(text)}`, async () => assert.equal(await format(text), expected))

for (const [text, expected] of [
  ['# a\n\n\n  # b\n', '# a\n\n# b\n'],
  ['  # a\r\n', '# a\n'],
  ['---\n---\n', '---\n---\n'],
  ['a: 1\n---\n\n', 'a: 1\n---\n'],
  ['# a\n...\n', '# a\n'],
  ['...\n# a\n... # b\n', '# a\n# b\n'],
  ['...\n', ''],
  ['a: 1\n...\n...\n', 'a: 1\n...\n'],
  ['# a\n...\n---\nb: 1\n', '# a\n---\nb: 1\n'],
  ['%YAML 1.1\n---\n', '%YAML 1.1\n---\n'],
] as const)
  test(`nothing but comments, and documents of nothing, stay: ${JSON.stringify(text)}`, async () => {
    assert.equal(await format(text), expected)
    assert.equal(await format(expected), expected)
  })

test('comments alone are nothing on one line', async () => assert.equal(await format('# a\n', true), ''))

for (const [text, expected] of [
  ['b: 1\n\na: 2\n', 'a: 2\n\nb: 1\n'],
  ['- d: 1\n\n  # of c\n  c: 2\n- e: 3\n', '# of c\n- c: 2\n\n  d: 1\n- e: 3\n'],
  ['x: &y\n  b: !t 1\n\n  # of a\n  a: 2\n', 'x:\n  # of a\n  &y\n  a: 2\n\n  b: !t 1\n'],
] as const)
  test(`keys are sorted once and for all, without an empty line before the first: ${JSON.stringify(text)}`, async () => {
    const sort = (each: string) => formatYaml(each, { indent: 2, version: '1.2', sortsKeys: true })
    assert.equal(await sort(text), expected)
    assert.equal(await sort(expected), expected)
  })

for (const [text, expected] of [
  ['-\n- a\n-\n', '[null, a, null]\n'],
  ['a:\n- - \n  - !!str\n  - &x\nb:\n', '{a: [[null, !!str , &x ]], b:}\n'],
] as const)
  test(`items of nothing stay between brackets: ${JSON.stringify(text)}`, async () => {
    assert.equal(await format(text, true), expected)
    assert.deepEqual(parse(expected), parse(text))
  })

test('bytes come in lines of 76 characters, and no text is folded', async () => {
  const line = 'QUJD'.repeat(30)
  const text = `a: !!binary |-\n  ${line.slice(0, 76)}\n  ${line.slice(76)}\nb: ${'word '.repeat(40)}end\n`
  assert.equal(await format(text), text)
})

for (const [name, text, width, expected] of [
  ['what cannot be printed', String.raw`? ["\x7F\x9F\uFFFE\uFEFF"]` + '\n', 2, String.raw`? ["\u007f\u009f\ufffe\ufeff"]` + '\n'],
  ['line breaks of YAML 1.1', String.raw`? ["\N\L\P"]` + '\n', 2, String.raw`? ["\u0085\u2028\u2029"]` + '\n'],
  ['a text that is the document', '>-\n  a\n', 2, '>-\n  a\n'],
  ['a text that begins with a space', 'a: |2-\n   x\n', 4, 'a: |4-\n     x\n'],
  ['such a text in a list', '- |2-\n   x\n', 4, '- |2-\n   x\n'],
  ['such a text that is the document', '|2-\n   x\n', 4, '|2-\n   x\n'],
  ['maps as keys', '? a: 1\n  b: 2\n: c: 1\n  d: 2\n', 4, '? a: 1\n  b: 2\n: c: 1\n  d: 2\n'],
  ['lists as keys', '? - 1\n  - 2\n: - 3\n  - 4\n', 4, '? - 1\n  - 2\n: - 3\n  - 4\n'],
  ['texts of lines as keys', '? |\n  x\n: a: 1\n  b: 2\n', 4, '? |\n  x\n: a: 1\n  b: 2\n'],
] as const)
  test(`formatting by ${width} keeps ${name} for every reader`, async () =>
    assert.equal(await formatYaml(text, { indent: width, version: '1.2' }), expected))

for (const [text, expected] of [
  ['url: http://x.test/?a=1\n', '{url: "http://x.test/?a=1"}\n'],
  ['- :a\n- a:b\n', '[":a", a:b]\n'],
  ['&x a?: !t b?\n', '{&x "a?": !t "b?"}\n'],
] as const)
  test(`between braces ${JSON.stringify(text)} is quoted for readers of YAML 1.1`, async () =>
    assert.equal(await format(text, true), expected))

const toJson = async (text: string, version: '1.1' | '1.2' = '1.2') =>
  writeJson(refuseNonFinite(await readYaml(text, version)), { indent: '' })

/** Objects without duplicate keys, with texts that YAML likes to misread. */
const tricky = fc.constantFrom(
  'yes',
  'no',
  '~',
  'null',
  '1.0',
  '0x1F',
  '0o17',
  '12e3',
  'e0',
  'E-7',
  '2026-01-02',
  '- a',
  'a: b',
  '# c',
  ' x',
  'x ',
  'a\nb\n',
  'a\n\n',
  '\n',
  '*a',
  '&a',
  '!t',
  '%d',
  '@',
  '`',
  '"',
  "'",
  '|',
  '>',
  '=',
  '<<',
  '',
  'a #b',
  'key:',
  '\u0085',
  '\u2028',
  '\ufeff',
  '😀',
  'true',
  'y',
  '1_000',
  '.5',
  '-',
  '?',
  '1:30',
  '\t',
  'a\n  b',
  '  a\nb',
)
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    tricky,
    fc.string({ unit: 'grapheme' }),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('any'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(tricky, fc.string()), tie('any'), { maxKeys: 4 }),
  ),
})).any

test('JSON → YAML → JSON gives the same, in both versions, and any other reader agrees', async () => {
  await fc.assert(
    fc.asyncProperty(value, async (source) => {
      const json = JSON.stringify(source)
      const yaml = toYaml(parseJsonTree(json))
      assert.equal(await toJson(yaml), json, yaml)
      assert.equal(await toJson(yaml, '1.1'), json, yaml)
      assert.deepEqual(parse(yaml), JSON.parse(json))
    }),
    { numRuns: 400 },
  )
})

test('formatting keeps the meaning, and is stable', async () => {
  await fc.assert(
    fc.asyncProperty(value, async (source) => {
      const yaml = toYaml(parseJsonTree(JSON.stringify(source)))
      const pretty = await format(yaml)
      assert.equal(await toJson(pretty), JSON.stringify(source))
      assert.equal(await format(pretty), pretty)
      assert.equal(await toJson(await format(yaml, true)), JSON.stringify(source))
    }),
    { numRuns: 200 },
  )
})

test('comments, anchors, tags, directives and every spelling stay', async () => {
  const source =
    '# head\na: &x 1.10 # exact\nb: *x\nbig: 12345678901234567890\ne: 1E400\nt: yes\ns: !!str 12\nl: |\n  hi\n   yo\n---\n# second\n- ~\n'
  assert.equal(await format(source), source)
})

for (const [text, line, column] of [
  ['a: [1\nb: 2', 2, 1],
  ['a: b: c', 1, 4],
  ['a: 1\na: 2', 2, 1],
  ['a:\n\t- b', 2, 1],
  ['a: "x', 1, 6],
  ['a: *nobody', 1, 4],
  ['%YAML 1.2', 1, 1],
  ['# note\n%TAG ! tag:example.com,2026:\n# more\n', 2, 1],
  ['a: 1\n...\n%YAML 1.2\n%FOO x\n', 4, 1],
  ['%YAML 1.2\na: 1', 2, 1],
  ['a: {{ .Values.x }}', 1, 4], // a template, which YAML would read as a map in a map
] as const)
  test(`${JSON.stringify(text)} is refused with its place`, async () => {
    await assert.rejects(format(text), (error: Error & { key?: string; details?: Record<string, unknown> }) => {
      assert.equal(error.key, 'syntax_error')
      assert.deepEqual([error.details?.['line'], error.details?.['column']], [line, column], error.message)
      return true
    })
  })

test('bombs end in an error in time', async () => {
  const laughs = `a: &a [${'x,'.repeat(9)}]\n${[...'bcdefgh'].map((name, i) => `${name}: &${name} [${`*${'abcdefg'[i]},`.repeat(9)}]`).join('\n')}`
  const since = performance.now()
  await assert.rejects(readYaml(laughs), { key: 'too_large' })
  for (const deep of ['['.repeat(20_000), '{a: '.repeat(20_000), '- '.repeat(20_000), '? '.repeat(20_000)])
    await assert.rejects(format(deep), { key: 'too_large' })
  for (const pause of ['[],', '[]],['])
    await assert.rejects(readYaml('['.repeat(60) + pause + '['.repeat(60)), { key: 'too_large' }, 'levels closed in between')
  await assert.rejects(readYaml('a: &a [*a]'), { key: 'unsupported_value' })
  await assert.rejects(toJson('.inf'), { key: 'unsupported_value' })
  assert.ok(performance.now() - since < 60_000)
})

test('a merge of what is no mapping is refused, a quoted key is one', async () => {
  for (const text of ['<<: 1', 'a: &a [1]\nb: {<<: *a}', 'a: {<<: [{b: 1}, 2]}'])
    await assert.rejects(readYaml(text), { key: 'unsupported_value' })
  assert.equal(await toJson('a: &a {b: 1}\nc: {<<: [*a, {d: 2}], b: 3}\n"<<": 4'), '{"a":{"b":1},"c":{"d":2,"b":3},"<<":4}')
})

// As PyYAML 6.0.3 reads them.
for (const [text, json] of [
  ['1e3', '"1e3"'],
  ['-1E5', '"-1E5"'],
  ['1e+3', '"1e+3"'],
  ['1.0e3', '"1.0e3"'],
  ['1.5e+3', '1.5e+3'],
  ['1.e+3', '1000'],
  ['.5', '0.5'],
  ['0x1e3', '483'],
  ['!!float 1e3', '1e3'],
  ['09', '"09"'],
  ['-019', '"-019"'],
  ['+0_8', '"+0_8"'],
  ['010', '8'],
  ['00', '0'],
  ['08.5', '8.5'],
  ['08:30', '"08:30"'],
  ['00:30:15', '"00:30:15"'],
  ['8:30', '510'],
  ['.', '"."'],
  ['e9', '"e9"'],
  ['+e0', '"+e0"'],
  ['.2e9', '".2e9"'],
  ['[09, {a: 08:30}]', '["09",{"a":"08:30"}]'],
  ['y', '"y"'],
  ['{x: 1, y: 2, n: N, Y: no}', '{"x":1,"y":2,"n":"N","Y":false}'],
  ['&a {y: [y, off, !!str n]}', '{"y":["y",false,"n"]}'],
] as const)
  test(`YAML 1.1 reads ${text} as ${json}`, async () => assert.equal(await toJson(text, '1.1'), json))

test('YAML 1.2 reads 1e3 as a number', async () => assert.equal(await toJson('[1e3, 1.0e3]'), '[1e3,1.0e3]'))

test('a template in quotes stays, a map as a key too', async () => {
  assert.equal(await format('a: "{{ x }}"'), 'a: "{{ x }}"\n')
  assert.match(await format('b: {{c: 1}: 2}'), /\? \{c: 1\}\s+: 2/)
})

for (const text of ['%YAML 1.2\n%YAML 1.2\n---\na\n', 'a\n...\n%TAG ! tag:a,2000:\n# b\n%TAG  ! tag:a,2000:\n---\na\n'])
  test(`a second directive of the same is refused: ${JSON.stringify(text)}`, () =>
    assert.rejects(format(text), /line (?:2|5), column 1: a document takes one directive %(?:YAML|TAG !); this is a second one/))

test('each document may have its own version and tags', async () => {
  const text = '%YAML 1.2\n%TAG !a! tag:a,2000:\n---\n!a!b c\n...\n%YAML 1.2\n%TAG !a! tag:a,2001:\n---\n!a!b c\n'
  assert.equal(await format(text), text)
})

for (const [text, expected] of [
  ['# a\n...\n', 'null'],
  ['# a\n...\nb\n', '"b"'],
  ['a\n...\n...\n# b\n... # c\nd\n', '["a","d"]'],
  ['---\n...\n...\n', 'null'],
  ['&a\n...\n---\n...\n', '[null,null]'],
] as const)
  test(`a line of … that ends no document begins none: ${JSON.stringify(text)}`, async () =>
    assert.equal(writeJson(refuseNonFinite(await readYaml(text)), { indent: '' }), expected))

test('a directive without a document is told in both languages, one with an empty document is none', async () => {
  for (const text of ['%YAML 1.2\n', '%YAML 1.2\na: 1\n', '%YAML 1.2\n...\n'])
    for (const read of [format, toJson])
      await assert.rejects(read(text), (error: { details: { reason: { en: string; zh: string } } }) => {
        assert.match(error.details.reason.en, /needs a line with --- and a document/)
        assert.match(error.details.reason.zh, /须有 --- 行和文档/)
        return true
      })
  assert.equal(await toJson('%YAML 1.2\n---\n'), 'null')
})

for (const [text, en, zh] of [
  ['[1', 'a “]” is missing at the end', '缺少结尾的“]”'],
  ['key: [a, b\n', 'a “]” is missing, or this line is indented too little', '缺少“]”，或缩进有误'],
  ['a: "x', 'the closing quote " is missing', '缺少结尾的引号 "'],
  ["a: 'x", "the closing quote ' is missing", "缺少结尾的引号 '"],
  ['["a" "b"]', 'a comma or a colon is missing before this', '两项之间缺少逗号或冒号'],
  ['a:\n  - 1\n  b', 'the keys of one mapping must begin in the same column', '同一映射的各键应从同一列开始'],
  ['- - a\n -b', 'a “- ” is missing before this item', '列表项之前缺少“- ”'],
  ['- a\nb', 'the value has ended before this', '值已结束，此处不应再有内容'],
  ['a: "\\q"', 'a string in double quotes has no escape \\q; write \\\\, or use single quotes', '双引号字符串中不能有转义 \\q'],
  ['a: @b', 'a value without quotes must not begin with @; put it in quotes', '不加引号的值不能以 @ 开头，请加引号'],
  ['a\nb: 1', 'a key must not run over several lines; a colon may be missing', '键名不能跨行（可能少了冒号）'],
  [
    'a: b: c',
    'a key with a value or a list must not begin in the same line behind a key; a quote or a line break may be missing',
    '键名后不能在同一行再嵌套映射或列表（可能少了引号或换行）',
  ],
  ['a: 1\na: 2', 'this key stands twice', '键名重复'],
  ['a:\n\t- b', 'expected spaces as indentation, got a tab', '不能使用制表符缩进，请改用空格'],
  ['!<x', 'the “>” at the end of the tag is missing', '标签缺少结尾的“>”'],
  ['a\n: b\n  c: d', 'this is not expected here', '此处不应出现该内容'],
] as const)
  test(`${JSON.stringify(text)} is told in plain words of both languages`, () =>
    assert.rejects(format(text), (error: { details: { reason: { en: string; zh: string } } }) => {
      assert.deepEqual(error.details.reason, { en, zh })
      return true
    }))

test('a document that names its version is read by it', async () => {
  assert.equal(await toJson('%YAML 1.1\n---\na: yes\nb: 010\n'), '{"a":true,"b":8}')
  assert.equal(await toJson('%YAML 1.2\n---\na: yes\nb: 010\n', '1.1'), '{"a":"yes","b":10}')
  assert.equal(await format('%YAML 1.1\n---\na: yes\n'), '%YAML 1.1\n---\na: yes\n')
})

test('a whole number that is tagged as a float is one (YAML 1.2 §10.2.1.4), in both versions', async () => {
  for (const version of ['1.1', '1.2'] as const)
    assert.equal(
      await toJson('[!!float 1, !!float "7", !!float +012, !!float -0, !!float x, !!float 1.5]', version),
      '[1.0,7.0,12.0,-0.0,"x",1.5]',
    )
})

test('a mapping of many keys takes linear time; a key that comes again is refused with its place', async () => {
  const keys = Array.from({ length: 50_000 }, (_, i) => `key${i}: ${i}`)
  const since = performance.now()
  await formatYaml(keys.join('\n'), { indent: 2, version: '1.2' })
  await formatYaml(`{ ${keys.join(', ')} }`, { indent: 2, version: '1.2' })
  assert.ok(performance.now() - since < 60_000)
  for (const [source, line, column] of [
    ['a: 1\nb: 2\na: 3', 3, 1],
    ['{ a: 1, a: 2 }', 1, 9],
    ['- x:\n    ? b\n    : 1\n    b: 2', 4, 5],
    ['1: a\n0x1: b', 2, 1],
    ['~: a\nnull: b', 2, 1],
  ] as const)
    await assert.rejects(formatYaml(source, { indent: 2, version: '1.2' }), (error: unknown) =>
      String(error).includes(`line ${line}, column ${column}: this key stands twice`),
    )
  assert.equal(await formatYaml('1: a\n"1": b', { indent: 2, version: '1.2' }), '1: a\n"1": b\n')
})

test('a text with an anchor is composed once, twice only where tags say what its values are', async (t) => {
  const { mock } = t.mock.method(Composer.prototype, 'next')
  for (const [text, times] of [
    ['&c a: &b 0x1F', 1],
    ['a: !!int 0x1F', 2],
  ] as const) {
    mock.resetCalls()
    assert.equal(await format(text), `${text}\n`)
    assert.equal(mock.callCount(), times)
  }
  mock.resetCalls()
  await assert.rejects(format('a: !t "a" "b"'), { key: 'syntax_error' })
  assert.equal(mock.callCount(), 1)
})

test('keys are not sorted so that an alias comes before its anchor', async () => {
  const sorted = (text: string) => formatYaml(text, { indent: 2, version: '1.2', sortsKeys: true })
  assert.equal(await sorted('c: 1\na: &x [1]\nb: *x\n'), 'a: &x [1]\nb: *x\nc: 1\n')
  for (const text of ['x-base: &base {a: 1}\nservices:\n  web:\n    <<: *base\n', 'b: &x 1\na: [*x]\n'])
    await assert.rejects(sorted(text), { key: 'unsupported_value' })
})

test('only the first of the errors behind a value is looked at', async (t) => {
  const { mock } = t.mock.method(Composer.prototype, 'next')
  await assert.rejects(format('"a" '.repeat(1000)), /line 1, column 5/)
  const [{ arguments: [token] = [] } = {}] = mock.calls
  assert.ok(token?.type === 'document' && token.value?.type === 'double-quoted-scalar')
  assert.equal(token.value.end?.length, 2)
})

test('a comment behind the value of a document stays', async () => {
  for (const text of ['[1, yes] # note\n', '{a: 1} # note\n', '"a" # note\n', 'a # note\n'])
    assert.equal(await format(text), text)
})

test('plain values stay as they are written, in both versions', async () => {
  const text = 'a: 0x1F\nb: 1_000\nc:\n~: 1:30\nyes: 2026-01-02\n<<: {d: .inf}\n1.10: [014, 0o14, 1e3, NULL]\n'
  for (const version of ['1.1', '1.2'] as const) assert.equal(await formatYaml(text, { indent: 2, version }), text)
})
