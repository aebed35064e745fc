import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createGuard } from '../guard/guard.ts'
import { startDnsServer } from '../testing/dns-server.ts'
import { createDnsClient } from './client.ts'
import { findDenial } from './dnssec/denial.ts'
import type { Rr } from './message.ts'
import { toDnsAnswer } from './to-answer.ts'
import { TYPES } from './types.ts'

/** An NSEC record that names every type of the first blocks of 256. */
function nsec(blocks: number): Rr {
  const maps = Array.from({ length: blocks }, (_, block) => Buffer.concat([Buffer.of(block, 32), Buffer.alloc(32, 0xff)]))
  return { name: '.', type: TYPES.NSEC, class: 1, ttl: 300, rdata: Uint8Array.from(Buffer.concat([Buffer.of(0), ...maps])) }
}

const ROWS = [
  { outcome: 'one record of 65,536 types lists 256', records: [nsec(256)], shown: 256 },
  { outcome: 'six records of 65,536 types list 256 each', records: Array.from({ length: 6 }, () => nsec(256)), shown: 256 },
  { outcome: 'a thousand records of 256 types list 16 each', records: Array.from({ length: 1_000 }, () => nsec(1)), shown: 16 },
]

for (const { outcome, records, shown } of ROWS)
  test(`${outcome} and tell how many more there are`, async () => {
    await using server = await startDnsServer(() => ({ authorities: records }))
    const client = createDnsClient({ guard: createGuard({ allowTargets: ['127.0.0.0/8'] }) })
    const question = { name: 'example.com.', type: TYPES.A }
    const asked = { ...question, server: { transport: 'tcp', host: '127.0.0.1', port: server.port } as const }
    const answer = toDnsAnswer(await client.ask(asked), question)
    assert.equal(answer.authorities.length, records.length)
    const length = records[0]!.rdata.length === 35 ? 256 : 65_536
    for (const { data, fields } of answer.authorities) {
      const types = fields!['types'] as string[]
      assert.deepEqual([types.length, types.at(-1), types[0]], [shown + 1, `… +${length - shown}`, 'TYPE0'])
      assert.ok(data.endsWith(` … +${length - shown}`), data.slice(-40))
    }
    const size = JSON.stringify(answer).length
    assert.ok(size < 1_000_000, `${size} characters`)
  })

test('a denial reads all types, also those that are not listed', () => {
  const proven = (blocks: number) => [{ name: 'a.z.', type: TYPES.NSEC, records: [nsec(blocks)], signatures: [] }]
  assert.equal(findDenial('a.z.', 65_000, proven(256)), undefined)
})
