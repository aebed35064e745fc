import type { Logger } from 'pino'
import { isAppError } from '@octet/core/errors.ts'
import type { Plans } from '../domain/plan/plans.ts'
import type { Database } from '../storage/database.ts'
import { listLostPlans } from '../storage/queries/subscriptions.ts'
import { repeat } from './repeat.ts'

const PERIOD_MS = 3_600_000
/** Soon again after a look that failed: a busy start may not reach its database at once. */
const RETRY_MS = 15_000

export type LostPlanOptions = { readonly database: Database; readonly plans: Plans; readonly log: Logger }

/** Says at the start and each hour which plans are held but no more in the operator's file: keys under them are refused. */
export function startLostPlanJob({ database, plans, log }: LostPlanOptions): AsyncDisposable {
  let lookedMs = -Infinity
  const { ask, stop } = repeat(
    async () => {
      if (performance.now() - lookedMs < PERIOD_MS) return
      for (const { plan, accounts } of await database.run((queries) => listLostPlans(queries, plans.ids)))
        log.warn({ plan, accounts }, 'a plan is held that the operator’s file does not name; keys under it are refused')
      lookedMs = performance.now()
    },
    {
      everyMs: RETRY_MS,
      onError(error) {
        if (!isAppError(error)) log.error({ err: error }, 'whether plans are missing cannot be found out')
      },
    },
  )
  ask()
  return { [Symbol.asyncDispose]: stop }
}
