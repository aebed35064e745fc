import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import type { Lang, Text } from '@octet/core/text.ts'
import { toDay } from '../day-words.ts'
import { useLang, useText } from '../lang.tsx'
import { availabilityText } from '../text/availability.ts'
import type { Day } from './availability.ts'
import { toLastedWords } from './lasted-words.ts'

/** From here on a day is one that somebody may not have noticed. */
const GOOD_ENOUGH = 99

/**
 * A bar for each day, the newest last. It is a slider, so that one step of the Tab key and the arrows reach every day, as
 * pointing at one or pressing it does; what there is to say about the day stands below. A bar that is lower is worse: colour
 * is not all that tells it.
 */
export function DayBars({ name, days }: { name: Text; days: readonly Day[] }) {
  const t = useText()
  const lang = useLang()
  const bars = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState(days.length - 1)
  const day = days[chosen]
  if (!day) return null
  const words = toWords(day, { t, lang })

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
        aria-label={t(availabilityText.byDay, { part: t(name) })}
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

function toKind({ per_cent: share }: Day): string {
  if (share === null) return 'none'
  if (share === 100) return 'good'
  return share >= GOOD_ENOUGH ? 'short' : 'long'
}

type Words = { readonly t: ReturnType<typeof useText>; readonly lang: Lang }

function toWords({ day: date, per_cent: share, failing_seconds, stopped_seconds }: Day, { t, lang }: Words): string {
  const day = toDay(date, lang)
  if (share === null) return t(availabilityText.dayNothing, { day })
  const parts = [t(availabilityText.dayUp, { day, share })]
  if (failing_seconds > 0) parts.push(t(availabilityText.dayFailing, { time: toLastedWords(failing_seconds, lang) }))
  if (stopped_seconds > 0) parts.push(t(availabilityText.dayStopped, { time: toLastedWords(stopped_seconds, lang) }))
  return parts.join(t(availabilityText.dayGap))
}
