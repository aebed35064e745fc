import type { Loaded } from '../account/request.ts'
import { Waiting } from '../account/waiting.tsx'
import { toDay } from '../day-words.ts'
import { useLang, useText } from '../lang.tsx'
import { billingText } from '../text/billing.ts'
import { Button } from '../ui/button.tsx'
import { SiteLink } from '../ui/site-link.tsx'
import type { Order } from './billing-data.ts'
import { toMoney } from './money.ts'
import { isPayable, ORDER_STATES } from './order-words.ts'
import { openPayment } from './pay-store.ts'
import { PdfButton } from './pdf-button.tsx'
import { ScrollArea } from '../ui/scroll-area.tsx'

/** All invoices: what for, how much, whether paid; each as page and as PDF. */
export function InvoicesPanel({ invoices: loaded }: { invoices: Loaded<{ invoices: readonly Order[] }> }) {
  const t = useText()
  const { data } = loaded
  return (
    <section className="bill-block">
      <h2>{t(billingText.invoices)}</h2>
      {!data ? (
        <Waiting loaded={loaded} />
      ) : data.invoices.length === 0 ? (
        <p className="account-note">{t(billingText.noInvoices)}</p>
      ) : (
        <ScrollArea className="bill-scroll" label={t(billingText.invoices)}>
          <table className="bill-table bill-invoices">
            <thead>
              <tr>
                <th scope="col">{t(billingText.number)}</th>
                <th scope="col">{t(billingText.date)}</th>
                <th scope="col">{t(billingText.what)}</th>
                <th scope="col" className="number-cell">
                  {t(billingText.amount)}
                </th>
                <th scope="col">{t(billingText.state)}</th>
                <th scope="col">
                  <span className="hidden">{t(billingText.pdf)}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {data.invoices.map((order) => (
                <InvoiceRow key={order.id} order={order} />
              ))}
            </tbody>
          </table>
        </ScrollArea>
      )}
    </section>
  )
}

function InvoiceRow({ order }: { order: Order }) {
  const t = useText()
  const lang = useLang()
  return (
    <tr>
      <td>
        <SiteLink to="/account/billing" search={{ invoice: order.id }}>
          {order.invoice}
        </SiteLink>
      </td>
      <td>{order.invoiced_at && toDay(order.invoiced_at, lang)}</td>
      <td>{order.lines[0]?.text}</td>
      <td className="number-cell">{toMoney(order.total, { currency: order.currency, lang })}</td>
      <td>
        <span className={`bill-state ${order.state}`}>{t(ORDER_STATES[order.state])}</span>
      </td>
      <td className="bill-row-actions">
        {isPayable(order.state) && (
          <Button subject={order.invoice ?? undefined} onClick={() => openPayment({ kind: 'order', order: order.id })}>
            {t(billingText.pay)}
          </Button>
        )}
        <PdfButton order={order} kind="ghost" subject={order.invoice ?? undefined} />
      </td>
    </tr>
  )
}
