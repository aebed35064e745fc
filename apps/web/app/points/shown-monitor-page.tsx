import '../data/data.css'
import '../data/availability.css'
import '../net/net.css'
import './points.css'
import { useParams } from '@tanstack/react-router'
import { useLoaded } from '../account/request.ts'
import { TryAgain } from '../account/waiting.tsx'
import { DayBars } from '../data/day-bars.tsx'
import { toDay, toDayTime } from '../day-words.ts'
import { useLang, useText } from '../lang.tsx'
import { Chip } from '../net/chip.tsx'
import { availabilityText } from '../text/availability.ts'
import { monitorText, monitorTypeWords } from '../text/monitors.ts'
import { pointText } from '../text/points.ts'
import { shownMonitorText as words } from '../text/shown-monitor.ts'
import { ScrollArea } from '../ui/scroll-area.tsx'
import { SiteLink } from '../ui/site-link.tsx'
import { useAgain } from '../use-again.ts'
import { RUN_TONES, STATE_TONES, STATE_WORDS, type ShownDay, type ShownMonitor } from './shown-monitor.ts'

/** A monitor that its owner shows, for whoever has its address. */
export function ShownMonitorPage() {
  const t = useText()
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const { data, failure, ...rest } = useLoaded<ShownMonitor>(`shown-monitors/${encodeURIComponent(id)}`)
  useAgain(rest.reload)
  return (
    <article className="wide data-page">
      {failure?.code === 404 ? (
        <>
          <h1>{t(words.title)}</h1>
          <p role="status">{t(words.gone)}</p>
          <p>
            <SiteLink to="/points">{t(pointText.title)}</SiteLink>
          </p>
        </>
      ) : data ? (
        <Shown monitor={data} />
      ) : failure ? (
        <>
          <h1>{t(words.title)}</h1>
          <TryAgain failure={failure} {...rest} />
        </>
      ) : (
        <p className="quiet awaited" role="status">
          {t(words.loading)}
        </p>
      )}
    </article>
  )
}

function Shown({ monitor }: { monitor: ShownMonitor }) {
  const t = useText()
  const lang = useLang()
  const { title, state, state_since: since, maintenance_until: until, measures, availability, days } = monitor
  const toWords = ({ day: date, per_cent: share, good, bad, maintenance: count }: ShownDay) => {
    const day = toDay(date, lang)
    if (share === null && count > 0) return t(words.allInMaintenance, { day, count })
    const said = share === null ? t(words.noRuns, { day }) : t(words.runs, { day, share, good, bad })
    return count > 0 ? t(words.inMaintenance, { words: said, count }) : said
  }
  return (
    <>
      <header>
        <h1>{title}</h1>
        <p className="lead">
          <Chip tone={STATE_TONES[state]}>{t(STATE_WORDS[state])}</Chip>{' '}
          {until !== null
            ? t(words.maintenanceUntil, { time: toDayTime(until, lang) })
            : state !== 'paused' && t(monitorText.since, { time: toDayTime(since, lang) })}
        </p>
        {measures && (
          <p className="prose">
            {t(measures.type === 'domain' ? monitorText.dailyPlan : words.plan, {
              type: t(monitorTypeWords[measures.type]),
              target: measures.targets.join(', '),
              count: measures.every_minutes,
            })}
          </p>
        )}
      </header>
      <section className="availability">
        <h2>{t(words.availability)}</h2>
        <p className="prose">{t(words.help)}</p>
        <div className="available-head">
          <ul>
            {availability.map(({ days: length, per_cent: share }) => (
              <li key={length}>
                <span>{t(availabilityText.days, { days: length })}</span>{' '}
                {share === null ? '–' : t(availabilityText.share, { share })}
              </li>
            ))}
          </ul>
        </div>
        <DayBars name={title} days={days} toWords={toWords} />
      </section>
      <Runs monitor={monitor} />
      <Changes monitor={monitor} />
    </>
  )
}

function Runs({ monitor: { runs } }: { monitor: ShownMonitor }) {
  const t = useText()
  const lang = useLang()
  return (
    <section>
      <h2>{t(words.lastRuns)}</h2>
      {runs.length === 0 ? (
        <p className="quiet">{t(words.noLastRuns)}</p>
      ) : (
        <ScrollArea className="table-scroll framed shown-runs" label={t(words.lastRuns)}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t(words.time)}</th>
                <th scope="col">{t(words.result)}</th>
                <th scope="col" className="number-cell">
                  {t(words.took)}
                </th>
              </tr>
            </thead>
            <tbody>
              {runs.map(({ at, kind, ms, in_maintenance: inMaintenance }) => (
                <tr key={at}>
                  <td>{toDayTime(at, lang)}</td>
                  <td>
                    <Chip tone={inMaintenance ? 'plain' : RUN_TONES[kind]}>
                      {t(inMaintenance ? words.maintenance : kind === 'unknown' ? words.couldNot : STATE_WORDS[kind])}
                    </Chip>
                  </td>
                  <td className="number-cell">{ms === null ? '–' : t(words.ms, { ms })}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollArea>
      )}
    </section>
  )
}

function Changes({ monitor: { events } }: { monitor: ShownMonitor }) {
  const t = useText()
  const lang = useLang()
  return (
    <section>
      <h2>{t(words.changes)}</h2>
      {events.length === 0 && <p className="quiet">{t(words.noChanges)}</p>}
      <ul className="monitor-events">
        {events.map(({ kind, at }) => (
          <li key={at}>
            <time dateTime={at}>{toDayTime(at, lang)}</time>
            <Chip tone={RUN_TONES[kind]}>{t(kind === 'good' ? monitorText.recovered : monitorText.turnedBad)}</Chip>
          </li>
        ))}
      </ul>
    </section>
  )
}
