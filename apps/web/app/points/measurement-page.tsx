import '../ip/ip.css'
import '../net/net.css'
import './points.css'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Measurement, MeasurementRow } from '@octet/core/probe/measurement.ts'
import { findRowData, toOrdered, toSummary } from '@octet/core/probe/measurement-figures.ts'
import { toDayTime } from '../day-words.ts'
import { useLang, useText } from '../lang.tsx'
import { Chip, type Tone } from '../net/chip.tsx'
import { Stat } from '../net/stat.tsx'
import { usePageContext } from '../page-context.ts'
import type { PageProps } from '../page.ts'
import { toast } from '../state/toast-store.ts'
import { pointText as words, rowWords, settingWords, typeWords } from '../text/points.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { SiteLink } from '../ui/site-link.tsx'
import { beginMeasurement } from './begin-measurement.ts'
import { PlaceWords } from './place-words.tsx'
import { toPointName } from './point-words.ts'
import { COLUMNS, RowCells } from './row-cells.tsx'
import { RowDetails } from './row-details.tsx'
import { toRowTone } from './row-tone.ts'
import { RowMap } from './row-map.tsx'
import { useMeasurement } from './use-measurement.ts'

const STATUS_TONES: Readonly<Record<MeasurementRow['result']['status'], Tone>> = {
  'in-progress': 'wait',
  finished: 'ok',
  failed: 'bad',
  offline: 'plain',
}

const PROBLEMS = { missing: words.notThere, retrying: words.retrying, lost: words.lost, opening: words.opening } as const

/** One measurement while it runs and afterwards; its address is its link. */
export function MeasurementPage({ data: id }: PageProps<string>) {
  const t = useText()
  const { brand } = usePageContext()
  const { measurement, problem } = useMeasurement(id)
  const title = measurement && `${t(typeWords[measurement.type])} ${measurement.targets.join(', ')}`
  useEffect(() => {
    if (title) document.title = `${title} – ${brand}`
  }, [title, brand])
  return (
    <article className="wide points-page">
      {measurement ? (
        <>
          <Head measurement={measurement} />
          {problem && <p role="alert">{t(problem === 'retrying' ? words.retrying : words.lost)}</p>}
          <Figures measurement={measurement} />
          <RowMap measurement={measurement} />
          {measurement.targets.map((target) => (
            <Rows key={target} measurement={measurement} target={target} />
          ))}
        </>
      ) : (
        <>
          <h1>{t(words.measurementTitle)}</h1>
          <p role="status">{t(PROBLEMS[problem ?? 'opening'])}</p>
          <p>
            <SiteLink to="/points">{t(words.title)}</SiteLink>
          </p>
        </>
      )}
    </article>
  )
}

function Head({ measurement }: { measurement: Measurement }) {
  const t = useText()
  const lang = useLang()
  const navigate = useNavigate()
  const { id, type, targets, locations, status, results, probesCount, credits, createdAt, measurementOptions } = measurement
  const { done } = toSummary(measurement)
  const [isBeginning, setBeginning] = useState(false)
  const again = async () => {
    setBeginning(true)
    const { id: next, failure } = await beginMeasurement({ type, targets, locations: id, measurementOptions })
    setBeginning(false)
    if (next) void navigate({ to: `/measurements/${next}` as string })
    else toast.warning(failure ?? '')
  }
  const options = Object.entries(measurementOptions).map(
    ([name, value]) => `${settingWords[name] ? t(settingWords[name]) : name} ${String(value)}`,
  )
  return (
    <header className="measurement-head">
      <h1>
        {t(typeWords[type])} <span>{targets.join(', ')}</span>
      </h1>
      <p role="status">
        <Chip tone={status === 'finished' ? 'ok' : 'wait'}>
          {status === 'finished'
            ? t(words.statusDone, { count: probesCount })
            : t(words.statusRunning, { done, count: results.length })}
        </Chip>
        <span>{/^[\da-f]{32}$/.test(locations) ? '' : locations}</span>
        <span>{options.join(', ')}</span>
        <span>{t(words.cost, { credits })}</span>
        <time dateTime={createdAt}>{toDayTime(createdAt, lang)}</time>
      </p>
      <p className="measurement-do">
        <Button kind="primary" icon="Refresh" isBusy={isBeginning} disabled={status !== 'finished'} onClick={() => void again()}>
          {t(words.again)}
        </Button>
        <CopyButton text={() => location.href} label={t(words.link)} />
        <a className="button ghost" href={`/v1/measurements/${id}`}>
          {t(words.json)}
        </a>
        <SiteLink to="/points" className="button ghost">
          {t(words.title)}
        </SiteLink>
      </p>
    </header>
  )
}

function Figures({ measurement }: { measurement: Measurement }) {
  const t = useText()
  const { fastest, median, slowest, loss, failures } = toSummary(measurement)
  const round = (value: number | null) => (value === null ? null : Math.round(value * 10) / 10)
  return (
    <dl className="net-stats net-panel">
      {measurement.type !== 'tls' && (
        <>
          <Stat label={t(words.fastest)} value={round(fastest)} unit="ms" />
          <Stat label={t(words.middle)} value={round(median)} unit="ms" />
          <Stat label={t(words.slowest)} value={round(slowest)} unit="ms" />
        </>
      )}
      {loss !== null && (
        <Stat label={t(words.lossAll)} value={loss} unit="%" tone={loss === 0 ? 'ok' : loss < 5 ? 'warn' : 'bad'} />
      )}
      <Stat label={t(words.failures)} value={failures} tone={failures === 0 ? 'ok' : 'bad'} />
    </dl>
  )
}

function Rows({ measurement, target }: { measurement: Measurement; target: string }) {
  const t = useText()
  const { type, targets } = measurement
  const rows = toOrdered(measurement).filter((row) => row.target === target)
  return (
    <section className="net-panel">
      {targets.length > 1 && <h2>{target}</h2>}
      <div className="row-head" aria-hidden="true">
        <span>{t(words.point)}</span>
        {COLUMNS[type].map((label) => (
          <span key={label.en}>{t(label)}</span>
        ))}
        <span>{t(words.state)}</span>
      </div>
      <ul className="row-list">
        {rows.map((row) => (
          <Row key={row.probe.id} type={type} row={row} />
        ))}
      </ul>
    </section>
  )
}

function Row({ type, row }: { type: Measurement['type']; row: MeasurementRow }) {
  const t = useText()
  const lang = useLang()
  const [isOpen, setOpen] = useState(false)
  const { status, error } = row.result
  const found = findRowData(type, row)
  return (
    <li>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <span className="row-point">
            <span className={`row-tone ${toRowTone(type, row)}`} aria-hidden="true" />
            <strong>{toPointName(row.probe, lang)}</strong>
            <PlaceWords place={row.probe} />
          </span>
          {found && status !== 'failed' ? (
            <RowCells found={found} />
          ) : (
            <span className="row-error">{error ? error.message[lang] : ''}</span>
          )}
          <Chip tone={STATUS_TONES[status]}>{t(rowWords[status])}</Chip>
        </summary>
        {isOpen && found && (
          <div className="row-details">
            <RowDetails found={found} />
          </div>
        )}
      </details>
    </li>
  )
}
