/** A paid invoice, as `GET /v1/admin/payments` gives it. Amounts are minor units. */
export type Payment = {
  readonly id: string
  readonly invoice: string
  readonly email: string
  readonly provider: string
  readonly is_sandbox: boolean
  readonly currency: string
  readonly due: number
  readonly refunded: number
  /** Asked back, and not yet confirmed by the provider. */
  readonly under_way: number
  readonly paid_at: string
}

/** A refund that the provider has confirmed or given up, as `GET /v1/admin/refunds` gives it. */
export type RefundEntry = {
  readonly id: string
  readonly invoice: string | null
  readonly email: string
  readonly provider: string
  readonly currency: string
  readonly amount: number
  /** Who asked for it; null for the command line, and for what was given back at the provider itself. */
  readonly operator: string | null
  readonly reason: string | null
  readonly created_at: string
  readonly failed_at: string | null
}

/** What can still be given back. */
export const toLeft = ({ due, refunded, under_way: underWay }: Payment): number => due - refunded - underWay

/** An amount as it is typed, such as `12.50` or `12,5`, in minor units; undefined for anything else. */
export function parseAmount(text: string): number | undefined {
  const [, whole, part = ''] = /^(\d{1,10})(?:[.,](\d{1,2}))?$/.exec(text.trim()) ?? []
  return whole === undefined ? undefined : Number(whole) * 100 + Number(part.padEnd(2, '0'))
}
