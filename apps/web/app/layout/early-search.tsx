import { useLayoutEffect, useRef } from 'react'
import { useText } from '../lang.tsx'
import { siteText } from '../text/site.ts'
import { Icon } from '../ui/icon.tsx'

let typed = ''

/** What was typed or pasted before the list was there. */
export const readEarlySearch = (): string => (globalThis.early ? globalThis.early.value : typed)

export const forgetEarlySearch = (): void => {
  typed = ''
  if (globalThis.early) globalThis.early.remove()
  globalThis.early = null
}

/** The field of the palette or of another list while its code is on the way, so that who types at once loses nothing. */
export function EarlySearch({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  const dialog = useRef<HTMLDialogElement>(null)
  const field = useRef<HTMLInputElement>(null)
  // Closed before it leaves the page, else the browser would not give the focus back.
  useLayoutEffect(() => {
    typed = ''
    const early = readEarlySearch()
    forgetEarlySearch()
    if (field.current) field.current.value = typed = early
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])
  return (
    <dialog ref={dialog} className="palette" aria-label={t(siteText.search)} onCancel={onClose}>
      <div className="palette-field">
        <Icon name="Search" />
        <input ref={field} aria-label={t(siteText.search)} autoComplete="off" onChange={({ target }) => (typed = target.value)} />
      </div>
    </dialog>
  )
}
