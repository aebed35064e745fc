import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import { drawBelow, makePassword } from './generate.ts'
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
