import { useCallback, useMemo } from 'react'
import { AccountFrame } from './account-frame.tsx'
import type { Dashboard } from './dashboard.ts'
import type { Key } from './key.ts'
import { FilesPanel } from './files-panel.tsx'
import { KeysPanel } from './keys-panel.tsx'
import { useLoaded } from './request.ts'
import { StatisticsPanel } from './statistics-panel.tsx'
import { SubscriptionPanel } from './subscription-panel.tsx'
import { TailPanel } from './tail-panel.tsx'
import { WaitForAll } from './waiting.tsx'
import { useAgain } from '../use-again.ts'

const AGAIN_MS = 30_000

/** Subscription, use, keys and statistics. */
export function DashboardPage() {
  const dashboard = useLoaded<Dashboard>('account/dashboard')
  const keys = useLoaded<readonly Key[]>('keys')
  // A call that was just made elsewhere shows without loading the page anew.
  const [again, againKeys] = [dashboard.reload, keys.reload]
  useAgain(
    useCallback(() => Promise.all([again(), againKeys()]), [again, againKeys]),
    AGAIN_MS,
  )
  const names = useMemo(() => new Map(keys.data?.map(({ id, name, last4 }) => [id, `${name} …${last4}`])), [keys.data])
  return (
    <AccountFrame>
      <WaitForAll all={[dashboard, keys]}>
        <SubscriptionPanel dashboard={dashboard} />
        <KeysPanel keys={keys} onChange={() => void dashboard.reload()} />
        {keys.data && <FilesPanel keys={keys.data} month={dashboard.data?.month ?? null} onChange={again} />}
        <StatisticsPanel names={names} />
        <TailPanel names={names} />
      </WaitForAll>
    </AccountFrame>
  )
}
