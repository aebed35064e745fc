import { useRef, useState } from 'react'
import { FormFailure } from '../account/form-failure.tsx'
import type { Loaded } from '../account/request.ts'
import { useAct } from '../account/use-act.ts'
import { useSwapFocus } from '../account/use-swap-focus.ts'
import { Waiting } from '../account/waiting.tsx'
import { toDay } from '../day-words.ts'
import { useLang, useText } from '../lang.tsx'
import { toast } from '../state/toast-store.ts'
import { billingText } from '../text/billing.ts'
import { Button } from '../ui/button.tsx'
import { SiteLink } from '../ui/site-link.tsx'
import type { Order, Subscription } from './billing-data.ts'
import { toMoney } from './money.ts'
import { openPayment, usePayStore } from './pay-store.ts'
import { PeriodChoice } from './plan-step.tsx'
import { usePrices } from './use-prices.ts'

const STATES = {
  none: billingText.stateNone,
  free: billingText.stateFree,
  active: billingText.stateActive,
  past_due: billingText.statePastDue,
  cancelled: billingText.stateCancelled,
} as const

type PanelProps = {
  readonly subscription: Loaded<Subscription>
  /** An invoice that is waiting for its payment. */
  readonly open: Order | undefined
  readonly onChange: () => void
}

/** The plan, its state, how long it lasts and what comes next, and the ways to change it. */
export function PlanPanel({ subscription: loaded, open, onChange }: PanelProps) {
  const t = useText()
  const lang = useLang()
  const name = useRef<HTMLParagraphElement>(null)
  const paidCount = usePayStore((state) => state.paidCount)
  const { data } = loaded
  if (!data) return <Waiting loaded={loaded} />
  const day = data.expires_at ? toDay(data.expires_at, lang) : ''
  return (
    <section className="account-facts bill-plan" aria-labelledby="bill-plan">
      <h2 id="bill-plan" className="hidden">
        {t(billingText.subscription)}
      </h2>
      <p className="bill-name" ref={name} tabIndex={-1}>
        <strong>{data.name ?? t(billingText.stateNone)}</strong>
        {data.period && <span>{t(billingText[data.period])}</span>}
        {data.name !== null && data.state !== 'free' && (
          <span className={`bill-state ${data.state}`}>{t(STATES[data.state])}</span>
        )}
      </p>
      {data.state === 'none' && <p>{t(billingText.noneHelp)}</p>}
      {day && data.state !== 'past_due' && !data.next && (
        <p>{t(data.cancel_at_end ? billingText.endsOn : billingText.renewsOn, { day })}</p>
      )}
      {data.next && <p>{t(billingText.nextIs, { day, plan: data.next.name, period: t(billingText[data.next.period]) })}</p>}
      {data.state === 'past_due' && <p className="bill-late">{t(billingText.overdueHelp)}</p>}
      {!data.is_paid && data.state === 'active' && <p className="account-note">{t(billingText.givenHelp)}</p>}
      {open && (
        <p>
          <Button kind="primary" onClick={() => openPayment({ kind: 'order', order: open.id })}>
            {t(billingText.payInvoice, { invoice: open.invoice })}
          </Button>
        </p>
      )}
      <Actions
        key={paidCount} // what was open is done with
        data={data}
        day={day}
        hasOpenInvoice={open !== undefined}
        onChange={() => {
          name.current?.focus()
          onChange()
        }}
      />
    </section>
  )
}

type ActionsProps = {
  readonly data: Subscription
  readonly day: string
  readonly hasOpenInvoice: boolean
  readonly onChange: () => void
}

function Actions({ data, day, hasOpenInvoice, onChange }: ActionsProps) {
  const t = useText()
  const [open, setOpen] = useState<'change' | 'cancel'>()
  const place = useSwapFocus<HTMLParagraphElement>(open)
  const { isBusy, refusal, act } = useAct()
  const decide = async (verb: 'cancel' | 'resume') => {
    const { data: done } = await act<{ message: string }>('POST', `billing/${verb}`)
    if (!done) return
    toast.success(done.message)
    setOpen(undefined)
    onChange()
  }
  const openPortal = async () => {
    const { data: portal } = await act<{ url: string | null }>('POST', 'billing/portal')
    if (portal?.url) location.assign(portal.url)
    else if (portal) toast.msg(t(billingText.noPortal))
  }
  return (
    <>
      <p className="bill-actions" ref={place}>
        {data.state === 'none' ? (
          <SiteLink to="/pricing" className="button primary">
            {t(billingText.seePlans)}
          </SiteLink>
        ) : (
          <Button
            kind={hasOpenInvoice ? 'plain' : 'primary'}
            aria-expanded={open === 'change'}
            onClick={() => setOpen(open === 'change' ? undefined : 'change')}
          >
            {t(billingText.change)}
          </Button>
        )}
        {data.is_paid && (data.cancel_at_end || data.next) && (
          <Button isBusy={isBusy} onClick={() => void decide('resume')}>
            {data.next
              ? t(billingText.keepPlan, { plan: data.name ?? '', period: t(billingText[data.period ?? 'monthly']) })
              : t(billingText.resume)}
          </Button>
        )}
        {data.is_paid && !data.cancel_at_end && (
          <Button data-opens="cancel" onClick={() => setOpen('cancel')}>
            {t(billingText.cancelPlan)}
          </Button>
        )}
        {data.is_paid && (
          <Button isBusy={isBusy} onClick={() => void openPortal()}>
            {t(billingText.changeCard)}
          </Button>
        )}
      </p>
      {open !== 'cancel' && <FormFailure words={refusal} />}
      {open === 'change' && <ChangeChoice data={data} />}
      {open === 'cancel' && (
        <div className="bill-sure" role="group" aria-label={t(billingText.cancelPlan)}>
          <p>{t(data.state === 'past_due' ? billingText.cancelLate : billingText.cancelSure, { day })}</p>
          <FormFailure words={refusal} />
          <p className="bill-actions">
            <Button isBusy={isBusy} onClick={() => void decide('cancel')}>
              {t(billingText.cancelPlan)}
            </Button>
            <Button kind="ghost" onClick={() => setOpen(undefined)}>
              {t(billingText.keep)}
            </Button>
          </p>
        </div>
      )}
    </>
  )
}

function ChangeChoice({ data }: { data: Subscription }) {
  const t = useText()
  const lang = useLang()
  const loaded = usePrices()
  const prices = loaded.data
  const [period, setPeriod] = useState(data.period ?? 'monthly')
  if (!prices) return <Waiting loaded={loaded} />
  return (
    <div className="bill-change">
      <PeriodChoice period={period} onChange={setPeriod} />
      <p className="bill-actions">
        {prices.plans
          .filter((plan) => plan.id !== data.plan || (!plan.isFree && period !== data.period))
          .map((plan) => (
            <Button key={plan.id} onClick={() => openPayment({ kind: 'plan', plan: plan.id, name: plan.name, period })}>
              {plan.isFree
                ? plan.name
                : t(billingText.planChoice, {
                    plan: plan.name,
                    count: plan.requestsPerMonth.toLocaleString('en'),
                    price: toMoney(period === 'yearly' ? plan.yearlyPrice : plan.monthlyPrice, {
                      currency: prices.currency,
                      lang,
                      isShort: true,
                    }),
                  })}
            </Button>
          ))}
      </p>
      <p className="account-note">
        <SiteLink to="/pricing">{t(billingText.seePlans)}</SiteLink>
      </p>
    </div>
  )
}
