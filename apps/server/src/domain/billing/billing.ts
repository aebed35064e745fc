import type { Logger } from 'pino'
import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import type { Database, Queries } from '../../storage/database.ts'
import { insertPayer, readPayer, replacePayer } from '../../storage/queries/payers.ts'
import { findOpenRenewals, findOrder, type Order } from '../../storage/queries/orders.ts'
import { lockAccount } from '../../storage/queries/accounts.ts'
import type { Session } from '../account/sessions.ts'
import { isFree, type Period, type Plan } from '../plan/plans.ts'
import type { BillingParts } from './billing-parts.ts'
import { arrangeNext, changeSubscription, type SubscriptionChange } from './change-subscription.ts'
import { closePeriods } from './close.ts'
import { giveUp } from './collect.ts'
import { billMonth } from './overage.ts'
import { findPayer } from './payers.ts'
import { BILLING_PATH, toPage, type BillingContext } from './context.ts'
import { grantPlan } from './grant-plan.ts'
import { heedCredit, heedEvent } from './heed.ts'
import { findHolding } from './holding.ts'
import { BILLING_MESSAGES } from './messages.ts'
import { toLineWords } from './order-lines.ts'
import { orderPlan } from './order-plan.ts'
import { findSubscription, type Subscription } from '../../storage/queries/subscriptions.ts'
import type { Provider, ProviderEvent, ProviderMessage } from './provider.ts'
import { SandboxProvider } from './providers/sandbox.ts'
import { toQuote, type Quote } from './quote.ts'
import { getInvoiceOrderId, refundOrder, type Refund, type RefundParts } from './refunds.ts'
import { refuseOpenInvoice, settleAccount } from './settle.ts'

export type BillingOptions = {
  readonly database: Database
  readonly context: BillingContext
  readonly providers: readonly Provider[]
  readonly log: Logger
}

export type Choice = { readonly planId: string; readonly period: Period; readonly providerId?: string | undefined }

/** What came of a choice: done, arranged for later, or an order to pay. */
export type Outcome = {
  readonly kind: Quote['kind']
  readonly message: Text
  readonly order: Order | undefined
  /** Where the browser goes to pay; null when it is paid in our own dialog. */
  readonly url: string | null
}

/** Plans of accounts and what they cost. Money is only ever taken as paid on a provider's signed word. */
export class Billing {
  readonly context: BillingContext
  readonly providers: readonly Provider[]
  readonly #database: Database
  readonly #log: Logger

  constructor({ database, context, providers, log }: BillingOptions) {
    this.context = context
    this.providers = providers
    this.#database = database
    this.#log = log
  }

  get sandbox(): SandboxProvider | undefined {
    return this.providers.find((provider) => provider instanceof SandboxProvider)
  }

  /** What a choice would mean and cost, without making it. Throws `bad_input`. */
  quote(accountId: string, { planId, period }: Choice): Promise<Quote> {
    const plan = this.#getPlan(planId)
    return this.#database.transact(async (queries) =>
      toQuote(await findHolding(queries, this.context.plans, accountId), { plan, period }, this.context.now()),
    )
  }

  /**
   * Chooses a plan. Throws `free_already_subscribed`, `already_subscribed`, `payment_due`, `payments_off`, `bad_input`.
   */
  async subscribe(
    { accountId, email }: Pick<Session, 'accountId' | 'email'>,
    choice: Choice & { lang: 'en' | 'zh' },
  ): Promise<Outcome> {
    const plan = this.#getPlan(choice.planId)
    const wanted = { plan, period: isFree(plan) ? ('monthly' as const) : choice.period }
    const result = await this.#database.transact(async (queries) => {
      await lockAccount(queries, accountId)
      const quote = toQuote(await findHolding(queries, this.context.plans, accountId), wanted, this.context.now())
      if (quote.kind === 'same') throw new AppError(isFree(plan) ? 'free_already_subscribed' : 'already_subscribed')
      await refuseOpenInvoice(queries, accountId)
      if (quote.kind === 'free') await grantPlan(queries, { accountId, planId: plan.id })
      else if (quote.kind === 'later') await arrangeNext(queries, accountId, wanted)
      else {
        const checkout = { accountId, email, lang: choice.lang, ...wanted, provider: this.#getProvider(choice.providerId), quote }
        return { kind: quote.kind, order: await orderPlan(queries, this.context, checkout) }
      }
      return { kind: quote.kind, order: undefined }
    })
    const { kind, order } = result
    if (!order)
      return { kind, message: BILLING_MESSAGES[kind === 'free' ? 'subscribed' : 'scheduled'], order: undefined, url: null }
    if (order.due === 0) {
      await this.#database.transact((queries) => heedCredit(queries, this.context, order))
      return { kind, message: BILLING_MESSAGES.subscribed, order: await this.getOrder(accountId, order.id), url: null }
    }
    return { kind, message: BILLING_MESSAGES.pay, order, url: await this.#checkOut(order) }
  }

  /** Pays an invoice that is open, such as a renewal whose card was refused. Throws `no_such`, `not_now`. */
  async pay(accountId: string, orderId: string): Promise<{ order: Order; url: string | null }> {
    const order = await this.getOrder(accountId, orderId)
    if (order.paid_at !== null || order.state === 'void')
      throw new AppError('not_now', { reason: { en: 'nothing is left to pay', zh: '没有待支付的金额' } })
    return { order, url: await this.#checkOut(order) }
  }

  async #checkOut(order: Order): Promise<string | null> {
    const provider = this.#getProvider(order.provider)
    const payer = await this.#database.run((queries) => findPayer(queries, order))
    const { publicOrigin, brand } = this.context
    const [line] = order.lines
    const { url, customerRef } = await provider.checkout({
      order,
      payer,
      title: `${brand}: ${line ? toLineWords(line, order.lang) : ''}`,
      returnUrl: toPage(publicOrigin, order.lang, `${BILLING_PATH}?order=${order.id}`),
      notifyUrl: `${publicOrigin}/v1/billing/webhook/${provider.id}`,
    })
    if (customerRef !== undefined && customerRef !== payer?.customerRef) {
      const row = { account_id: order.account_id, provider: provider.id, customer_ref: customerRef }
      await this.#database.run((queries) =>
        payer?.customerRef ? replacePayer(queries, row, payer.customerRef) : insertPayer(queries, row),
      )
    }
    return url
  }

  /**
   * Lets the plan end with its paid time; one that goes on unpaid ends now, and so does its renewal. Throws `not_now`.
   */
  cancel(accountId: string): Promise<void> {
    const values = { cancel_at_end: true, next_plan_id: null, next_period: null }
    return this.#changePaid(
      accountId,
      () => values,
      async (queries) => {
        for (const renewal of await findOpenRenewals(queries, accountId)) await giveUp(queries, this.context, renewal)
      },
    )
  }

  /** Takes back a cancellation, or a change that was arranged. Throws `not_now`. */
  resume(accountId: string): Promise<void> {
    return this.#changePaid(accountId, () => ({ cancel_at_end: false, next_plan_id: null, next_period: null }))
  }

  /** Agrees to pay for extra requests, up to a number a month, or ends that. Throws `not_now`. */
  setOverage(accountId: string, { isOn, cap }: { isOn: boolean; cap?: number | undefined }): Promise<void> {
    return this.#changePaid(accountId, (subscription) => {
      const plan = this.context.plans.find(subscription.plan_id)
      if (isOn && plan?.extraPer1000 === undefined)
        throw new AppError('not_now', { reason: { en: 'the plan has no extra requests', zh: '该套餐不支持超额请求' } })
      return { overage: isOn, overage_cap: isOn ? (cap ?? plan?.requestsPerMonth ?? 0) : 0 }
    })
  }

  /** Changes a paid plan, with what follows from that. Throws `not_now` without one. */
  #changePaid(
    accountId: string,
    toValues: (subscription: Subscription) => SubscriptionChange,
    follow = async (_queries: Queries): Promise<void> => {},
  ): Promise<void> {
    return this.#database.transact(async (queries) => {
      await lockAccount(queries, accountId)
      const subscription = await findSubscription(queries, accountId)
      if (!subscription?.order_id)
        throw new AppError('not_now', { reason: { en: 'there is no paid plan', zh: '当前没有付费套餐' } })
      await changeSubscription(queries, accountId, toValues(subscription))
      await follow(queries)
    })
  }

  /** An order of an account. Throws `no_such`, also for somebody else's. */
  getOrder(accountId: string, id: string): Promise<Order> {
    return this.#database.run(async (queries) => {
      const order = await findOrder(queries, id)
      if (order?.account_id !== accountId) throw new AppError('no_such', { what: { en: 'order', zh: '订单' }, got: id })
      return order
    })
  }

  /** Where the owner changes the card, at the provider that charges it; null where there is no such page. */
  async openPortal(accountId: string, lang: 'en' | 'zh'): Promise<string | null> {
    for (const provider of this.providers) {
      const payer = await this.#database.run((queries) => readPayer(queries, { account_id: accountId, provider: provider.id }))
      const returnUrl = toPage(this.context.publicOrigin, lang)
      const url = payer && (await provider.portal({ payer, returnUrl, lang }))
      if (url) return url
    }
    return null
  }

  /** Gives money of a paid order back, all that is left unless said. Throws `not_now`. */
  refund(orderId: string, amount?: number): Promise<Refund> {
    const parts: RefundParts = {
      database: this.#database,
      getProvider: (id) => this.#getProvider(id),
      heed: (provider, event) => this.#heed(provider, event),
    }
    return refundOrder(parts, orderId, amount)
  }

  /** The same by the number of the invoice. Throws `no_such`, `not_now`. */
  async refundInvoice(invoice: string, amount?: number): Promise<Refund> {
    return this.refund(await this.#database.run((queries) => getInvoiceOrderId(queries, invoice)), amount)
  }

  /** Takes a message of a provider. Throws `bad_signature`; gives what the provider wants to hear. */
  async receive(providerId: string, message: ProviderMessage): Promise<Provider['acknowledgement']> {
    const provider = this.providers.find(({ id }) => id === providerId)
    if (!provider) throw new AppError('not_found', { path: `/v1/billing/webhook/${providerId}` })
    const event = await provider.parse(message)
    if (event) await this.#heed(provider, event)
    return provider.acknowledgement
  }

  async #heed(provider: Provider, event: ProviderEvent): Promise<void> {
    await this.#database.transact((queries) => heedEvent(queries, this.context, { provider, event }))
  }

  /** Hands over what the sandbox has to say. Gives whether it will say more. */
  async hearSandbox({ all = false } = {}): Promise<boolean> {
    const { sandbox } = this
    if (!sandbox) return false
    const receive = async (message: ProviderMessage) => void (await this.receive(sandbox.id, message))
    while ((await sandbox.deliver(receive, { all })) > 0);
    return sandbox.hasMore()
  }

  /** Bills the extra requests of a month so far, each started thousand once. */
  async billMonth(accountId: string, month: string): Promise<void> {
    await billMonth(this.#toParts(), { accountId, month })
    await this.close()
  }

  /** Bills and asks for what is left to pay, as before the account goes, once its use is counted. Throws `payment_due` until it is paid. */
  settle(accountId: string, whenCounted?: () => Promise<void>): Promise<void> {
    return settleAccount(this.#toParts(), accountId, whenCounted)
  }

  /** What time brings: renewals, bills, attempts, ends. */
  close(): Promise<void> {
    return closePeriods(this.#toParts())
  }

  #toParts(): BillingParts {
    const providers = new Map<string, Provider>(this.providers.map((provider) => [provider.id, provider]))
    return { database: this.#database, context: this.context, providers, log: this.#log }
  }

  #getPlan(id: string): Plan {
    const plan = this.context.plans.find(id)
    if (!plan) throw new AppError('bad_input', { field: 'plan', expected: this.context.plans.ids.join(', '), got: id })
    return plan
  }

  #getProvider(id: string | undefined): Provider {
    const [first] = this.providers
    if (!first) throw new AppError('payments_off', { reason: { en: 'no payment provider is set up', zh: '尚未配置支付渠道' } })
    if (id === undefined) return first
    const provider = this.providers.find((one) => one.id === id)
    if (!provider)
      throw new AppError('bad_input', { field: 'provider', expected: this.providers.map((one) => one.id).join(', '), got: id })
    return provider
  }
}
