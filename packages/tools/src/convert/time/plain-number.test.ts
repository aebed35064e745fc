import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import { toPlainNumber } from './plain-number.ts'
import tool from './tool.ts'

type Answer = { text: string; readAs?: string; warning?: string; rows?: { local: string; note: string }[] }
const run = async (input: object, lang: 'zh' | 'en' = 'en') => (await answerTool(tool, input, createTestHost({ lang }))) as Answer

for (const [text, number] of [
  ['1,700,000,000', '1700000000'],
  ['-1,700.25', '-1700.25'],
  ['1_700_000_000', '1700000000'],
  ['1 700 000 000', '1700000000'],
  ["1'700'000'000", '1700000000'],
  ['1.7e9', '1700000000'],
  ['1.7E+09', '1700000000'],
  ['17e8', '1700000000'],
  ['1700000000123e-3', '1700000000.123'],
  ['-5e-1', '-0.5'],
  ['1.700000000123e12', '1700000000123'],
  ['0e5', '0'],
  ['+1700000000', '1700000000'],
  ['1,70,00', '1,70,00'],
  ['1,700_000', '1,700_000'],
  ['1700,000', '1700,000'],
  ['1e', '1e'],
  ['507f1f77bcf86cd799439011', '507f1f77bcf86cd799439011'],
  ['12345678901234567890123e', '12345678901234567890123e'],
] as const)
  test(`${text} is ${number}`, () => assert.equal(toPlainNumber(text), number))

for (const text of ['1.7e9', '1,700,000,000', '１，７００，０００，０００', '\u200e1.7e9\u200b'])
  test(`${text} is read as seconds, and it is shown how`, async () => {
    assert.equal((await run({ text })).text, '2023-11-14T22:13:20+00:00')
    assert.equal((await run({ text })).readAs, 'Unix seconds (1700000000)')
    assert.equal((await run({ text }, 'zh')).readAs, 'Unix 秒（1700000000）')
  })

test('a chosen unit and a list take such numbers, too', async () => {
  assert.equal((await run({ text: '1.7e12', format: 'ms' })).text, '2023-11-14T22:13:20+00:00')
  assert.equal(
    (await run({ text: '1.7e9\n1700000000' })).rows?.map(({ note }) => note).join(),
    'Unix seconds (1700000000),Unix seconds',
  )
})

test('a power too large for a time is refused', () => assert.rejects(run({ text: '1e99' }), { key: 'bad_input' }))

for (const [text, words] of [
  ['2026-01-02 03:04:05 IST', /IST, which has several meanings: \+05:30, \+02:00, \+01:00/],
  ['Fri, 2 Jan 2026 03:04:05 BST', /BST, which has several meanings/],
] as const)
  test(`${text} asks for an offset`, () => assert.rejects(run({ text }), words))

test('the time between two moments warns of a zone that both readings share', async () => {
  const { warning } = await run({ mode: 'between', text: 'Sun Nov 22 21:34:39 CST 2026', other: 'Sun Nov 22 22:34:39 CST 2026' })
  assert.equal(warning?.match(/US Central/g)?.length, 1)
})
