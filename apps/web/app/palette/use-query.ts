import { useLayoutEffect, useState } from 'react'
import { forgetEarlySearch, readEarlySearch } from '../layout/early-search.tsx'

/** What is looked for in a list, from the first key on: `EarlySearch` stands in for one whose code is on the way. */
export function useQuery(): [query: string, setQuery: (query: string) => void] {
  const [query, setQuery] = useState(readEarlySearch)
  // What was typed after the list was drawn and before it was shown comes with it.
  useLayoutEffect(() => {
    setQuery((drawn) => readEarlySearch() || drawn)
    forgetEarlySearch()
  }, [])
  return [query, setQuery]
}
