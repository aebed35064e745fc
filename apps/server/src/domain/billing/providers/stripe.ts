import { Stripe } from 'stripe'
import { AppError, isAppError } from '@octet/core/errors.ts'
import type { Order } from '../../../storage/queries/orders.ts'
import type { BillingConfig } from '../billing-schema.ts'
import type { AskedRefund, Provider, ProviderEvent, ProviderMessage } from '../provider.ts'

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

  constructor(settings: Settings) {
    this.#settings = settings
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
    return reach(async () => {
      const customer =
        payer?.customerRef ??
        (
          await this.#stripe.customers.create(
            { email: order.email, metadata: { account: order.account_id } },
            { idempotencyKey: `customer-${order.account_id}` },
          )
        ).id
      const session = await this.#stripe.checkout.sessions.create(
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
        { idempotencyKey: `checkout-${order.id}` },
      )
      return { url: session.url, customerRef: customer }
    })
  }

  async charge({ order, payer, attempt }: Parameters<Provider['charge']>[0]): Promise<string | undefined> {
    const { customerRef: customer } = payer
    if (!customer) return NO_CARD
    return reach(async () => {
      const known = await this.#stripe.customers.retrieve(customer)
      const chosen = known.deleted ? null : known.invoice_settings.default_payment_method
      const method = (typeof chosen === 'string' ? chosen : chosen?.id) ?? payer.methodRef
      if (known.deleted || !method) return NO_CARD
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
    const { url } = await reach(() =>
      this.#stripe.billingPortal.sessions.create({ customer, return_url: returnUrl, locale: lang }),
    )
    return url
  }

  /** Stripe's own meter, for those who watch use there; the invoice is ours all the same. */
  async meter({ payer, units, id }: { payer: { customerRef: string | null }; units: number; id: string }): Promise<void> {
    const { meterEvent } = this.#settings
    if (!meterEvent || !payer.customerRef) return
    const payload = { stripe_customer_id: payer.customerRef, value: String(units) }
    await reach(() => this.#stripe.billing.meterEvents.create({ event_name: meterEvent, payload, identifier: id }))
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

const isGivenUp = (status: string | null): boolean => status === 'failed' || status === 'canceled'

const toRefused = (words: string, cause?: unknown) =>
  new AppError('not_now', { reason: { en: `Stripe refused: ${words}`, zh: `Stripe 拒绝：${words}` } }, { cause })

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
