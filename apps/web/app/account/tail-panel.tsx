import { useEffect, useRef, useState } from 'react'
import { toClock } from '../day-words.ts'
import { useLang, useText } from '../lang.tsx'
import { neverTwice } from '../never-twice.ts'
import { dashboardText } from '../text/account-dashboard.ts'
import { Button } from '../ui/button.tsx'
import type { Dashboard, StatisticsRow } from './dashboard.ts'
import { request, type Failure, type Loaded } from './request.ts'
import { toKeyName, toSeriesName, type Names } from './series-names.ts'
import { TryAgain } from './waiting.tsx'

const PERIOD_MS = 2_000
const HOUR_MS = 3_600_000
const MAX_LINES = 100

type Line = StatisticsRow & { readonly id: string; readonly seenMs: number }

/** The calls as they come, in groups of a second or two: how many, of which product, with which key, with which answer. */
export function TailPanel({ names }: { names: Names }) {
  const t = useText()
  const lang = useLang()
  const [isOn, setOn] = useState(false)
  const { lines, ...tail } = useTail(isOn)
  return (
    <section className="account-section" aria-labelledby="tail-title">
      <div className="account-title">
        <h2 id="tail-title">{t(dashboardText.tail)}</h2>
        <Button icon={isOn ? 'PlayerPause' : 'PlayerPlay'} aria-pressed={isOn} onClick={() => setOn(!isOn)}>
          {t(isOn ? dashboardText.tailStop : dashboardText.tailStart)}
        </Button>
      </div>
      {isOn && tail.failure && <TryAgain {...tail} failure={tail.failure} />}
      {isOn && !tail.failure && lines.length === 0 && <p className="account-note">{t(dashboardText.tailWaiting)}</p>}
      {lines.length > 0 && (
        <div className="table-scroll tail" role="log" aria-label={t(dashboardText.tail)}>
          <table className="plain-table" aria-label={t(dashboardText.tail)}>
            <thead>
              <tr>
                <th scope="col">{t(dashboardText.time)}</th>
                <th scope="col">{t(dashboardText.product)}</th>
                <th scope="col">{t(dashboardText.key)}</th>
                <th scope="col">{t(dashboardText.status)}</th>
                <th scope="col" className="number-cell">
                  {t(dashboardText.requests)}
                </th>
              </tr>
            </thead>
            <tbody>
              {lines.map((line) => (
                <tr key={line.id}>
                  <td>{toClock(line.seenMs, lang)}</td>
                  <td>{toSeriesName(line.product, 'product', lang)}</td>
                  <td>{toKeyName(line.key_id, names)}</td>
                  <td>{toSeriesName(String(line.status), 'status', lang)}</td>
                  <td className="number-cell">+{line.requests.toLocaleString(lang)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

type Tail = Pick<Loaded<unknown>, 'failure' | 'isLoading' | 'reload'> & { readonly lines: readonly Line[] }

/**
 * What has been counted since the last look, newest first, while the page is seen. It goes on after a look that failed; the
 * next good one counts what that one missed.
 */
function useTail(isOn: boolean): Tail {
  const [lines, setLines] = useState<readonly Line[]>([])
  const [failure, setFailure] = useState<Failure>()
  const [isLoading, setLoading] = useState(false)
  const lookNow = useRef<() => Promise<void>>(undefined)
  useEffect(() => {
    if (!isOn) return undefined
    setFailure(undefined)
    let counts: ReadonlyMap<string, number> | undefined
    let isOver = false
    const look = neverTwice(async () => {
      if (document.hidden) return
      const now = Date.now()
      // The hour before as well, so that nothing is lost at its end.
      const start = new Date(now - HOUR_MS).toISOString()
      const { data, failure } = await request<Dashboard>('GET', 'account/dashboard', { start, step: 'hour' }, { isQuiet: true })
      if (isOver) return
      setFailure(failure)
      if (!data) return
      const before = counts
      counts = new Map(data.statistics.map((row) => [toId(row), row.requests]))
      if (before) setLines((last) => [...toNews(data.statistics, before, now), ...last].slice(0, MAX_LINES))
    })
    lookNow.current = look
    void look()
    const timer = setInterval(() => void look(), PERIOD_MS)
    return () => {
      isOver = true
      clearInterval(timer)
    }
  }, [isOn])
  const reload = async () => {
    setLoading(true)
    await lookNow.current?.()
    setLoading(false)
  }
  return { lines, failure, isLoading, reload }
}

const toId = ({ hour, key_id: key, product, status }: StatisticsRow): string => `${hour} ${key} ${product} ${status}`

function toNews(rows: readonly StatisticsRow[], before: ReadonlyMap<string, number>, seenMs: number): Line[] {
  return rows.flatMap((row) => {
    const requests = row.requests - (before.get(toId(row)) ?? 0)
    return requests > 0 ? [{ ...row, requests, seenMs, id: `${seenMs} ${toId(row)}` }] : []
  })
}
