import { useEffect } from 'react'

const AGAIN_MS = 15_000

/** Reads again every so often, as long as somebody can see it. */
export function useAgain(reload: () => Promise<void>, everyMs = AGAIN_MS): void {
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && void reload(), everyMs)
    return () => clearInterval(timer)
  }, [reload, everyMs])
}
