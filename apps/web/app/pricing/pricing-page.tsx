import './pricing.css'
import { useId, useState } from 'react'
import type { Text } from '@octet/core/text.ts'
import { TryAgain } from '../account/waiting.tsx'
import type { Period, PricedPlan, Prices } from '../billing/billing-data.ts'
import { toMoney } from '../billing/money.ts'
import { openPayment } from '../billing/pay-store.ts'
import { useOwnPlan, type OwnPlan } from '../billing/use-own-plan.ts'
import { usePrices } from '../billing/use-prices.ts'
import { useLang, useText } from '../lang.tsx'
import { pagePaths } from '../page-files.ts'
import { pricingText } from '../text/pricing.ts'
import { Button } from '../ui/button.tsx'
import { SiteLink } from '../ui/site-link.tsx'
import { Calculator } from './calculator.tsx'
import { Comparison } from './comparison.tsx'
import { toBestSaving } from './costs.ts'

/** Plans and prices of this installation, with a calculator and an honest comparison. */
export function PricingPage() {
  const t = useText()
  const { data: prices, ...rest } = usePrices()
  const own = useOwnPlan()
  const [period, setPeriod] = useState<Period>('monthly')
  return (
    <article className="wide pricing">
      <header>
        <h1>{t(pricingText.title)}</h1>
        <p className="lead">{t(pricingText.lead)}</p>
      </header>
      <PeriodSwitch period={period} saving={prices ? toBestSaving(prices.plans) : 0} onChange={setPeriod} />
      {rest.failure && <TryAgain {...rest} failure={rest.failure} />}
      {prices?.providers.some(({ isSandbox }) => isSandbox) && <p className="pricing-sandbox">{t(pricingText.sandbox)}</p>}
      {!prices && !rest.failure && <div className="awaited" aria-busy="true" />}
      {prices && (
        <ul className="plans">
          {prices.plans.map((plan) => (
            <PlanCard key={plan.id} plan={plan} period={period} prices={prices} own={own} />
          ))}
        </ul>
      )}
      {prices && <Calculator prices={prices} period={period} />}
      {prices && <Comparison prices={prices} />}
      {prices && prices.claims.length > 0 && <Claims claims={prices.claims} />}
      <Questions />
      {pagePaths.includes('/contact') && (
        <p>
          {t(pricingText.custom)} <SiteLink to="/contact">{t(pricingText.contact)}</SiteLink>
        </p>
      )}
    </article>
  )
}

type SwitchProps = { readonly period: Period; readonly saving: number; readonly onChange: (period: Period) => void }

function PeriodSwitch({ period, saving, onChange }: SwitchProps) {
  const t = useText()
  const name = useId()
  return (
    <fieldset className="segments pricing-period">
      <legend className="hidden">{t(pricingText.periodLabel)}</legend>
      {(['monthly', 'yearly'] as const).map((one) => (
        <label key={one}>
          <input type="radio" name={name} checked={period === one} onChange={() => onChange(one)} />
          <span>
            {t(pricingText[one])}
            {one === 'yearly' && saving > 0 && ` · ${t(pricingText.save, { percent: saving })}`}
          </span>
        </label>
      ))}
    </fieldset>
  )
}

type CardProps = {
  readonly plan: PricedPlan
  readonly period: Period
  readonly prices: Prices
  readonly own: OwnPlan | undefined
}

function PlanCard({ plan, period, prices, own }: CardProps) {
  const t = useText()
  const lang = useLang()
  const money = (amount: number) => toMoney(amount, { currency: prices.currency, lang, isShort: true })
  const isYearly = period === 'yearly' && !plan.isFree
  const facts = [
    t(pricingText.requests, { count: plan.requestsPerMonth.toLocaleString('en') }),
    plan.extraPer1000 === null ? t(pricingText.noExtra) : t(pricingText.extra, { price: money(plan.extraPer1000) }),
    t(pricingText.keys, { count: plan.keys }),
    plan.databases.length > 0
      ? t(pricingText.databases, { list: plan.databases.map((id) => t(pricingText[id])).join(lang === 'zh' ? '、' : ', ') })
      : t(pricingText.noDatabases),
  ]
  return (
    <li className="plan-card">
      <h2>{plan.name}</h2>
      <p className="plan-price">
        <strong>
          {plan.isFree ? t(pricingText.free) : money(isYearly ? Math.round(plan.yearlyPrice / 12) : plan.monthlyPrice)}
        </strong>
        {!plan.isFree && <span>{t(pricingText.perMonth)}</span>}
      </p>
      <p className="plan-note">
        {plan.isFree && t(pricingText.forEver)}
        {isYearly && (
          <>
            {t(pricingText.yearlyTotal, { amount: money(plan.yearlyPrice) })}
            {plan.yearlyPrice < 12 * plan.monthlyPrice && (
              <span>{t(pricingText.yearlySaves, { amount: money(12 * plan.monthlyPrice) })}</span>
            )}
          </>
        )}
        {!plan.isFree && prices.tax && ` ${t(pricingText.plusTax, prices.tax)}`}
      </p>
      <Button
        subject={plan.name}
        kind={plan.isFree && !own?.plan ? 'primary' : 'plain'}
        onClick={() => openPayment({ kind: 'plan', plan: plan.id, name: plan.name, period: plan.isFree ? 'monthly' : period })}
      >
        {t(toAction(plan, period, own))}
      </Button>
      <ul>
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
    </li>
  )
}

function toAction({ id, isFree }: PricedPlan, period: Period, own: OwnPlan | undefined): Text {
  if (!own?.plan) return isFree ? pricingText.startFree : pricingText.subscribe
  return own.plan === id && (isFree || own.period === period) ? pricingText.ownPlan : pricingText.change
}

function Claims({ claims }: Pick<Prices, 'claims'>) {
  const t = useText()
  return (
    <section aria-labelledby="pricing-claims">
      <h2 id="pricing-claims">{t(pricingText.claims)}</h2>
      <ul className="claims">
        {claims.map(({ value, label }) => (
          <li key={label.en}>
            <strong>{value}</strong>
            <span>{t(label)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Questions() {
  const t = useText()
  return (
    <section aria-labelledby="pricing-faq">
      <h2 id="pricing-faq">{t(pricingText.faq)}</h2>
      {pricingText.questions.map(({ ask, answer }) => (
        <details key={ask.en} className="faq">
          <summary>{t(ask)}</summary>
          <p>{t(answer)}</p>
        </details>
      ))}
    </section>
  )
}
