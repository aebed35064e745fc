import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { openMeterDesk, type MeterDesk } from '../../testing/meter-desk.ts'

const QUOTA = 3
let desk: MeterDesk
before(async () => {
  desk = await openMeterDesk()
})
after(() => desk[Symbol.asyncDispose]())

test('the last second of a month and the first of the next lose no unit and serve none twice', async () => {
  const accountId = await desk.addAccount()
  const clock = { now: new Date('2026-11-30T23:59:59.999Z') }
  const meter = desk.createMeter(QUOTA, { isFirst: true, now: () => clock.now.getTime() })
  const key = await desk.addKey(accountId)
  const take = async () => (await meter.take(key, { units: 1, product: 'geo' })).settle(200)
  for (let i = 0; i < QUOTA; i++) await take()
  await assert.rejects(take(), { key: 'quota_spent' })
  clock.now = new Date('2026-12-01T00:00:00.000Z')
  for (let i = 0; i < QUOTA; i++) await take()
  await assert.rejects(take(), { key: 'quota_spent' })
  await meter[Symbol.asyncDispose]()
  const { rows } = await desk.database.run((queries) =>
    sql<{ month: string; used: number }>`select month, sum(used)::int8 as used from leases
      where account_id = ${accountId} group by month order by month`.execute(queries),
  )
  assert.deepEqual(rows, [
    { month: '2026-11-01', used: QUOTA },
    { month: '2026-12-01', used: QUOTA },
  ])
})
