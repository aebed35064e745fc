import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import type { PipelineInput } from '@octet/tools/pipeline/pipeline.ts'

type Saved = { readonly pipelines: readonly PipelineInput[] }

const MAX_SAVED = 100

/** Pipelines saved by name in this browser, newest first, kept in local storage under `pipelines`. */
export const useSavedPipelines = create<Saved>()(
  persist((): Saved => ({ pipelines: [] }), { name: 'pipelines', skipHydration: true }),
)

/** Saves a pipeline; one of the same name gives way. */
export function savePipeline(pipeline: PipelineInput): void {
  useSavedPipelines.setState(({ pipelines }) => ({
    pipelines: [pipeline, ...pipelines.filter(({ name }) => name !== pipeline.name)].slice(0, MAX_SAVED),
  }))
}

export function forgetPipeline(name: string): void {
  useSavedPipelines.setState(({ pipelines }) => ({ pipelines: pipelines.filter((pipeline) => pipeline.name !== name) }))
}
