import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { pino } from 'pino'
import { AppError, isAppError } from '@octet/core/errors.ts'
import type { IpRecord } from '@octet/core/ip/record.ts'
import { Database, type Queries } from '../../storage/database.ts'
import { startStorage, type TestStorage } from '../../testing/start-storage.ts'
import { Availability } from './availability.ts'
import type { Part } from './part.ts'
import type { Report } from './report.ts'

const log = pino({ level: 'silent' })
const statements: string[] = []
let storage: TestStorage
let database: Database
before(async () => {
  storage = await startStorage()
  // Its `now()` goes before that of PostgreSQL, so that hours pass at once.
  await using plain = new Database(storage.url, { log })
  await plain.run((queries) =>
    sql`create schema fake;
      create table fake.clock as select timestamptz '2026-11-27 12:00Z' as at;
      create function fake.now() returns timestamptz stable language sql as 'select at from fake.clock'`.execute(queries),
  )
  database = new Database(`${storage.url}&options=-c%20search_path%3Dfake,pg_catalog,public`, {
    log,
    onQuery: (query) => void statements.push(query.sql),
  })
})
after(async () => {
  await database[Symbol.asyncDispose]()
  await storage[Symbol.asyncDispose]()
})
beforeEach(() => database.run((queries) => sql`truncate beats, lapses`.execute(queries)))

/** Servers on one database, and their clocks. */
function openFleet() {
  let nowMs = 1_000
  return {
    addServer: () => new Server(() => nowMs),
    async pass(seconds: number) {
      nowMs += seconds * 1_000
      await this.setClock(seconds)
    },
    /** Sets the clock of the database alone ahead, or back. */
    setClock: (seconds: number) =>
      database.run((queries) => sql`update clock set at = at + make_interval(secs => ${seconds})`.execute(queries)),
  }
}

class Server {
  readonly availability: Availability
  readonly works = { lookup: true, database: true, points: 1 }
  /** What was asked of the database while it was away. */
  readonly given: ((queries: Queries) => Promise<unknown>)[] = []

  constructor(nowMs: () => number) {
    const { works, given } = this
    const run: Database['run'] = (work) => {
      if (works.database) return database.run(work)
      given.push(work)
      return Promise.reject(new AppError('unavailable'))
    }
    this.availability = new Availability({
      database: { isConfigured: true, run } as Database,
      ip: {
        lookup() {
          if (!works.lookup) throw new AppError('data_missing')
          return {} as IpRecord
        },
      },
      hub: {
        roster: {
          get size() {
            return works.points
          },
        },
      },
      nowMs,
    })
  }

  /** False where the database was away. */
  check(options?: { isLast: boolean }): Promise<boolean> {
    const toFalse = (error: unknown) => {
      if (isAppError(error)) return false
      throw error
    }
    return this.availability.check(options).then(() => true, toFalse)
  }
}

const readSums = async () => {
  const { rows } = await database.run((queries) =>
    sql<{ part: string | null; state: string; seconds: number; count: number }>`select part, state,
      round(sum(extract(epoch from ended_at - began_at)))::int as seconds, count(*)::int as count
      from lapses group by part, state order by part, state`.execute(queries),
  )
  return rows.map(({ part, state, seconds, count }) => `${part ?? 'all'} ${state} ${seconds} s in ${count}`)
}
const readKnown = async () => {
  const { rows } = await database.run((queries) =>
    sql<{ seconds: number }>`select round(extract(epoch from at - since))::int as seconds from beats`.execute(queries),
  )
  return rows[0]?.seconds
}

test('where all is well one statement moves one row, and nothing else is written', async () => {
  const fleet = openFleet()
  const { availability } = fleet.addServer()
  for (let turn = 0; turn < 4; turn++) {
    await fleet.pass(15)
    const told = statements.length
    await availability.check()
    assert.equal(statements.length - told, 1)
  }
  assert.deepEqual([await readKnown(), await readSums()], [60, []])
})

test('what a server saw before its first check counts, a time without any does not', async () => {
  const fleet = openFleet()
  const first = fleet.addServer()
  await fleet.pass(12)
  await first.check()
  await fleet.pass(300) // killed in between
  const second = fleet.addServer()
  await fleet.pass(10)
  await second.check()
  assert.deepEqual([await readKnown(), await readSums()], [322, ['all stopped 300 s in 1']])
})

test('a server that stops writes how far it came, and a restart counts for as long as it takes', async () => {
  const fleet = openFleet()
  const first = fleet.addServer()
  await fleet.pass(15)
  await first.check()
  await fleet.pass(6)
  await first.check({ isLast: true })
  await fleet.pass(4)
  const second = fleet.addServer()
  await fleet.pass(15)
  await second.check()
  assert.deepEqual([await readKnown(), await readSums()], [40, ['all stopped 4 s in 1']])
})

test('a lookup that fails is one lapse for as long as it goes on', async () => {
  const fleet = openFleet()
  const server = fleet.addServer()
  const turn = async () => {
    await fleet.pass(15)
    await server.check()
  }
  await turn()
  server.works.lookup = false
  for (let count = 0; count < 8; count++) await turn()
  server.works.lookup = true
  for (let count = 0; count < 4; count++) await turn()
  assert.deepEqual([await readKnown(), await readSums()], [195, ['lookup failing 120 s in 1']])
  server.works.lookup = false
  for (let count = 0; count < 2; count++) await turn()
  assert.deepEqual(await readSums(), ['lookup failing 150 s in 2'])
})

test('while the database is away lookups go on, and are known of afterwards; accounts failed', async () => {
  const fleet = openFleet()
  const server = fleet.addServer()
  await fleet.pass(15)
  await server.check()
  server.works.database = false
  for (let count = 0; count < 240; count++) {
    await fleet.pass(15)
    assert.equal(await server.check(), false)
    if (count === 99) server.works.lookup = false
    if (count === 109) server.works.lookup = true
  }
  server.works.database = true
  await fleet.pass(15)
  await server.check()
  assert.deepEqual(
    [await readKnown(), await readSums()],
    [15 * 242, ['accounts failing 3600 s in 1', 'lookup failing 150 s in 1']],
  )
})

test('what a database comes to long after it was asked counts for nothing', async () => {
  const fleet = openFleet()
  const server = fleet.addServer()
  await fleet.pass(15)
  await server.check()
  server.works.database = false
  for (let turn = 0; turn < 4; turn++) {
    await fleet.pass(15)
    await server.check()
  }
  await fleet.pass(8)
  for (const work of server.given) await database.run(work)
  server.works.database = true
  await fleet.pass(7)
  await server.check()
  assert.deepEqual([await readKnown(), await readSums()], [90, ['accounts failing 60 s in 1']])
})

test('of several servers one writes each quarter of a minute', async () => {
  const fleet = openFleet()
  const servers = [fleet.addServer(), fleet.addServer(), fleet.addServer()]
  let moved = 0
  let last: number | undefined
  for (let turn = 0; turn < 20; turn++)
    for (const server of servers) {
      await fleet.pass(5)
      await server.check()
      if ((await readKnown()) !== last) moved++
      last = await readKnown()
    }
  assert.deepEqual([moved, last, await readSums()], [20, 290, []])
})

for (const [name, order] of [
  ['first', [0, 1]],
  ['last', [1, 0]],
] as const)
  test(`what works on one server of two is up, also where the one it fails on asks ${name}`, async () => {
    const fleet = openFleet()
    const servers = [fleet.addServer(), fleet.addServer()]
    await fleet.pass(15)
    await servers[1]!.check()
    servers[0]!.works.lookup = false
    for (let turn = 0; turn < 10; turn++) {
      await fleet.pass(8)
      await servers[order[0]]!.check()
      await fleet.pass(7)
      await servers[order[1]]!.check()
    }
    assert.deepEqual(await readSums(), [])
    // The good one is gone: from its last word on nothing works.
    for (let turn = 0; turn < 10; turn++) {
      await fleet.pass(15)
      await servers[0]!.check()
    }
    assert.deepEqual(await readSums(), [`lookup failing ${name === 'first' ? 150 : 157} s in 1`])
  })

test('servers that ask at the same time write it once', async () => {
  const fleet = openFleet()
  const servers = Array.from({ length: 6 }, () => fleet.addServer())
  for (const server of servers) server.works.points = 0
  await fleet.pass(15)
  await Promise.all(servers.map((server) => server.check()))
  await fleet.pass(20)
  await Promise.all(servers.map((server) => server.check()))
  assert.deepEqual([await readKnown(), await readSums()], [35, ['measurements unchecked 35 s in 1']])
})

test('a program that was held up served nothing meanwhile', async () => {
  const fleet = openFleet()
  const server = fleet.addServer()
  await fleet.pass(15)
  await server.check()
  await fleet.pass(600)
  await server.check()
  assert.deepEqual(await readSums(), ['all stopped 570 s in 1'])
})

test('measurements fail where points have gone, and are not offered where there never was one', async () => {
  const fleet = openFleet()
  const server = fleet.addServer()
  server.works.points = 0
  await fleet.pass(15)
  await server.check()
  server.works.points = 2
  await fleet.pass(15)
  await server.check()
  server.works.points = 0
  for (let count = 0; count < 2; count++) {
    await fleet.pass(15)
    await server.check()
  }
  assert.deepEqual(await readSums(), ['measurements failing 30 s in 1', 'measurements unchecked 15 s in 1'])
  assert.deepEqual(server.availability.states, { lookup: 'up', measurements: 'failing', accounts: 'up' })
})

test('a database whose clock goes back is counted from there', async () => {
  const fleet = openFleet()
  const server = fleet.addServer()
  await fleet.pass(15)
  await server.check()
  await fleet.setClock(-3_600)
  for (let turn = 0; turn < 3; turn++) {
    await fleet.pass(15)
    await server.check()
  }
  assert.deepEqual([await readKnown(), await readSums()], [15, []])
})

test('while the database is away what was read before is told, and what works now', async () => {
  const fleet = openFleet()
  const server = fleet.addServer()
  await fleet.pass(15)
  await server.check()
  const toStates = ({ parts }: Report) => Object.fromEntries(parts.map(({ id, state }): [Part, string] => [id, state]))
  const known = await server.availability.read()
  assert.deepEqual([known.history, toStates(known)], ['whole', { lookup: 'up', accounts: 'up', measurements: 'up' }])
  server.works.database = false
  server.works.points = 0
  await fleet.pass(61)
  const later = await server.availability.read()
  assert.equal(later.until, known.until)
  assert.deepEqual([later.history, toStates(later)], ['partial', { lookup: 'up', accounts: 'failing', measurements: 'failing' }])
})

test('without any word of the database a thread says what works now, and of points only what it has seen', async () => {
  const fleet = openFleet()
  const server = fleet.addServer()
  server.works.database = false
  server.works.lookup = false
  const { history, since, incidents, parts } = await server.availability.read()
  assert.deepEqual([history, since, incidents], ['missing', null, []])
  assert.deepEqual(
    parts.map(({ state, days }) => [state, days.length]),
    [
      ['failing', 0],
      ['failing', 0],
      ['up', 0],
    ],
  )
  const other = fleet.addServer()
  Object.assign(other.works, { database: false, points: 0 })
  assert.equal((await other.availability.read()).parts[2]?.state, 'unknown')
  await other.check()
  assert.equal((await other.availability.read()).parts[2]?.state, 'unchecked')
})

test('a database that is there and does not answer is waited for two seconds, and not for its own limit', async () => {
  const answer = Promise.withResolvers<never>()
  const database = { isConfigured: true, run: () => answer.promise } as unknown as Database
  const availability = new Availability({ database, ip: { lookup: () => ({}) as IpRecord }, hub: { roster: { size: 1 } } })
  const startMs = performance.now()
  const told = await Promise.all([availability.read(), availability.read()])
  assert.ok(performance.now() - startMs < 4_000)
  assert.deepEqual(
    told.map(({ history }) => history),
    ['missing', 'missing'],
  )
  answer.reject(new AppError('unavailable'))
})

test('many who ask at once read it once', async () => {
  const fleet = openFleet()
  const server = fleet.addServer()
  await fleet.pass(15)
  await server.check()
  const told = statements.length
  for (let round = 0; round < 2; round++) await Promise.all(Array.from({ length: 20 }, () => server.availability.read()))
  assert.equal(statements.length - told, 2, 'the beat and the lapses')
})
