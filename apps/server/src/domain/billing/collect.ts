import type { Queries } from '../../storage/database.ts'
import { updateSubscription } from '../../storage/queries/subscriptions.ts'
import {
  changeOrder,
  findOrder,
  getOrder,
  listDue,
  replaceAttempt,
  setAttempt,
  type Order,
} from '../../storage/queries/orders.ts'
import { hasAccount, lockAccount } from '../../storage/queries/accounts.ts'
import type { BillingParts } from './billing-parts.ts'
import { mailAboutOrder, type BillingContext } from './context.ts'
import { heedCredit, heedEvent } from './heed.ts'
import { toFirstAsk, toGraceEnd } from './grace.ts'
import { writeOff } from './orders.ts'
import { findPayer } from './payers.ts'
import { projectSubscription } from './project.ts'
import type { Payer, Provider } from './provider.ts'

const DAY_MS = 86_400_000
/** Days after the first attempt on which a payment is tried, or asked for, again. */
const ATTEMPT_DAYS = [0, 3, 7] as const
/** Nobody else makes an attempt for so long after it was begun: longer than any provider is waited for, with its repetitions. */
const BUSY_MS = 2 * 60_000
/** An attempt that was not made, as a provider or the database was away, is made again soon, then less and less often. */
const RETRY_MS = { least: 15_000, most: 10 * 60_000 } as const
const AT_ONCE = 50
/** So many attempts are never made: the sandbox means by it that nothing more is tried. */
export const GIVEN_UP = 99

/** Payments whose time for an attempt has come. */
export async function collectDue(parts: BillingParts): Promise<void> {
  const { database, context, log } = parts
  const due = await database.run((queries) => listDue(queries, context.now(), AT_ONCE))
  for (const { id, account_id: accountId } of due)
    await collect(parts, { id, accountId }).catch((error: unknown) =>
      log.error({ err: error, order: id }, 'a payment could not be tried'),
    )
}

/** One attempt, a reminder where nobody can be charged, or the end after the last one. */
async function collect(parts: BillingParts, { id, accountId }: { id: string; accountId: string }): Promise<void> {
  const { database, context } = parts
  const busyUntil = new Date(context.now().getTime() + BUSY_MS)
  try {
    const attempt = await database.transact((queries) => begin(queries, parts, { id, accountId, busyUntil }))
    if (attempt) await charge(parts, attempt)
  } catch (error) {
    // Nothing was refused. That it was begun may have been written even where the database did not say so.
    await database.run((queries) => release(queries, context, { id, busyUntil }))
    throw error
  }
}

type Begun = { readonly id: string; readonly accountId: string; readonly busyUntil: Date }
type Attempt = { readonly order: Order; readonly provider: Provider; readonly payer: Payer }

/** What there is to charge now, kept from others for a while; undefined after all else that can be done for an order. */
async function begin(
  queries: Queries,
  { context, providers }: BillingParts,
  { id, accountId, busyUntil }: Begun,
): Promise<Attempt | undefined> {
  await lockAccount(queries, accountId)
  const order = await getOrder(queries, id)
  const isDue = order.next_attempt_at !== null && order.next_attempt_at <= context.now()
  if (order.state !== 'open' || order.paid_at !== null || !isDue) return undefined
  if (order.attempts >= ATTEMPT_DAYS.length) return giveUpInTime(queries, context, order)
  if (!(await hasAccount(queries, accountId))) return stopTrying(queries, order)
  // The server was away for longer than what is to be paid.
  if (order.covers_until !== null && order.covers_until <= context.now()) return giveUp(queries, context, order)
  const provider = providers.get(order.provider)
  if (order.due === 0) {
    await heedCredit(queries, context, order)
    return undefined
  }
  // One that is not set up any more may be so again; until then it keeps no other order from its turn.
  if (!provider) return postpone(queries, context, order)
  const payer = await findPayer(queries, order)
  if (provider.canCharge && payer) {
    // The number stays until the call has ended: a server that is killed meanwhile must ask for the same attempt again.
    await setAttempt(queries, order.id, { attempts: order.attempts, at: busyUntil })
    return { order, provider, payer }
  }
  await setAttempt(queries, order.id, { attempts: order.attempts + 1, at: toNextAttempt(order, context) })
  await remind(queries, context, order)
  return undefined
}

/** Asks for the money. What the provider refuses at once is told as what its events refuse. Throws when it is away. */
async function charge({ database, context }: BillingParts, { order, provider, payer }: Attempt): Promise<void> {
  const attempt = order.attempts + 1
  const refusal = await provider.charge({ order, payer, attempt })
  await database.transact(async (queries) => {
    await setAttempt(queries, order.id, { attempts: attempt, at: toNextAttempt(order, context) })
    if (refusal === undefined) return
    const event = {
      id: `charge-${order.id}-${attempt}`,
      kind: 'failed',
      orderId: order.id,
      paymentRef: undefined,
      reason: refusal,
      occurredAt: context.now(),
    } as const
    await heedEvent(queries, context, { provider, event })
  })
}

/** The same attempt is made again after a while. */
async function postpone(queries: Queries, context: BillingContext, order: Order): Promise<undefined> {
  await setAttempt(queries, order.id, { attempts: order.attempts, at: toRetry(order, context) })
}

/** Gives an attempt that was begun back to be made again, unless others have gone on with it. */
async function release(queries: Queries, context: BillingContext, { id, busyUntil }: Omit<Begun, 'accountId'>): Promise<void> {
  const order = await findOrder(queries, id)
  if (order) await replaceAttempt(queries, id, { from: busyUntil, to: toRetry(order, context) })
}

/** As long from now as the attempt has been due for, within limits. */
function toRetry(order: Order, context: BillingContext): Date {
  const nowMs = context.now().getTime()
  const days = ATTEMPT_DAYS[order.attempts] ?? 0
  const waitedMs = nowMs - toFirstAsk(order).getTime() - days * DAY_MS
  return new Date(nowMs + Math.min(RETRY_MS.most, Math.max(RETRY_MS.least, waitedMs)))
}

/** When the attempt after the one that is made now is due; after the last one, the end of the time of grace. */
function toNextAttempt(order: Order, context: BillingContext): Date {
  const end = toGraceEnd(order, context)
  const days = ATTEMPT_DAYS[order.attempts + 1]
  return days === undefined ? end : new Date(Math.min(end.getTime(), toFirstAsk(order).getTime() + days * DAY_MS))
}

async function remind(queries: Queries, context: BillingContext, order: Order): Promise<void> {
  const until = toGraceEnd(order, context).toISOString().slice(0, 10)
  await mailAboutOrder(queries, context, { order, kind: 'invoice_due', values: { until } })
}

/** Nobody is charged after the account has been deleted. */
async function stopTrying(queries: Queries, { id }: Order): Promise<undefined> {
  await changeOrder(queries, id, { next_attempt_at: null })
}

/** After the last attempt the time of grace still counts; the sandbox can end it at once. */
async function giveUpInTime(queries: Queries, context: BillingContext, order: Order): Promise<undefined> {
  const end = toGraceEnd(order, context)
  if (end <= context.now() || order.attempts >= GIVEN_UP) return giveUp(queries, context, order)
  await setAttempt(queries, order.id, { attempts: order.attempts, at: end })
}

/** Writes an invoice off, with what follows for the plan or the extra requests it is for. */
export async function giveUp(queries: Queries, context: BillingContext, order: Order): Promise<undefined> {
  await writeOff(queries, order)
  if (order.kind === 'overage') await updateSubscription(queries, order.account_id, { overage: false })
  await projectSubscription(queries, order.account_id, context)
}
