import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { until } from '@octet/core/testing/until.ts'
import { addUsage } from '../../storage/usage.ts'
import { openMeterDesk, type MeterDesk } from '../../testing/meter-desk.ts'

const CHILD = join(import.meta.dirname, '../../testing/meter-child.ts')
let desk: MeterDesk
before(async () => {
  desk = await openMeterDesk()
})
after(() => desk[Symbol.asyncDispose]())

type Run = { readonly quota: number; readonly isEnough: (acknowledged: number, ranMs: number) => boolean }

/** One program that serves until it is killed or has no more units; gives how many answers it acknowledged. */
async function serveUntilKilled(accountId: string, { quota, isEnough }: Run): Promise<number> {
  // A file, not a pipe: what has been written to it counts whatever happens to the writer.
  const acknowledged = await open(join(desk.folder, `${randomUUID()}.said`), 'w')
  const words = [CHILD, desk.url, desk.folder, accountId, randomUUID(), String(quota)]
  const child = spawn(process.execPath, words, { stdio: ['ignore', acknowledged.fd, 'inherit'] })
  const ended = once(child, 'close')
  let startedMs = 0
  const timer = setInterval(() => {
    void acknowledged.stat().then(({ size }) => {
      if (size > 0) startedMs ||= performance.now()
      if (size > 0 && isEnough(size, performance.now() - startedMs)) child.kill('SIGKILL')
    })
  }, 5)
  await ended
  clearInterval(timer)
  const { size } = await acknowledged.stat()
  await acknowledged.close()
  return size
}

/** Starts a program that counts what the killed ones left, as often as it takes until nothing is left. */
async function adopt(quota: number): Promise<void> {
  await until(async () => {
    await desk.createMeter(quota, { isFirst: true })[Symbol.asyncDispose]()
    return (await readdir(desk.folder)).every((name) => !name.endsWith('.slots'))
  }, 'what is left is counted')
}

async function readLedger(accountId: string): Promise<{ used: number; leased: number }> {
  const { rows } = await desk.database.run((queries) =>
    sql<{ used: number; leased: number }>`select coalesce(sum(used), 0)::int8 as used,
      (select leased from quotas where account_id = ${accountId}) as leased from leases where account_id = ${accountId}`.execute(
      queries,
    ),
  )
  return rows[0] ?? { used: -1, leased: -1 }
}

test('kill -9 five times: every acknowledged request is counted, at most one more per kill, the rest is given back', async (t) => {
  const accountId = await desk.addAccount()
  let acknowledged = 0
  for (let round = 0; round < 5; round++) {
    acknowledged += await serveUntilKilled(accountId, { quota: 100_000_000, isEnough: (_, ms) => ms > 150 + round * 60 })
    await adopt(100_000_000)
  }
  const { used, leased } = await readLedger(accountId)
  assert.ok(used >= acknowledged && used <= acknowledged + 5, `${acknowledged} acknowledged, ${used} counted`)
  assert.equal(leased, used)
  assert.deepEqual(
    (await readdir(desk.folder)).filter((name) => name.endsWith('.slots')),
    [],
  )
  t.diagnostic(`${acknowledged} acknowledged, ${used} counted, 5 kills`)
})

test('two programs and kills: a quota of 3,000 is never served beyond', async () => {
  const accountId = await desk.addAccount()
  let acknowledged = 0
  for (let round = 0; round < 3; round++) {
    const counts = await Promise.all(
      [1, 2].map(() => serveUntilKilled(accountId, { quota: 3_000, isEnough: (count) => count > 400 })),
    )
    acknowledged += counts.reduce((sum, count) => sum + count, 0)
    await adopt(3_000)
  }
  const { used, leased } = await readLedger(accountId)
  assert.ok(acknowledged <= 3_000, `${acknowledged} served`)
  assert.ok(used >= acknowledged && used <= 3_000 && leased <= 3_000, `${used} used, ${leased} leased`)
})

test('a batch that comes twice is added once', async () => {
  const accountId = await desk.addAccount()
  const batchId = randomUUID()
  const row = { accountId, keyId: randomUUID(), hour: '2026-11-21T10:00:00Z', product: 'geo', status: 200, requests: 7 }
  for (let i = 0; i < 2; i++) await desk.database.transact((queries) => addUsage(queries, batchId, [row]))
  const rows = await desk.database.run((queries) =>
    queries.selectFrom('usage').select('requests').where('account_id', '=', accountId).execute(),
  )
  assert.deepEqual(rows, [{ requests: 7 }])
})
