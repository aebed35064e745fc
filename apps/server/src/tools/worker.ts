import { parentPort, workerData } from 'node:worker_threads'
import { isAppError } from '@octet/core/errors.ts'
import type { BaseHost } from '@octet/core/host.ts'
import { readOwnMs } from '@octet/core/limit-thread.ts'
import { findTool } from '@octet/tools/registry.ts'
import { runTool } from '@octet/tools/run.ts'
import type { WorkerJob, WorkerWord } from './runner.ts'

const { folders } = workerData as { folders: string[] }

/** Runs one job at a time and says every result so far; the runner ends the thread when a job takes too long. */
async function work({ id, input, lang }: WorkerJob): Promise<void> {
  const host: BaseHost = {
    signal: new AbortController().signal,
    lang,
    now: () => new Date(),
    random: (sizeBytes) => crypto.getRandomValues(new Uint8Array(sizeBytes)),
  }
  try {
    const tool = await findTool(id, folders)
    if (!tool) throw new Error(`no tool “${id}”`)
    say({ kind: 'begun', usedMs: readOwnMs() })
    for await (const value of runTool(tool, input, host)) say({ kind: 'value', value })
    say({ kind: 'done' })
  } catch (error) {
    if (isAppError(error)) say({ kind: 'refused', key: error.key, details: error.details })
    else say({ kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
}

function say(word: WorkerWord): void {
  parentPort?.postMessage(word)
}

parentPort?.on('message', (job: WorkerJob) => void work(job))
