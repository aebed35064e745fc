import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { billingSchema } from '../domain/billing/billing-schema.ts'
import { Billing } from '../domain/billing/billing.ts'
import { heedEvent } from '../domain/billing/heed.ts'
import type { Order } from '../storage/queries/orders.ts'
import type { Provider, ProviderEvent } from '../domain/billing/provider.ts'
import { SandboxProvider } from '../domain/billing/providers/sandbox.ts'
import { planSchema } from '../domain/plan/plan-schema.ts'
import { Plans } from '../domain/plan/plans.ts'
import { Database } from '../storage/database.ts'
import { startStorage } from './start-storage.ts'

const log = pino({ level: 'silent' })

/** Billing on a database of its own, with a clock that is set by hand and plans in whole tens. */
export function openBillingDesk(url: string, { providers }: { providers?: (database: Database) => Provider[] } = {}) {
  const database = new Database(url, { log })
  const clock = { now: new Date('2026-03-10T12:00:00Z') }
  const plans = new Plans(
    [
      { id: 'free', name: 'FREE', requestsPerMonth: 1_000 },
      { id: 'standard', name: 'Standard', requestsPerMonth: 10_000, monthlyPrice: 3_100, extraPer1000: 50, databases: [] },
      { id: 'business', name: 'Business', requestsPerMonth: 100_000, monthlyPrice: 31_000, extraPer1000: 30 },
      { id: 'fixed', name: 'Fixed', requestsPerMonth: 20_000, monthlyPrice: 6_200 },
    ].map((plan) => planSchema.parse(plan)),
  )
  const billing = new Billing({
    database,
    context: {
      plans,
      config: billingSchema.parse({ tax: { name: 'VAT', percent: 20 } }),
      brand: 'Octet',
      publicOrigin: 'http://127.0.0.1:3000',
      now: () => new Date(clock.now),
    },
    providers: providers?.(database) ?? [new SandboxProvider(database, { now: () => clock.now.getTime() })],
    log,
  })

  async function addAccount(): Promise<{ accountId: string; email: string }> {
    const accountId = randomUUID()
    const email = `${accountId}@example.org`
    await database.run((queries) =>
      queries
        .insertInto('accounts')
        .values({ id: accountId, email, password_hash: '-', lang: 'en', confirmed_at: new Date() })
        .execute(),
    )
    return { accountId, email }
  }

  /** Orders a plan; a provider has not said anything yet. */
  async function order(who: { accountId: string; email: string }, planId: string, period: 'monthly' | 'yearly' = 'monthly') {
    const outcome = await billing.subscribe(who, { planId, period, lang: 'en' })
    if (!outcome.order) throw new Error(`expected an order, got ${outcome.kind}`)
    return outcome.order
  }

  /** A word about an order, as of the clock. */
  const toFact = (of: Order, seconds = 0) => ({
    id: randomUUID(),
    occurredAt: new Date(clock.now.getTime() + seconds * 1_000),
    orderId: of.id,
    paymentRef: `pay_${of.id}`,
  })

  /** Takes in what the sandbox says. */
  const hear = (event: ProviderEvent): Promise<void> =>
    database.transact((queries) => heedEvent(queries, billing.context, { provider: { id: 'sandbox' }, event }))

  return {
    billing,
    database,
    clock,
    addAccount,
    order,
    toFact,
    hear,
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  }
}

export type BillingDesk = ReturnType<typeof openBillingDesk>

/** The same with the database that it is on, which goes with it. */
export async function startBillingDesk() {
  const storage = await startStorage()
  const desk = openBillingDesk(storage.url)
  const end = async () => {
    await desk[Symbol.asyncDispose]()
    await storage[Symbol.asyncDispose]()
  }
  return { ...desk, url: storage.url, [Symbol.asyncDispose]: end }
}

export type StartedDesk = Awaited<ReturnType<typeof startBillingDesk>>
