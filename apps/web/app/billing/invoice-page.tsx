import { useLoaded } from '../account/request.ts'
import { Waiting } from '../account/waiting.tsx'
import { toDay } from '../day-words.ts'
import { useLang, useText } from '../lang.tsx'
import { useUserStore } from '../state/user-store.ts'
import { billingText } from '../text/billing.ts'
import { Button } from '../ui/button.tsx'
import { SiteLink } from '../ui/site-link.tsx'
import type { Invoice } from './billing-data.ts'
import { toMoney } from './money.ts'
import { isPayable, ORDER_STATES } from './order-words.ts'
import { openPayment } from './pay-store.ts'
import { PdfButton } from './pdf-button.tsx'
import { SumLines } from './sum-lines.tsx'
import { ScrollArea } from '../ui/scroll-area.tsx'

/** One invoice as a page that prints well. */
export function InvoicePage({ id }: { id: string }) {
  const t = useText()
  const lang = useLang()
  const loaded = useLoaded<Invoice>(`billing/orders/${encodeURIComponent(id)}`)
  const { data: order } = loaded
  const back = (
    <SiteLink to="/account/billing" className="button plain">
      {t(billingText.back)}
    </SiteLink>
  )
  if (!order)
    return (
      <>
        <p className="bill-actions">{back}</p>
        <Waiting loaded={loaded} />
      </>
    )
  const money = (amount: number) => toMoney(amount, { currency: order.currency, lang })
  return (
    <>
      <p className="bill-actions no-print">
        {back}
        <PdfButton order={order} />
        <Button icon="Printer" onClick={() => print()}>
          {t(billingText.print)}
        </Button>
        {isPayable(order.state) && (
          <Button kind="primary" onClick={() => openPayment({ kind: 'order', order: order.id })}>
            {t(billingText.pay)}
          </Button>
        )}
      </p>
      <section className="invoice" aria-labelledby="invoice-title">
        {order.is_sandbox && <p className="sandbox-mark">{t(billingText.sandboxInvoice)}</p>}
        <p className="invoice-seller">{order.seller.name}</p>
        <h2 id="invoice-title">
          {t(billingText.invoice)} {order.invoice}
        </h2>
        <InvoiceFacts order={order} />
        <ScrollArea className="bill-scroll" label={t(billingText.item)}>
          <table className="bill-table">
            <thead>
              <tr>
                <th scope="col">{t(billingText.item)}</th>
                <th scope="col" className="number-cell">
                  {t(billingText.quantity)}
                </th>
                <th scope="col" className="number-cell">
                  {t(billingText.price)}
                </th>
                <th scope="col" className="number-cell">
                  {t(billingText.amount)}
                </th>
              </tr>
            </thead>
            <tbody>
              {order.lines.map(({ text, quantity, unit_price: unitPrice, amount }) => (
                <tr key={text}>
                  <td>{text}</td>
                  <td className="number-cell">{quantity.toLocaleString('en')}</td>
                  <td className="number-cell">{money(unitPrice)}</td>
                  <td className="number-cell">{money(amount)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollArea>
        <InvoiceSums order={order} />
      </section>
    </>
  )
}

function InvoiceFacts({ order }: { order: Invoice }) {
  const t = useText()
  const lang = useLang()
  const email = useUserStore((state) => state.user?.email)
  const { invoiced_at: invoicedAt, covers_from: from, covers_until: until, paid_at: paidAt } = order
  const rows = [
    [billingText.date, invoicedAt && toDay(invoicedAt, lang)],
    [
      billingText.state,
      order.state === 'paid' && paidAt ? t(billingText.paidOn, { day: toDay(paidAt, lang) }) : t(ORDER_STATES[order.state]),
    ],
    [billingText.period, from && until && `${toDay(from, lang)} – ${toDay(until, lang)}`],
    [billingText.billTo, typeof email === 'string' ? email : null],
    [billingText.seller, order.seller.lines.join('\n')],
  ] as const
  return (
    <dl className="invoice-facts">
      {rows.map(
        ([label, value]) =>
          value && (
            <div key={label.en}>
              <dt>{t(label)}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

function InvoiceSums({ order }: { order: Invoice }) {
  const t = useText()
  const extra = order.refunded > 0 ? [{ text: t(billingText.refunded), amount: -order.refunded }] : []
  return <SumLines lines={extra} sums={order} tax={order.tax_name} isPaid={!isPayable(order.state)} />
}
