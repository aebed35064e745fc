import assert from 'node:assert/strict'
import { test } from 'node:test'
import type * as z from 'zod'
import { toErrorMessage, type AppError } from '@octet/core/errors.ts'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import { findFault } from './find-fault.ts'
import tool from './tool.ts'

type Answer = z.output<typeof tool.output>
const run = async (input: Partial<z.input<typeof tool.input>>) => (await answerTool(tool, input, createTestHost())) as Answer

test('versions stand as they were given where that is wanted; of equal ones there is no difference', async () => {
  const text = '1.2.0 1.10.0 1.3.0-rc.1'
  assert.equal((await run({ text, order: 'given' })).text, text.replaceAll(' ', '\n'))
  assert.equal((await run({ text, order: 'newest' })).text, '1.10.0\n1.3.0-rc.1\n1.2.0')
  assert.equal((await run({ text: '1.2.0 v1.2.0' })).difference, 'none')
  assert.equal((await run({ text: '1.2.0 1.10.0' })).difference, 'minor')
  assert.equal((await run({ text: '1.2.0 1.10.0-a' })).difference, 'preminor')
})

for (const [text, difference] of [
  ['1.0.0-rc.1 1.0.0', 'prerelease'],
  ['1.2.0 1.2.0-a', 'prerelease'],
  ['1.2.3-a+1 1.2.3-a+2', 'none'],
  ['1.0.0-a 1.1.0', 'minor'],
  ['1.1.0 1.0.0-a', 'minor'],
  ['1.0.0 2.0.0-a', 'premajor'],
  ['1.0.1-a 1.0.2-a', 'prepatch'],
] as const)
  test(`${text} differ in: ${difference}`, async () => assert.equal((await run({ text })).difference, difference))

test('versions stand in the order of the specification (§11)', async () => {
  const sorted =
    '1.0.0-alpha 1.0.0-alpha.1 1.0.0-alpha.beta 1.0.0-beta 1.0.0-beta.2 1.0.0-beta.11 1.0.0-rc.1 1.0.0 1.0.1 1.10.0 2.0.0'.split(
      ' ',
    )
  const { text } = await run({ text: sorted.toReversed().join('\n'), order: 'oldest' })
  assert.deepEqual(text.split('\n'), sorted)
})

for (const [written, meaning] of [
  ['*', 'any version'],
  ['1.x || 3.0.0', '1.0.0 or newer and older than 2.0.0 and its prereleases, or exactly 3.0.0'],
  ['>1.0.0 <=2.0.0', 'newer than 1.0.0 and 2.0.0 or older'],
  ['<2.0.0', 'older than 2.0.0'],
  ['>*', 'no version'],
] as const)
  test(`${written}: ${meaning}`, async () => {
    assert.equal((await run({ range: written })).meaning, meaning)
  })

test('a range that is none is refused with what one looks like', async () => {
  await assert.rejects(async () => run({ range: 'newest please' }), { key: 'bad_input' })
})

for (const [text, fault] of [
  ['1.2', '2 of 3 numbers (major.minor.patch)'],
  ['1.2.3.4', '4 of 3 numbers (major.minor.patch)'],
  ['1.02.3', 'minor begins with 0: 02'],
  ['1.2.x', 'patch is no number: “x”'],
  ['1.2.3-', 'an empty identifier after - or +'],
  ['1.2.3-a_b', '“a_b” holds other than 0–9, A–Z, a–z and -'],
  ['1.2.3-rc.01', 'the number 01 begins with 0'],
  ['99999999999999999999.0.0', 'major is above 2^53 − 1'],
  ['1.0.0-'.padEnd(300, 'a'), 'longer than 256 characters'],
] as const)
  test(`${text.slice(0, 30)} is no version: ${fault}`, async () => {
    assert.equal(findFault(text).en, fault)
    const { rows } = await run({ text })
    assert.deepEqual(
      rows.map(({ note }) => note),
      [fault],
    )
  })

test('short versions are completed when asked to, and keep what they name', async () => {
  const { text } = await run({ text: 'v1.2 release-3 2.0.0-rc.1+7', loose: true })
  assert.deepEqual(text.split('\n'), ['3.0.0', '2.0.0-rc.1+7', '1.2.0'])
})

test('every prerelease fits when asked for', async () => {
  const { text } = await run({ text: '1.3.0-a', range: '^1.2', prereleases: true })
  assert.equal(text, '1.3.0-a')
})

test('too many versions are counted in the words of the reader', async () => {
  await assert.rejects(
    async () => run({ text: '1.0.0 '.repeat(20_001) }),
    (error: AppError) => /20000 个版本，收到 20001/.test(toErrorMessage(error, 'zh')),
  )
})
