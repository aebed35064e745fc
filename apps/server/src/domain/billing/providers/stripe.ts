import { Stripe } from 'stripe'
import { AppError, isAppError } from '@octet/core/errors.ts'
import type { Order } from '../../../storage/queries/orders.ts'
import type { BillingConfig } from '../billing-schema.ts'
import type { AskedRefund, MeterWord, Provider, ProviderEvent, ProviderMessage } from '../provider.ts'

const TOLERANCE_S = 300
const CALL_LIMIT_MS = 8_000
/** Their clock may be behind ours by so much. */
const CLOCK_S = 3_600
const NO_CARD = 'no card is kept'

type Settings = NonNullable<BillingConfig['stripe']>

/**
 * Stripe moves the money; plans, periods and invoices are ours. A first payment saves the card, later invoices are
 * charged to it. Calls carry an idempotency key made from the order, so that a repeated one charges nothing twice.
 */
export class StripeProvider implements Provider {
  readonly id = 'stripe'
  readonly isSandbox: boolean
  readonly canCharge = true
  readonly acknowledgement = { type: 'application/json', body: '{"received":true}' }
  readonly #stripe: Stripe
  readonly #settings: Settings
  readonly meter: NonNullable<Provider['meter']> | undefined

  constructor(settings: Settings) {
    this.#settings = settings
    const { meterEvent } = settings
    this.meter = meterEvent === undefined ? undefined : (word) => this.#tellMeter(meterEvent, word)
    this.isSandbox = settings.secretKey.startsWith('sk_test_')
    const { protocol, hostname, port } = new URL(settings.apiOrigin ?? 'https://api.stripe.com')
    this.#stripe = new Stripe(settings.secretKey, {
      host: hostname,
      protocol: protocol === 'http:' ? 'http' : 'https',
      port: port || (protocol === 'http:' ? 80 : 443),
      timeout: CALL_LIMIT_MS,
      maxNetworkRetries: 2,
      telemetry: false,
    })
  }

  checkout({ order, payer, title, returnUrl }: Parameters<Provider['checkout']>[0]) {
    const open = (customer: string) =>
      this.#stripe.checkout.sessions.create(
        {
          mode: 'payment',
          customer,
          client_reference_id: order.id,
          line_items: [
            {
              quantity: 1,
              price_data: { currency: order.currency.toLowerCase(), unit_amount: order.due, product_data: { name: title } },
            },
          ],
          payment_intent_data: { setup_future_usage: 'off_session', metadata: { order: order.id } },
          locale: order.lang,
          success_url: returnUrl,
          cancel_url: returnUrl,
        },
        { idempotencyKey: `checkout-${order.id}-${customer}` }, // which Stripe refuses for other fields
      )
    return reach(async () => {
      const known = payer?.customerRef ?? (await this.#addCustomer(order))
      const session = await open(known).catch(refuseOthersThanGone)
      if (session) return { url: session.url, customerRef: known }
      const customer = await this.#addCustomer(order, known)
      return { url: (await open(customer)).url, customerRef: customer }
    })
  }

  /**
   * A customer for an account, in place of one that is `gone`. Whoever asks at the same time, or asks again, gets the same one,
   * since the key is made from what they all know (Stripe keeps a key for 24 hours at least).
   */
  async #addCustomer({ email, account_id: account }: Order, gone?: string): Promise<string> {
    const idempotencyKey = gone === undefined ? `customer-${account}` : `customer-${account}-${gone}`
    return (await this.#stripe.customers.create({ email, metadata: { account } }, { idempotencyKey })).id
  }

  async charge({ order, payer, attempt }: Parameters<Provider['charge']>[0]): Promise<string | undefined> {
    const { customerRef: customer } = payer
    if (!customer) return NO_CARD
    return reach(async () => {
      const known = await this.#stripe.customers.retrieve(customer).catch(refuseOthersThanGone)
      if (!known || known.deleted) return NO_CARD
      const chosen = known.invoice_settings.default_payment_method
      const method = (typeof chosen === 'string' ? chosen : chosen?.id) ?? payer.methodRef
      if (!method) return NO_CARD
      if (await this.#isOnItsWay(order, customer)) return undefined
      await this.#stripe.paymentIntents.create(
        {
          amount: order.due,
          currency: order.currency.toLowerCase(),
          customer,
          payment_method: method,
          off_session: true,
          confirm: true,
          metadata: { order: order.id },
        },
        { idempotencyKey: `charge-${order.id}-${attempt}` },
      )
      return undefined
    }, toRefusal)
  }

  /** Whether the money has been taken, or will be, though the event that says so has not come: it is not taken twice. */
  async #isOnItsWay(order: Order, customer: string): Promise<boolean> {
    const created = { gte: Math.floor(order.created_at.getTime() / 1_000) - CLOCK_S }
    for await (const { metadata, status } of this.#stripe.paymentIntents.list({ customer, created, limit: 100 }))
      if (metadata['order'] === order.id && (status === 'succeeded' || status === 'processing')) return true
    return false
  }

  async refund({ order, amount, refundId }: Parameters<Provider['refund']>[0]): Promise<AskedRefund> {
    const {
      id,
      status,
      failure_reason: why,
    } = await reach(() =>
      this.#stripe.refunds
        .create(
          { payment_intent: order.payment_ref ?? '', amount, metadata: { order: order.id } },
          { idempotencyKey: `refund-${refundId}` },
        )
        .catch((error: unknown) => {
          // Such as more than is left of the payment: known to have come to nothing.
          throw error instanceof Stripe.errors.StripeInvalidRequestError ? toRefused(error.message, error) : error
        }),
    )
    if (isGivenUp(status)) throw toRefused(why ?? status ?? '')
    return { refundId: id }
  }

  async portal({ payer, returnUrl, lang }: Parameters<Provider['portal']>[0]): Promise<string | null> {
    const { customerRef: customer } = payer
    if (!customer) return null
    const session = await reach(() =>
      this.#stripe.billingPortal.sessions.create({ customer, return_url: returnUrl, locale: lang }).catch(refuseOthersThanGone),
    )
    return session?.url ?? null
  }

  /**
   * Stripe's own meter, for those who watch use there; the invoice is ours all the same. The identifier keeps a repeated event
   * from counting, for 24 hours at least; an idempotency key would have Stripe repeat a refusal, too.
   */
  async #tellMeter(eventName: string, { payer, units, id, at }: MeterWord): Promise<void> {
    const payload = { stripe_customer_id: payer.customerRef ?? '', value: String(units) }
    const timestamp = Math.floor(at.getTime() / 1_000)
    await reach(() =>
      this.#stripe.billing.meterEvents
        .create({ event_name: eventName, payload, identifier: id, timestamp })
        .catch((error: unknown) => {
          if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
          if (!isToldBefore(error)) throw toRefused(error.message, error)
        }),
    )
  }

  async parse({ body, header }: ProviderMessage): Promise<ProviderEvent | undefined> {
    const signature = header('stripe-signature') ?? ''
    let event: Stripe.Event
    try {
      event = await this.#stripe.webhooks.constructEventAsync(body, signature, this.#settings.webhookSecret, TOLERANCE_S)
    } catch (cause) {
      throw toUnsigned((cause as Error).message.split('\n')[0] ?? '', cause)
    }
    // The SDK looks back only.
    const signedAt = Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1])
    if (signedAt - Date.now() / 1_000 > TOLERANCE_S) throw toUnsigned('its time is more than 5 minutes ahead')
    return toProviderEvent(event)
  }
}

function toProviderEvent(event: Stripe.Event): ProviderEvent | undefined {
  const base = { id: event.id, occurredAt: new Date(event.created * 1_000) }
  switch (event.type) {
    case 'payment_intent.succeeded': {
      const intent = event.data.object
      return {
        ...base,
        ...toIntentPlace(intent),
        kind: 'paid',
        amount: intent.amount_received,
        currency: intent.currency.toUpperCase(),
        customerRef: toId(intent.customer),
        methodRef: toId(intent.payment_method),
      }
    }
    case 'payment_intent.payment_failed': {
      const intent = event.data.object
      return { ...base, ...toIntentPlace(intent), kind: 'failed', reason: intent.last_payment_error?.message ?? 'payment failed' }
    }
    case 'payment_intent.requires_action': {
      const intent = event.data.object
      return { ...base, ...toIntentPlace(intent), kind: 'action', url: intent.next_action?.redirect_to_url?.url ?? undefined }
    }
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed': {
      const refund = event.data.object
      const place = { orderId: refund.metadata?.['order'], paymentRef: toId(refund.payment_intent) }
      const kind = isGivenUp(refund.status) ? 'refund_failed' : 'refunded'
      if (kind === 'refunded' && refund.status !== 'succeeded') return undefined
      return { ...base, ...place, kind, refundId: refund.id, amount: refund.amount }
    }
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed': {
      const dispute = event.data.object
      const state = toDisputeState(dispute.status)
      if (!state) return undefined
      const place = { orderId: undefined, paymentRef: toId(dispute.payment_intent) }
      return { ...base, ...place, kind: 'disputed', disputeId: dispute.id, amount: dispute.amount, state }
    }
    default:
      return undefined
  }
}

const toIntentPlace = ({ id, metadata }: Stripe.PaymentIntent) => ({ orderId: metadata['order'], paymentRef: id })

const toId = (value: string | { id: string } | null): string | undefined =>
  typeof value === 'string' ? value : (value?.id ?? undefined)

/** A bank that only asks takes no money back, nor does a dispute that was prevented. */
function toDisputeState(status: Stripe.Dispute.Status): 'open' | 'won' | 'lost' | undefined {
  if (status.startsWith('warning_') || status === 'prevented') return undefined
  return (['won', 'lost'] as const).find((end) => end === status) ?? 'open'
}

/** Whether an event was taken at an earlier ask: its identifier is refused then, not passed over. The code comes not always. */
const isToldBefore = ({ code, message }: Stripe.errors.StripeInvalidRequestError): boolean =>
  code === 'duplicate_meter_event' || /event already exists with identifier/i.test(message)

const isGivenUp = (status: string | null): boolean => status === 'failed' || status === 'canceled'

const toRefused = (words: string, cause?: unknown) =>
  new AppError('not_now', { reason: { en: `Stripe refused: ${words}`, zh: `Stripe 拒绝：${words}` } }, { cause })

/**
 * Undefined where Stripe does not know the customer: it was deleted there, or is of the keys that were set before, as those of
 * the test mode are unknown to the live one. Any other error is thrown on.
 */
function refuseOthersThanGone(cause: unknown): undefined {
  const isGone = cause instanceof Stripe.errors.StripeInvalidRequestError && cause.code === 'resource_missing'
  if (!isGone || !['customer', 'id'].includes(cause.param ?? '')) throw cause
}

/** Why a charge was refused where no event tells it: a card that is gone, or less than Stripe charges at all. */
function toRefusal(cause: unknown): string | undefined {
  if (cause instanceof Stripe.errors.StripeCardError) return undefined // that one is told by an event, too
  if (cause instanceof Stripe.errors.StripeInvalidRequestError) return cause.message
  throw cause
}

/** A call to Stripe. Throws `unavailable` when it fails. */
async function reach<T>(call: () => Promise<T>, heed?: (cause: unknown) => T): Promise<T> {
  try {
    return await call().catch(heed)
  } catch (cause) {
    if (isAppError(cause)) throw cause
    const reason = { en: 'Stripe did not take the call', zh: 'Stripe 未接受请求' }
    throw new AppError('unavailable', { reason, retryAfter: 30 }, { cause })
  }
}

const toUnsigned = (reason: string, cause?: unknown) => new AppError('bad_signature', { reason }, { cause })
