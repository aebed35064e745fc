import type { AnyRouter } from '@tanstack/react-router'
import cards from 'virtual:octet/cards'
import { toPlace } from './catalogue.ts'
import type { Suggestion } from './suggest.ts'
import { handOver } from './tool/draft.ts'
import { fillPreset } from './tool/fill-preset.ts'
import type { Input } from './tool/form.ts'
import { toQueryWords } from './tool/query.ts'
import { toFields } from './tool/schema.ts'

/**
 * The input a suggested tool is opened with: what it says for this kind, and the text in the field it leaves empty for it,
 * which is the main one unless it names another; a file in its first field for one.
 */
export async function toSuggestedInput({ id, preset, text, file }: Asked): Promise<Input> {
  const card = await cards[id]?.()
  return fillPreset(toFields(card?.default.input ?? {}), preset, file ?? text)
}

type Asked = Pick<Suggestion, 'id' | 'preset' | 'text' | 'file'>
type Opened = Asked & Pick<Suggestion, 'isOfFile'> & { readonly row: Pick<Suggestion['row'], 'route' | 'needs'> }

/**
 * Opens a suggested tool with the text in it; a tool that asks the server gets it by its address, so that it can be shared, but
 * for what came in a file.
 */
export async function openSuggestion(router: AnyRouter, suggestion: Opened): Promise<void> {
  const input = await toSuggestedInput(suggestion)
  const card = await cards[suggestion.id]?.()
  const isAsking = toPlace(suggestion.row) !== 'here' && !suggestion.isOfFile
  const search = isAsking && card ? toQueryWords(toFields(card.default.input), input, true) : {}
  handOver(suggestion.id, input)
  await router.navigate({ to: suggestion.row.route, search })
}
