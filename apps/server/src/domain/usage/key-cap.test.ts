import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { KnownKey } from '../key/key-table.ts'
import { openMeterDesk, type MeterDesk } from '../../testing/meter-desk.ts'
import type { Meter } from './meter.ts'

let desk: MeterDesk
before(async () => {
  desk = await openMeterDesk()
})
after(() => desk[Symbol.asyncDispose]())

const ONE = { units: 1, product: 'geo' }

/** Asks until the first refusal, several requests at a time; gives how many were served. */
async function serve(meter: Meter, key: KnownKey): Promise<number> {
  let served = 0
  const askUntilRefused = async () => {
    for (;;) {
      const reservation = await meter.take(key, ONE).catch((error: { key: string }) => error.key)
      if (typeof reservation === 'string') return assert.equal(reservation, 'key_cap_spent')
      served++
      reservation.settle(200)
    }
  }
  await Promise.all(Array.from({ length: 10 }, askUntilRefused))
  return served
}

async function readLeased({ id }: KnownKey): Promise<number | undefined> {
  const row = await desk.database.run((queries) =>
    queries.selectFrom('key_quotas').select('leased').where('key_id', '=', id).executeTakeFirst(),
  )
  return row?.leased
}

for (const cap of [7, 100, 2_500])
  test(`a cap of ${cap}: three meters under parallel calls serve exactly ${cap}, and another key of the account goes on`, async () => {
    const accountId = await desk.addAccount()
    const [capped, open] = [await desk.addKey(accountId, cap), await desk.addKey(accountId)]
    const meters = [1, 2, 3].map(() => desk.createMeter(100_000))
    const served = await Promise.all(meters.map((meter) => serve(meter, capped)))
    assert.equal(
      served.reduce((sum, count) => sum + count, 0),
      cap,
    )
    assert.equal(meters[0]?.takeNow(capped, ONE), undefined)
    const [reservation] = await Promise.all(meters.map((meter) => meter.take(open, ONE)))
    assert.equal(reservation?.quota, 100_000)
    for (const meter of meters) await meter[Symbol.asyncDispose]()
    assert.equal(await readLeased(capped), cap)
  })

test('a unit of a small cap is not held by a thread that does not need it', async () => {
  const key = await desk.addKey(await desk.addAccount(), 100)
  const [first, second] = [desk.createMeter(100_000), desk.createMeter(100_000)]
  ;(await first.take(key, ONE)).settle(200)
  assert.equal(await serve(second, key), 99)
  for (const meter of [first, second]) await meter[Symbol.asyncDispose]()
})

test('a key that is deleted before its thread hears of it is unknown, and not served on credit', async () => {
  for (const table of ['keys', 'accounts'] as const) {
    const key = await desk.addKey(await desk.addAccount(), 100)
    await using meter = desk.createMeter(100_000)
    ;(await meter.take(key, ONE)).settle(200)
    const id = table === 'keys' ? key.id : key.accountId
    await desk.database.run((queries) => queries.deleteFrom(table).where('id', '=', id).execute())
    await assert.rejects(meter.take(key, ONE), { key: 'bad_key' })
  }
})

test('an error costs a cap nothing, and what was not used is given back', async () => {
  const key = await desk.addKey(await desk.addAccount(), 5_000)
  const meter = desk.createMeter(100_000)
  for (const status of [200, 400, 404, 200, 500]) (await meter.take(key, ONE)).settle(status)
  ;(await meter.take(key, ONE)).giveBack()
  await meter[Symbol.asyncDispose]()
  assert.equal(await readLeased(key), 2)
})

test('a cap counts what the key did before it had one, and more is served once it is raised', async () => {
  const accountId = await desk.addAccount()
  const key = await desk.addKey(accountId)
  const meter = desk.createMeter(100_000)
  for (let i = 0; i < 4; i++) (await meter.take(key, ONE)).settle(200)
  await meter.flush()
  const capped = { ...key, capMonth: 6 }
  assert.equal(await serve(meter, capped), 2)
  assert.equal(await serve(meter, { ...key, capMonth: 9 }), 3)
  await meter[Symbol.asyncDispose]()
})

test('the account’s quota is spent before the cap → quota_spent, and the cap keeps its units', async () => {
  const key = await desk.addKey(await desk.addAccount(), 50)
  const meter = desk.createMeter(3)
  for (let i = 0; i < 3; i++) (await meter.take(key, ONE)).settle(200)
  await assert.rejects(meter.take(key, ONE), { key: 'quota_spent' })
  await meter[Symbol.asyncDispose]()
  assert.equal(await readLeased(key), 3)
})

test('a new month begins the cap anew', async () => {
  const clock = { now: new Date('2026-11-30T23:59:59.999Z') }
  const key = await desk.addKey(await desk.addAccount(), 2)
  const meter = desk.createMeter(100, { now: () => clock.now.getTime() })
  assert.equal(await serve(meter, key), 2)
  clock.now = new Date('2026-12-01T00:00:00.000Z')
  assert.equal(await serve(meter, key), 2)
  await meter[Symbol.asyncDispose]()
})
