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

/** The messages on show, read out as they come. */
export function Toasts() {
  const t = useText()
  const toasts = useToastStore((state) => state.toasts)
  return (
    <div className="toasts" role="status" aria-live="polite">
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
