import './billing.css'
import { useEffect, useRef } from 'react'
import { AccountFrame } from '../account/account-frame.tsx'
import { useLoaded } from '../account/request.ts'
import { WaitForAll } from '../account/waiting.tsx'
import type { PageProps } from '../page.ts'
import { focusPage } from '../ui/focus-page.ts'
import type { LedgerEntry, Order, Subscription } from './billing-data.ts'
import { InvoicePage } from './invoice-page.tsx'
import { InvoicesPanel } from './invoices-panel.tsx'
import { LedgerPanel } from './ledger-panel.tsx'
import { isDue } from './order-words.ts'
import { OveragePanel } from './overage-panel.tsx'
import { PlanPanel } from './plan-panel.tsx'
import { usePayStore } from './pay-store.ts'
import { SandboxPanel } from './sandbox-panel.tsx'
import { useReturn } from './use-return.ts'

/** Subscription, extra requests, invoices and ledger; `?invoice=` shows one invoice, `?order=` comes from a provider. */
export function BillingPage({ search }: PageProps<undefined>) {
  const { invoice, order } = search
  const shown = useRef(invoice)
  // An invoice and the overview are one page for the router, which therefore leaves the focus alone.
  useEffect(() => {
    if (shown.current !== invoice && document.activeElement === document.body) focusPage()
    shown.current = invoice
  }, [invoice])
  return <AccountFrame>{invoice ? <InvoicePage id={invoice} /> : <Overview returned={order} />}</AccountFrame>
}

function Overview({ returned }: { returned: string | undefined }) {
  const subscription = useLoaded<Subscription>('billing/subscription')
  const invoices = useLoaded<{ invoices: readonly Order[] }>('billing/invoices')
  const ledger = useLoaded<{ entries: readonly LedgerEntry[] }>('billing/ledger')
  const reload = () => {
    void subscription.reload()
    void invoices.reload()
    void ledger.reload()
  }
  useReturn(returned, reload)
  const paidCount = usePayStore((state) => state.paidCount)
  useEffect(() => {
    if (paidCount > 0) reload()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- read anew for each payment, not for each drawing
  }, [paidCount])
  return (
    <WaitForAll all={[subscription, invoices, ledger]}>
      <PlanPanel subscription={subscription} open={invoices.data?.invoices.find(({ state }) => isDue(state))} onChange={reload} />
      <OveragePanel subscription={subscription} onChange={reload} />
      <InvoicesPanel invoices={invoices} />
      <LedgerPanel ledger={ledger} />
      <SandboxPanel invoices={invoices.data?.invoices ?? []} onPlayed={reload} />
    </WaitForAll>
  )
}
