import type { Lang } from '@octet/core/text.ts'
import type { Order } from '../../storage/queries/orders.ts'

export type ProviderId = 'sandbox' | 'stripe' | 'alipay'

/** What a provider says about the money of an order, in our words. */
export type ProviderEvent = {
  /** The provider's id of the event: each is heeded once. */
  readonly id: string
  readonly occurredAt: Date
  /** Our order, where the provider was told; otherwise it is found by the payment. */
  readonly orderId: string | undefined
  readonly paymentRef: string | undefined
} & (
  | {
      readonly kind: 'paid'
      readonly paymentRef: string
      readonly amount: number
      readonly currency: string
      readonly customerRef?: string | undefined
      /** What may be charged later without the owner. */
      readonly methodRef?: string | undefined
    }
  | { readonly kind: 'failed'; readonly reason: string }
  /** The owner has to do something first, such as 3-D Secure. */
  | { readonly kind: 'action'; readonly url: string | undefined }
  | {
      readonly kind: 'refunded'
      readonly refundId: string
      readonly amount: number
      /** The amount is all that has been given back of the order so far, with this refund. */
      readonly isTotal?: true
    }
  /** A refund that came to nothing, be it after «refunded». */
  | { readonly kind: 'refund_failed'; readonly refundId: string; readonly amount: number }
  | { readonly kind: 'disputed'; readonly disputeId: string; readonly amount: number; readonly state: 'open' | 'won' | 'lost' }
)

/** An account as a provider knows it. */
export type Payer = { readonly customerRef: string | null; readonly methodRef: string | null }

export type CheckoutOrder = {
  readonly order: Order
  readonly payer: Payer | undefined
  readonly title: string
  /** Where the browser comes back to. */
  readonly returnUrl: string
  readonly notifyUrl: string
}

/** Extra requests of a payer, and when they were billed. */
export type MeterWord = { readonly payer: Payer; readonly units: number; readonly id: string; readonly at: Date }

/** A refund that was asked for: its number at the provider, and the outcome where it is known at once. */
export type AskedRefund = { readonly refundId: string; readonly event?: ProviderEvent }

/** Somebody who moves money. Nothing is paid before their signed word has come. */
export type Provider = {
  readonly id: ProviderId
  readonly isSandbox: boolean
  /** Whether a later invoice can be charged without the owner. */
  readonly canCharge: boolean
  /**
   * Begins a payment by the owner. Gives where to send the browser, or null when it happens on our own page, and the customer
   * that it is for: another than the payer's where the provider does not know that one any more.
   */
  checkout(request: CheckoutOrder): Promise<{ readonly url: string | null; readonly customerRef?: string }>
  /**
   * Asks for a payment without the owner; the outcome comes as an event. The attempt keeps a repeated call from charging
   * twice. Gives why it was refused where no event will tell.
   */
  charge(request: { readonly order: Order; readonly payer: Payer; readonly attempt: number }): Promise<string | undefined>
  /**
   * Gives money back; the outcome comes as an event, or at once where the provider sends none. Asked again with the same
   * `refundId` it gives nothing more. Throws `not_now` only when nothing was given.
   */
  refund(request: { readonly order: Order; readonly amount: number; readonly refundId: string }): Promise<AskedRefund>
  /** Page of the provider where the owner changes the card; null where there is none. */
  portal(request: { readonly payer: Payer; readonly returnUrl: string; readonly lang: Lang }): Promise<string | null>
  /**
   * Tells the provider's own meter about extra requests; left out where none is set up. Told again with the same `id` within
   * 24 hours it counts nothing more. Throws `not_now` only when nothing was taken.
   */
  readonly meter?: ((word: MeterWord) => Promise<void>) | undefined
  /** Reads a message and its signature. Undefined for one that says nothing about money. Throws `bad_signature`. */
  parse(message: ProviderMessage): Promise<ProviderEvent | undefined>
  /** What the provider wants to hear when its message was taken. */
  readonly acknowledgement: { readonly type: string; readonly body: string }
}

export type ProviderMessage = { readonly body: string; header(name: string): string | undefined }
