import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Client } from 'pg'
import { pino } from 'pino'
import { until } from '@octet/core/testing/until.ts'
import { createGuard } from '@octet/probe/guard/guard.ts'
import { tellUse } from '../domain/billing/alerts.ts'
import type { IpService } from '../domain/ip-service.ts'
import { startJobRunner } from '../jobs/run-jobs.ts'
import { deleteExpired, failExpired } from './queries/jobs.ts'
import { openBillingDesk } from '../testing/billing-desk.ts'
import { startStorage } from '../testing/start-storage.ts'

/** Tables with a row for each account, payment or piece of work. */
const LARGE = ['accounts', 'billing_events', 'jobs', 'leases', 'ledger', 'mails', 'orders', 'quotas', 'subscriptions']

test('what is asked by itself every few seconds, and with each payment, reads no large table from end to end', async (t) => {
  await using storage = await startStorage()
  const asked = new Map<string, unknown[]>()
  const { query } = Client.prototype
  t.mock.method(Client.prototype, 'query', function note(this: Client, ...args: [string, unknown[]?]) {
    if (/^\s*(select|update|delete|with)/.test(args[0])) asked.set(args[0], args[1] ?? [])
    return query.apply(this, args as never)
  })
  await using desk = openBillingDesk(storage.url)
  const order = await desk.order(await desk.addAccount(), 'standard')
  await desk.billing.sandbox?.pay(order, 'success')
  await desk.billing.hearSandbox({ all: true })
  desk.clock.now = new Date('2026-04-10T12:00:01Z')
  await desk.billing.close()
  await tellUse(desk.database, desk.billing.context)
  const runner = {
    database: desk.database,
    ip: {} as unknown as IpService,
    guard: createGuard({}),
    varFolder: join(tmpdir(), 'octet-none'),
    publicOrigin: '',
    log: pino({ level: 'silent' }),
  }
  await using _runner = startJobRunner(runner)
  await until(
    () => [...asked.keys()].some((sql) => sql.includes('from "jobs" where "expires_at"')),
    'the jobs are looked through',
  )
  await desk.database.run(failExpired)
  await desk.database.run(deleteExpired)
  t.mock.restoreAll()
  const client = new Client({ connectionString: storage.url })
  await client.connect()
  // Without rows the whole table is the cheapest way; what is still read so has no other.
  await client.query('set enable_seqscan = off')
  const faults: string[] = []
  for (const [sql, values] of asked) {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${sql}`, values)
    for (const { 'QUERY PLAN': line } of rows)
      if (LARGE.includes(/Seq Scan on (\w+)/.exec(line)?.[1] ?? '')) faults.push(`${line.trim()}: ${sql}`)
  }
  await client.end()
  assert.deepEqual(faults, [])
})
