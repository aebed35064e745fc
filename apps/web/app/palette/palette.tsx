import { useRouter } from '@tanstack/react-router'
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { GROUPS } from '@octet/core/tool.ts'
import type { Text } from '@octet/core/text.ts'
import search from 'virtual:octet/search'
import { findTool } from '../catalogue.ts'
import { useText } from '../lang.tsx'
import { openSuggestion } from '../open-suggestion.ts'
import { usePrefs } from '../state/prefs-store.ts'
import { suggestFor, type Suggestion } from '../suggest.ts'
import { paletteText } from '../text/palette.ts'
import { Icon } from '../ui/icon.tsx'
import { searchTools } from './search-tools.ts'

const MAX_SHOWN = 50
const DETECT_DELAY_MS = 120

const searchable = search.flatMap(({ id, summary, words }) => {
  const row = findTool(id)
  return row ? [{ ...row, summary, words }] : []
})

type Entry = { readonly key: string; readonly icon: string; readonly title: Text; readonly note: Text; readonly open: () => void }

/** Finds a tool by name in both languages, pinyin or route; a pasted text gets the tools that take it. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const t = useText()
  const router = useRouter()
  const dialog = useRef<HTMLDialogElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const id = useId()
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(0)
  const suggestions = useSuggestions(query)
  const { favourites, recents } = usePrefs()

  // Closed before it leaves the page, else the browser would not give the focus back.
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    return () => shown?.close()
  }, [])

  const entries = useMemo(() => {
    const go = (open: () => unknown) => () => {
      onClose()
      void open()
    }
    const offered = suggestions.map((suggestion): Entry => {
      const { row, kindTitle } = suggestion
      return {
        key: `use-${row.id}`,
        icon: row.icon,
        title: row.title,
        note: kindTitle,
        open: go(() => openSuggestion(router, suggestion)),
      }
    })
    const own = [...new Set([...favourites, ...recents])].map(findTool).filter((row) => row !== undefined)
    const found =
      query.trim() === ''
        ? [...own, ...searchable.filter(({ id }) => !own.some((row) => row.id === id))]
        : searchTools(searchable, query)
    const listed = found.map((row): Entry => ({
      key: row.id,
      icon: row.icon,
      title: row.title,
      note: GROUPS[row.group],
      open: go(() => router.navigate({ to: row.route })),
    }))
    return [...offered, ...listed].slice(0, MAX_SHOWN)
  }, [suggestions, favourites, recents, query, router, onClose])

  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [at])
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key]
    if (step !== undefined) {
      event.preventDefault()
      setAt(Math.min(entries.length - 1, Math.max(0, at + step)))
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      entries[at]?.open()
    }
  }
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Esc does the same for the keyboard
    <dialog
      ref={dialog}
      className="palette"
      aria-label={t(paletteText.title)}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div className="palette-inner">
        <div className="palette-field">
          <Icon name="Search" />
          <input
            role="combobox"
            aria-expanded="true"
            aria-controls={`${id}-list`}
            aria-activedescendant={entries[at] && `${id}-${at}`}
            aria-label={t(paletteText.label)}
            placeholder={t(paletteText.placeholder)}
            autoComplete="off"
            spellCheck={false}
            value={query}
            onChange={(event) => {
              setQuery(event.target.value)
              setAt(0)
            }}
            onKeyDown={onKeyDown}
          />
          <kbd aria-hidden="true">Esc</kbd>
        </div>
        <div role="listbox" id={`${id}-list`} aria-label={t(paletteText.title)} ref={list} tabIndex={-1}>
          {entries.map(({ key, icon, title, note, open }, index) => (
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field above keeps the focus and handles the keys
            <div
              key={key}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === at}
              onClick={open}
              onPointerMove={() => setAt(index)}
            >
              <Icon name={icon} />
              <span>{t(title)}</span>
              <small>{t(note)}</small>
            </div>
          ))}
        </div>
        {entries.length === 0 && <p className="palette-none">{t(paletteText.none)}</p>}
      </div>
    </dialog>
  )
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
