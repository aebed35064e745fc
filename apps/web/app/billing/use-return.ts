import { useEffect } from 'react'
import { request } from '../account/request.ts'
import { toast } from '../state/toast-store.ts'
import type { Order } from './billing-data.ts'

const POLL_MS = 1_000
const MAX_POLLS = 30

/** Back from a provider's page: waits until its word has come, then says so and reads everything anew. */
export function useReturn(order: string | undefined, reload: () => void): void {
  useEffect(() => {
    if (!order) return
    let polls = 0
    const timer = setInterval(() => {
      if (++polls > MAX_POLLS) return clearInterval(timer)
      void request<Order>('GET', `billing/orders/${order}`, {}, { isQuiet: true }).then(({ data }) => {
        if (!data || (data.state !== 'paid' && data.state !== 'failed')) return
        clearInterval(timer)
        if (data.state === 'paid') toast.success(data.message)
        else if (data.failure) toast.warning(data.failure, true)
        reload()
      })
    }, POLL_MS)
    return () => clearInterval(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- one wait per return
  }, [order])
}
