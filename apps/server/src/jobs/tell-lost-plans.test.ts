import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { pino } from 'pino'
import { until } from '@octet/core/testing/until.ts'
import { DEFAULT_PLANS, planSchema } from '../domain/plan/plan-schema.ts'
import { Plans } from '../domain/plan/plans.ts'
import { Database } from '../storage/database.ts'
import { startStorage } from '../testing/start-storage.ts'
import { startLostPlanJob } from './tell-lost-plans.ts'

test('plans that are held but not in the operator’s file are named, with how many hold them', async () => {
  await using storage = await startStorage()
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
  await using database = new Database(storage.url, { log: pino({ level: 'silent' }) })
  const plans = new Plans(DEFAULT_PLANS.map((plan) => planSchema.parse(plan)))
  const known = plans.ids[0]!
  const [ended, later] = [new Date(0), new Date('2999-01-01')]
  const held = [
    { plan: known, endsAt: null },
    { plan: known, endsAt: later },
    { plan: 'gone', endsAt: null },
    { plan: 'gone', endsAt: later },
    { plan: 'ended', endsAt: ended },
  ]
  await database.transact(async (queries) => {
    for (const { plan, endsAt } of held) {
      const id = randomUUID()
      await queries
        .insertInto('accounts')
        .values({ id, email: `${id}@example.org`, password_hash: '-', lang: 'en' })
        .execute()
      const subscription = { account_id: id, product: 'api', plan_id: plan, period: 'monthly', ends_at: endsAt } as const
      await queries.insertInto('subscriptions').values(subscription).execute()
    }
  })
  await using _job = startLostPlanJob({ database, plans, log })
  await until(() => lines.length > 0, 'it is said')
  assert.deepEqual(
    lines.map((line) => JSON.parse(line)).map(({ plan, accounts }) => [plan, accounts]),
    [['gone', 2]],
  )
})
