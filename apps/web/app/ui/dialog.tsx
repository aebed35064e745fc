import { useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { useText } from '../lang.tsx'
import { siteText } from '../text/site.ts'
import { Button } from './button.tsx'
import { focusPage } from './focus-page.ts'

type DialogProps = {
  readonly title: string
  readonly className?: string
  readonly onClose: () => void
  readonly children: ReactNode
}

const FIRST = 'form :is(input:not([type=radio]:not(:checked)), textarea)'

/**
 * A modal dialog. The browser keeps the focus inside, closes it on Esc and gives the focus back. A form in it is begun at its
 * first field, not at the button that closes it. When one step takes the place of another, its title takes a focus that is lost.
 */
export function Dialog({ title, className = '', onClose, children }: DialogProps) {
  const t = useText()
  const titleId = useId()
  const ref = useRef<HTMLDialogElement>(null)
  const head = useRef<HTMLHeadingElement>(null)
  // Closed before it leaves the page, else the browser would not give the focus back.
  useLayoutEffect(() => {
    const dialog = ref.current
    const opener = document.activeElement
    dialog?.showModal()
    dialog?.querySelector<HTMLElement>(FIRST)?.focus()
    const steps = new MutationObserver(() => {
      if (!head.current || document.activeElement !== document.body) return
      head.current.tabIndex = -1 // not from the start, else the browser would begin there
      head.current.focus({ preventScroll: true })
    })
    if (dialog) steps.observe(dialog, { childList: true, subtree: true })
    return () => {
      steps.disconnect()
      dialog?.close()
      // What opened it may be gone meanwhile, as «Log in» is for whoever has logged in.
      if (opener && !opener.isConnected) focusPage()
    }
  }, [])
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Esc does the same for the keyboard
    <dialog
      ref={ref}
      className={`dialog ${className}`}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => event.target === ref.current && onClose()}
    >
      <div className="dialog-inner">
        <header className="dialog-head">
          <h2 id={titleId} ref={head}>
            {title}
          </h2>
          <Button kind="ghost" icon="X" isIconOnly onClick={onClose}>
            {t(siteText.close)}
          </Button>
        </header>
        {children}
      </div>
    </dialog>
  )
}
