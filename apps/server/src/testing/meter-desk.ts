import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { KnownKey } from '../domain/key/key-table.ts'
import { Plans } from '../domain/plan/plans.ts'
import { Meter, type MeterOptions } from '../domain/usage/meter.ts'
import { Database } from '../storage/database.ts'
import { startStorage } from './start-storage.ts'

const log = pino({ level: 'silent' })

export type MeterDesk = Awaited<ReturnType<typeof openMeterDesk>>

/** A database with accounts and keys, and meters on it, each like one of a thread of its own. */
export async function openMeterDesk() {
  const folder = await mkdtemp(join(tmpdir(), 'octet-meter-'))
  const storage = await startStorage()
  const database = new Database(storage.url, { log })

  async function addAccount(): Promise<string> {
    const id = randomUUID()
    const values = { id, email: `${id}@example.org`, password_hash: '-', lang: 'en' } as const
    await database.run((queries) => queries.insertInto('accounts').values(values).execute())
    return id
  }

  /** A key of an account as the request path sees it. */
  async function addKey(accountId: string, capMonth?: number): Promise<KnownKey> {
    const id = randomUUID()
    const texts = { name: 'k', prefix: 'oct_live_', last4: id.slice(-4), scopes: ['geo'] }
    await database.run((queries) =>
      queries
        .insertInto('keys')
        .values({ id, account_id: accountId, hash: Buffer.from(id), cap_month: capMonth ?? null, ...texts })
        .execute(),
    )
    return toKnownKey({ id, accountId, capMonth })
  }

  /** A meter whose one plan, `p`, has so many requests a month. */
  function createMeter(quota: number, options: Partial<MeterOptions> = {}): Meter {
    const plans = new Plans([
      { id: 'p', name: 'P', requestsPerMonth: quota, keys: 1, namesAtOnce: 100, monthlyPrice: 0, databases: [] },
    ])
    return new Meter({ database, plans, log, folder, isFirst: false, ...options })
  }

  return {
    url: storage.url,
    database,
    folder,
    addAccount,
    addKey,
    createMeter,
    async [Symbol.asyncDispose]() {
      await database[Symbol.asyncDispose]()
      await storage[Symbol.asyncDispose]()
      await rm(folder, { recursive: true })
    },
  }
}

type KeyOfPlan = Pick<KnownKey, 'id' | 'accountId'> & { readonly capMonth?: number | undefined }

/** A key of the plan `p` that may do everything from everywhere. */
export const toKnownKey = ({ id, accountId, capMonth }: KeyOfPlan): KnownKey => ({
  id,
  accountId,
  planId: 'p',
  extraUnits: 0,
  capMonth,
  scopes: new Set(['geo']),
  isAllowedFrom: undefined,
  origins: [],
  isAllowedInQuery: true,
  expiresMs: Infinity,
  isRevoked: false,
})
