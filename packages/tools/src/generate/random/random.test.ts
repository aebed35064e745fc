import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import { drawBelow, drawNumbers, shuffle } from './draw.ts'
import tool from './tool.ts'

const random = (size: number) => crypto.getRandomValues(new Uint8Array(size))
const run = async (input: Record<string, unknown>) =>
  ((await answerTool(tool, input, createTestHost({ random }))) as { text: string }).text

test('draws lie in their range, and unique ones differ', () => {
  fc.assert(
    fc.property(
      fc.bigInt(-(10n ** 30n), 10n ** 30n),
      fc.bigInt(0n, 10n ** 20n),
      fc.integer({ min: 1, max: 40 }),
      (low, span, wanted) => {
        const count = Math.min(wanted, Number(span) + 1)
        const numbers = drawNumbers({ low, high: low + span, count, isUnique: true }, random)
        assert.equal(new Set(numbers).size, count)
        assert.ok(numbers.every((value) => value >= low && value <= low + span))
      },
    ),
  )
})

test('a whole range drawn without repeats is that range', () => {
  const numbers = drawNumbers({ low: 1n, high: 50n, count: 50, isUnique: true }, random)
  assert.deepEqual(
    numbers.map(Number).sort((a, b) => a - b),
    Array.from({ length: 50 }, (_, at) => at + 1),
  )
})

test('bytes that would favour small numbers are thrown away', () => {
  const bytes = [7, 6, 3]
  assert.equal(
    drawBelow(6n, () => Uint8Array.of(bytes.shift()!)),
    3n,
  )
})

test('each of three places is about equally likely', () => {
  const counts = [0, 0, 0]
  for (let i = 0; i < 6000; i++) counts[shuffle([0, 1, 2], random).indexOf(0)]!++
  for (const count of counts) assert.ok(count > 1700 && count < 2300, counts.join())
})

test('what cannot be drawn is refused', async () => {
  for (const input of [
    { from: '5', to: '1' },
    { to: '3', count: 4, unique: true },
    { mode: 'pick', text: 'a\nb', count: 3 },
    { mode: 'shuffle' },
  ])
    await assert.rejects(run(input), { name: 'AppError' })
  assert.equal((await run({ mode: 'shuffle', text: 'a\nb\nc' })).length, 5)
})

for (const [from, value] of [
  ['１２', '12'],
  ['1,000', '1000'],
  ['+7', '7'],
  [' -3 ', '-3'],
  ['－４', '-4'],
] as const)
  test(`${from} is the number ${value}`, async () => assert.equal(await run({ from, to: from }), value))

for (const from of ['1.5', '1e3', '1,00', '', '9'.repeat(41)])
  test(`“${from.slice(0, 9)}” is no number of such a draw`, () =>
    assert.rejects(run({ from }), /from: expected a whole number of at most 40 digits/))
