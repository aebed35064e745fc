import { useEffect } from 'react'
import { replayEarlyInput } from '../early-input.ts'
import { setPaletteOpen, showModal, useAppStore } from '../state/app-store.ts'

/** Keys of the whole site: Ctrl/Cmd+K and `/` open the palette, `?` lists the shortcuts. */
export function useShortcuts(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault()
        setPaletteOpen(!useAppStore.getState().isPaletteOpen)
        return
      }
      if (
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        isTyping(event.composedPath()[0]) ||
        document.querySelector('dialog[open]')
      )
        return
      if (event.key === '/') {
        event.preventDefault()
        setPaletteOpen(true)
      } else if (event.key === '?') showModal('shortcuts')
    }
    document.addEventListener('keydown', onKeyDown)
    document.documentElement.dataset.ready = 'true'
    // Not while React is at work: only then can an event make it take over what it has left for later.
    setTimeout(replayEarlyInput)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** Whether keys go into a text; the editor stands in a shadow tree, so the innermost element counts. */
function isTyping(target: EventTarget | undefined): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
}
