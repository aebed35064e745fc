import { useLayoutEffect, useRef } from 'react'
import { useText } from '../lang.tsx'
import { siteText } from '../text/site.ts'
import { Icon } from '../ui/icon.tsx'

let typed = ''

/** What was typed or pasted before the palette was there. */
export const readEarlySearch = (): string => typed

export const forgetEarlySearch = (): void => {
  typed = ''
}

/** The palette's field while its code is on the way, so that who types at once loses nothing. */
export function EarlySearch({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  const dialog = useRef<HTMLDialogElement>(null)
  // Closed before it leaves the page, else the browser would not give the focus back.
  useLayoutEffect(() => {
    forgetEarlySearch()
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])
  return (
    <dialog ref={dialog} className="palette" aria-label={t(siteText.search)} onCancel={onClose}>
      <div className="palette-field">
        <Icon name="Search" />
        <input aria-label={t(siteText.search)} autoComplete="off" onChange={({ target }) => (typed = target.value)} />
      </div>
    </dialog>
  )
}
