import './data.css'
import { useEffect, useState } from 'react'
import type { Text } from '@octet/core/text.ts'
import { useLoaded, type Loaded } from '../account/request.ts'
import { TryAgain } from '../account/waiting.tsx'
import type { AccuracyGroup, DataReport } from '../ip/data-report.ts'
import { toMarked } from '../docs/marked-words.ts'
import { useLang, useText } from '../lang.tsx'
import { availabilityText } from '../text/availability.ts'
import { dataText } from '../text/data-pages.ts'
import { Icon } from '../ui/icon.tsx'
import type { Availability } from './availability.ts'
import { AvailabilityPanel } from './availability-panel.tsx'
import { useStacked } from '../result/use-stacked.ts'
import { UpdatePanel } from './update-panel.tsx'
import { useLiveness } from './use-liveness.ts'
import { ScrollArea } from '../ui/scroll-area.tsx'

/** Whether the server answers and how often it did, and what its address data is made of. */
export function StatusPage() {
  const t = useText()
  const [data, status] = [useLoaded<DataReport>('data'), useLoaded<Availability>('status')]
  // They come together, so that neither moves the other.
  const isAwaited = [data, status].some((part) => part.data === undefined && !part.failure)
  return (
    <article className="wide data-page">
      <header>
        <h1>{t(dataText.statusTitle)}</h1>
        <p className="lead">{t(dataText.statusDescription)}</p>
      </header>
      <section>
        <h2>{t(dataText.server)}</h2>
        <ul className="lights">
          <Light label={dataText.live} path="/livez" />
          <Light label={dataText.ready} path="/readyz" />
          <Light label={dataText.lookup} path="/v1/ip/192.0.2.1?fields=ip" />
          <Light label={dataText.accounts} path="/v1/account/ready" />
        </ul>
      </section>
      {isAwaited ? (
        <p className="quiet awaited" role="status">
          {t(dataText.loading)}
        </p>
      ) : data.data || status.data ? (
        <>
          <AvailabilitySection status={status} />
          {data.data ? <Report report={data.data} /> : <Failed all={[data]} />}
        </>
      ) : (
        <Failed all={[data, status]} />
      )}
      <UpdatePanel />
    </article>
  )
}

function AvailabilitySection({ status }: { status: Loaded<Availability> }) {
  const t = useText()
  return (
    <section className="availability">
      <h2>{t(availabilityText.title)}</h2>
      {status.data ? <AvailabilityPanel availability={status.data} /> : <Failed all={[status]} />}
    </section>
  )
}

/** Why nothing came, once for all that did not. */
function Failed({ all }: { all: readonly Loaded<unknown>[] }) {
  const [first] = all
  const reload = () => Promise.all(all.map((part) => part.reload()))
  return first?.failure && <TryAgain failure={first.failure} isLoading={all.some((part) => part.isLoading)} reload={reload} />
}

function Light({ label, path }: { label: Text; path: string }) {
  const t = useText()
  const state = useLiveness(path)
  const kind = state === undefined ? 'asking' : state.failure ? 'bad' : 'ok'
  const icon = { asking: 'Loader2', bad: 'AlertCircle', ok: 'CircleCheck' }[kind]
  return (
    <li className={kind}>
      <Icon name={icon} size={22} />
      <strong>{t(label)}</strong>
      <span role="status">
        {state === undefined
          ? t(dataText.asking)
          : state.failure
            ? t(dataText.fails, { reason: t(state.failure) })
            : `${t(dataText.works)} · ${t(dataText.ms, { ms: state.ms })}`}
      </span>
    </li>
  )
}

function Report({ report }: { report: DataReport }) {
  const t = useText()
  const { build, date, rows, sources, accuracy } = report
  const figures = [
    [dataText.ranges4, rows?.v4.toLocaleString('en')],
    [dataText.ranges6, rows?.v6.toLocaleString('en')],
    [dataText.sourceCount, sources.length],
    [dataText.builtOn, date],
    [dataText.build, build],
  ] as const
  return (
    <>
      <ul className="data-figures">
        {figures.map(([label, figure]) => (
          <li key={label.en}>
            <strong>{figure ?? '–'}</strong>
            <span>{t(label)}</span>
          </li>
        ))}
      </ul>
      <section>
        <h2>{t(dataText.sources)}</h2>
        <p className="prose">{t(dataText.sourcesHelp)}</p>
        <SourceTable sources={sources} />
      </section>
      <section>
        <h2>{t(dataText.accuracy)}</h2>
        {accuracy ? (
          <>
            <p className="prose">{t(dataText.accuracyHelp, { date: accuracy.date.slice(0, 10), build: accuracy.build })}</p>
            <AccuracyTable groups={accuracy.groups} />
          </>
        ) : (
          <p className="prose">{toMarked(t(dataText.accuracyNone))}</p>
        )}
      </section>
    </>
  )
}

function SourceTable({ sources }: Pick<DataReport, 'sources'>) {
  const t = useText()
  const lang = useLang()
  const [today, setToday] = useState<number>()
  const { ref } = useStacked(sources)
  useEffect(() => setToday(Date.now()), [])
  return (
    <ScrollArea className="table-scroll framed" ref={ref} label={t(dataText.sources)}>
      <table>
        <thead>
          <tr>
            {[dataText.source, dataText.date, dataText.rows, dataText.licence, dataText.credit].map((label) => (
              <th key={label.en} scope="col" className={label === dataText.rows ? 'number-cell' : ''}>
                {t(label)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sources.map(({ id, title, date, rows, licence, attribution, url }) => (
            <tr key={id}>
              <td data-name={t(dataText.source)}>
                <a href={url}>{title[lang]}</a> <code>{id}</code>
              </td>
              <td className="date-cell" data-name={t(dataText.date)}>
                {date ?? <span className="none">{t(dataText.noDate)}</span>}
                {date && today && (
                  <small>{t(dataText.daysOld, { days: Math.floor((today - Date.parse(date)) / 86_400_000) })}</small>
                )}
              </td>
              <td className="number-cell" data-name={t(dataText.rows)}>
                {rows.toLocaleString('en')}
              </td>
              <td data-name={t(dataText.licence)}>{licence}</td>
              <td data-name={t(dataText.credit)}>{attribution[lang]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  )
}

function AccuracyTable({ groups }: { groups: readonly AccuracyGroup[] }) {
  const t = useText()
  return (
    <ScrollArea className="table-scroll framed" label={t(dataText.accuracy)}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t(dataText.group)}</th>
            <th scope="col" className="number-cell">
              {t(dataText.rows)}
            </th>
            <th scope="col">{t(dataText.country)}</th>
            <th scope="col">{t(dataText.city)}</th>
          </tr>
        </thead>
        <tbody>
          {groups.map(({ id, rows, country, city_within_50_km: city }) => (
            <tr key={id} className={id.startsWith('all ') ? 'total' : ''}>
              <td>
                <GroupName id={id} />
              </td>
              <td className="number-cell">{rows.toLocaleString('en')}</td>
              <td>
                <Share value={country} />
              </td>
              <td>
                <Share value={city} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  )
}

/** Tags of the truth file: `all feed`, `feed:aws`, `indep:mlab`. */
function GroupName({ id }: { id: string }) {
  const t = useText()
  if (id === 'all feed') return t(dataText.allFeed)
  if (id === 'all indep') return t(dataText.allIndep)
  const [kind, name = id] = id.split(':')
  return t(kind === 'feed' ? dataText.ofFeed : kind === 'indep' ? dataText.ofIndep : dataText.ofOther, { name })
}

/** A share as figure and bar. */
function Share({ value }: { value: number | null }) {
  if (value === null) return <span className="none">–</span>
  return (
    <span className="share">
      <span>{value.toFixed(1)}%</span>
      <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
        <rect className="rest" width="100" height="4" />
        <rect width={value} height="4" />
      </svg>
    </span>
  )
}
