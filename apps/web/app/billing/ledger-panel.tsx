import type { Text } from '@octet/core/text.ts'
import type { Loaded } from '../account/request.ts'
import { Waiting } from '../account/waiting.tsx'
import { toDay } from '../day-words.ts'
import { useLang, useText } from '../lang.tsx'
import { billingText } from '../text/billing.ts'
import type { LedgerEntry } from './billing-data.ts'
import { toAccountWords } from './ledger-accounts.ts'
import { toMoney } from './money.ts'
import { ScrollArea } from '../ui/scroll-area.tsx'

const KINDS: Readonly<Record<string, Text>> = {
  invoice: billingText.kindInvoice,
  payment: billingText.kindPayment,
  refund: billingText.kindRefund,
  refund_failed: billingText.kindRefundFailed,
  refund_credit: billingText.kindRefundCredit,
  refund_credit_failed: billingText.kindRefundCreditFailed,
  dispute: billingText.kindDispute,
  writeoff: billingText.kindWriteoff,
  recovered: billingText.kindRecovered,
}

/** Every booking of the account with both sides. */
export function LedgerPanel({ ledger: loaded }: { ledger: Loaded<{ entries: readonly LedgerEntry[] }> }) {
  const t = useText()
  const { data } = loaded
  if (data?.entries.length === 0) return null
  return (
    <details className="bill-ledger">
      <summary>
        <h2>{t(billingText.ledger)}</h2>
      </summary>
      <p className="account-note">{t(billingText.ledgerHelp)}</p>
      {!data ? (
        <Waiting loaded={loaded} />
      ) : (
        <ScrollArea className="bill-scroll" label={t(billingText.ledger)}>
          <table className="bill-table bill-bookings">
            <thead>
              <tr>
                <th scope="col">{t(billingText.date)}</th>
                <th scope="col">{t(billingText.booking)}</th>
                <th scope="col">{t(billingText.sides)}</th>
                <th scope="col" className="number-cell">
                  {t(billingText.balance)}
                </th>
              </tr>
            </thead>
            <tbody>
              {data.entries.map((entry) => (
                <LedgerRow key={entry.id} entry={entry} />
              ))}
            </tbody>
          </table>
        </ScrollArea>
      )}
    </details>
  )
}

function LedgerRow({ entry: { kind, invoice, lines, balance, currency, created_at: at } }: { entry: LedgerEntry }) {
  const t = useText()
  const lang = useLang()
  const money = (amount: number) => toMoney(amount, { currency, lang })
  return (
    <tr>
      <td>{toDay(at, lang)}</td>
      <td>
        {t(KINDS[kind] ?? { en: kind, zh: kind })} <span className="account-note">{invoice}</span>
      </td>
      <td>
        {lines.map(({ account, amount }) => (
          <div key={account} className="bill-side">
            <span>{t(toAccountWords(account))}</span> <span>{money(amount)}</span>
          </div>
        ))}
      </td>
      <td className="number-cell">
        <small className="bill-owed">{t(billingText.balance)} </small>
        {money(balance)}
      </td>
    </tr>
  )
}
