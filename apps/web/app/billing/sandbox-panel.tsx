import { useEffect, useRef } from 'react'
import { FormFailure } from '../account/form-failure.tsx'
import { useAct } from '../account/use-act.ts'
import { useText } from '../lang.tsx'
import { toast } from '../state/toast-store.ts'
import { billingText } from '../text/billing.ts'
import { Button } from '../ui/button.tsx'
import type { Order } from './billing-data.ts'
import { usePrices } from './use-prices.ts'

const TIMES = [
  ['period_end', billingText.playPeriodEnd],
  ['month_end', billingText.playMonthEnd],
  ['retry', billingText.playRetry],
  ['give_up', billingText.playGiveUp],
] as const
const MONEY = [
  ['refund', billingText.playRefund],
  ['dispute', billingText.playDispute],
  ['dispute_won', billingText.playWon],
  ['dispute_lost', billingText.playLost],
] as const

/** The words of the sandbox have come by the first of these times, on a slow server by a later one. */
const SETTLED_MS = [2_500, 5_000, 10_000, 20_000, 40_000, 80_000] as const

/** Where the operator has no provider: what happens later, on a click. */
export function SandboxPanel({ invoices, onPlayed }: { invoices: readonly Order[]; onPlayed: () => void }) {
  const t = useText()
  const { data: prices } = usePrices()
  const paid = invoices.find(({ state, is_sandbox: isSandbox }) => isSandbox && (state === 'paid' || state === 'disputed'))
  const title = useRef<HTMLHeadingElement>(null)
  const hadMoney = useRef(false)
  const { isBusy, refusal, act } = useAct()
  // What was pressed may end the last paid invoice, and with it the buttons for one.
  useEffect(() => {
    if (hadMoney.current && !paid && document.activeElement === document.body) title.current?.focus()
    hadMoney.current = paid !== undefined
  }, [paid])
  if (!prices?.providers.some(({ id }) => id === 'sandbox')) return null
  const play = async (what: string, order?: string) => {
    const { data } = await act('POST', 'billing/sandbox/play', { what, ...(order && { order }) })
    if (!data) return
    toast.msg(t(billingText.played))
    for (const afterMs of SETTLED_MS) setTimeout(onPlayed, afterMs)
  }
  return (
    <section className="bill-sandbox" aria-labelledby="bill-sandbox">
      <h2 id="bill-sandbox" ref={title} tabIndex={-1}>
        {t(billingText.sandboxTitle)}
      </h2>
      <p>{t(billingText.sandboxHelp)}</p>
      <p className="bill-actions">
        {TIMES.map(([what, text]) => (
          <Button key={what} isBusy={isBusy} onClick={() => void play(what)}>
            {t(text)}
          </Button>
        ))}
      </p>
      <FormFailure words={refusal} />
      {paid && (
        <>
          <p>{t(billingText.playFor, { invoice: paid.invoice ?? '' })}</p>
          <p className="bill-actions">
            {MONEY.map(([what, text]) => (
              <Button key={what} isBusy={isBusy} onClick={() => void play(what, paid.id)}>
                {t(text)}
              </Button>
            ))}
          </p>
        </>
      )}
    </section>
  )
}
