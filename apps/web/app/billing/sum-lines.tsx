import './pay.css'
import { useLang, useText } from '../lang.tsx'
import { billingText } from '../text/billing.ts'
import { toMoney } from './money.ts'

type SumLinesProps = {
  readonly lines: readonly { readonly text: string; readonly amount: number }[]
  readonly sums: {
    readonly net: number
    readonly tax: number
    readonly total: number
    readonly due: number
    readonly credit?: number
    readonly currency: string
  }
  /** Name of the tax; null where there is none. */
  readonly tax: string | null
  /** Whether it has been paid. */
  readonly isPaid?: boolean
}

/** Lines of an order and what they come to. */
export function SumLines({ lines, sums, tax, isPaid = false }: SumLinesProps) {
  const t = useText()
  const lang = useLang()
  const money = (amount: number) => toMoney(amount, { currency: sums.currency, lang })
  const rows = [
    ...lines.map(({ text, amount }) => [text, amount] as const),
    ...(tax
      ? ([
          [t(billingText.net), sums.net],
          [tax, sums.tax],
        ] as const)
      : []),
    ...(sums.credit ? ([[t(billingText.credit), -sums.credit]] as const) : []),
  ]
  return (
    <dl className="sums">
      {rows.map(([label, amount]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{money(amount)}</dd>
        </div>
      ))}
      <div className="sum">
        <dt>{t(isPaid ? billingText.total : billingText.dueNow)}</dt>
        <dd>{money(sums.due)}</dd>
      </div>
    </dl>
  )
}
