import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { useText } from '../lang.tsx'
import { accountText } from '../text/account.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { focusPage } from '../ui/focus-page.ts'
import type { Failure, Loaded } from './request.ts'

/** In place of what is being loaded; when it could not be, why, and a way to try again. */
export function Waiting({ loaded: { failure, ...rest } }: { loaded: Loaded<unknown> }) {
  const t = useText()
  if (!failure) return <p className="account-wait">{t(accountText.loading)}</p>
  return <TryAgain failure={failure} {...rest} />
}

type TryAgainProps = {
  readonly failure: Pick<Failure, 'msg' | 'resolution'>
  readonly isLoading: boolean
  readonly reload: () => unknown
}

/** Why there is no answer. It goes when one comes, and the pressed button with it: the page then has the focus. */
export function TryAgain({ failure, isLoading, reload }: TryAgainProps) {
  const t = useText()
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const place = ref.current
    return () => void (place?.contains(document.activeElement) && focusPage())
  }, [])
  return (
    <div className="status failed" role="alert" ref={ref}>
      <Icon name="AlertCircle" />
      <div>
        <p>{failure.msg}</p>
        {failure.resolution && <p className="quiet">{failure.resolution}</p>}
        <Button icon="Refresh" isBusy={isLoading} onClick={() => void reload()}>
          {t(accountText.again)}
        </Button>
      </div>
    </div>
  )
}

/** Parts of a page that wait for answers of their own come together, so that none moves another. Each shows its own failure. */
export function WaitForAll({ all, children }: { all: readonly Loaded<unknown>[]; children: ReactNode }) {
  const t = useText()
  const isAwaited = all.some(({ data, failure }) => data === undefined && !failure)
  return isAwaited ? <p className="account-wait">{t(accountText.loading)}</p> : children
}
