import { useCallback, useEffect, useRef, useState } from 'react'
import type { DnsComparison } from '@octet/core/probe/dns.ts'
import type { ToolState } from '../../tool/view.ts'

/** Between two rounds, and how long they go on at most. */
const PAUSE_MS = 20_000
const LIMIT_MS = 15 * 60_000

export type Repeat = { readonly isGoing: boolean; start(): void; stop(): void }

/** Whether all who answered say the same, and what was expected where something was. */
export const isAgreed = ({ groups }: Pick<DnsComparison, 'groups'>): boolean =>
  groups.length === 1 && groups[0]?.isExpected !== false

/** Asks again and again until all agree; ends with the time, an error, or when its tab is hidden. */
export function useUntilAgreed(tool: ToolState<object, { readonly comparison: DnsComparison | null }>): Repeat {
  const { result, isRunning, error, run } = tool
  const [isGoing, setGoing] = useState(false)
  const since = useRef(0)
  const isDone = error !== null || !result?.comparison || isAgreed(result.comparison)
  const start = useCallback(() => {
    since.current = performance.now()
    setGoing(true)
    run()
  }, [run])
  const stop = useCallback(() => setGoing(false), [])

  useEffect(() => {
    if (!isGoing || isRunning) return undefined
    if (isDone || performance.now() - since.current > LIMIT_MS) return setGoing(false)
    const timer = setTimeout(run, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [isGoing, isRunning, isDone, run])

  useEffect(() => {
    const onHide = () => document.hidden && setGoing(false)
    document.addEventListener('visibilitychange', onHide)
    return () => document.removeEventListener('visibilitychange', onHide)
  }, [])
  return { isGoing, start, stop }
}
