import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatCidr } from '@octet/core/ip/cidr.ts'
import { toCidrs, type IpRange } from '@octet/core/ip/range.ts'
import { createPacer } from '../pacer.ts'
import { formatCidrs, gatherCidrs, writeListPaced } from './gather-cidrs.ts'
import { LIST_FORMATS, writeList } from './write-list.ts'

const ranges = Array.from({ length: 60_000 }, (_, at): IpRange => {
  const first = BigInt(at) * 7_000n
  return at % 2 === 0
    ? { version: 4, first, last: first + 1_234n }
    : { version: 6, first: (first << 64n) + 1n, last: (first << 64n) + 999n }
})
const cidrs = ranges.flatMap(toCidrs)
const breathe = createPacer()

test('a country is gathered with breaths, in which others have their turn', async () => {
  let turns = 0
  const timer = setInterval(() => turns++)
  const found = await gatherCidrs(ranges, breathe)
  clearInterval(timer)
  assert.deepEqual(found, cidrs)
  assert.deepEqual(await formatCidrs(found, breathe), cidrs.map(formatCidr))
  assert.ok(turns > 0)
})

for (const format of LIST_FORMATS)
  test(`${format}: the list is that without breaths`, async () => {
    const options = { name: 'octet', action: 'deny' } as const
    const some = cidrs.slice(0, 20_000)
    let breaths = 0
    const count = () => void breaths++ as undefined
    assert.equal(await writeListPaced(some, { ...options, format, breathe: count }), writeList(some, format, options))
    assert.ok(breaths >= 4, `${breaths} breaths`)
  })
