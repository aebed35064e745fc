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

/** Tools for any text at all; what is first is answered at once. */
const OF_ANY_TEXT = ['text-stats', 'base64', 'hash', 'unicode', 'qr', 'url']
const TEXT: Text = { en: 'Text', zh: '文本' }

/** Tools for a text that is of no kind, in which nobody looks for a tool either; how Chinese is read comes first. */
export function suggestForAny(text: string): Suggestion[] {
  const { toolsOff } = useAppStore.getState()
  const ids = /\p{Script=Han}/u.test(text) ? ['pinyin', ...OF_ANY_TEXT] : OF_ANY_TEXT
  return ids.flatMap((id) => {
    const row = findTool(id)
    const isOn = row && !toolsOff.includes(id)
    return isOn ? [{ id, kind: 'text', score: 0, preset: {}, row, kindTitle: TEXT, note: undefined, text }] : []
  })
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
      ? [
          {
            ...ranked,
            preset: { ...ranked.preset, ...guess.fields },
            row,
            kindTitle: guess.title,
            note: guess.note,
            text: guess.text ?? text,
          },
        ]
      : []
  })
}
