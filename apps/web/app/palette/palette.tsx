import { useRouter } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { useText } from '../lang.tsx'
import { openSuggestion } from '../open-suggestion.ts'
import { useAppStore } from '../state/app-store.ts'
import { usePrefs } from '../state/prefs-store.ts'
import { suggestFor, type Suggestion } from '../suggest.ts'
import { paletteText } from '../text/palette.ts'
import { SearchList, type Entry } from './search-list.tsx'
import { searchTools } from '@octet/tools/search/search-tools.ts'
import { pagePlaces, toolPlaces, type Place } from './searchable.ts'
import { useQuery } from './use-query.ts'

const MAX_SHOWN = 50
const DETECT_DELAY_MS = 120

/** Finds a tool or a page by name in both languages, pinyin or route; a pasted text gets the tools that take it. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const t = useText()
  const router = useRouter()
  const [query, setQuery] = useQuery()
  const suggestions = useSuggestions(query)
  const { favourites, recents } = usePrefs()

  const off = useAppStore((state) => state.toolsOff)
  const places = useMemo(() => {
    const toolsOn = toolPlaces.filter(({ id }) => !off.includes(id))
    return query.trim() === ''
      ? [...toFront(toolsOn, [...favourites, ...recents]), ...pagePlaces]
      : searchTools([...toolsOn, ...pagePlaces], query)
  }, [query, favourites, recents, off])
  const go = (open: () => unknown) => () => {
    onClose()
    void open()
  }
  const offered = suggestions.map((suggestion): Entry => {
    const { row, kindTitle } = suggestion
    const open = go(() => openSuggestion(router, suggestion))
    return { key: `use-${row.id}`, icon: row.icon, title: t(row.title), note: t(kindTitle), open }
  })
  const listed = places.map(({ id, icon, title, note, route }): Entry => ({
    key: id,
    icon,
    title: t(title),
    note: t(note),
    open: go(() => router.navigate({ to: route })),
  }))
  return (
    <SearchList
      title={t(paletteText.title)}
      label={t(paletteText.label)}
      placeholder={t(paletteText.placeholder)}
      none={t(paletteText.none)}
      query={query}
      entries={[...offered, ...listed].slice(0, query.trim() === '' ? undefined : MAX_SHOWN)}
      onQuery={setQuery}
      onClose={onClose}
    />
  )
}

/** The visitor's own first, in their order. */
function toFront(places: readonly Place[], ids: readonly string[]): Place[] {
  const own = [...new Set(ids)].map((id) => places.find((place) => place.id === id)).filter((place) => place !== undefined)
  return [...own, ...places.filter((place) => !own.includes(place))]
}

/** Tools that take what stands in the field, if it looks like something. */
function useSuggestions(query: string): readonly Suggestion[] {
  const [suggestions, setSuggestions] = useState<readonly Suggestion[]>([])
  useEffect(() => {
    let isOld = false
    setSuggestions([])
    if (query.trim().length < 3) return undefined
    const timer = setTimeout(async () => {
      const found = await suggestFor(query)
      if (!isOld) setSuggestions(found.filter(({ score }) => score >= 0.5))
    }, DETECT_DELAY_MS)
    return () => {
      isOld = true
      clearTimeout(timer)
    }
  }, [query])
  return suggestions
}
