import type { Logger } from 'pino'
import { isAppError } from '@octet/core/errors.ts'
import type { Availability } from '../domain/availability/availability.ts'
import { CHECK_SECONDS } from '../domain/availability/part.ts'
import { repeat } from './repeat.ts'

/** A server that stops does not wait longer for a database that does not answer. */
const LAST_MS = 1_000

/** Checks the parts of the service every quarter of a minute, and once more at the end, so that a restart counts for as long as it takes. */
export function startCheckJob({ availability, log }: { availability: Availability; log: Logger }): AsyncDisposable {
  let isAway = false
  const { stop } = repeat(() => availability.check().then(() => void (isAway = false)), {
    everyMs: CHECK_SECONDS * 1_000,
    onError(error) {
      isAway = true
      if (!isAppError(error)) log.error({ err: error }, 'what works cannot be written down')
    },
  })
  return {
    async [Symbol.asyncDispose]() {
      await stop()
      if (isAway) return
      const late = new Promise<void>((resolve) => setTimeout(resolve, LAST_MS).unref())
      await Promise.race([availability.check({ isLast: true }).catch(() => {}), late])
    },
  }
}
