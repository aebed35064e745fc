import { useEffect, useRef } from 'react'
import { siteText } from '../text/site.ts'
import { toast } from '../state/toast-store.ts'
import { copyText } from '../ui/copy-button.tsx'
import { toMainText } from '../result/main-text.ts'
import type { ToolState } from './view.ts'

/** Inputs that were run on this page, for Alt+Up and Alt+Down. */
const MAX_HISTORY = 50

/** Keys of a tool page: Ctrl/Cmd+Enter runs, Ctrl/Cmd+Shift+C copies the result, Alt+Up and Alt+Down walk through earlier inputs. */
export function useToolKeys(tool: ToolState): void {
  const current = useRef(tool)
  const history = useRef<unknown[]>([])
  const at = useRef(0)
  current.current = tool
  const main = tool.fields.find(({ isMain, isSecret }) => isMain && !isSecret)?.name

  useEffect(() => {
    const value = main === undefined ? undefined : current.current.input[main]
    if (tool.result === undefined || typeof value !== 'string' || value === history.current[at.current]) return
    history.current = [...history.current, value].slice(-MAX_HISTORY)
    at.current = history.current.length - 1
  }, [tool.result, main])

  useEffect(() => {
    const walk = (step: number) => {
      const index = Math.min(history.current.length - 1, Math.max(0, at.current + step))
      const value = history.current[index]
      if (main === undefined || value === undefined) return
      at.current = index
      current.current.setInput({ [main]: value })
    }
    const onKeyDown = (event: KeyboardEvent) => {
      const isCommand = event.ctrlKey || event.metaKey
      if (document.querySelector('dialog[open]')) return
      if (isCommand && event.key === 'Enter') current.current.run()
      else if (isCommand && event.shiftKey && event.key.toLowerCase() === 'c') void copyResult(current.current)
      else if (event.altKey && event.key === 'ArrowUp') walk(-1)
      else if (event.altKey && event.key === 'ArrowDown') walk(1)
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [main])
}

async function copyResult({ card, result, lang }: ToolState): Promise<void> {
  if (result === undefined) return
  if (await copyText(toMainText(card, result), siteText.copyFailed[lang])) toast.success(siteText.copied[lang])
}
