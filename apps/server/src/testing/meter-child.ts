import { writeSync } from 'node:fs'
import { pino } from 'pino'
import { Plans } from '../domain/plan/plans.ts'
import { Meter } from '../domain/usage/meter.ts'
import { Database } from '../storage/database.ts'
import { toKnownKey } from './meter-desk.ts'

/** Serves one key as fast as it can and says each answer on its standard output, until it is killed or the quota is spent. */
const [url = '', folder = '', accountId = '', keyId = '', quota = ''] = process.argv.slice(2)
const log = pino({ level: 'silent' })
const plans = new Plans([
  { id: 'p', name: 'P', requestsPerMonth: Number(quota), keys: 1, namesAtOnce: 100, monthlyPrice: 0, databases: [] },
])
const meter = new Meter({ database: new Database(url, { log }), plans, log, folder, isFirst: false })
const key = toKnownKey({ id: keyId, accountId })
for (;;) {
  const reservation = await meter.take(key, { units: 1, product: 'geo' }).catch(() => undefined)
  if (!reservation) break
  reservation.settle(200)
  writeSync(1, '.')
}
await meter[Symbol.asyncDispose]()
process.exit(0)
