import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readWorkMs } from '@octet/core/testing/work.ts'
import * as fc from 'fast-check'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import { findEditDistance, findSwapDistance } from './edit-distance.ts'
import { findJaro } from './likeness.ts'
import { findLongestRun } from './shared-parts.ts'
import tool from './tool.ts'

type Answer = Readonly<Record<string, number>> & { readonly text?: string; readonly notes: readonly string[] }
const ask = (input: object) => answerTool(tool, input, createTestHost()) as unknown as Promise<Answer>
const toCodes = (text: string) => Int32Array.from(text, (sign) => sign.codePointAt(0)!)

// Wikipedia’s article on each; Cryptopals 2.6 for bits.
for (const [left, right, distance] of [
  ['kitten', 'sitting', 3],
  ['saturday', 'sunday', 3],
  ['uninformed', 'uniformed', 1],
  ['flaw', 'lawn', 2],
  ['', 'abc', 3],
  ['', '', 0],
  ['中文字', '中国字', 1],
  ['😀b', '😁b', 1],
  ['é', 'e\u0301', 0],
] as const)
  test(`from “${left}” to “${right}” it is ${distance}`, async () =>
    assert.equal((await ask({ left, right })).distance, distance))

for (const [input, dice] of [
  [{ left: 'a', right: '' }, 0],
  [{ left: 'a', right: 'b' }, 0],
  [{ left: 'a', right: 'a' }, 100],
  [{ left: 'ff', right: '0f', by: 'hex' }, 0],
  [{ left: '', right: '' }, 100],
] as const)
  test(`without pairs the Dice coefficient counts the things themselves: ${JSON.stringify(input)}`, async () =>
    assert.equal((await ask(input))['dice'], dice))

test('neighbours that change places are one step', async () => {
  const { distance, swapDistance } = await ask({ left: 'ca', right: 'ac' })
  assert.deepEqual({ distance, swapDistance }, { distance: 2, swapDistance: 1 })
  // Optimal string alignment, where the unrestricted distance would be 2.
  assert.equal(findSwapDistance(toCodes('ca'), toCodes('abc')), 3)
})

// Winkler 1990, table 1, to three places.
for (const [left, right, jaro, winkler] of [
  ['MARTHA', 'MARHTA', 0.944, 0.961],
  ['DWAYNE', 'DUANE', 0.822, 0.84],
  ['DIXON', 'DICKSONX', 0.767, 0.813],
] as const)
  test(`Jaro–Winkler of ${left} and ${right} is as published`, () => {
    const found = findJaro(toCodes(left), toCodes(right))
    assert.deepEqual([found.jaro.toFixed(3), found.winkler.toFixed(3)], [jaro.toFixed(3), winkler.toFixed(3)])
  })

test('differing bits are counted', async () => {
  const hex = (text: string) => Buffer.from(text).toString('hex')
  const { hamming, hammingBits } = await ask({ left: hex('this is a test'), right: hex('wokka wokka!!!'), by: 'hex' })
  assert.deepEqual({ hamming, hammingBits }, { hamming: 14, hammingBits: 37 })
  assert.equal((await ask({ left: 'karolin', right: 'kathrin' })).hamming, 3)
  assert.equal((await ask({ left: 'a', right: 'ab' })).hamming, undefined)
})

test('night and nacht have a quarter of their pairs in common', async () => {
  assert.equal((await ask({ left: 'night', right: 'nacht' })).dice, 25)
})

test('equal texts are alike in all, texts without anything in common in nothing', async () => {
  const same = await ask({ left: 'a b', right: 'a b' })
  const other = await ask({ left: 'abc', right: 'xyz' })
  for (const name of ['similarity', 'jaroWinkler', 'dice', 'jaccard', 'cosine']) {
    assert.equal(same[name], 100, name)
    assert.equal(other[name], 0, name)
  }
  assert.equal(other.text, undefined)
  const empty = await ask({ left: '', right: 'a' })
  assert.deepEqual([empty.similarity, empty.cosine, empty.jaccard], [0, 0, 0])
})

test('what is left out counts for nothing', async () => {
  const texts = { left: '今天，天气 好。', right: '今天天气好' }
  assert.notEqual((await ask(texts)).similarity, 100)
  assert.equal((await ask({ ...texts, ignorePunctuation: true, ignoreSpace: true })).similarity, 100)
  assert.equal((await ask({ left: 'A B', right: 'a b', ignoreCase: true, by: 'word' })).distance, 0)
  assert.equal((await ask({ left: 'a \nb', right: 'a\nb\n', ignoreSpace: true, by: 'line' })).distance, 0)
  assert.equal((await ask({ left: '我爱北京', right: '我在北京', by: 'word' })).distance, 1)
})

const few = (maxLength: number) => fc.array(fc.integer({ min: 0, max: 3 }), { maxLength }).map((list) => Int32Array.from(list))
const quiet = () => undefined

test('the distance is that of the whole table', async () => {
  await fc.assert(
    fc.asyncProperty(few(150), few(150), async (left, right) => {
      assert.equal(await findEditDistance(left, right, quiet), fillTable(left, right))
      assert.equal(await findEditDistance(right, left, quiet), fillTable(left, right))
    }),
    { numRuns: 300 },
  )
})

test('the longest part of both is that of all parts', () => {
  fc.assert(
    fc.property(few(30), few(30), (left, right) => {
      const { end, length } = findLongestRun(left, right)
      const text = (list: Int32Array) => list.join('')
      assert.ok(text(left).includes(text(right.subarray(end - length, end))))
      for (let at = 0; at + length < right.length; at++)
        assert.ok(!text(left).includes(text(right.subarray(at, at + length + 1))))
    }),
  )
})

test('no measure leaves its bounds, and all but the parts are the same from the other side', async () => {
  const some = fc.string({ unit: 'grapheme', maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(some, some, async (left, right) => {
      const [one, other] = [await ask({ left, right }), await ask({ left: right, right: left })]
      for (const name of ['similarity', 'jaroWinkler', 'dice', 'jaccard', 'cosine']) {
        assert.ok(one[name]! >= 0 && one[name]! <= 100, name)
        assert.equal(one[name], other[name], name)
      }
      for (const name of ['distance', 'swapDistance', 'subsequence', 'hamming']) assert.equal(one[name], other[name], name)
    }),
    { numRuns: 60 },
  )
})

/** Every cell, one by one (Wagner and Fischer 1974). */
function fillTable(left: Int32Array, right: Int32Array): number {
  let row = Array.from({ length: left.length + 1 }, (_, at) => at)
  for (const [j, value] of right.entries()) {
    const next = [j + 1]
    for (const [i, other] of left.entries())
      next.push(Math.min(row[i]! + (value === other ? 0 : 1), row[i + 1]! + 1, next[i]! + 1))
    row = next
  }
  return row.at(-1)!
}

test('long texts are compared in a few seconds, and too long ones refused', async () => {
  const toText = (seed: number, length: number) =>
    String.fromCharCode(...Array.from({ length }, (_, at) => 97 + (((at * seed) % 7919) % 26)))
  const started = readWorkMs()
  const { notes, swapDistance } = await ask({ left: toText(31, 30_000), right: toText(37, 30_000) })
  assert.ok(readWorkMs() - started < 20_000)
  assert.match(notes.join(), /slower measures are left out/)
  assert.equal(swapDistance, undefined)
  await assert.rejects(ask({ left: 'a'.repeat(100_000), right: 'b'.repeat(100_000) }), /product of the lengths/)
  await assert.rejects(ask({ left: 'a'.repeat(1_100_000), right: 'b' }), /1 MiB/)
  await assert.rejects(ask({ left: 'zz', right: '', by: 'hex' }), /left/)
})

test('a long comparison can be called off', async () => {
  const signal = AbortSignal.timeout(100)
  const text = (sign: string) => sign.repeat(60_000)
  await assert.rejects(
    async () => answerTool(tool, { left: `${text('a')}x`, right: `y${text('b')}` }, createTestHost({ signal })),
    /cancelled|stopped/i,
  )
})
