import './ask-removal.css'
import { useEffect, useRef, useState } from 'react'
import type { Text } from '@octet/core/text.ts'
import { useText } from '../lang.tsx'
import { removalText } from '../text/ask-removal.ts'
import { siteText } from '../text/site.ts'
import { Button } from './button.tsx'

type AskRemovalProps = {
  /** What would go. */
  readonly subject: string
  readonly help: string
  /** What is asked about, where it is something else than a removal. */
  readonly yes?: string
  /** Gives why it stays, where it does. */
  readonly onYes: () => Promise<Text | undefined>
  readonly onNo: () => void
}

/** «Really?» below a row: nothing goes before it is said. It takes the focus, since the button that led here may be gone. */
export function AskRemoval({ subject, help, yes, onYes, onNo }: AskRemovalProps) {
  const t = useText()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Text>()
  const place = useRef<HTMLDivElement>(null)
  const opener = useRef<Element>(null)
  useEffect(() => {
    opener.current = document.activeElement
    place.current?.focus()
  }, [])
  const leave = () => {
    onNo()
    if (opener.current instanceof HTMLElement) opener.current.focus()
  }
  const remove = async () => {
    setBusy(true)
    setFailure(undefined)
    setFailure(await onYes())
    setBusy(false)
  }
  return (
    <div
      className="removal-ask"
      role="group"
      aria-label={t(siteText.pair, { name: yes ?? t(removalText.yes), value: subject })}
      tabIndex={-1}
      ref={place}
    >
      <p>{help}</p>
      {failure && (
        <p className="field-error" role="alert">
          {t(failure)}
        </p>
      )}
      <Button kind="primary" className={yes ? '' : 'danger'} subject={subject} isBusy={isBusy} onClick={() => void remove()}>
        {yes ?? t(removalText.yes)}
      </Button>
      <Button kind="ghost" onClick={leave}>
        {t(removalText.no)}
      </Button>
    </div>
  )
}
