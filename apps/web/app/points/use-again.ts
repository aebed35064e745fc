import { useEffect } from 'react'

const AGAIN_MS = 15_000

/** Reads again every so often, as long as somebody can see it. */
export function useAgain(reload: () => Promise<void>): void {
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && void reload(), AGAIN_MS)
    return () => clearInterval(timer)
  }, [reload])
}
