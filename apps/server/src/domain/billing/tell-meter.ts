import { isAppError } from '@octet/core/errors.ts'
import { dropMeterEvent, listDueMeterEvents, updateMeterEvent, type MeterEvent } from '../../storage/queries/meter-events.ts'
import type { BillingParts } from './billing-parts.ts'

const HOUR_MS = 3_600_000
/** A provider heeds the id of an event for 24 hours at least (Stripe); an hour is left for clocks that differ. */
const HEEDED_MS = 23 * HOUR_MS
/** An event may be so old (Stripe: 35 days). */
const TAKEN_MS = 34 * 24 * HOUR_MS
const FIRST_PAUSE_MS = 15_000
const LONGEST_PAUSE_MS = HOUR_MS

/**
 * Tells the meters of providers about extra requests that are on a bill, and again while nothing is known to have come of it.
 * That an ask is made is written down before it, so that nothing is counted twice whenever the process ends: within the time
 * for which the id of an event is heeded it is repeated, after that it is left to the operator, with a line in the log.
 */
export async function tellMeters(parts: BillingParts): Promise<void> {
  const { database, context } = parts
  const due = await database.run((queries) => listDueMeterEvents(queries, context.now().getTime()))
  for (const event of due) await tell(parts, event)
}

async function tell({ database, context, providers, log }: BillingParts, event: MeterEvent): Promise<void> {
  const { orderId, provider: providerId, units, customerRef, askedAtMs, billedAtMs } = event
  const words = { order: orderId, units, customer: customerRef }
  const nowMs = context.now().getTime()
  const provider = providers.get(providerId)
  const isUnsure = askedAtMs !== null && nowMs - askedAtMs > HEEDED_MS
  if (isUnsure || nowMs - billedAtMs > TAKEN_MS || !provider?.meter) {
    log.error(
      words,
      `the meter is not told any more; whether it has the units is ${askedAtMs === null ? 'known: no' : 'not known'}`,
    )
    return database.run((queries) => dropMeterEvent(queries, orderId))
  }
  const attempts = event.attempts + 1
  const nextAtMs = nowMs + Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** event.attempts)
  const asked = { ...event, attempts, nextAtMs, askedAtMs: askedAtMs ?? nowMs }
  if (!(await database.run((queries) => updateMeterEvent(queries, event, asked)))) return
  try {
    await provider.meter({ payer: { customerRef, methodRef: null }, units, id: `extra-${orderId}`, at: new Date(billedAtMs) })
  } catch (error) {
    log.warn({ err: error, ...words }, 'the meter was not told; it is tried again')
    const isRefused = isAppError(error) && error.key === 'not_now'
    // What came of an earlier ask is as unknown as before.
    if (isRefused) await database.run((queries) => updateMeterEvent(queries, asked, { ...asked, askedAtMs }))
    return
  }
  await database.run((queries) => dropMeterEvent(queries, orderId))
}
