import { useEffect, useState } from 'react'
import { useText } from '../lang.tsx'
import { siteText } from '../text/site.ts'
import { say, toast } from '../state/toast-store.ts'
import { Button, type ButtonKind } from './button.tsx'
import { writeClipboard } from './write-clipboard.ts'

const SHOWN_MS = 1500

type CopyButtonProps = {
  readonly text: string | (() => string)
  readonly label?: string
  readonly isIconOnly?: boolean
  /** What is copied, as {@link Button} takes it. */
  readonly subject?: string | undefined
  readonly disabled?: boolean
  readonly kind?: ButtonKind
}

/** Copies a text; the button says so for a moment and keeps its width. */
export function CopyButton({ text, label, isIconOnly = false, subject, disabled = false, kind = 'ghost' }: CopyButtonProps) {
  const t = useText()
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return undefined
    const timer = setTimeout(setCopied, SHOWN_MS, false)
    return () => clearTimeout(timer)
  }, [isCopied])
  const words = label ?? t(siteText.copy)
  return (
    <Button
      kind={kind}
      icon={isCopied ? 'Check' : 'Copy'}
      isIconOnly={isIconOnly}
      subject={subject}
      disabled={disabled}
      className="copy"
      onClick={async () => {
        const isDone = await copyText(typeof text === 'string' ? text : text(), t(siteText.copyFailed))
        setCopied(isDone)
        if (isDone) say(t(siteText.copied))
      }}
    >
      {isCopied ? t(siteText.copied) : words}
    </Button>
  )
}

/** Copies a text to the clipboard; says so when the browser refuses. */
export async function copyText(text: string, failure: string): Promise<boolean> {
  const isCopied = await writeClipboard(text)
  if (!isCopied) toast.error(failure)
  return isCopied
}
