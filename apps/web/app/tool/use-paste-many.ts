import { useRouter } from '@tanstack/react-router'
import type { ClipboardEvent } from 'react'
import { arrived } from '../arrived.ts'
import { findTool } from '../catalogue.ts'
import { useIsOn } from '../state/app-store.ts'
import type { ToolState } from './view.ts'

/** Several lines pasted into a field for one go to the tool that takes many, where there is one. */
export function usePasteMany({ card, fields }: Pick<ToolState, 'card' | 'fields'>) {
  const router = useRouter()
  const isOn = useIsOn()
  return (event: ClipboardEvent) => {
    const row = card.many && findTool(card.many.id)
    const main = fields.find(({ isMain }) => isMain)
    if (!row || !isOn(row) || !(event.target instanceof HTMLInputElement) || event.target.name !== main?.name) return
    const text = event.clipboardData.getData('text/plain')
    if (text.split('\n').filter((line) => line.trim() !== '').length < 2) return
    event.preventDefault()
    void arrived(import('../open-suggestion.ts')).then(({ openSuggestion }) =>
      openSuggestion(router, { id: row.id, row, preset: {}, text }),
    )
  }
}
