import { useEffect } from 'react'
import { request } from '../account/request.ts'
import { useText } from '../lang.tsx'
import { billingText } from '../text/billing.ts'
import type { Order } from './billing-data.ts'

/** Begins the payment of an invoice: on the provider's page, or here. */
export function LoadedOrder({ id, onReady }: { id: string; onReady: (order: Order) => void }) {
  const t = useText()
  useEffect(() => {
    void request<{ order: Order; url: string | null }>('POST', 'billing/pay', { order: id }).then(({ data }) => {
      if (data?.url) location.assign(data.url)
      else if (data) onReady(data.order)
    })
  }, [id, onReady])
  return <p role="status">{t(billingText.calculating)}</p>
}
