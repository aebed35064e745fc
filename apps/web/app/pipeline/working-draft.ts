import type { PipelineInput } from '@octet/tools/pipeline/pipeline.ts'
import { tabStorage } from '../state/kept-storage.ts'
import { isPipeline } from './saved-store.ts'

/** What is being worked on: kept for the tab, so that a look at another page loses nothing. */
export type WorkingDraft = { readonly pipeline: PipelineInput; readonly text: string }

const KEY = 'pipeline'
/** Longer inputs are not kept. */
const MAX_TEXT_CHARS = 200_000

let added: WorkingDraft | undefined

/** A tool page hands over itself as a step, with what it works on. It is kept at once: the next page may be loaded whole. */
export function addToDraft(step: PipelineInput['steps'][number], text: string): void {
  const kept = readKept()
  const steps = [...(kept?.pipeline.steps ?? []), step]
  added = { pipeline: { ...kept?.pipeline, steps }, text: kept?.text || text }
  keepWorkingDraft(added)
}

/** What was being worked on, with the step that was added since. */
export function readDraft(): WorkingDraft | undefined {
  const draft = added ?? readKept()
  added = undefined
  return draft
}

export function keepWorkingDraft({ pipeline, text }: WorkingDraft): void {
  if (pipeline.steps.length === 0 && text === '') tabStorage.removeItem(KEY)
  else tabStorage.setItem(KEY, JSON.stringify({ pipeline, text: text.length > MAX_TEXT_CHARS ? '' : text }))
}

function readKept(): WorkingDraft | undefined {
  try {
    const { pipeline, text } = JSON.parse(tabStorage.getItem(KEY) ?? '{}')
    return isPipeline(pipeline) && typeof text === 'string' ? { pipeline, text } : undefined
  } catch {
    return undefined
  }
}
