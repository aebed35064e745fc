import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { toWords } from '../merge/special-layer.ts'
import { readSteps } from '../testing/steps.ts'
import { RangeList } from './range-list.ts'

type Range = readonly [first: number, last: number]

function toSteps(version: 4 | 6, ranges: readonly Range[], offset = 0n) {
  const list = new RangeList(version)
  for (const [at, [first, last]] of ranges.entries())
    list.push(toWords(offset + BigInt(first), version), toWords(offset + BigInt(last), version), at + 1)
  return readSteps(list.toStream((value) => value - 1))
}

const show = (steps: ReturnType<typeof toSteps>) => steps.map(({ start, value }) => `${start}:${value ?? '-'}`).join(' ')

for (const [what, ranges, expected] of [
  [
    'apart',
    [
      [1, 2],
      [5, 6],
    ],
    '1:0 3:- 5:1 7:-',
  ],
  [
    'touching',
    [
      [1, 2],
      [3, 4],
    ],
    '1:0 3:1 5:-',
  ],
  [
    'nested',
    [
      [0, 9],
      [2, 5],
      [3, 4],
    ],
    '0:0 2:1 3:2 5:1 6:0 10:-',
  ],
  [
    'nested at the start',
    [
      [0, 9],
      [0, 4],
    ],
    '0:1 5:0 10:-',
  ],
  [
    'nested at the end',
    [
      [0, 9],
      [5, 9],
    ],
    '0:0 5:1 10:-',
  ],
  [
    'crossing',
    [
      [0, 5],
      [3, 9],
    ],
    '0:0 3:1 10:-',
  ],
  [
    'out of order',
    [
      [5, 6],
      [1, 2],
    ],
    '1:1 3:- 5:0 7:-',
  ],
  ['none', [], ''],
] as const)
  test(`ranges ${what}`, () => assert.equal(show(toSteps(4, ranges)), expected))

test('the last address of a family needs no step behind it', () => {
  assert.equal(show(toSteps(4, [[0, 0xffff_ffff]])), '0:0')
  const end = (1n << 128n) - 10n
  assert.equal(show(toSteps(6, [[0, 9]], end)), `${end}:0`)
})

/** Who holds an address: the range that begins last, of equals the shortest, of equals the last given. */
function naive(ranges: readonly Range[], address: number): number | undefined {
  let best: number | undefined
  for (const [at, [first, last]] of ranges.entries()) {
    if (address < first || address > last) continue
    const [start, end] = best === undefined ? [-1, Infinity] : ranges[best]!
    if (first > start || (first === start && last <= end)) best = at
  }
  return best
}

/** Networks are nested or apart, never crossing. */
const networks = fc.array(
  fc.tuple(fc.nat(63), fc.nat(6)).map(([value, bits]): Range => {
    const first = (value >> bits) << bits
    return [first, first + 2 ** bits - 1]
  }),
  { maxLength: 20 },
)

for (const [version, offset] of [
  [4, 0n],
  [6, 0n],
  [6, (0x2001_0db8n << 96n) - 32n],
  [6, (1n << 64n) - 7n],
] as const)
  test(`networks of IPv${version} from ${offset} agree with asking every one`, () =>
    fc.assert(
      fc.property(networks, (ranges) => {
        const steps = toSteps(version, ranges, offset)
        for (let address = 0; address < 130; address++)
          assert.equal(steps.findLast(({ start }) => start <= offset + BigInt(address))?.value, naive(ranges, address))
      }),
    ))
