import { useCallback, useEffect, useState } from 'react'
import type { Envelope, Failure } from '@octet/core/envelope.ts'
import { toRunInput, type Input } from '../../tool/form.ts'
import type { ToolState } from '../../tool/view.ts'
import type { Summary } from './desk.ts'
import type { DeskHandle } from './use-desk.ts'

export type BigRun = {
  readonly isRunning: boolean
  readonly summary: Summary | undefined
  readonly error: Envelope<Failure> | null
  readonly elapsedMs: number | undefined
  readonly cancel: () => void
  readonly start: () => void
}

type Outcome = Omit<BigRun, 'isRunning' | 'cancel' | 'start'>

const NOTHING: Outcome = { summary: undefined, error: null, elapsedMs: undefined }
/** Options may be typed; the last key counts. */
const DELAY_MS = 150

/** Runs the JSON tool on a file in the desk's worker, anew when the options change. The text never comes to the page. */
export function useBigRun({ fields, input, lang }: ToolState, file: File | undefined, desk: DeskHandle): BigRun {
  const [outcome, setOutcome] = useState<Outcome>(NOTHING)
  const [isRunning, setRunning] = useState(false)
  const [turn, setTurn] = useState(0)
  const { text: _, ...options } = toRunInput(fields, input as Input)
  const wanted = JSON.stringify(options)

  useEffect(() => {
    setOutcome(NOTHING)
    if (!file) {
      setRunning(false)
      return undefined
    }
    let isGone = false
    setRunning(true)
    const timer = setTimeout(async () => {
      const startedAt = performance.now()
      const answer = await desk.get().run(file, JSON.parse(wanted), lang)
      if (isGone) return
      const elapsedMs = performance.now() - startedAt
      setRunning(false)
      setOutcome(
        answer.code === 200
          ? { summary: answer.data as Summary, error: null, elapsedMs }
          : { summary: undefined, error: answer as Envelope<Failure>, elapsedMs },
      )
    }, DELAY_MS)
    return () => {
      isGone = true
      clearTimeout(timer)
      desk.stop()
    }
  }, [file, wanted, lang, desk, turn])

  const cancel = useCallback(() => {
    desk.stop()
    setRunning(false)
  }, [desk])
  return { ...outcome, isRunning, cancel, start: useCallback(() => setTurn((last) => last + 1), []) }
}
