import { useEffect, useRef } from 'react'
import { MESSAGES } from '@octet/core/messages.ts'
import { useText } from '../lang.tsx'
import { toast } from '../state/toast-store.ts'
import { keyText } from '../text/account-keys.ts'
import { Button } from '../ui/button.tsx'
import { copyText } from '../ui/copy-button.tsx'
import type { NewKey } from './key.ts'

/** A new key, this once, with its first call. */
export function NewKeyNote({ made, onClose }: { made: NewKey; onClose: () => void }) {
  const t = useText()
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => note.current?.focus(), [made])
  const call = `curl -H 'X-API-Key: ${made.key}' ${location.origin}/v1/ip/8.8.8.8`
  const copy = async (text: string) => {
    if (await copyText(text, t(MESSAGES.copy_failed))) toast.success(t(MESSAGES.copied))
  }
  return (
    <div className="new-key" role="group" aria-label={t(keyText.made)} ref={note} tabIndex={-1}>
      <p>
        <strong>{t(keyText.made)}</strong> {t(keyText.madeHelp)}
      </p>
      <p className="new-key-line">
        <code>{made.key}</code>
        <Button icon="Copy" onClick={() => void copy(made.key)}>
          {t(keyText.copy)}
        </Button>
      </p>
      <p className="account-note">{t(keyText.firstCall)}</p>
      <p className="new-key-line">
        <code>{call}</code>
        <Button icon="Copy" isIconOnly onClick={() => void copy(call)}>
          {t(keyText.copyCall)}
        </Button>
      </p>
      <p>
        <Button kind="ghost" onClick={onClose}>
          {t(keyText.kept)}
        </Button>
      </p>
    </div>
  )
}
