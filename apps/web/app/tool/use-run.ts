import { useCallback, useEffect, useRef, useState } from 'react'
import type { Envelope, Failure } from '@octet/core/envelope.ts'
import type { ToolCard } from '@octet/tools/catalogue.ts'
import { toPlace } from '../catalogue.ts'
import { useLang } from '../lang.tsx'
import { runTool } from '../worker/run-tool.ts'
import { isChanged, isUntouched, toRunInput, type Input } from './form.ts'
import type { Field } from './schema.ts'
import type { ToolState } from './view.ts'

/** An answer that comes sooner after a click follows on it: what it moves has not jumped. */
const SOON_MS = 250

/** A run that failed is not shown as an error when it was cancelled. */
const CANCELLED = 499

export type Outcome = Pick<ToolState, 'result' | 'error' | 'isPart' | 'elapsedMs'>

export const EMPTY_OUTCOME: Outcome = { result: undefined, error: null, isPart: false, elapsedMs: undefined }

type RunOptions = {
  readonly card: ToolCard
  readonly fields: readonly Field[]
  readonly keep: (wanted: Input, maxChars?: number, isAsked?: boolean) => void
  /** What is there before the first run. */
  readonly first: () => Outcome
}

/** Runs of a tool, one at a time, and what the last one came to. */
export function useRun({ card, fields, keep, first }: RunOptions) {
  const lang = useLang()
  const isHere = toPlace(card) === 'here'
  const [outcome, setOutcome] = useState(first)
  const [isRunning, setRunning] = useState(false)
  const [isSlow, setSlow] = useState(false)
  const running = useRef<AbortController>(undefined)
  useEffect(() => {
    if (!isRunning) return undefined
    const timer = setTimeout(setSlow, SOON_MS, true)
    return () => clearTimeout(timer)
  }, [isRunning])

  const start = useCallback(
    async (wanted: Input, { isLive = false, isAsked = false } = {}) => {
      running.current?.abort(new DOMException('', 'AbortError'))
      const controller = new AbortController()
      running.current = controller
      setRunning(true)
      setSlow(!isAsked)
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

  /** What is still being worked out is not wanted any more either. */
  const clear = useCallback(() => {
    cancel()
    setOutcome(EMPTY_OUTCOME)
  }, [cancel])
  return { outcome, isRunning, isSlow: isRunning && isSlow, start, cancel, clear }
}

const toFailedField = ({ code, data }: Envelope<unknown>): unknown =>
  code === 200 ? undefined : (data as Failure | undefined)?.field

/** What an answer makes of the outcome before it. */
export function toOutcome(last: Outcome, answer: Envelope<unknown>, elapsedMs: number | undefined): Outcome {
  if (answer.code === 200) return { ...EMPTY_OUTCOME, result: answer.data, elapsedMs }
  if (answer.code === CANCELLED) return last
  return { ...last, error: answer as Envelope<Failure>, elapsedMs }
}
