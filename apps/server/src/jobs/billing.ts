import type { Logger } from 'pino'
import { isAppError } from '@octet/core/errors.ts'
import type { Billing } from '../domain/billing/billing.ts'
import { tellUse } from '../domain/billing/alerts.ts'
import type { Database } from '../storage/database.ts'
import { repeat } from './repeat.ts'

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
  const onError = (error: unknown): void => {
    if (!isAppError(error)) log.error({ err: error }, 'billing could not go on')
  }
  const close = async (): Promise<void> => {
    await billing.close()
    await tellUse(database, billing.context)
  }
  const jobs = [repeat(close, { everyMs: PERIOD_MS, onError })]
  if (billing.sandbox) {
    /** Until it is known to have nothing to say, and from the word on that it has. */
    let isExpected = true
    database.listen('octet_sandbox', () => (isExpected = true))
    const hear = async (): Promise<void> => {
      if (!isExpected && database.isListening) return
      isExpected = false
      try {
        isExpected = (await billing.hearSandbox()) || isExpected
      } catch (error) {
        isExpected = true
        throw error
      }
    }
    jobs.push(repeat(hear, { everyMs: SANDBOX_MS, onError }))
  }
  return {
    async [Symbol.asyncDispose]() {
      await Promise.all(jobs.map(({ stop }) => stop()))
    },
  }
}
