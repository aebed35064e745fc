import { useRouter } from '@tanstack/react-router'
import type { ClipboardEvent } from 'react'
import { openSuggestion } from '../open-suggestion.ts'
import type { ToolState } from './view.ts'

/** Several lines pasted into a field for one go to the tool that takes many, where there is one. */
export function usePasteMany({ card: { many } }: Pick<ToolState, 'card'>) {
  const router = useRouter()
  return (
    many &&
    ((event: ClipboardEvent) => {
      const text = event.clipboardData.getData('text/plain')
      if (!/\S\s*\n\s*\S/.test(text)) return
      event.preventDefault()
      void openSuggestion(router, { id: many.id, row: many, preset: {}, text })
    })
  )
}
