import { useCallback, useEffect, useState } from 'react'
import { request, type Loaded, type Reply } from '../account/request.ts'
import type { Prices } from './billing-data.ts'

let asked: Promise<Reply<Prices>> | undefined

/** Asks once per page load; a failure is asked again by the next page, or on a click. */
async function askPrices(): Promise<Reply<Prices>> {
  asked ??= request<Prices>('GET', 'plans', {}, { isQuiet: true })
  const reply = await asked
  if (reply.failure) asked = undefined
  return reply
}

/** Plans and prices of this server. */
export function usePrices(): Loaded<Prices> {
  const [state, setState] = useState<Omit<Loaded<Prices>, 'reload'>>({ data: undefined, failure: undefined, isLoading: true })
  const reload = useCallback(async () => {
    setState((last) => ({ ...last, isLoading: true }))
    const { data, failure } = await askPrices()
    setState({ data, failure, isLoading: false })
  }, [])
  useEffect(() => void reload(), [reload])
  return { ...state, reload }
}
