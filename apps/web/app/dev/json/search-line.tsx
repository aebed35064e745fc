import { useEffect, useState } from 'react'
import { useText } from '../../lang.tsx'
import { jsonText } from '../../text/dev-json.ts'
import { Button } from '../../ui/button.tsx'
import type { Hits } from './desk.ts'

/** A search waits this long after the last key. */
const DELAY_MS = 200

type SearchLineProps = {
  readonly label: string
  readonly find: (query: string) => Promise<Hits>
  /** Called with each place that is gone to; undefined when the search ends. */
  readonly onPlace: (place: number | undefined, query: string) => void
  readonly version: unknown
}

/** A field to search with: how many, which one, back and forth by Enter. */
export function SearchLine({ label, find, onPlace, version }: SearchLineProps) {
  const t = useText()
  const [query, setQuery] = useState('')
  const [hits, setHits] = useState<Hits>()
  const [at, setAt] = useState(0)

  useEffect(() => {
    if (query === '') {
      setHits(undefined)
      onPlace(undefined, '')
      return undefined
    }
    let isGone = false
    const timer = setTimeout(async () => {
      const found = await find(query)
      if (isGone) return
      setHits(found)
      setAt(0)
      onPlace(found.places[0], query)
    }, DELAY_MS)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the functions are made anew at each drawing
  }, [query, version])

  const count = hits?.places.length ?? 0
  const go = (step: number) => {
    if (!hits || count === 0) return
    const next = (at + step + count) % count
    setAt(next)
    onPlace(hits.places[next], query)
  }
  return (
    <div className="search-line">
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          go(event.shiftKey ? -1 : 1)
        }}
      />
      {hits && (
        <span className="quiet" role="status">
          {count === 0 ? t(jsonText.noHits) : `${at + 1} / ${count.toLocaleString('en')}${hits.isCut ? '+' : ''}`}
        </span>
      )}
      <Button kind="ghost" icon="ChevronUp" isIconOnly disabled={count < 2} onClick={() => go(-1)}>
        {t(jsonText.previousHit)}
      </Button>
      <Button kind="ghost" icon="ChevronDown" isIconOnly disabled={count < 2} onClick={() => go(1)}>
        {t(jsonText.nextHit)}
      </Button>
    </div>
  )
}
