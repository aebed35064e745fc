import type { ReactNode } from 'react'
import type { PricedPlan, Prices } from '../billing/billing-data.ts'
import { toMoney } from '../billing/money.ts'
import { useLang, useText } from '../lang.tsx'
import { pricingText } from '../text/pricing.ts'
import { Icon } from '../ui/icon.tsx'
import { SiteLink } from '../ui/site-link.tsx'
import { ScrollArea } from '../ui/scroll-area.tsx'
import { toWordList } from '../word-list.ts'

/** Row by row what the plans have, also where they are the same. */
export function Comparison({ prices }: { prices: Prices }) {
  const t = useText()
  const lang = useLang()
  const yes = () => (
    <>
      <Icon name="Check" />
      <span className="hidden">{t(pricingText.yes)}</span>
    </>
  )
  const rows: readonly (readonly [string, (plan: PricedPlan) => ReactNode])[] = [
    [t(pricingText.rowRequests), (plan) => plan.requestsPerMonth.toLocaleString('en')],
    [
      t(pricingText.rowExtra),
      (plan) =>
        plan.extraPer1000 === null ? t(pricingText.noExtra) : toMoney(plan.extraPer1000, { currency: prices.currency, lang }),
    ],
    [t(pricingText.rowKeys), (plan) => String(plan.keys)],
    [t(pricingText.rowSpeed), (plan) => plan.requestsPerSecond.toLocaleString('en')],
    [t(pricingText.rowNames), (plan) => String(plan.namesAtOnce)],
    [t(pricingText.rowApis), yes],
    [t(pricingText.rowDatabases), (plan) => toWordList(['Lite', ...plan.databases.map((id) => t(pricingText[id]))], lang)],
    [t(pricingText.rowAlerts), yes],
    [t(pricingText.rowTools), yes],
  ]
  return (
    <section>
      <h2>{t(pricingText.compare)}</h2>
      <p className="prose">{t(pricingText.compareHelp)}</p>
      <ScrollArea className="pricing-scroll" label={t(pricingText.compare)}>
        <table className="pricing-table compared">
          <thead>
            <tr>
              <td />
              {prices.plans.map(({ id, name }) => (
                <th key={id} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([label, toValue]) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {prices.plans.map((plan) => (
                  <td key={plan.id}>{toValue(plan)}</td>
                ))}
              </tr>
            ))}
            <tr>
              <th scope="row">{t(pricingText.rowSla)}</th>
              <td colSpan={prices.plans.length}>
                <SiteLink to="/contact">{t(pricingText.slaWords)}</SiteLink> ·{' '}
                <SiteLink to="/status">{t(pricingText.slaMeasured)}</SiteLink>
              </td>
            </tr>
          </tbody>
        </table>
      </ScrollArea>
    </section>
  )
}
