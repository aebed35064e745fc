import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ToolState } from '../tool/view.ts'

/** A measurement that goes on by itself ends after this time, and when its tab is hidden. */
const LIMIT_MS = 5 * 60_000

type Run = { readonly isComplete: boolean }
type Options<R> = {
  /** What makes two results belong together: their targets. */
  readonly toKey: (result: R) => string
  readonly merge: (before: R, after: R) => R
}

/** Runs a tool again and again and sums up its results; `shown` is everything so far. */
export function useEndless<R extends Run>(tool: ToolState<object, R>, { toKey, merge }: Options<R>) {
  const { result, isRunning, error, goOn, cancel } = tool
  const [isGoing, setGoing] = useState(false)
  const [sum, setSum] = useState<{ readonly of: R; readonly upTo: R }>()
  const since = useRef(0)
  const belongs = sum && result && toKey(sum.of) === toKey(result)
  const shown = !belongs ? result : sum.upTo === result ? sum.of : merge(sum.of, result)

  const start = useCallback(() => {
    since.current = performance.now()
    setGoing(true)
  }, [])
  const stop = useCallback(() => {
    setGoing(false)
    cancel()
  }, [cancel])

  // Before the page is painted: between two runs, nothing comes back for a moment.
  useLayoutEffect(() => {
    if (isRunning && !isGoing) return setSum(undefined)
    if (!isGoing || isRunning || !shown || !result) return undefined
    if (error || !result.isComplete || performance.now() - since.current > LIMIT_MS) return setGoing(false)
    setSum({ of: shown, upTo: result })
    goOn()
    return undefined
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a run that ends starts the next one; values of a run do not
  }, [isRunning, isGoing])

  useEffect(() => {
    const onHide = () => document.hidden && setGoing(false)
    document.addEventListener('visibilitychange', onHide)
    return () => document.removeEventListener('visibilitychange', onHide)
  }, [])

  return { shown, isGoing, start, stop }
}
