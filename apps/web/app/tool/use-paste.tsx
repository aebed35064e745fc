import { useState, type ReactNode } from 'react'
import type { Text } from '@octet/core/text.ts'
import { useText } from '../lang.tsx'
import { toolText } from '../text/tool.ts'
import { Button } from '../ui/button.tsx'

type Pasting = {
  readonly button: ReactNode
  /** Why nothing was pasted; it stands below the button’s row until the field changes. */
  readonly note: ReactNode
}

/** A button that takes the text of the clipboard in place of what a field holds. */
export function usePaste(value: unknown, take: (text: string) => unknown): Pasting {
  const t = useText()
  const [refused, setRefused] = useState<{ readonly words: Text; readonly over: unknown }>()
  const paste = async () => {
    setRefused(undefined)
    const text = await readClipboard()
    if (text) await take(text)
    else setRefused({ words: text === '' ? toolText.pasteEmpty : toolText.pasteRefused, over: value })
  }
  return {
    button: (
      <Button kind="ghost" icon="ClipboardText" isIconOnly onClick={() => void paste()}>
        {t(toolText.paste)}
      </Button>
    ),
    note: refused?.over === value && refused && (
      <p className="field-error" role="alert">
        {t(refused.words)}
      </p>
    ),
  }
}

/** Nothing where the browser refuses, and on pages that came without encryption. */
async function readClipboard(): Promise<string | undefined> {
  try {
    return await navigator.clipboard.readText()
  } catch {
    return undefined
  }
}
