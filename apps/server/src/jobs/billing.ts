import type { Logger } from 'pino'
import { isAppError } from '@octet/core/errors.ts'
import type { Billing } from '../domain/billing/billing.ts'
import { tellUse } from '../domain/billing/alerts.ts'
import type { Database } from '../storage/database.ts'

const PERIOD_MS = 15_000
const SANDBOX_MS = 250

/** Looks every 15 s for what is due: renewals, bills, attempts, alerts; and hands over what the sandbox says. */
export function startBillingJob({
  billing,
  database,
  log,
}: {
  billing: Billing
  database: Database
  log: Logger
}): AsyncDisposable {
  const jobs = [
    repeat(PERIOD_MS, async () => {
      await billing.close()
      await tellUse(database, billing.context)
    }),
    ...(billing.sandbox ? [repeat(SANDBOX_MS, () => billing.hearSandbox())] : []),
  ]
  function repeat(periodMs: number, work: () => Promise<void>): () => Promise<void> {
    let running: Promise<void> | undefined
    const timer = setInterval(() => {
      running ??= work()
        .catch((error: unknown) => {
          if (!isAppError(error)) log.error({ err: error }, 'billing could not go on')
        })
        .finally(() => (running = undefined))
    }, periodMs)
    timer.unref()
    return async () => {
      clearInterval(timer)
      await running
    }
  }
  return {
    async [Symbol.asyncDispose]() {
      await Promise.all(jobs.map((stop) => stop()))
    },
  }
}
