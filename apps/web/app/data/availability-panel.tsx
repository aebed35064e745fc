import '../net/net.css'
import './availability.css'
import type { Lang } from '@octet/core/text.ts'
import { toDay, toLocale } from '../day-words.ts'
import { useLang, useText } from '../lang.tsx'
import { Chip } from '../net/chip.tsx'
import { availabilityText } from '../text/availability.ts'
import type { Availability, AvailablePart, Day, Incident } from './availability.ts'
import { DayBars } from './day-bars.tsx'
import { toLastedWords } from './lasted-words.ts'

const DAYS = 90
/** More of them are folded. */
const SHOWN = 5

/** How often the parts of this service worked, by day, and when they did not. */
export function AvailabilityPanel({ availability }: { availability: Availability }) {
  const t = useText()
  const lang = useLang()
  const { since, until, every_seconds: seconds, history, parts, incidents } = availability
  const isStale = parts.every(({ state }) => state === 'unknown')
  const list = (
    <ul className="available-parts">
      {parts.map((part) => (
        <Part key={part.id} part={part} />
      ))}
    </ul>
  )
  if (history === 'missing')
    return (
      <>
        <p className="prose">{t(availabilityText.missing)}</p>
        {list}
      </>
    )
  if (since === null || until === null) return <p className="prose">{t(availabilityText.nothing)}</p>
  return (
    <>
      <p className="prose">
        {t(availabilityText.help, { seconds, since: toMoment(since, lang) })}
        {history === 'partial' && ` ${t(availabilityText.partial, { until: toMoment(until, lang) })}`}
        {history !== 'partial' && isStale && ` ${t(availabilityText.stale, { until: toMoment(until, lang) })}`}
      </p>
      {list}
      <Incidents incidents={incidents} />
    </>
  )
}

function Part({ part: { id, state, availability, days } }: { part: AvailablePart }) {
  const t = useText()
  const lang = useLang()
  const name = availabilityText[id]
  return (
    <li>
      <div className="available-head">
        <h3>{t(name)}</h3>
        {state === 'unchecked' && <span className="quiet">{t(availabilityText.notOffered)}</span>}
        {state === 'failing' && <Chip tone="bad">{t(availabilityText.isFailing)}</Chip>}
        {state === 'up' && days.length === 0 && <Chip tone="ok">{t(availabilityText.isUp)}</Chip>}
        {days.length > 0 && (
          <ul>
            {availability.map(({ days: length, per_cent: share }, index) => (
              <li key={length}>
                <span>{length === 1 ? t(availabilityText.hours) : t(availabilityText.days, { days: length })}</span>{' '}
                {share === null || !isLonger(availability, index) ? '–' : t(availabilityText.share, { share })}
              </li>
            ))}
          </ul>
        )}
      </div>
      <DayBars name={t(name)} days={days} toWords={(day) => toWords(day, { t, lang })} />
    </li>
  )
}

/** Whether more has been measured in this time than in the one before it; else it would say the same of fewer days. */
const isLonger = (all: AvailablePart['availability'], index: number): boolean =>
  index === 0 || (all[index]?.measured_seconds ?? 0) > (all[index - 1]?.measured_seconds ?? 0)

function Incidents({ incidents }: { incidents: readonly Incident[] }) {
  const t = useText()
  const later = incidents.slice(SHOWN)
  return (
    <>
      <h3>{t(availabilityText.incidents)}</h3>
      {incidents.length === 0 && <p className="quiet">{t(availabilityText.noIncident, { days: DAYS })}</p>}
      <IncidentList incidents={incidents.slice(0, SHOWN)} />
      {later.length > 0 && (
        <details>
          <summary>{t(availabilityText.earlier, { count: later.length })}</summary>
          <IncidentList incidents={later} />
        </details>
      )}
    </>
  )
}

function IncidentList({ incidents }: { incidents: readonly Incident[] }) {
  const t = useText()
  const lang = useLang()
  return (
    <ul className="incidents">
      {incidents.map(({ part, state, from, to, seconds }) => (
        <li key={`${part} ${from}`}>
          <strong>
            {state === 'stopped' || part === null
              ? t(availabilityText.stopped)
              : t(availabilityText.failing, { part: t(availabilityText[part]) })}
          </strong>
          <span>
            {toSpan({ from, to }, { t, lang })} · {toLastedWords(seconds, lang)}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** A moment of UTC: “22 Dec 2026, 10:28”. */
const toMoment = (time: string, lang: Lang): string =>
  new Intl.DateTimeFormat(toLocale(lang), { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(time))

type Words = { readonly t: ReturnType<typeof useText>; readonly lang: Lang }

/** From and until when. Of the end no more is said than differs from the beginning. */
function toSpan({ from, to }: Pick<Incident, 'from' | 'to'>, { t, lang }: Words): string {
  const begin = toMoment(from, lang)
  if (to === null) return t(availabilityText.open, { from: begin })
  const end = toMoment(to, lang)
  if (end === begin) return t(availabilityText.at, { from: begin })
  const isSameDay = from.slice(0, 10) === to.slice(0, 10)
  const clock = new Intl.DateTimeFormat(toLocale(lang), { timeStyle: 'short', timeZone: 'UTC' })
  return t(availabilityText.span, { from: begin, to: isSameDay ? clock.format(new Date(to)) : end })
}

function toWords({ day: date, per_cent: share, failing_seconds, stopped_seconds }: Day, { t, lang }: Words): string {
  const day = toDay(date, lang)
  if (share === null) return t(availabilityText.dayNothing, { day })
  const parts = [t(availabilityText.dayUp, { day, share })]
  if (failing_seconds > 0) parts.push(t(availabilityText.dayFailing, { time: toLastedWords(failing_seconds, lang) }))
  if (stopped_seconds > 0) parts.push(t(availabilityText.dayStopped, { time: toLastedWords(stopped_seconds, lang) }))
  return parts.join(t(availabilityText.dayGap))
}
