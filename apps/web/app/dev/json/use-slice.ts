import { useCallback, useEffect, useRef, useState } from 'react'

/** Rows of a long list that lives in a worker: those in view are fetched, and fetched anew when `version` changes. */
export function useSlice<T>(load: (from: number, to: number) => Promise<T[]>, version: unknown) {
  const [slice, setSlice] = useState<{ from: number; rows: readonly T[] }>({ from: 0, rows: [] })
  const [range, setRange] = useState({ from: 0, to: 0 })
  const loader = useRef(load)
  loader.current = load
  useEffect(() => {
    if (range.to === 0) return undefined
    let isGone = false
    // A worker that was ended never answers: the rows stay as they are.
    loader.current(range.from, range.to).then(
      (rows) => isGone || setSlice({ from: range.from, rows }),
      () => undefined, // the list is just being made anew; its next version fetches again
    )
    return () => {
      isGone = true
    }
  }, [range, version])
  const onRange = useCallback((from: number, to: number) => setRange({ from, to }), [])
  return { onRange, get: (row: number): T | undefined => slice.rows[row - slice.from] }
}
