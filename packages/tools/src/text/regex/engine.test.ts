import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import { createLineTest, createRegex } from './engine.ts'
import tool from './tool.ts'

const flags = { ignoreCase: false, multiline: false, dotAll: false }
const breathe = () => undefined

for (const [pattern, text] of [
  ['(a+)+$', `${'a'.repeat(5000)}!`],
  ['(.*)*x', 'a'.repeat(5000)],
  ['(a|aa)+$', `${'a'.repeat(5000)}!`],
  ['(\\w+\\s?)*$', `${'word '.repeat(1000)}!`],
] as const)
  test(`${pattern} does not run away`, async () => {
    const since = performance.now()
    await (await createRegex(pattern, flags)).findAll(text, breathe)
    assert.ok(performance.now() - since < 60_000)
  })

for (const [pattern, column] of [
  ['a(?=b)', 2],
  ['(a)\\1', 4],
  ['\\Qa\\1\\E\\9', 8],
  ['(?<!x)', 1],
  ['a[', 2],
  ['a(', 1],
] as const)
  test(`${pattern} is refused with its place`, async () => {
    await assert.rejects(createRegex(pattern, flags), { key: 'syntax_error', message: new RegExp(`column ${column}:`) })
  })

test('a reference as other languages write it is told, since it is put in as it stands', async () => {
  for (const [replacement, isTold] of [
    ['[$0]', true],
    ['\\1', true],
    ['${y}', true],
    ['\\g<y>', true],
    ['$& $1 $$0 $<y>', false],
  ] as const) {
    const answer = (await answerTool(
      tool,
      { pattern: '(?<y>a)', text: 'a', replace: true, replacement },
      createTestHost({ lang: 'en' }),
    )) as { note?: string }
    assert.equal(answer.note?.includes('is put in as it stands') ?? false, isTold, replacement)
  }
})

test('replacement knows groups, names, the whole and $', async () => {
  const regex = await createRegex('(?<a>x)(y)?', flags)
  const found = await regex.findAll('xy x', breathe)
  assert.equal(regex.replace('xy x', found, '[$<a>|$2|$&|$$|$9]'), '[x|y|xy|$|$9] [x||x|$|$9]')
  assert.equal(regex.replace('xy x', found, '$10$02$31'), 'x0y$31 x0$31', 'as String.prototype.replace reads two digits')
})

test('RE2 reads octal numbers, and what stands between \\Q and \\E as it is', async () => {
  for (const [pattern, text] of [
    ['^\\101\\12$', 'A\n'],
    ['^\\Q\\1(?=\\E$', '\\1(?='],
  ] as const) {
    const regex = await createRegex(pattern, flags)
    assert.equal((await regex.findAll(text, breathe)).length, 1, pattern)
  }
})

const faults: readonly (readonly [engine: 're2' | 'javascript', pattern: string, en: RegExp, zh: string])[] = [
  ['re2', '[', /missing closing \]: \[/, '缺少 ]：['],
  ['re2', 'a**', /invalid nested repetition operator: \*\*/, '量词不能连写：**'],
  [
    're2',
    String.raw`\p{Script=Han}`,
    /RE2 writes \\p\{Han\} alone/,
    String.raw`RE2 只写 \p{Han}；带等号的写法请改用 JavaScript 引擎`,
  ],
  [
    're2',
    String.raw`x[\u4e00-\u{9fa5}]\\u`,
    /column 3: RE2 has no \\u4e00 and writes x\[\\x\{4e00\}-\\x\{9fa5\}\]\\\\u;/,
    String.raw`RE2 不支持 \u4e00 写法，应写作 x[\x{4e00}-\x{9fa5}]\\u；也可改用 JavaScript 引擎`,
  ],
  ['javascript', '[', /Unterminated character class/, '字符类缺少 ]'],
  ['javascript', 'a{2,1}', /numbers out of order/, '{} 中的次数前大后小'],
]
for (const [engine, pattern, en, zh] of faults)
  test(`${engine} ${pattern} is refused in Chinese: ${zh}`, async () => {
    const run = answerTool(tool, { engine, pattern, text: 'a' }, createTestHost())
    await assert.rejects(run, (error: AppError) => {
      assert.match(error.message, en)
      assert.equal((error.details.reason as Text).zh, zh)
      return true
    })
  })

test('a pattern without a text is explained', async () => {
  const { count, explanation } = (await answerTool(tool, { pattern: 'a+' }, createTestHost({ lang: 'zh' }))) as {
    count: number
    explanation: readonly { meaning: string }[]
  }
  assert.equal(count, 0)
  assert.deepEqual(
    explanation.map(({ meaning }) => meaning),
    ['“a”，至少 1 次，尽可能多'],
  )
})

test('the text holds every match, also beyond those in the table', async () => {
  const answer = (await answerTool(tool, { pattern: 'a', text: 'a'.repeat(1500) }, createTestHost())) as {
    text: string
    matches: unknown[]
  }
  assert.deepEqual([answer.text.split('\n').length, answer.matches.length], [1500, 1000])
})

test('slashes around a pattern that finds nothing are noticed', async () => {
  const ask = async (pattern: string) =>
    ((await answerTool(tool, { pattern, text: 'a1 /api/' }, createTestHost())) as { note?: string }).note
  assert.equal(await ask('/\\d+/g'), 'The slashes count as part of the pattern; write \\d+')
  assert.equal(await ask('/X+/gi'), 'The slashes count as part of the pattern; write X+ and switch i on among the options')
  assert.equal(await ask('/api/'), undefined)
})

test('a pattern for lines is refused where reading it takes too long, a list of many words is not', async () => {
  await assert.rejects(createLineTest('['.repeat(20_001), false), { key: 'too_large' })
  const words = Array.from({ length: 2000 }, (_, index) => `word${index}`).join('|')
  assert.equal((await createLineTest(words, true))('a WORD1999 here'), true)
})

for (const [engine, replacement] of [
  ['re2', 'x'.repeat(1000)],
  ['javascript', 'x'.repeat(1000)],
  ['re2', '$&'.repeat(1000)],
  ['javascript', "$'"],
] as const)
  test(`${engine}: a result that ${replacement.slice(0, 4)} would make too long is refused before it is made`, async () => {
    const input = { engine, pattern: 'a', text: 'a'.repeat(100_000), replace: true, replacement }
    await assert.rejects(answerTool(tool, input, createTestHost()), { key: 'too_large', message: /The result is too large/ })
  })

test('lines are tried one by one, by both engines, empty ones left out', async () => {
  for (const engine of ['re2', 'javascript']) {
    const input = { pattern: '^(a+)b', engine, matching: 'ab\r\n\r\naab b\nc\n', failing: 'ba\nxaab' }
    const { cases } = (await answerTool(tool, input, createTestHost())) as {
      cases: { text: string; found: string; isRight: boolean }[]
    }
    assert.deepEqual(
      cases.map(({ text, found, isRight }) => [text, found, isRight]),
      [
        ['ab', 'ab', true],
        ['aab b', 'aab', true],
        ['c', '', false],
        ['ba', '', true],
        ['xaab', '', true],
      ],
    )
  }
})

test('more lines than can be read are refused', () =>
  assert.rejects(answerTool(tool, { pattern: 'a', matching: 'a\n'.repeat(1001) }, createTestHost()), { key: 'too_large' }))
