import { useEffect, useState } from 'react'
import { useLang } from '../lang.tsx'
import { toDayWords, toLocalTime } from './local-time.ts'

/**
 * The time where an address is, ticking. It keeps to the offset of the time it begins with: a browser's own words of a
 * zone take a tenth of a second to begin, in which the page could not be used.
 */
export function LocalClock({ start }: { start: string }) {
  const lang = useLang()
  const [nowMs, setNowMs] = useState<number>()
  useEffect(() => {
    setNowMs(Date.now())
    const timer = setInterval(() => setNowMs(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const local = nowMs === undefined ? start : toLocalTime(nowMs, start)
  return (
    <p className="ip-clock">
      <time dateTime={nowMs === undefined ? start : new Date(nowMs).toISOString()}>{local.slice(11, 19)}</time>
      <span>{toDayWords(local, lang)}</span>
    </p>
  )
}
