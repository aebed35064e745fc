import { WebhookRefusedError, type WebhookAnswer } from './webhook.ts'

/** Deliveries of one message that are kept. */
const MAX_KEPT = 10

/** One attempt to hand a message over, as its owner sees it. */
export type Delivery = {
  readonly at: string
  /** HTTP status; null without an answer. */
  readonly status: number | null
  /** Why it was not taken, in both languages (`writeDeliveryFault`); null when it was. */
  readonly error: string | null
  /** The beginning of what the receiver said. */
  readonly answer: string | null
}

/** What came of an attempt: an answer, or what was thrown instead. */
export type DeliveryEnd = { readonly at: Date; readonly fault: string | undefined; readonly outcome: unknown }

/** Puts an attempt before the earlier ones, and forgets the oldest. */
export function addDelivery(before: readonly Delivery[], { at, fault, outcome }: DeliveryEnd): Delivery[] {
  const heard =
    outcome instanceof WebhookRefusedError ? outcome.heard : fault === undefined ? (outcome as WebhookAnswer) : undefined
  const { status = null, answer = null } = heard ?? {}
  return [{ at: at.toISOString(), status, error: fault ?? null, answer }, ...before].slice(0, MAX_KEPT)
}
