import { useEffect } from 'react'
import { request } from '../account/request.ts'
import { neverTwice } from '../never-twice.ts'
import { toast } from '../state/toast-store.ts'
import type { Order } from './billing-data.ts'

const POLL_MS = 1_000
const MAX_POLLS = 30

/** Back from a provider's page: waits until its word has come, then says so and reads everything anew. */
export function useReturn(order: string | undefined, reload: () => void): void {
  useEffect(() => {
    if (!order) return
    let polls = 0
    let isOver = false
    const look = neverTwice(async () => {
      if (++polls > MAX_POLLS) return clearInterval(timer)
      const { data } = await request<Order>('GET', `billing/orders/${order}`, {}, { isQuiet: true })
      if (isOver || !data || (data.state !== 'paid' && data.state !== 'failed')) return
      clearInterval(timer)
      if (data.state === 'paid') toast.success(data.message)
      else if (data.failure) toast.warning(data.failure, true)
      reload()
    })
    const timer = setInterval(() => void look(), POLL_MS)
    return () => {
      isOver = true
      clearInterval(timer)
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- one wait per return
  }, [order])
}
