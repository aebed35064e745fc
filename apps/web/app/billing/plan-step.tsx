import { useEffect, useId, useState } from 'react'
import { FormFailure } from '../account/form-failure.tsx'
import { TryAgain } from '../account/waiting.tsx'
import { request, toAdvice, type Failure } from '../account/request.ts'
import { toDay } from '../day-words.ts'
import { useLang, useText } from '../lang.tsx'
import { toast } from '../state/toast-store.ts'
import { accountText } from '../text/account.ts'
import { billingText } from '../text/billing.ts'
import { Button } from '../ui/button.tsx'
import { SiteLink } from '../ui/site-link.tsx'
import type { Order, Period, Provider, Quote } from './billing-data.ts'
import { tellPaid, type PaySubject } from './pay-store.ts'
import { toMoney } from './money.ts'
import { SumLines } from './sum-lines.tsx'
import { usePrices } from './use-prices.ts'

type PlanStepProps = {
  readonly subject: Extract<PaySubject, { kind: 'plan' }>
  readonly onOrder: (order: Order) => void
  readonly onClose: () => void
}

/** What the chosen plan would cost now, and the order for it. */
export function PlanStep({ subject, onOrder, onClose }: PlanStepProps) {
  const t = useText()
  const lang = useLang()
  const { data: prices, ...priced } = usePrices()
  const [period, setPeriod] = useState(subject.period)
  const [provider, setProvider] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const { quote, failure, isAwaited, again } = useQuote(subject.plan, period)
  if (priced.failure) return <TryAgain {...priced} failure={priced.failure} />
  if (failure)
    return (
      <>
        <FormFailure words={toAdvice(failure)} />
        <p className="dialog-foot">
          <Button icon="Refresh" onClick={again}>
            {t(accountText.again)}
          </Button>
        </p>
      </>
    )
  if (!quote || !prices) return <p role="status">{t(billingText.calculating)}</p>
  const wanted = prices.plans.find(({ id }) => id === subject.plan)
  const isFree = wanted?.isFree ?? false
  const isOrder = quote.kind === 'subscribe' || quote.kind === 'upgrade'
  const chosen = provider ?? prices.providers[0]?.id
  const submit = async () => {
    setBusy(true)
    setRefusal(undefined)
    const input = { plan: subject.plan, period, ...(chosen !== undefined && { provider: chosen }) }
    const { data, failure: refused } = await request<{ message: string; order: Order | null; url: string | null }>(
      'POST',
      'billing/subscribe',
      input,
      { isQuiet: true }, // a toast would lie behind the dialog
    )
    setBusy(false)
    if (refused) return setRefusal(toAdvice(refused))
    if (data?.url) return location.assign(data.url)
    if (data?.order && data.order.state !== 'paid') return onOrder(data.order)
    toast.success(data.message)
    tellPaid()
    onClose()
  }
  return (
    <div className="pay-step">
      <p className="pay-plan">{subject.name}</p>
      {wanted && !isFree && (
        <p className="pay-note">{t(billingText.planRequests, { count: wanted.requestsPerMonth.toLocaleString('en') })}</p>
      )}
      {!isFree && <PeriodChoice period={period} onChange={setPeriod} />}
      {isOrder && (
        <SumLines
          lines={quote.lines}
          sums={{ ...quote, due: quote.total }}
          tax={prices.tax ? `${prices.tax.name} ${prices.tax.percent}%` : null}
        />
      )}
      {isOrder && wanted && (
        <p className="pay-note">
          {t(period === 'yearly' ? billingText.renewalYearly : billingText.renewalMonthly, {
            price: toMoney(period === 'yearly' ? wanted.yearlyPrice : wanted.monthlyPrice, { currency: prices.currency, lang }),
          })}
        </p>
      )}
      {quote.kind === 'later' && <p>{t(billingText.laterNote, { day: quote.at ? toDay(quote.at, lang) : '–' })}</p>}
      {quote.kind === 'free' && (
        <p>
          {t(billingText.freeNote, {
            requests: wanted?.requestsPerMonth.toLocaleString('en') ?? '',
          })}
        </p>
      )}
      {quote.kind === 'same' && <Same isFree={isFree} onClose={onClose} />}
      {isOrder && prices.providers.length === 0 && <p className="pay-warning">{t(billingText.paymentsOff)}</p>}
      {isOrder && <ProviderChoice providers={prices.providers} chosen={chosen} onChange={setProvider} />}
      {refusal && (
        <p className="pay-warning" role="alert">
          {refusal}
        </p>
      )}
      {quote.kind !== 'same' && (
        <p className="dialog-foot">
          <Button
            kind="primary"
            isBusy={isBusy || isAwaited}
            disabled={isOrder && prices.providers.length === 0}
            onClick={() => void submit()}
          >
            {t(toAction(quote.kind))}
          </Button>
          <span role="status">{isAwaited && t(billingText.calculating)}</span>
        </p>
      )}
    </div>
  )
}

const toAction = (kind: Quote['kind']) =>
  kind === 'free' ? billingText.subscribeFree : kind === 'later' ? billingText.confirmChange : billingText.orderAndPay

type Asked = { readonly of?: string; readonly quote?: Quote; readonly failure?: Failure }

/** What a plan would cost. While another period is asked for, that of the last one stays, and nothing may be ordered by it. */
function useQuote(plan: string, period: Period): Omit<Asked, 'of'> & { readonly isAwaited: boolean; readonly again: () => void } {
  const [asked, setAsked] = useState<Asked>({})
  const [round, setRound] = useState(0)
  const wanted = `${plan} ${period} ${round}`
  useEffect(() => {
    let isWanted = true
    void request<Quote>('POST', 'billing/quote', { plan, period }, { isQuiet: true }).then(({ data, failure }) => {
      if (isWanted) setAsked(failure ? { of: wanted, failure } : { of: wanted, quote: data })
    })
    return () => {
      isWanted = false
    }
  }, [plan, period, wanted])
  const again = () => {
    setAsked({})
    setRound(round + 1)
  }
  return { ...asked, isAwaited: asked.of !== wanted, again }
}

function Same({ isFree, onClose }: { isFree: boolean; onClose: () => void }) {
  const t = useText()
  return (
    <>
      <p>{t(isFree ? billingText.sameFreeNote : billingText.sameNote)}</p>
      <p className="dialog-foot">
        <SiteLink to={isFree ? '/account/dashboard' : '/account/billing'} className="button primary" onClick={onClose}>
          {t(billingText.toConsole)}
        </SiteLink>
      </p>
    </>
  )
}

/** Month or year. */
export function PeriodChoice({ period, onChange }: { period: Period; onChange: (period: Period) => void }) {
  const t = useText()
  const name = useId()
  return (
    <fieldset className="segments">
      <legend className="hidden">{t(billingText.period)}</legend>
      {(['monthly', 'yearly'] as const).map((one) => (
        <label key={one}>
          <input type="radio" name={name} checked={period === one} onChange={() => onChange(one)} />
          <span>{t(billingText[one])}</span>
        </label>
      ))}
    </fieldset>
  )
}

type ProviderChoiceProps = {
  readonly providers: readonly Provider[]
  readonly chosen: string | undefined
  readonly onChange: (id: string) => void
}

const PROVIDER_WORDS: Readonly<Record<string, (typeof billingText)['stripe' | 'alipay' | 'sandbox']>> = {
  stripe: billingText.stripe,
  alipay: billingText.alipay,
  sandbox: billingText.sandbox,
}

function ProviderChoice({ providers, chosen, onChange }: ProviderChoiceProps) {
  const t = useText()
  if (providers.length === 0) return null
  return (
    <fieldset className="pay-choice">
      <legend>{t(billingText.payWith)}</legend>
      {providers.map(({ id }) => (
        <label key={id}>
          <input type="radio" name="provider" checked={chosen === id} onChange={() => onChange(id)} />
          <span>{t(PROVIDER_WORDS[id] ?? { en: id, zh: id })}</span>
        </label>
      ))}
    </fieldset>
  )
}
