import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import * as z from 'zod'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import tool from './tool.ts'
import { parseRate, parseSize, parseTime, toPrefixed, toTimeWords } from './units.ts'

const host = createTestHost()
const ask = (input: z.input<typeof tool.input>) => answerTool(tool, input, host) as Promise<z.output<typeof tool.output>>

test('two of size, rate and time give the third', async () => {
  assert.equal((await ask({ size: '4.7 GB', rate: '100 Mbit/s' })).seconds, 376)
  assert.equal((await ask({ size: '4.7 GB', rate: '100 Mbit/s', share: 50 })).text, '12 min 32 s')
  assert.equal((await ask({ size: '1 TB', time: '1 day' })).text, '92.59 Mbit/s = 11.57 MB/s = 11.04 MiB/s')
  assert.equal((await ask({ rate: '1 Gbit/s', time: '1h' })).text, '450 GB = 419.1 GiB = 3.6 Tbit')
})

test('what was calculated gives the given value again', () =>
  fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 1e12 }), fc.integer({ min: 1, max: 1e11 }), async (bytes, rate) => {
      const { seconds } = await ask({ size: `${bytes} B`, rate: `${rate} bit/s`, share: 94 })
      const back = await ask({ rate: `${rate} bit/s`, time: `${seconds.toFixed(9)} s`, share: 94 })
      // Nine decimals of a second were handed on.
      assert.ok(Math.abs(back.bytes - bytes) <= (rate * 1e-9) / 8 + bytes * 1e-9)
    }),
  ))

const sizes = [
  ['4.7 GB', 4.7e9 * 8],
  ['4.7gb', 4.7e9 * 8],
  ['4.7 Gb', 4.7e9],
  ['700 MiB', 700 * 2 ** 20 * 8],
  ['700 Mib', 700 * 2 ** 20],
  ['1,000,000', 8e6],
  ['1,5 GB', 1.2e10],
  ['0,75 MB', 6e6],
  ['1e9 B', 8e9],
  ['５００ 兆字节', 4e9],
  ['10G', 8e10],
  ['3 Gbit', 3e9],
  ['12 bytes', 96],
  ['.5 kB', 4000],
] as const
for (const [text, bits] of sizes) test(`${text} are ${bits} bits`, () => assert.equal(parseSize(text).bits, bits))

const rates = [
  ['100 Mbit/s', 1e8],
  ['100Mbps', 1e8],
  ['100 mbps', 1e8],
  ['12.5 MB/s', 1e8],
  ['12.5 MBps', 1e8],
  ['100M', 1e8],
  ['1 G', 1e9],
  ['1 MiB/s', 8 * 2 ** 20],
  ['500 兆/秒', 5e8],
  ['56k', 56_000],
  ['9600', 9600],
  ['2 Gbit per second', 2e9],
] as const
for (const [text, bits] of rates) test(`${text} are ${bits} bits in a second`, () => assert.equal(parseRate(text).bits, bits))

const times = [
  ['1h 30m', 5400],
  ['90 min', 5400],
  ['1:30:00', 5400],
  ['2:05', 125],
  ['2.5 days', 216_000],
  ['150 ms', 0.15],
  ['1小时30分', 5400],
  ['45', 45],
] as const
for (const [text, seconds] of times) test(`${text} are ${seconds} seconds`, () => assert.equal(parseTime(text), seconds))

const words = [
  [0.000_82, '820 µs'],
  [0.25, '250 ms'],
  [3.5, '3.5 s'],
  [59.996, '1 min'],
  [376, '6 min 16 s'],
  [3599.7, '1 h'],
  [7980, '2 h 13 min'],
  [86_390, '1 d'],
  [200_000, '2 d 8 h'],
  [0, '0 µs'],
] as const
for (const [seconds, text] of words) test(`${seconds} s read ${text}`, () => assert.equal(toTimeWords(seconds, 'en'), text))

test('prefixes change where they should', () => {
  assert.deepEqual(
    [999, 1000, 1024, 1e6, 0].map((bytes) => toPrefixed(bytes, 'B')),
    ['999 B', '1 kB', '1.024 kB', '1 MB', '0 B'],
  )
  assert.deepEqual(
    [1023, 1024, 1_048_576].map((bytes) => toPrefixed(bytes, 'B', { isBinary: true })),
    ['1,023 B', '1 KiB', '1 MiB'],
  )
})

test('a spelling that may mean two things is said', async () => {
  assert.deepEqual((await ask({ size: '5gb', rate: '100 Mbit/s' })).notes, ['“5gb” was read as bytes'])
  assert.deepEqual((await ask({ size: '5 GB', rate: '100M' })).notes, ['“100M” was read as bits'])
  assert.deepEqual((await ask({ size: '5 GB', rate: '100 Mbit/s' })).notes, [])
})

test('a long way wants a window, and a small one is slow', async () => {
  const { delay } = await ask({ size: '10 GB', rate: '1 Gbit/s', roundTrip: '150 ms', window: '64 KiB' })
  const value = (start: string) => delay?.find(({ fact }) => fact.startsWith(start))?.value
  assert.equal(value('Window for'), '18.75 MB = 17.88 MiB')
  assert.equal(value('With your window'), '3.495 Mbit/s')
  assert.equal(value('The transfer then'), '6 h 21 min')
  assert.equal(value('Segments'), '12,949')
})

const wrong = [
  [{}, /two of size, rate and time.*none/],
  [{ size: '1 GB' }, /two of size, rate and time/],
  [{ size: '1 GB', rate: '1M', time: '1s' }, /two of size, rate and time.*3/],
  [{ size: 'big', rate: '1M' }, /a size such as.*big/],
  [{ size: '1 GB', rate: '1 parsec' }, /a rate such as.*parsec/],
  [{ size: '1 GB', time: 'soon' }, /a time such as.*soon/],
  [{ size: '1 GB', time: '0' }, /more than zero/],
  [{ size: '1 GB', rate: '0' }, /more than zero/],
  [{ size: '1 GB', rate: '1M', roundTrip: '0' }, /more than zero/],
] as const
for (const [input, message] of wrong) test(`refused: ${JSON.stringify(input)}`, async () => assert.rejects(ask(input), message))
