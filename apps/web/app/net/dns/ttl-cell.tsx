import { useEffect, useState } from 'react'
import { useText } from '../../lang.tsx'
import { dnsText as words } from '../../text/net-dns.ts'
import { toCountdown } from './to-countdown.ts'
import { useTtlWords } from './use-ttl-words.ts'

/** Seconds since something came, in whole ones; 0 while nobody counts. */
export function useSecondsSince(arrived: unknown, isCounting: boolean): number {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    setSeconds(0)
    if (!isCounting) return undefined
    const startedAt = performance.now()
    const timer = setInterval(() => setSeconds(Math.floor((performance.now() - startedAt) / 1000)), 1000)
    return () => clearInterval(timer)
  }, [arrived, isCounting])
  return seconds
}

type TtlCellProps = {
  readonly ttl: number
  /** Seconds since the answer came from a cache; undefined for what an authority says, which does not run out. */
  readonly passed: number | undefined
}

/** How long a record may be kept, and what is left of it. */
export function TtlCell({ ttl, passed }: TtlCellProps) {
  const t = useText()
  const toTtl = useTtlWords()
  return (
    <td className="number-cell" title={`${ttl} s`}>
      {toTtl(ttl)}
      {passed !== undefined && (
        <small aria-hidden="true">
          {passed < ttl ? t(words.ttlLeft, { time: toCountdown(ttl - passed) }) : t(words.ttlOver)}
        </small>
      )}
    </td>
  )
}
