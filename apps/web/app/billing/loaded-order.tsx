import { useCallback, useEffect, useState } from 'react'
import { FormFailure } from '../account/form-failure.tsx'
import { request, toAdvice, type Failure } from '../account/request.ts'
import { useText } from '../lang.tsx'
import { accountText } from '../text/account.ts'
import { billingText } from '../text/billing.ts'
import { Button } from '../ui/button.tsx'
import type { Order } from './billing-data.ts'

/** Begins the payment of an invoice: on the provider's page, or here. */
export function LoadedOrder({ id, onReady }: { id: string; onReady: (order: Order) => void }) {
  const t = useText()
  const [failure, setFailure] = useState<Failure>()
  const begin = useCallback(async () => {
    setFailure(undefined)
    const input = { order: id }
    const { data, failure: found } = await request<{ order: Order; url: string | null }>('POST', 'billing/pay', input, {
      isQuiet: true,
    })
    setFailure(found)
    if (data?.url) location.assign(data.url)
    else if (data) onReady(data.order)
  }, [id, onReady])
  useEffect(() => void begin(), [begin])
  if (!failure) return <p role="status">{t(billingText.calculating)}</p>
  return (
    <>
      <FormFailure words={toAdvice(failure)} />
      <p className="dialog-foot">
        <Button icon="Refresh" onClick={() => void begin()}>
          {t(accountText.again)}
        </Button>
      </p>
    </>
  )
}
