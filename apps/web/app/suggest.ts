import type { Text } from '@octet/core/text.ts'
import search from 'virtual:octet/search'
import { findTool, type ToolRow } from './catalogue.ts'
import { rank, type Ranked } from './rank-tools.ts'
import { useAppStore } from './state/app-store.ts'
import { detectKinds } from './worker/run-here.ts'

/** A tool that takes a text, and the input it would be opened with. */
export type Suggestion = Ranked & {
  readonly row: ToolRow
  readonly kindTitle: Text
  readonly note: Text | undefined
  readonly text: string
}

/** Tools that take a text and are switched on, the best first. */
export async function suggestFor(text: string): Promise<Suggestion[]> {
  if (text.trim() === '') return []
  const guesses = await detectKinds(text)
  const { toolsOff } = useAppStore.getState()
  return rank(guesses, search).flatMap((ranked) => {
    const row = findTool(ranked.id)
    const guess = guesses.find(({ kind }) => kind === ranked.kind)
    return row && guess && !toolsOff.includes(ranked.id)
      ? [{ ...ranked, row, kindTitle: guess.title, note: guess.note, text: guess.text ?? text }]
      : []
  })
}
