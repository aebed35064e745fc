import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import { drawBelow, makePassphrase, makePassword } from './generate.ts'
import { toDuration } from './strength.ts'
import tool from './tool.ts'

const host = createTestHost({ random: (size) => crypto.getRandomValues(new Uint8Array(size)) })
const ask = (input: object) => answerTool(tool, input, host) as Promise<{ text: string; bits: number; score?: number }>
const random = (size: number) => crypto.getRandomValues(new Uint8Array(size))

test('every kind of character is there, and no other', () => {
  fc.assert(
    fc.property(fc.integer({ min: 4, max: 60 }), fc.boolean(), (length, isReadable) => {
      const { text } = makePassword({ length, classes: ['lower', 'upper', 'digits', 'symbols'], isReadable, random })
      assert.equal(text.length, length)
      assert.match(text, /[a-z]/)
      assert.match(text, /[A-Z]/)
      assert.match(text, /\d/)
      assert.match(text, /[^a-zA-Z\d]/)
      if (isReadable) assert.doesNotMatch(text, /[0O1lI|]/)
    }),
  )
})

test('draws are even', () => {
  const counts = Array.from({ length: 10 }, () => 0)
  for (let i = 0; i < 20_000; i++) counts[drawBelow(10, random)]!++
  // Twelve standard deviations: fails by chance less than once in 10^30 runs.
  for (const count of counts) assert.ok(Math.abs(count - 2000) < 12 * Math.sqrt(1800), String(count))
})

test('a value above the last whole multiple is drawn again', () => {
  const draws = [Uint8Array.of(255, 255, 255, 255), Uint8Array.of(0, 0, 0, 7)]
  assert.equal(
    drawBelow(10, () => draws.shift() ?? new Uint8Array(4)),
    7,
  )
})

test('words have eleven bits each', async () => {
  const { text, bits } = await ask({ kind: 'passphrase', words: 6, count: 1 })
  assert.equal(text.split('-').length, 6)
  assert.equal(bits, 66)
  assert.match((await ask({ kind: 'passphrase', language: 'zh', separator: '', count: 1 })).text, /^\p{Script=Han}{6}$/u)
})

test('characters have the bits of their alphabet', () => {
  for (const [classes, size] of [
    [['lower'], 26],
    [['lower', 'upper', 'digits'], 62],
  ] as const)
    assert.equal(makePassword({ length: 20, classes, isReadable: false, random }).bits, 20 * Math.log2(size))
})

test('words with capitals and a number of two digits have the bits of both', async () => {
  const options = { words: 3, language: 'en', separator: '.', random } as const
  const { text, bits } = await makePassphrase({ ...options, isCapitalised: true, hasNumber: true })
  assert.match(text, /^(?:[A-Z][a-z]+\.){3}\d\d$/)
  assert.equal(bits, 33 + Math.log2(100))
  const plain = await makePassphrase({ ...options, isCapitalised: false, hasNumber: false })
  assert.match(plain.text, /^[a-z]+\.[a-z]+\.[a-z]+$/)
  assert.equal(plain.bits, 33)
})

for (const [seconds, en, zh] of [
  [0.9, 'less than a second', '不到一秒'],
  [1, 'about 1 second', '约 1 秒'],
  [59.4, 'about 59 seconds', '约 59 秒'],
  [60, 'about 1 minute', '约 1 分钟'],
  [7_200, 'about 2 hours', '约 2 小时'],
  [86_400, 'about 1 day', '约 1 天'],
  [365.25 * 86_400, 'about 1 year', '约 1 年'],
  [5_000 * 365.25 * 86_400, 'about 5 thousand years', '约 5 千年'],
  [1e14, 'more than a million years', '超过百万年'],
] as const)
  test(`${seconds} s are ${en}`, () => assert.deepEqual(toDuration(seconds), { en, zh }))

test('the time to guess is that of half of the guesses, at ten thousand a second', async () => {
  const answer = await answerTool(tool, { kind: 'check', text: 'Tr0ub4dour&3-7' }, host)
  const { bits, crackTime } = answer as { bits: number; crackTime: string }
  const [, years] = /^about (\d+) years$/.exec(crackTime) ?? []
  const expected = 2 ** bits / 2 / 1e4 / (365.25 * 86_400)
  assert.ok(Math.abs(Number(years) / expected - 1) < 0.1, `${crackTime}, ${bits} bits`)
})

test('English words, names and pinyin count for little', async () => {
  for (const text of ['purpleelephant', 'jenniferwilliams', 'woaibeijing', 'zhangwei', 'mima123456'])
    assert.ok((await ask({ kind: 'check', text })).score! <= 2, text)
})

test('weak parts are said in words of the language', async () => {
  const listFor = async (lang: 'en' | 'zh', text: string) =>
    ((await answerTool(tool, { kind: 'check', text }, { ...host, lang })) as { weaknesses: string[] }).weaknesses
  assert.deepEqual(await listFor('en', 'P@ssw0rd2024'), [
    '“P@ssw0rd”: a common password, with letters replaced',
    '“2024”: a year',
  ])
  assert.deepEqual(await listFor('zh', 'drowssapabcdef'), ['“drowssap”：常见密码，倒写', '“abcdef”：连续字符'])
  assert.deepEqual(await listFor('en', 'zjqxkvbw zjqv'), [])
})

test('known passwords are weak, random ones strong', async () => {
  assert.equal((await ask({ kind: 'check', text: 'password123' })).score, 0)
  assert.equal((await ask({ kind: 'check', text: 'vK8#tq!Zr2Lw9mXe' })).score, 4)
})

test('no kind of character is an error', async () => {
  await assert.rejects(ask({ lower: false, upper: false, digits: false, symbols: false }), /at least one kind/)
})
