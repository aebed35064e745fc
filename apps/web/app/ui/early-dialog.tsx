import { useEffect, useState } from 'react'
import { useText } from '../lang.tsx'
import { siteText } from '../text/site.ts'
import { Dialog } from './dialog.tsx'

/** So long nothing is shown: most code is there by then. */
const DELAY_MS = 400

/** In place of a dialog whose code is on the way. */
export function EarlyDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setShown, DELAY_MS, true)
    return () => clearTimeout(timer)
  }, [])
  return (
    isShown && (
      <Dialog title={t(siteText.loading)} onClose={onClose}>
        <progress aria-label={t(siteText.loading)} />
      </Dialog>
    )
  )
}
