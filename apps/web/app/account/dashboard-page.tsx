import { AccountFrame } from './account-frame.tsx'
import { SubscriptionPanel } from './subscription-panel.tsx'
import { useLoaded } from './request.ts'
import type { Dashboard } from './dashboard.ts'

/** Subscription, use, keys and statistics. */
export function DashboardPage() {
  const dashboard = useLoaded<Dashboard>('account/dashboard')
  return (
    <AccountFrame>
      <SubscriptionPanel dashboard={dashboard} />
    </AccountFrame>
  )
}
