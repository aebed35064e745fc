import { useEffect } from 'react'

const AGAIN_MS = 15_000

/** Reads again every so often, as long as somebody can see it, and when somebody comes back to it. */
export function useAgain(reload: () => Promise<unknown>, everyMs = AGAIN_MS): void {
  useEffect(() => {
    const again = () => document.visibilityState === 'visible' && void reload()
    const timer = setInterval(again, everyMs)
    document.addEventListener('visibilitychange', again)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', again)
    }
  }, [reload, everyMs])
}
