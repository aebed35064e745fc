import { useSearch } from '@tanstack/react-router'
import { listNeeds } from '@octet/core/tool.ts'
import { startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ToolCard } from '@octet/tools/catalogue.ts'
import { toPlace } from '../catalogue.ts'
import { useLang } from '../lang.tsx'
import { usePageContext } from '../page-context.ts'
import { warmUp } from '../worker/run-tool.ts'
import { findReturned, keepForReturn, offerDraft, showEntry, takeDraft } from './draft.ts'
import { isReady, toFittingInput, toStartInput, type Input } from './form.ts'
import { readQueryInput, toQueryWords } from './query.ts'
import { toFields } from './schema.ts'
import { toShareable, unpackInput } from './share.ts'
import { useEntry } from './use-entry.ts'
import { EMPTY_OUTCOME, toOutcome, useRun, type Outcome } from './use-run.ts'
import type { ToolState } from './view.ts'

/** A live tool answers this long after the last key. */
const LIVE_DELAY_MS = 200

/** State of a tool on its page: fields, runs, address. */
export function useTool(wholeCard: ToolCard): ToolState {
  const lang = useLang()
  const page = usePageContext()
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const fields = useMemo(() => toFields(wholeCard.input), [wholeCard])
  const [input, setWholeInput] = useState<Input>(() => ({ ...toStartInput(fields), ...readQueryInput(fields, search) }))
  const isAlone = listNeeds(wholeCard, input) !== wholeCard.needs
  const card = useMemo(() => (isAlone ? { ...wholeCard, needs: [] } : wholeCard), [wholeCard, isAlone])
  const isHere = toPlace(card) === 'here'
  const latest = useRef(input)
  latest.current = input
  const { entry, keep } = useEntry(card, fields)
  const { outcome, start, cancel, clear, ...running } = useRun({
    card,
    fields,
    keep,
    first: () => toFirstOutcome(page, fields, input),
  })

  /** What the last run began with: an input that is worked on already does not begin by itself as well. */
  const begun = useRef<{ readonly input: Input; readonly start: typeof start }>(undefined)
  const startWith = useCallback(
    (wanted: Input, options: Parameters<typeof start>[1]) => {
      begun.current = { input: wanted, start }
      void start(wanted, options)
    },
    [start],
  )

  const run = useCallback(
    (change?: Partial<Input>) => {
      const wanted = { ...latest.current, ...change }
      setWholeInput(wanted)
      startWith(wanted, { isAsked: true })
    },
    [startWith],
  )

  const goOn = useCallback(() => void start(latest.current), [start])

  const isFirst = useRef(true)
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false
      return undefined
    }
    if (!isHere) return undefined
    if (!isReady(fields, input)) {
      clear()
      keepForReturn(entry.current, undefined)
      return undefined
    }
    if (begun.current?.input === input && begun.current.start === start) return undefined
    const timer = setTimeout(start, LIVE_DELAY_MS, input, { isLive: true })
    return () => clearTimeout(timer)
  }, [input, isHere, fields, start, entry, clear])

  // In another language a server is asked once more, as the browser's own tools are just above.
  const last = useRef(lang)
  useEffect(() => {
    const isAnswered = running.isRunning || outcome.result !== undefined || outcome.error !== null
    if (last.current !== lang && !isHere && isAnswered) void start(latest.current)
    last.current = lang
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once per language
  }, [start])

  useEffect(() => {
    showEntry(entry.current)
    offerDraft(() => ({ id: card.id, input: toShareable(fields, latest.current) }))
    const draft = takeDraft(card.id)
    const returned = findReturned(entry.current)
    const begin = (given: Input | undefined, isAsked = given !== undefined) => {
      const wanted = given ? { ...latest.current, ...given } : latest.current
      if (given) setWholeInput(wanted)
      const isAnswered = outcome.result !== undefined || outcome.error !== null
      const hasQuery = Object.keys(readQueryInput(fields, search)).length > 0
      if (!isAnswered && isReady(fields, wanted) && (isHere || isAsked || hasQuery)) startWith(wanted, { isLive: !isAsked })
    }
    // React may still be taking over parts of the page: what begins by itself must not make it do so at once.
    const beginLater = (given: Input | undefined, isAsked?: boolean) => startTransition(() => begin(given, isAsked))
    if (draft) beginLater(draft)
    else if (returned) beginLater(toFittingInput(fields, returned), false)
    else void unpackInput(location.hash).then((given) => beginLater(given && toFittingInput(fields, given)))
    const idle = isHere && setTimeout(warmUp, 1200)
    return () => {
      offerDraft(undefined)
      if (idle) clearTimeout(idle)
      cancel()
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once per page
  }, [])

  const setInput = useCallback((change: Partial<Input>) => setWholeInput((last) => ({ ...last, ...change })), [])
  return { card, lang, fields, input, setInput, run, goOn, cancel, keep, ...running, ...outcome }
}

/** The server may have run the tool while rendering. */
function toFirstOutcome(page: ReturnType<typeof usePageContext>, fields: ReturnType<typeof toFields>, input: Input): Outcome {
  const { answer, answerFor } = page
  return answer && answerFor === JSON.stringify(toQueryWords(fields, input, true))
    ? toOutcome(EMPTY_OUTCOME, answer, undefined)
    : EMPTY_OUTCOME
}
