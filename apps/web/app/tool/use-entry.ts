import { useRouter } from '@tanstack/react-router'
import { useCallback, useRef, type RefObject } from 'react'
import type { ToolCard } from '@octet/tools/catalogue.ts'
import { toPlace } from '../catalogue.ts'
import { rememberTool } from '../state/prefs-store.ts'
import { keepForReturn, showEntry } from './draft.ts'
import { isUntouched, type Input } from './form.ts'
import { toQueryWords } from './query.ts'
import type { Field } from './schema.ts'
import { toShareable } from './share.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Where the input of this page of the history is kept. */
    readonly draft?: string
  }
}

type Entry = {
  /** The name under which the input of this page of the history is kept. */
  readonly entry: RefObject<string>
  /** Keeps the input for this page of the history, and shows its words in the address. */
  readonly keep: (wanted: Input, maxChars?: number, isAsked?: boolean) => void
}

/** A tool's page in the history of the browser. */
export function useEntry(card: ToolCard, fields: readonly Field[]): Entry {
  const router = useRouter()
  const isHere = toPlace(card) === 'here'
  const entry = useRef(router.state.location.state.draft ?? toEntryName(card.id))
  const keep = useCallback(
    (wanted: Input, maxChars?: number, isAsked = false) => {
      rememberTool(card.id)
      const words = toQueryWords(fields, wanted, !isHere)
      const { search: shown, state } = router.state.location
      const isSame = hasSameWords(words, shown)
      // A lookup after another is a page of its own, which «Back» leaves for the one before.
      const isNext = isAsked && !isHere && !isSame && Object.keys(shown).length > 0
      if (isNext) entry.current = toEntryName(card.id)
      showEntry(entry.current)
      keepForReturn(entry.current, toShareable(fields, wanted), maxChars)
      // The router would draw the page anew for the same address, too.
      if (isSame && (state.draft === entry.current || isUntouched(fields, wanted))) return
      const here = isNext ? {} : ({ hash: true, replace: true } as const)
      void router.navigate({ to: '.', resetScroll: false, ...here, search: words, state: { draft: entry.current } })
    },
    [card.id, fields, isHere, router],
  )
  return { entry, keep }
}

/** A name of its own for a page of the history; it ends with the moment. */
const toEntryName = (id: string): string => `draft ${id} ${Date.now()}`

const hasSameWords = (words: Readonly<Record<string, string>>, shown: Readonly<Record<string, unknown>>): boolean =>
  Object.keys({ ...words, ...shown }).every((name) => words[name] === shown[name])
