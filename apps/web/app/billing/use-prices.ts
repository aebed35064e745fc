import { useEffect, useState } from 'react'
import { CALL_TIMEOUT_MS, readEnvelope } from '../api/call.ts'
import type { Prices } from './billing-data.ts'

let asked: Promise<Prices | undefined> | undefined

/** Asks once per page load; a failure is asked again by the next page. */
function askPrices(): Promise<Prices | undefined> {
  asked ??= fetch('/v1/plans', { signal: AbortSignal.timeout(CALL_TIMEOUT_MS) })
    .then(readEnvelope<Prices>)
    .then(({ code, data }) => (code === 200 ? data : undefined))
    .catch(() => undefined)
    .then((found) => {
      if (!found) asked = undefined
      return found
    })
  return asked
}

/** Plans and prices of this server: undefined until they are there, null when they cannot be had. */
export function usePrices(): Prices | null | undefined {
  const [prices, setPrices] = useState<Prices | null>()
  useEffect(() => void askPrices().then((found) => setPrices(found ?? null)), [])
  return prices
}
