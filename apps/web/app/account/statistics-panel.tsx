import './statistics.css'
import { useId, useMemo, useState } from 'react'
import type { Lang } from '@octet/core/text.ts'
import { toLocale } from '../day-words.ts'
import { useLang, useText } from '../lang.tsx'
import { dashboardText } from '../text/account-dashboard.ts'
import { Button } from '../ui/button.tsx'
import { BarChart } from './bar-chart.tsx'
import type { Dashboard } from './dashboard.ts'
import { toKeyName, toSeriesName, type Names } from './series-names.ts'
import { toAdvice, useLoaded } from './request.ts'
import { REST, SPLITS, toStatistics, type Split, type Statistics } from './statistics.ts'
import { Waiting } from './waiting.tsx'
import { ScrollArea } from '../ui/scroll-area.tsx'

const HOUR_MS = 3_600_000
const RANGES = { day: 24 * HOUR_MS, week: 7 * 24 * HOUR_MS, month30: 30 * 24 * HOUR_MS } as const
type RangeName = keyof typeof RANGES
type Range = { readonly start: Date; readonly end: Date }
const RANGE_NAMES = Object.keys(RANGES) as RangeName[]

/** The requests between two times by product, key or status, as a picture and as a table. */
export function StatisticsPanel({ names }: { names: Names }) {
  const t = useText()
  const [range, putRange] = useState(() => toRange('week'))
  // A range that ends before it starts is not asked for: the one before stays until both are right.
  const [asked, setAsked] = useState(range)
  const setRange = (next: Range) => {
    putRange(next)
    if (next.start < next.end) setAsked(next)
  }
  const [split, setSplit] = useState<Split>('product')
  const loaded = useLoaded<Dashboard>('account/dashboard', { start: asked.start.toISOString(), end: asked.end.toISOString() })
  const isBackwards = range.start >= range.end
  const statistics = useMemo(
    () => loaded.data && toStatistics(loaded.data.statistics, split, { ...asked, step: loaded.data.step }),
    [loaded.data, split, asked],
  )
  return (
    <section className="account-section" aria-labelledby="statistics-title">
      <div className="account-title">
        <h2 id="statistics-title">{t(dashboardText.statistics)}</h2>
        <Button kind="ghost" icon="Refresh" isIconOnly isBusy={loaded.isLoading} onClick={() => void loaded.reload()}>
          {t(dashboardText.refresh)}
        </Button>
      </div>
      <div className="statistics-bar">
        <TimeField label={t(dashboardText.start)} value={range.start} onTime={(start) => setRange({ ...range, start })} />
        <TimeField label={t(dashboardText.end)} value={range.end} onTime={(end) => setRange({ ...range, end })} />
        <div className="segments" role="group" aria-label={t(dashboardText.range)}>
          {RANGE_NAMES.map((name) => (
            <button key={name} type="button" onClick={() => setRange(toRange(name))}>
              {t(dashboardText[name])}
            </button>
          ))}
        </div>
        <div className="segments" role="group" aria-label={t(dashboardText.split)}>
          {SPLITS.map((name) => (
            <button key={name} type="button" aria-pressed={name === split} onClick={() => setSplit(name)}>
              {t(dashboardText[name])}
            </button>
          ))}
        </div>
      </div>
      {isBackwards && (
        <p className="field-error" role="alert">
          {t(dashboardText.backwards)}
        </p>
      )}
      {!statistics && <Waiting loaded={loaded} />}
      {statistics && loaded.failure && (
        <p className="field-error" role="alert">
          {toAdvice(loaded.failure)}
        </p>
      )}
      {statistics && !isBackwards && <Picture statistics={statistics} split={split} names={names} />}
    </section>
  )
}

function toRange(name: RangeName): Range {
  const end = new Date(Math.ceil(Date.now() / HOUR_MS) * HOUR_MS)
  return { start: new Date(end.getTime() - RANGES[name]), end }
}

function TimeField({ label, value, onTime }: { label: string; value: Date; onTime: (time: Date) => void }) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="datetime-local"
        value={toLocal(value)}
        onChange={({ target }) => {
          const time = new Date(target.value)
          if (!Number.isNaN(time.getTime())) onTime(time)
        }}
      />
    </div>
  )
}

/** A time as the field of the browser wants it, in the visitor's zone. */
function toLocal(time: Date): string {
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

type PictureProps = { readonly statistics: Statistics; readonly split: Split; readonly names: Names }

function Picture({ statistics: { times, series, total }, split, names }: PictureProps) {
  const t = useText()
  const lang = useLang()
  const toNumber = (value: number) => value.toLocaleString(lang)
  if (total === 0) return <p className="account-empty">{t(dashboardText.noRequests)}</p>
  const toName = (name: string) => (split === 'key' && name !== REST ? toKeyName(name, names) : toSeriesName(name, split, lang))
  const ends = [toTime(times[0] ?? 0, lang), toTime(times.at(-1) ?? 0, lang)] as const
  return (
    <div className="statistics">
      <BarChart
        label={t(dashboardText.pictureWords, { count: toNumber(total), from: ends[0], to: ends[1] })}
        series={series}
        count={times.length}
        ends={ends}
        toNumber={toNumber}
      />
      <ScrollArea label={t(dashboardText.inRange, { count: toNumber(total) })}>
        <table className="plain-table">
          <caption>{t(dashboardText.inRange, { count: toNumber(total) })}</caption>
          <thead>
            <tr>
              <th scope="col">{t(dashboardText[split])}</th>
              <th scope="col" className="number-cell">
                {t(dashboardText.requests)}
              </th>
              <th scope="col" className="number-cell">
                {t(dashboardText.share)}
              </th>
            </tr>
          </thead>
          <tbody>
            {series.map(({ name, total: count }, at) => (
              <tr key={name}>
                <th scope="row">
                  <span className={`swatch bars-${at}`} aria-hidden="true" /> {toName(name)}
                </th>
                <td className="number-cell">{toNumber(count)}</td>
                <td className="number-cell">
                  {(count / total).toLocaleString(lang, { style: 'percent', maximumFractionDigits: 1 })}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollArea>
    </div>
  )
}

const toTime = (time: number, lang: Lang): string =>
  new Date(time).toLocaleString(toLocale(lang), {
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  })
