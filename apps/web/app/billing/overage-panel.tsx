import { useEffect, useId, useState } from 'react'
import { FormFailure } from '../account/form-failure.tsx'
import { MailNote } from '../account/mail-note.tsx'
import type { Loaded } from '../account/request.ts'
import { useAct } from '../account/use-act.ts'
import { toDay } from '../day-words.ts'
import { useLang, useText } from '../lang.tsx'
import { toast } from '../state/toast-store.ts'
import { billingText } from '../text/billing.ts'
import { Button } from '../ui/button.tsx'
import type { Subscription } from './billing-data.ts'
import { toMoney } from './money.ts'

/** How much of the month is used, and whether and how far calls go on beyond it. */
export function OveragePanel({ subscription, onChange }: { subscription: Loaded<Subscription>; onChange: () => void }) {
  const t = useText()
  const lang = useLang()
  const { data } = subscription
  if (!data || data.state === 'none') return null
  const { quota, used, resets_at: resetsAt } = data.usage
  const { requests, amount } = data.overage
  const state = used >= quota ? 'bad' : used >= 0.8 * quota ? 'warn' : 'ok'
  return (
    <section className="bill-block" aria-labelledby="bill-usage">
      <h2 id="bill-usage">{t(billingText.usage)}</h2>
      <div className={`usage ${state}`}>
        <p className="usage-figures">
          <span>{t(billingText.usedOf, { used: used.toLocaleString('en'), quota: quota.toLocaleString('en') })}</span>
          <span>{t(billingText.resetsOn, { day: toDay(resetsAt, lang) })}</span>
        </p>
        <progress max={quota} value={Math.min(used, quota)} aria-label={t(billingText.usage)} />
      </div>
      {data.is_paid && data.overage.extra_per_1000 !== null ? (
        <OverageSwitch data={data} onChange={onChange} />
      ) : (
        <p className="account-note">{t(billingText.overageNone)}</p>
      )}
      {requests > 0 && (
        <p>
          {t(billingText.overageSoFar, {
            count: requests.toLocaleString('en'),
            amount: toMoney(amount, { currency: data.currency, lang }),
          })}
        </p>
      )}
      <p className="account-note">{t(billingText.alertsHelp)}</p>
      <MailNote />
    </section>
  )
}

function OverageSwitch({ data, onChange }: { data: Subscription; onChange: () => void }) {
  const t = useText()
  const lang = useLang()
  const id = useId()
  const { is_on: isOn, cap, extra_per_1000: extraPer1000 } = data.overage
  const known = cap || data.usage.quota
  const [limit, setLimit] = useState(known)
  useEffect(() => setLimit(known), [known])
  const money = (minor: number) => toMoney(minor, { currency: data.currency, lang })
  const { isBusy, refusal, act } = useAct()
  const save = async (on: boolean) => {
    if (isBusy) return
    const { data: done } = await act<{ message: string }>('POST', 'billing/overage', { on, ...(on && { cap: limit }) })
    if (!done) return
    toast.success(done.message)
    onChange()
  }
  return (
    <div className="bill-overage">
      <div className="toggle-field">
        <input id={id} type="checkbox" role="switch" className="switch" checked={isOn} onChange={() => void save(!isOn)} />
        <label htmlFor={id}>{t(billingText.overageOn)}</label>
        <p className="help">{t(billingText.overageHelp, { price: money(extraPer1000 ?? 0) })}</p>
      </div>
      {isOn && (
        <form
          method="dialog"
          className="bill-cap"
          onSubmit={(event) => {
            event.preventDefault()
            void save(true)
          }}
        >
          <label htmlFor={`${id}-cap`}>{t(billingText.overageCap)}</label>
          <input
            id={`${id}-cap`}
            type="number"
            min={1_000}
            step={1_000}
            value={limit}
            onChange={(event) => setLimit(event.target.valueAsNumber || 0)}
          />
          <Button type="submit" isBusy={isBusy}>
            {t(billingText.saveCap)}
          </Button>
        </form>
      )}
      <FormFailure words={refusal} />
    </div>
  )
}
