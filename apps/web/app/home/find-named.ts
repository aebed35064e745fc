import { searchTools } from '@octet/tools/search/search-tools.ts'
import { pagePlaces, toolPlaces, type Place } from '../palette/searchable.ts'
import { useAppStore } from '../state/app-store.ts'
import type { Suggestion } from '../suggest.ts'

const MAX_CHARS = 60
/** From here on what was pasted is that, and no name of a tool. */
const SURE_SCORE = 0.8

/** Tools and pages that are called what stands in the box, where it is not surely something else. */
export function findNamed(text: string, suggestions: readonly Suggestion[]): readonly Place[] {
  const query = text.trim()
  if (query === '' || query.length > MAX_CHARS || query.includes('\n')) return []
  if ((suggestions[0]?.score ?? 0) >= SURE_SCORE) return []
  const { toolsOff } = useAppStore.getState()
  const offered = new Set([...toolsOff, ...suggestions.map(({ id }) => id)])
  return searchTools([...toolPlaces, ...pagePlaces], query).filter(({ id }) => !offered.has(id))
}
