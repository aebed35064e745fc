import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import { browserStorage, storeStorage } from '../state/kept-storage.ts'
import type { PipelineInput } from '@octet/tools/pipeline/pipeline.ts'

type Saved = { readonly pipelines: readonly PipelineInput[] }

const NAME = 'pipelines'
const MAX_SAVED = 100

/** Pipelines saved by name in this browser, newest first, kept in local storage under `pipelines`. */
export const useSavedPipelines = create<Saved>()(
  persist((): Saved => ({ pipelines: [] }), {
    name: NAME,
    skipHydration: true,
    storage: storeStorage(),
    // Another version may have written it, or somebody by hand: what is no pipeline is left out.
    merge: (kept) => {
      const { pipelines } = Object(kept) as { readonly pipelines?: unknown }
      return { pipelines: Array.isArray(pipelines) ? pipelines.filter(isNamedPipeline) : [] }
    },
  }),
)

const isNamedPipeline = (value: unknown) => isPipeline(value) && typeof value.name === 'string'

/** Whether something stored has what the page needs of a pipeline. */
export function isPipeline(value: unknown): value is PipelineInput {
  const { name = '', steps } = Object(value) as Readonly<Record<string, unknown>>
  return typeof name === 'string' && Array.isArray(steps) && steps.every(isStep)
}

function isStep(value: unknown): boolean {
  const { tool, options = {}, eachLine = false } = Object(value) as Readonly<Record<string, unknown>>
  const isRecord = typeof options === 'object' && options !== null && !Array.isArray(options)
  return typeof tool === 'string' && isRecord && typeof eachLine === 'boolean'
}

/** Saves a pipeline; one of the same name gives way. Tells whether the browser keeps it. */
export function savePipeline(pipeline: PipelineInput): boolean {
  useSavedPipelines.setState(({ pipelines }) => ({
    pipelines: [pipeline, ...pipelines.filter(({ name }) => name !== pipeline.name)].slice(0, MAX_SAVED),
  }))
  return (browserStorage.getItem(NAME) ?? '').includes(JSON.stringify(pipeline))
}

export function forgetPipeline(name: string): void {
  useSavedPipelines.setState(({ pipelines }) => ({ pipelines: pipelines.filter((pipeline) => pipeline.name !== name) }))
}
