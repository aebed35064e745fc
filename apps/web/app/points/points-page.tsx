import '../ip/ip.css'
import '../ip/map.css'
import '../net/net.css'
import './points.css'
import { useMemo, useRef, useState } from 'react'
import type { MeasurementType } from '@octet/core/probe/measurement.ts'
import { useLoaded } from '../account/request.ts'
import { TryAgain } from '../account/waiting.tsx'
import { LiveMap } from '../ip/live-map.tsx'
import { toMarked } from '../docs/marked-words.ts'
import { useLang, useText } from '../lang.tsx'
import type { PageProps } from '../page.ts'
import { pointText as words, typeWords } from '../text/points.ts'
import { Button } from '../ui/button.tsx'
import { SiteLink } from '../ui/site-link.tsx'
import { JoinPanel } from './join-panel.tsx'
import { MeasureForm } from './measure-form.tsx'
import { fitsFilter, type PointRow } from './point.ts'
import { PointList } from './point-list.tsx'
import { toPointPlace } from './point-words.ts'
import { toSpots } from './spots.ts'
import { useAgain } from '../use-again.ts'

const NONE: readonly PointRow[] = []

/** The map and the list of monitoring points, and a form that measures from them. */
export function PointsPage({ search }: PageProps<undefined>) {
  const t = useText()
  const lang = useLang()
  const { data, failure, isLoading, reload } = useLoaded<readonly PointRow[]>('points')
  useAgain(reload)
  const points = data ?? NONE
  const [from, setFrom] = useState(search['from'] ?? '')
  const [filter, setFilter] = useState('')
  const [place, setPlace] = useState<string>()
  const title = useRef<HTMLHeadingElement>(null)
  const spots = useMemo(() => toSpots(points.filter(({ status }) => status !== 'offline')), [points])
  // By its place, as points come and go and their order changes.
  const chosen = spots.findIndex((one) => toPlace(one) === place)
  const spot = spots[chosen]
  const shown = (spot?.rows ?? points).filter((point) => fitsFilter(point, filter))
  const type = (search['type'] ?? '') in typeWords ? (search['type'] as MeasurementType) : 'ping'
  return (
    <article className="wide points-page">
      <header>
        <h1>{t(words.title)}</h1>
        <p className="lead">{t(words.description)}</p>
      </header>
      <section className="net-panel" aria-label={t(words.measureTitle)}>
        <MeasureForm type={type} target={search['target'] ?? ''} from={from} onFrom={setFrom} />
      </section>
      <Figures points={data} />
      <section className="net-panel points-map" aria-label={t(words.map)}>
        <LiveMap
          points={spots}
          hasCircles={false}
          chosen={spot && chosen}
          onChoose={(index) => setPlace(index === chosen ? undefined : toPlace(spots[index]!))}
        />
        {data && spots.length === 0 && <p>{toMarked(t(words.noPlaces))}</p>}
      </section>
      <section className={`net-panel ${data || failure ? '' : 'awaited'}`}>
        <header>
          <h2 ref={title} tabIndex={-1}>
            {spot ? t(words.onlyHere, { place: toPointPlace(spot.rows[0]!, lang) || t(words.unknownPlace) }) : t(words.list)}
          </h2>
          {spot && (
            <Button
              kind="ghost"
              icon="X"
              onClick={() => {
                title.current?.focus()
                setPlace(undefined)
              }}
            >
              {t(words.everywhere)}
            </Button>
          )}
          <SiteLink to="/monitors" className="button ghost">
            {t(words.monitors)}
          </SiteLink>
        </header>
        {points.length > 6 && (
          <input
            className="points-filter"
            type="search"
            value={filter}
            aria-label={t(words.filter)}
            placeholder={t(words.filter)}
            onChange={({ target }) => setFilter(target.value)}
          />
        )}
        {data === undefined ? (
          failure ? (
            <TryAgain {...{ failure, isLoading, reload }} />
          ) : (
            <p role="status">{t(words.loading)}</p>
          )
        ) : (
          <PointList
            points={shown}
            isFiltered={points.length > 0}
            onMeasure={({ id }) => {
              setFrom(`point:${id}`)
              const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth'
              const form = document.querySelector('.measure-form')
              form?.scrollIntoView({ behavior, block: 'center' })
              form?.querySelector<HTMLElement>('input, select')?.focus({ preventScroll: true })
            }}
            onRemoved={() => {
              title.current?.focus()
              void reload()
            }}
          />
        )}
      </section>
      <JoinPanel onAdded={() => void reload()} />
    </article>
  )
}

const toPlace = ({ latitude, longitude }: { latitude: number; longitude: number }): string => `${latitude},${longitude}`

/** Dashes while nothing is known. */
function Figures({ points }: { points: readonly PointRow[] | undefined }) {
  const t = useText()
  const online = (points ?? NONE).filter(({ status }) => status !== 'offline')
  const count = (values: readonly unknown[]) => new Set(values.filter((value) => value !== null)).size
  const figures = [
    [words.online, online.length],
    [words.countries, count(online.map(({ country }) => country))],
    [words.networks, count(online.map(({ asn }) => asn))],
    [words.running, online.reduce((sum, { load }) => sum + (load?.jobs ?? 0), 0)],
  ] as const
  return (
    <ul className="points-figures">
      {figures.map(([label, figure]) => (
        <li key={label.en}>
          <strong>{points ? figure.toLocaleString('en') : '–'}</strong>
          <span>{t(label, { count: figure })}</span>
        </li>
      ))}
    </ul>
  )
}
