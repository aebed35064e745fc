import { useState } from 'react'
import { toMoney } from '../billing/money.ts'
import { useLang, useText } from '../lang.tsx'
import { adminText } from '../text/admin.ts'
import { Button } from '../ui/button.tsx'
import { AdminFrame } from './admin-frame.tsx'
import { AdminList, type RowProps } from './admin-list.tsx'
import { NameCell, TimeCell } from './cells.tsx'
import { toLeft, type Payment, type RefundEntry } from './payment.ts'
import { RefundDialog } from './refund-dialog.tsx'
import { SearchedList } from './searched-list.tsx'

const LISTS = ['payments', 'refunds'] as const

/** What people have paid, and what has been given back. */
export const PaymentsPage = () => (
  <AdminFrame>
    <Payments />
  </AdminFrame>
)

function Payments() {
  const t = useText()
  const [list, setList] = useState<(typeof LISTS)[number]>('payments')
  return (
    <>
      <div className="segments small admin-states" role="group" aria-label={t(adminText.kind)}>
        {LISTS.map((one) => (
          <button key={one} type="button" aria-pressed={one === list} onClick={() => setList(one)}>
            {t(adminText[one])}
          </button>
        ))}
      </div>
      {list === 'payments' ? (
        <SearchedList<Payment>
          by={adminText.searchPayments}
          label={adminText.payments}
          path="admin/payments"
          headings={PAYMENT_HEADINGS}
          empty={adminText.noPayments}
          Row={PaymentRow}
        />
      ) : (
        <AdminList<RefundEntry>
          label={adminText.refunds}
          path="admin/refunds"
          headings={REFUND_HEADINGS}
          empty={adminText.noRefunds}
          Row={RefundRow}
        />
      )}
    </>
  )
}

const PAYMENT_HEADINGS = [
  adminText.time,
  adminText.who,
  adminText.invoice,
  adminText.provider,
  adminText.paid,
  adminText.refunded,
  adminText.action,
] as const

function PaymentRow({ row, reload }: RowProps<Payment>) {
  const t = useText()
  const lang = useLang()
  const [isOpen, setOpen] = useState(false)
  const { email, invoice, provider, currency, due, refunded, under_way: underWay, paid_at: paid } = row
  const givenBack = [
    refunded > 0 && toMoney(refunded, { currency, lang }),
    underWay > 0 && t(adminText.underWay, { amount: toMoney(underWay, { currency, lang }) }),
  ].filter((words) => words !== false)
  const close = () => {
    setOpen(false)
    reload()
  }
  return (
    <tr>
      <TimeCell at={paid} />
      <NameCell name={email} />
      <td className="kept-cell">{invoice}</td>
      <td>{provider}</td>
      <td className="kept-cell">{toMoney(due, { currency, lang })}</td>
      <td>{givenBack.length > 0 ? givenBack.join(lang === 'zh' ? '，' : ', ') : '–'}</td>
      <td>
        {(toLeft(row) > 0 || isOpen) && (
          <Button aria-label={t(adminText.refundOf, { invoice })} onClick={() => setOpen(true)}>
            {t(adminText.refund)}
          </Button>
        )}
        {isOpen && <RefundDialog payment={row} onClose={close} />}
      </td>
    </tr>
  )
}

const REFUND_HEADINGS = [
  adminText.time,
  adminText.who,
  adminText.invoice,
  adminText.provider,
  adminText.amount,
  adminText.reason,
  adminText.askedBy,
] as const

function RefundRow({ row }: RowProps<RefundEntry>) {
  const t = useText()
  const lang = useLang()
  const { email, invoice, provider, currency, amount, reason, operator, created_at: created, failed_at: failed } = row
  const money = toMoney(amount, { currency, lang })
  return (
    <tr>
      <TimeCell at={created} />
      <NameCell name={email} />
      <td className="kept-cell">{invoice}</td>
      <td>{provider}</td>
      <td>{failed === null ? money : t(adminText.cameBack, { amount: money })}</td>
      <td className="name-cell">{reason ?? '–'}</td>
      <td>{operator ?? '–'}</td>
    </tr>
  )
}
