import { useId, useState } from 'react'
import type { Period, Prices } from '../billing/billing-data.ts'
import { toMoney } from '../billing/money.ts'
import { useLang, useText } from '../lang.tsx'
import { pricingText } from '../text/pricing.ts'
import { findCheapest, REQUEST_STEPS, toCost } from './costs.ts'
import { ScrollArea } from '../ui/scroll-area.tsx'

const FIRST_STEP = REQUEST_STEPS.indexOf(200_000)

/** What so many requests a month would cost with each plan. */
export function Calculator({ prices, period }: { prices: Prices; period: Period }) {
  const t = useText()
  const lang = useLang()
  const id = useId()
  const [step, setStep] = useState(FIRST_STEP)
  const requests = REQUEST_STEPS[step] ?? 0
  const costs = prices.plans.map((plan) => toCost(plan, { requests, period }))
  const best = findCheapest(costs)
  const money = (amount: number) => toMoney(amount, { currency: prices.currency, lang })
  const words = requests.toLocaleString('en')
  return (
    <section>
      <h2>{t(pricingText.calculator)}</h2>
      <p className="prose">{t(pricingText.calculatorHelp)}</p>
      <div className="calculator">
        <label htmlFor={id}>{t(pricingText.requestsLabel)}</label>
        <input
          id={id}
          type="range"
          min={0}
          max={REQUEST_STEPS.length - 1}
          value={step}
          aria-valuetext={words}
          onChange={(event) => setStep(event.target.valueAsNumber)}
        />
        <output htmlFor={id}>{words}</output>
      </div>
      <ScrollArea className="pricing-scroll" label={t(pricingText.calculator)}>
        <table className="pricing-table">
          <thead>
            <tr>
              <th scope="col">{t(pricingText.planColumn)}</th>
              <th scope="col">{t(pricingText.baseColumn)}</th>
              <th scope="col">{t(pricingText.extraColumn)}</th>
              <th scope="col">{t(pricingText.totalColumn)}</th>
            </tr>
          </thead>
          <tbody>
            {prices.plans.map((plan, index) => {
              const cost = costs[index]
              return (
                <tr key={plan.id} className={cost && cost === best ? 'best' : ''}>
                  <th scope="row">
                    {plan.name} {cost && cost === best && <small>{t(pricingText.cheapest)}</small>}
                  </th>
                  <td>{cost ? money(cost.base) : '–'}</td>
                  <td>{cost ? money(cost.extra) : '–'}</td>
                  <td>{cost ? <strong>{money(cost.total)}</strong> : t(pricingText.tooMany)}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </ScrollArea>
      {period === 'yearly' && <p className="quiet">{t(pricingText.yearlyNote)}</p>}
    </section>
  )
}
