import { useEffect, useState } from 'react'
import { request } from '../account/request.ts'
import { useUserStore } from '../state/user-store.ts'
import type { Subscription } from './billing-data.ts'
import { usePayStore } from './pay-store.ts'

export type OwnPlan = Pick<Subscription, 'plan' | 'period'>

/** The plan of who is logged in, read anew after every payment; nothing for a visitor, or until it is known. */
export function useOwnPlan(): OwnPlan | undefined {
  const email = useUserStore((state) => state.user?.email)
  const paidCount = usePayStore((state) => state.paidCount)
  const [own, setOwn] = useState<OwnPlan>()
  useEffect(() => {
    if (!email) return setOwn(undefined)
    void request<Subscription>('GET', 'billing/subscription', {}, { isQuiet: true }).then(({ data }) => setOwn(data))
  }, [email, paidCount])
  return own
}
