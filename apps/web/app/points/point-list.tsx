import { Suspense, useEffect, useRef, useState } from 'react'
import { toDayTime } from '../day-words.ts'
import { useLang, useText } from '../lang.tsx'
import { late } from '../late.tsx'
import { Chip } from '../net/chip.tsx'
import { pointText as words, statusWords, stepWords } from '../text/points.ts'
import { RemovalButton } from '../ui/removal-button.tsx'
import { Button } from '../ui/button.tsx'
import { PlaceWords } from './place-words.tsx'
import { toPointName } from './point-words.ts'
import { STATUS_TONES, type PointRow } from './point.ts'

/** Only those with points of their own want them. */
const PointRemoval = late(() => import('./point-removal.tsx'))
const PointToken = late(() => import('./point-token.tsx'))
const FIRST = 60

type PointListProps = {
  readonly points: readonly PointRow[]
  /** Whether there are points beside these. */
  readonly isFiltered: boolean
  readonly onMeasure: (point: PointRow) => void
  readonly onRemoved: () => void
}

/** Points one below the other: a table on wide screens, cards on phones. */
export function PointList({ points, isFiltered, onMeasure, onRemoved }: PointListProps) {
  const t = useText()
  const [isWhole, setWhole] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  // The button goes when it is pressed: who came by keyboard goes on at the first of those it brought.
  useEffect(() => {
    const next = isWhole && list.current?.children[FIRST]
    if (next instanceof HTMLElement) next.focus()
  }, [isWhole])
  if (points.length === 0) return <p>{t(isFiltered ? words.none : words.noneAtAll)}</p>
  const shown = isWhole ? points : points.slice(0, FIRST)
  return (
    <>
      <ul className="points-list" ref={list}>
        {shown.map((point) => (
          <PointItem key={point.id} point={point} onMeasure={onMeasure} onRemoved={onRemoved} />
        ))}
      </ul>
      {shown.length < points.length && (
        <Button kind="ghost" onClick={() => setWhole(true)}>
          {t(words.showAll, { count: points.length })}
        </Button>
      )}
    </>
  )
}

type PointItemProps = { readonly point: PointRow } & Pick<PointListProps, 'onMeasure' | 'onRemoved'>

function PointItem({ point, onMeasure, onRemoved }: PointItemProps) {
  const t = useText()
  const lang = useLang()
  const [isAsking, setAsking] = useState(false)
  const { id, status, isOwn, step, load, tags, lastSeenAt } = point
  const name = toPointName(point, lang)
  const [isRenewing, setRenewing] = useState(false)
  const seen = lastSeenAt ? t(words.lastSeen, { time: toDayTime(lastSeenAt, lang) }) : t(words.neverSeen)
  return (
    <li tabIndex={-1}>
      <span className="points-name">
        <strong>{name}</strong>
        <Chip tone={STATUS_TONES[status]}>{t(statusWords[status])}</Chip>
        {isOwn && <Chip tone="plain">{t(words.own)}</Chip>}
      </span>
      <PlaceWords place={point} />
      <span className="points-about">
        {status === 'offline' ? seen : step && `${t(words.sends)} ${t(stepWords[step])}`}
        {load && <small>{t(words.loadWords, { cpu: load.cpuPercent, jobs: load.jobs })}</small>}
      </span>
      <span className="points-tags">
        {tags.map((tag) => (
          <code key={tag}>{tag}</code>
        ))}
      </span>
      <span className="points-do">
        {status !== 'offline' && (
          <Button kind="ghost" icon="PlayerPlay" isIconOnly subject={name} onClick={() => onMeasure(point)}>
            {t(words.measureFrom)}
          </Button>
        )}
        {isOwn && (
          <Button
            kind="ghost"
            icon="Refresh"
            isIconOnly
            subject={name}
            aria-expanded={isRenewing}
            onClick={() => setRenewing(!isRenewing)}
          >
            {t(words.newToken)}
          </Button>
        )}
        {isOwn && <RemovalButton label={t(words.remove)} subject={name} isAsking={isAsking} onAsk={setAsking} />}
      </span>
      <Suspense>{isRenewing && <PointToken id={id} name={name} onClose={() => setRenewing(false)} />}</Suspense>
      <Suspense>
        {isAsking && <PointRemoval id={id} name={name} onRemoved={onRemoved} onClose={() => setAsking(false)} />}
      </Suspense>
    </li>
  )
}
