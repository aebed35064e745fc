import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { AppError, isAppError, toErrorMessage } from '@octet/core/errors.ts'
import type { PipelineInput, PipelineState } from '@octet/tools/pipeline/pipeline.ts'
import cardModules from 'virtual:octet/cards'
import { arrived } from '../arrived.ts'
import { useLang } from '../lang.tsx'
import { toRunInput, toStartInput } from '../tool/form.ts'
import { unpackInput } from '../tool/share.ts'
import { createPageHost } from './page-host.ts'
import { toEditSteps, toOptionFields, toPipeline, type Cards, type EditStep } from './steps.ts'
import { keepWorkingDraft, readDraft } from './working-draft.ts'

/** Like MAX_STEPS of the engine, which is loaded with the first run only. */
export const MAX_STEPS = 12

export type PipelinePage = {
  readonly name: string
  readonly setName: (name: string) => void
  readonly steps: readonly EditStep[]
  readonly setSteps: (change: (steps: readonly EditStep[]) => readonly EditStep[]) => void
  readonly cards: Cards
  readonly text: string
  readonly setText: (text: string) => void
  /** What the last run made, or has made so far. */
  readonly state: PipelineState | undefined
  readonly isRunning: boolean
  /** Whether the steps or the input are others than those of the last run. */
  readonly isStale: boolean
  readonly error: string
  readonly elapsedMs: number | undefined
  readonly run: () => Promise<void>
  readonly cancel: () => void
  /** Puts a whole pipeline on the page. */
  readonly open: (pipeline: PipelineInput, text?: string) => void
}

type Run = { readonly state?: PipelineState; readonly error: string; readonly elapsedMs?: number; readonly ranOn?: string }

/** State of the pipeline page: the steps, what goes in, and how far a run has come. */
export function usePipeline(): PipelinePage {
  const lang = useLang()
  const [name, setName] = useState('')
  const [steps, setStepList] = useState<readonly EditStep[]>([])
  const [text, setText] = useState('')
  const [outcome, setOutcome] = useState<Run>({ error: '' })
  const [isRunning, setRunning] = useState(false)
  const running = useRef<AbortController>(undefined)
  const cards = useCards(steps)
  const fingerprint = useMemo(
    () => JSON.stringify([steps.map(({ tool, options, eachLine }) => [tool, options, eachLine]), text]),
    [steps, text],
  )

  const open = useCallback((pipeline: PipelineInput, given?: string) => {
    running.current?.abort(new DOMException('', 'AbortError'))
    setName(pipeline.name ?? '')
    setStepList(toEditSteps(pipeline.steps))
    setOutcome({ error: '' })
    if (given !== undefined) setText(given)
  }, [])

  useOpening(open)
  useEffect(() => keepWorkingDraft({ pipeline: toPipeline(steps, cards, name), text }), [steps, cards, name, text])
  useEffect(() => () => running.current?.abort(new DOMException('', 'AbortError')), [])

  const run = async () => {
    const controller = new AbortController()
    running.current?.abort(new DOMException('', 'AbortError'))
    running.current = controller
    setRunning(true)
    setOutcome({ error: '', ranOn: fingerprint })
    const startedAt = performance.now()
    const put = (part: Partial<Run>) => running.current === controller && setOutcome((last) => ({ ...last, ...part }))
    try {
      const { pipelineSchema, runPipeline } = await arrived(import('@octet/tools/pipeline/pipeline.ts'))
      const known = await loadCards(steps.map(({ tool }) => tool))
      const pipeline = pipelineSchema.parse({ steps: steps.map((step) => toRunStep(step, known)) })
      const host = createPageHost({ cards: known, lang, signal: controller.signal })
      for await (const state of runPipeline(pipeline, text, host)) put({ state })
      put({ elapsedMs: performance.now() - startedAt })
    } catch (error) {
      if (!isAppError(error)) console.error(error)
      const known = isAppError(error) ? error : new AppError('unavailable', { reason: String(error) })
      put({ error: toErrorMessage(known, lang) })
    }
    if (running.current !== controller) return
    running.current = undefined
    setRunning(false)
  }
  const cancel = () => running.current?.abort(new DOMException('', 'AbortError'))

  return {
    name,
    setName,
    steps,
    setSteps: (change) => setStepList((last) => change(last)),
    cards,
    text,
    setText,
    state: outcome.state,
    isRunning,
    isStale: outcome.ranOn !== undefined && outcome.ranOn !== fingerprint,
    error: outcome.error,
    elapsedMs: outcome.elapsedMs,
    run,
    cancel,
    open,
  }
}

/** The step as it runs: with its secrets, without options that are out of sight. */
function toRunStep({ tool, options, eachLine }: EditStep, cards: Cards) {
  const card = cards[tool]
  const fields = card ? toOptionFields(card) : []
  return { tool, eachLine, options: toRunInput(fields, { ...toStartInput(fields), ...options }) }
}

async function loadCards(ids: readonly string[]): Promise<Cards> {
  const rows = await Promise.all(ids.map(async (id) => [id, (await cardModules[id]?.())?.default] as const))
  return Object.fromEntries(rows)
}

/** Cards of the tools in the steps, loaded as they are needed; a tool that is not there stays undefined. */
function useCards(steps: readonly EditStep[]): Cards {
  const [cards, setCards] = useState<Cards>({})
  const wanted = [...new Set(steps.map(({ tool }) => tool))].sort().join(' ')
  useEffect(() => {
    void loadCards(wanted.split(' ').filter(Boolean)).then((found) => setCards((last) => ({ ...last, ...found })))
  }, [wanted])
  return cards
}

/** On arrival: a pipeline that came by link, else the one that was being worked on. */
function useOpening(open: PipelinePage['open']): void {
  const isDone = useRef(false)
  useEffect(() => {
    if (isDone.current) return
    isDone.current = true
    // Read at once: the page keeps its state from now on, and that is still empty.
    const draft = readDraft()
    void readShared().then((shared) => {
      const found = shared ?? draft
      if (found && (found.pipeline.steps.length > 0 || found.text)) open(found.pipeline, found.text)
    })
  }, [open])
}

async function readShared(): Promise<{ pipeline: PipelineInput; text: string } | undefined> {
  const shared = await unpackInput(location.hash)
  if (!shared) return undefined
  const { pipelineSchema } = await arrived(import('@octet/tools/pipeline/pipeline.ts'))
  const { text, ...rest } = shared
  const parsed = pipelineSchema.safeParse(rest)
  return parsed.success ? { pipeline: parsed.data, text: typeof text === 'string' ? text : '' } : undefined
}
