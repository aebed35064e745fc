import './day-bars.css'
import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { useText } from '../lang.tsx'
import { availabilityText } from '../text/availability.ts'

/** A day and how much of it was good; null where nothing is known. */
export type BarDay = { readonly day: string; readonly per_cent: number | null }

type DayBarsProps<D> = {
  readonly name: string
  readonly days: readonly D[]
  /** What there is to say about a day. */
  readonly toWords: (day: D) => string
}

/** From here on a day is one that somebody may not have noticed. */
const GOOD_ENOUGH = 99

/**
 * A bar for each day, the newest last. It is a slider, so that one step of the Tab key and the arrows reach every day, as
 * pointing at one or pressing it does; what there is to say about the day stands below. A bar that is lower is worse: colour
 * is not all that tells it.
 */
export function DayBars<D extends BarDay>({ name, days, toWords }: DayBarsProps<D>) {
  const t = useText()
  const bars = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState(days.length - 1)
  const day = days[chosen]
  if (!day) return null
  const words = toWords(day)
  const listShown = () => [...(bars.current?.children ?? [])].map((bar) => (bar as HTMLElement).offsetWidth > 0)
  const choose = (index: number) => setChosen(Math.min(days.length - 1, Math.max(listShown().indexOf(true), index)))
  const onPointer = ({ clientX }: PointerEvent) => {
    const index = [...(bars.current?.children ?? [])].findIndex((bar) => {
      const { left, right } = bar.getBoundingClientRect()
      return left <= clientX && clientX < right
    })
    if (index >= 0) setChosen(index)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = toNext(event.key, chosen, days.length)
    if (next === undefined) return
    event.preventDefault()
    choose(next)
  }
  return (
    <>
      <div
        className="day-bars"
        ref={bars}
        role="slider"
        tabIndex={0}
        aria-label={t(availabilityText.byDay, { part: name })}
        aria-valuemin={1}
        aria-valuemax={days.length}
        aria-valuenow={chosen + 1}
        aria-valuetext={words}
        onKeyDown={onKeyDown}
        onPointerDown={onPointer}
        onPointerMove={onPointer}
      >
        {days.map((one, index) => (
          <i key={one.day} className={toKind(one)} data-chosen={index === chosen || undefined} />
        ))}
      </div>
      <p className="day-ends" aria-hidden="true">
        <span className="wide-only">{t(availabilityText.ago, { days: days.length })}</span>
        <span className="narrow-only">{t(availabilityText.ago, { days: 30 })}</span>
        <span>{t(availabilityText.today)}</span>
      </p>
      <p className="day-words">{words}</p>
    </>
  )
}

function toNext(key: string, chosen: number, count: number): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: chosen - 1,
    ArrowDown: chosen - 1,
    ArrowRight: chosen + 1,
    ArrowUp: chosen + 1,
    PageDown: chosen - 7,
    PageUp: chosen + 7,
    Home: 0,
    End: count - 1,
  }
  return steps[key]
}

function toKind({ per_cent: share }: BarDay): string {
  if (share === null) return 'none'
  if (share === 100) return 'good'
  return share >= GOOD_ENOUGH ? 'short' : 'long'
}
