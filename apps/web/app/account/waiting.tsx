import type { ReactNode } from 'react'
import { useText } from '../lang.tsx'
import { accountText } from '../text/account.ts'
import { Button } from '../ui/button.tsx'
import type { Loaded } from './request.ts'

/** In place of what is being loaded; when it could not be, why, and a way to try again. */
export function Waiting({ loaded: { failure, reload } }: { loaded: Loaded<unknown> }) {
  const t = useText()
  if (!failure) return <p className="account-wait">{t(accountText.loading)}</p>
  return (
    <div className="account-failure" role="alert">
      <p>{failure.msg}</p>
      {failure.resolution && <p className="account-note">{failure.resolution}</p>}
      <Button icon="Refresh" onClick={() => void reload()}>
        {t(accountText.again)}
      </Button>
    </div>
  )
}

/** Parts of a page that wait for answers of their own come together, so that none moves another. Each shows its own failure. */
export function WaitForAll({ all, children }: { all: readonly Loaded<unknown>[]; children: ReactNode }) {
  const t = useText()
  const isAwaited = all.some(({ data, failure }) => data === undefined && !failure)
  return isAwaited ? <p className="account-wait">{t(accountText.loading)}</p> : children
}
