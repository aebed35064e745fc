import { useLayoutEffect, useRef } from 'react'
import { useText } from '../lang.tsx'
import { hideToast, useToastStore } from '../state/toast-store.ts'
import { siteText } from '../text/site.ts'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'

const ICONS = {
  msg: { icon: 'InfoCircle' },
  success: { icon: 'CircleCheck' },
  error: { icon: 'AlertCircle' },
  warning: { icon: 'AlertTriangle' },
} as const

/** The messages on show, read out as they come. Each new one lies above whatever dialog is open by then. */
export function Toasts() {
  const t = useText()
  const toasts = useToastStore((state) => state.toasts)
  const said = useToastStore((state) => state.said)
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const shelf = ref.current
    if (!shelf?.showPopover) return // an older browser
    // It stays shown when it is empty: what is read out has to be there before its words come.
    if (shelf.matches(':popover-open') && document.querySelector('dialog[open]')) shelf.hidePopover()
    if (!shelf.matches(':popover-open')) shelf.showPopover()
  }, [toasts])
  return (
    <div ref={ref} className="toasts" role="status" aria-live="polite" popover="manual">
      {said && <span className="hidden">{said}</span>}
      {toasts.map(({ id, type, text, hasClose }) => (
        <div key={id} className={`toast ${type}`}>
          <Icon name={ICONS[type].icon} />
          <span>{text}</span>
          {hasClose && (
            <Button kind="ghost" icon="X" isIconOnly onClick={() => hideToast(id)}>
              {t(siteText.close)}
            </Button>
          )}
        </div>
      ))}
    </div>
  )
}
