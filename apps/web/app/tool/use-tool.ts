import { useRouter, useSearch } from '@tanstack/react-router'
import { startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Envelope, Failure } from '@octet/core/envelope.ts'
import type { ToolCard } from '@octet/tools/catalogue.ts'
import { toPlace } from '../catalogue.ts'
import { useLang } from '../lang.tsx'
import { usePageContext } from '../page-context.ts'
import { rememberTool } from '../state/prefs-store.ts'
import { runTool, warmUp } from '../worker/run-tool.ts'
import { findReturned, keepForReturn, offerDraft, showEntry, takeDraft } from './draft.ts'
import { isChanged, isEmpty, isReady, toFittingInput, toRunInput, toStartInput, type Input } from './form.ts'
import { readQueryInput, toQueryWords } from './query.ts'
import { isPaneControl, toFields, type Field } from './schema.ts'
import { toShareable, unpackInput } from './share.ts'
import type { ToolState } from './view.ts'

/** A live tool answers this long after the last key. */
const LIVE_DELAY_MS = 200
/** A run that failed is not shown as an error when it was cancelled. */
const CANCELLED = 499

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Where the input of this page of the history is kept. */
    readonly draft?: string
  }
}

type Outcome = Pick<ToolState, 'result' | 'error' | 'isPart' | 'elapsedMs'>

const EMPTY_OUTCOME: Outcome = { result: undefined, error: null, isPart: false, elapsedMs: undefined }

/** State of a tool on its page: fields, runs, address. */
export function useTool(card: ToolCard): ToolState {
  const lang = useLang()
  const router = useRouter()
  const page = usePageContext()
  const search: Readonly<Record<string, unknown>> = useSearch({ strict: false })
  const fields = useMemo(() => toFields(card.input), [card])
  const isHere = toPlace(card) === 'here'
  const [input, setWholeInput] = useState<Input>(() => ({ ...toStartInput(fields), ...readQueryInput(fields, search) }))
  const [outcome, setOutcome] = useState<Outcome>(() => toFirstOutcome(page, fields, input))
  const [isRunning, setRunning] = useState(false)
  const running = useRef<AbortController>(undefined)
  const latest = useRef(input)
  latest.current = input
  const kept = useRef(router.state.location.state.draft ?? toEntryName(card.id))

  const keep = useCallback(
    (wanted: Input, maxChars?: number, isAsked = false) => {
      rememberTool(card.id)
      const words = toQueryWords(fields, wanted, !isHere)
      const { search: shown, state } = router.state.location
      const isSame = hasSameWords(words, shown)
      // A look-up after another is a page of its own, which «Back» leaves for the one before.
      const isNext = isAsked && !isHere && !isSame && Object.keys(shown).length > 0
      if (isNext) kept.current = toEntryName(card.id)
      showEntry(kept.current)
      keepForReturn(kept.current, toShareable(fields, wanted), maxChars)
      // The router would draw the page anew for the same address, too.
      if (isSame && (state.draft === kept.current || isUntouched(fields, wanted))) return
      const here = isNext ? {} : ({ hash: true, replace: true } as const)
      void router.navigate({ to: '.', resetScroll: false, ...here, search: words, state: { draft: kept.current } })
    },
    [card.id, fields, isHere, router],
  )

  const start = useCallback(
    async (wanted: Input, { isLive = false, isAsked = false } = {}) => {
      running.current?.abort(new DOMException('', 'AbortError'))
      const controller = new AbortController()
      running.current = controller
      setRunning(true)
      const startedAt = performance.now()
      const options = {
        lang,
        signal: controller.signal,
        // Values come over a channel of their own and may arrive after the answer: then they are of no use any more.
        onValue: (result: unknown) => running.current === controller && setOutcome({ ...EMPTY_OUTCOME, result, isPart: true }),
      }
      const sent = toRunInput(fields, wanted)
      const answer = await runTool(isHere ? 'here' : 'there', card.id, sent, options)
      if (running.current !== controller) return
      running.current = undefined
      setRunning(false)
      // An empty page is no mistake yet: only a run that was asked for complains, or one with a wrong value in another field.
      const isQuiet = isLive && isUntouched(fields, wanted) && !isChanged(fields, wanted, toFailedField(answer))
      if (answer.code !== 200 && isQuiet) setOutcome(EMPTY_OUTCOME)
      else setOutcome((last) => toOutcome(last, answer, performance.now() - startedAt))
      keep(wanted, undefined, isAsked)
    },
    [card.id, fields, isHere, keep, lang],
  )

  const cancel = useCallback(() => {
    running.current?.abort(new DOMException('', 'AbortError'))
    running.current = undefined
    setRunning(false)
  }, [])

  const run = useCallback(
    (change?: Partial<Input>) => {
      const wanted = { ...latest.current, ...change }
      setWholeInput(wanted)
      void start(wanted, { isAsked: true })
    },
    [start],
  )

  const isFirst = useRef(true)
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false
      return undefined
    }
    if (!isHere) return undefined
    if (!isReady(fields, input)) {
      setOutcome(EMPTY_OUTCOME)
      keepForReturn(kept.current, undefined)
      return undefined
    }
    const timer = setTimeout(start, LIVE_DELAY_MS, input, { isLive: true })
    return () => clearTimeout(timer)
  }, [input, isHere, fields, start])

  useEffect(() => {
    showEntry(kept.current)
    offerDraft(() => ({ id: card.id, input: toShareable(fields, latest.current) }))
    const draft = takeDraft(card.id)
    const returned = findReturned(kept.current)
    const begin = (given: Input | undefined, isAsked = given !== undefined) => {
      const wanted = { ...latest.current, ...given }
      if (given) setWholeInput(wanted)
      const isAnswered = outcome.result !== undefined || outcome.error !== null
      const hasQuery = Object.keys(readQueryInput(fields, search)).length > 0
      if (!isAnswered && isReady(fields, wanted) && (isHere || isAsked || hasQuery))
        void start(wanted, { isLive: !isAsked && !hasQuery })
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
      running.current?.abort(new DOMException('', 'AbortError'))
      running.current = undefined
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once per page
  }, [])

  const setInput = useCallback((change: Partial<Input>) => setWholeInput((last) => ({ ...last, ...change })), [])
  return { card, lang, fields, input, setInput, run, cancel, keep, isRunning, ...outcome }
}

/** A name of its own for a page of the history; it ends with the moment. */
const toEntryName = (id: string): string => `draft ${id} ${Date.now()}`

const hasSameWords = (words: Readonly<Record<string, string>>, shown: Readonly<Record<string, unknown>>): boolean =>
  Object.keys({ ...words, ...shown }).every((name) => words[name] === shown[name])

/** The server may have run the tool while rendering. */
function toFirstOutcome(page: ReturnType<typeof usePageContext>, fields: ReturnType<typeof toFields>, input: Input): Outcome {
  const { answer, answerFor } = page
  return answer && answerFor === JSON.stringify(toQueryWords(fields, input, true))
    ? toOutcome(EMPTY_OUTCOME, answer, undefined)
    : EMPTY_OUTCOME
}

/** Whether nothing has been typed or chosen that a tool works on. */
const isUntouched = (fields: readonly Field[], input: Input): boolean =>
  fields.every(({ isMain, control, name }) => !(isMain || isPaneControl(control)) || isEmpty(input[name]))

const toFailedField = ({ code, data }: Envelope<unknown>): unknown =>
  code === 200 ? undefined : (data as Failure | undefined)?.field

function toOutcome(last: Outcome, answer: Envelope<unknown>, elapsedMs: number | undefined): Outcome {
  if (answer.code === 200) return { ...EMPTY_OUTCOME, result: answer.data, elapsedMs }
  if (answer.code === CANCELLED) return last
  return { ...last, error: answer as Envelope<Failure>, elapsedMs }
}
