import { useEffect, useState } from 'react'
import type { MapDetail } from './map-detail.ts'

/** The page has become quiet by then, and nothing that is read first waits for the map. */
const IDLE_MS = 400

/** Coasts and borders in detail, once the page is at rest; undefined before, and for visitors who save data. */
export function useMapDetail(): MapDetail | undefined {
  const [detail, setDetail] = useState<MapDetail>()
  useEffect(() => {
    if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return undefined
    let isGone = false
    const timer = setTimeout(() => {
      void import('./map-detail.ts')
        .then(({ loadMapDetail }) => loadMapDetail())
        .then((found) => isGone || setDetail(found))
        .catch(() => undefined) // the plain map stays
    }, IDLE_MS)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [])
  return detail
}
