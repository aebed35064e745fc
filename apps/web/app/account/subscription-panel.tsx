import { toDay } from '../day-words.ts'
import { useLang, useText } from '../lang.tsx'
import { toGap } from '../sentence-gap.ts'
import { dashboardText } from '../text/account-dashboard.ts'
import { SiteLink } from '../ui/site-link.tsx'
import type { Dashboard } from './dashboard.ts'
import type { Loaded } from './request.ts'
import { Waiting } from './waiting.tsx'

const DAY_MS = 86_400_000

/** The plan, how long it lasts, and how much of the month is used, with what the month will come to at this pace. */
export function SubscriptionPanel({ dashboard }: { dashboard: Loaded<Dashboard> }) {
  const t = useText()
  const lang = useLang()
  const { data } = dashboard
  if (!data) return <Waiting loaded={dashboard} />
  const { subscription, month, total_requests: total } = data
  const toNumber = (value: number) => value.toLocaleString(lang)
  return (
    <section className="account-facts" aria-label={t(dashboardText.subscription)}>
      <SiteLink to="/account/billing" className="button plain">
        {t(subscription ? dashboardText.changePlan : dashboardText.choosePlan)}
      </SiteLink>
      <dl>
        <Fact label={t(dashboardText.subscription)} value={subscription?.name ?? t(dashboardText.noPlan)} />
        <Fact
          label={t(dashboardText.expires)}
          value={subscription ? (subscription.ends_at ? toDay(subscription.ends_at, lang) : t(dashboardText.noEnd)) : '–'}
        />
        <Fact label={t(dashboardText.total)} value={toNumber(total)} />
      </dl>
      {month && <MonthBar month={month} toNumber={toNumber} />}
      {!subscription && <p className="account-note">{t(dashboardText.noPlanHelp)}</p>}
    </section>
  )
}

const Fact = ({ label, value }: { label: string; value: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
)

type MonthProps = {
  month: NonNullable<Dashboard['month']>
  toNumber: (value: number) => string
}

function MonthBar({ month: { quota, limit, used, returned, resets_at: resetsAt }, toNumber }: MonthProps) {
  const t = useText()
  const lang = useLang()
  const share = Math.min(1, used / quota)
  const state = used >= quota ? 'bad' : share >= 0.8 ? 'warn' : 'ok'
  const day = toDay(resetsAt, lang)
  const forecast = toForecast(used, new Date(resetsAt))
  return (
    <div className={`usage ${state}`}>
      <p className="usage-figures">
        <span>{t(dashboardText.used, { used: toNumber(used), quota: toNumber(quota) })}</span>
        <span>{(used / quota).toLocaleString('en', { style: 'percent', maximumFractionDigits: 1 })}</span>
      </p>
      <progress max={quota} value={Math.min(used, quota)} aria-label={t(dashboardText.month)} />
      {used >= limit && <p>{t(dashboardText.spent, { day })}</p>}
      <p className="account-note">
        {used < limit &&
          forecast !== undefined &&
          t(forecast > quota ? dashboardText.forecastOver : dashboardText.forecast, { count: toNumber(forecast) }) + toGap(lang)}
        {used < limit && t(dashboardText.resets, { day }) + toGap(lang)}
        {t(dashboardText.totalHelp)}
      </p>
      {returned > 0 && <p className="account-note">{t(dashboardText.returned, { count: toNumber(returned) })}</p>}
    </div>
  )
}

/** What the month comes to if it goes on as it has so far; undefined on its first day and without any use, which say too little. */
function toForecast(used: number, resetsAt: Date, now = new Date()): number | undefined {
  const start = Date.UTC(resetsAt.getUTCFullYear(), resetsAt.getUTCMonth() - 1, 1)
  const past = now.getTime() - start
  if (past < DAY_MS || used === 0) return undefined
  return Math.round((used * (resetsAt.getTime() - start)) / past)
}
