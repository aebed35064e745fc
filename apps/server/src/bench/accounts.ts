import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { median, type BenchRow } from '@octet/core/bench.ts'
import { makeSecret, toHash } from '../domain/account/secret.ts'
import { Sessions } from '../domain/account/sessions.ts'
import { isKeyShaped, makeKey, toPrefix } from '../domain/key/key-format.ts'
import { KeyTable } from '../domain/key/key-table.ts'
import { Database } from '../storage/database.ts'
import { openMeterDesk } from '../testing/meter-desk.ts'
import { startStorage } from '../testing/start-storage.ts'

const SECONDS = 2
const PARALLEL = 8
const KEYS = 10_000
const METER_REQUESTS = 20_000
const METER_ROUNDS = 31

/** How many sessions and keys one thread checks: from the database, from memory, and what has not even the shape. */
export async function run(): Promise<BenchRow[]> {
  await using storage = await startStorage()
  await using database = new Database(storage.url, { log: pino({ level: 'silent' }) })
  const sessions = new Sessions(database)
  const accountId = await addAccount(database)
  const { token } = await database.transact((queries) =>
    sessions.open(queries, { id: accountId, epoch: 0 }, { isRemembered: false, isBound: false }),
  )
  await using table = new KeyTable(database, { log: pino({ level: 'silent' }) })
  const keys = await addKeys(database, accountId)
  await table.load()
  const use = { isInQuery: false, address: '192.0.2.1', origin: undefined, scope: 'geo' as const }
  const noise = Array.from({ length: 1_000 }, () => `oct_live_${makeSecret().slice(0, 36)}`)
  return [
    {
      name: 'session checks, each from the database (8 at once)',
      value: await countAsync(async () => {
        sessions.forget(accountId)
        await sessions.get(token, undefined)
      }),
      unit: 'a second',
    },
    {
      name: 'session checks, kept for a second',
      value: await countAsync(() => sessions.get(token, undefined)),
      unit: 'a second',
    },
    {
      name: `key checks among ${KEYS} keys in memory`,
      value: count((index) => void table.get({ ...use, text: keys[index % KEYS] ?? '' })),
      unit: 'a second',
    },
    {
      name: 'texts that look like a key and are refused by their checksum',
      value: count((index) => void isKeyShaped(noise[index % noise.length] ?? '')),
      unit: 'a second',
    },
    ...(await meterRequests()),
  ]
}

/** Units taken from memory, charged and noted in the slot file: by each request, and by sixteen that leave together. */
async function meterRequests(): Promise<BenchRow[]> {
  await using desk = await openMeterDesk()
  const key = await desk.addKey(await desk.addAccount())
  await using meter = desk.createMeter(10_000_000_000)
  const rows: BenchRow[] = []
  for (const together of [1, 16]) {
    const micros: number[] = []
    for (let round = 0; round < METER_ROUNDS; round++) {
      await (await meter.take(key, { units: 1, product: 'geo' })).settle(200)
      const before = process.cpuUsage()
      let served = 0
      for (let at = 1; at <= METER_REQUESTS; at++) {
        const reservation = meter.takeNow(key, { units: 1, product: 'geo' })
        if (!reservation) break // a lease is spent; the next is fetched between rounds
        reservation.charge()
        served++
        if (at % together === 0) meter.noteCharges()
      }
      const { user, system } = process.cpuUsage(before)
      micros.push((user + system) / served)
    }
    const middle = median(micros)
    rows.push({
      name: together === 1 ? 'metering a request, each noted alone' : `metering a request, ${together} noted together`,
      value: middle,
      unit: 'µs',
      budget: { text: '≤ 1.5 µs', isMet: middle <= 1.5 },
    })
  }
  return rows
}

async function addAccount(database: Database): Promise<string> {
  const id = randomUUID()
  await database.run((queries) =>
    queries
      .insertInto('accounts')
      .values({ id, email: 'bench@example.org', password_hash: '-', lang: 'en', confirmed_at: new Date() })
      .execute(),
  )
  return id
}

async function addKeys(database: Database, accountId: string): Promise<string[]> {
  const keys = Array.from({ length: KEYS }, () => makeKey('live'))
  for (let from = 0; from < KEYS; from += 1_000)
    await database.run((queries) =>
      queries
        .insertInto('keys')
        .values(
          keys.slice(from, from + 1_000).map((text) => ({
            id: randomUUID(),
            account_id: accountId,
            name: 'bench',
            hash: toHash(text),
            prefix: toPrefix(text),
            last4: text.slice(-4),
            scopes: ['geo'],
          })),
        )
        .execute(),
    )
  return keys
}

/** Calls in a second, some at once. */
async function countAsync(call: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  let calls = 0
  const work = async () => {
    while (performance.now() - started < SECONDS * 1_000) {
      await call()
      calls++
    }
  }
  await Promise.all(Array.from({ length: PARALLEL }, work))
  return Math.round((calls / (performance.now() - started)) * 1_000)
}

/** Calls in a second, one after the other. */
function count(call: (index: number) => void): number {
  const started = performance.now()
  let calls = 0
  while (performance.now() - started < SECONDS * 1_000) for (let until = calls + 1_000; calls < until; calls++) call(calls)
  return Math.round((calls / (performance.now() - started)) * 1_000)
}
