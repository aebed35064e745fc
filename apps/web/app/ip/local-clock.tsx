import { useEffect, useState } from 'react'
import { toLocale } from '../day-words.ts'
import { useLang } from '../lang.tsx'

/** Time of day and date at a place, moving on every second once the page runs; before, as the record gave it. */
export function LocalClock({ zone, start }: { zone: string; start: string }) {
  const lang = useLang()
  const [now, setNow] = useState<Date>()
  useEffect(() => {
    setNow(new Date())
    const timer = setInterval(() => setNow(new Date()), 1000)
    return () => clearInterval(timer)
  }, [])
  const time = now ? toTime(now, zone) : start.slice(11, 19)
  return (
    <p className="ip-clock">
      <time dateTime={now?.toISOString() ?? start}>{time}</time>
      <span>{toDay(now ?? new Date(start), zone, lang)}</span>
    </p>
  )
}

function toTime(now: Date, zone: string): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'medium' }).format(now)
}

function toDay(now: Date, zone: string, lang: 'en' | 'zh'): string {
  return new Intl.DateTimeFormat(toLocale(lang), {
    timeZone: zone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  }).format(now)
}
