import { parentPort, workerData } from 'node:worker_threads'
import { basename, dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { isAppError } from '@octet/core/errors.ts'
import type { BaseHost } from '@octet/core/host.ts'
import type { AnyTool } from '@octet/core/tool.ts'
import { findToolFiles } from '@octet/tools/registry.ts'
import { runTool } from '@octet/tools/run.ts'
import type { WorkerJob, WorkerWord } from './runner.ts'

const files = (await Promise.all((workerData as { folders: string[] }).folders.map(findToolFiles))).flat()

/** Runs one job at a time and says every result so far; the runner ends the thread when a job takes too long. */
async function work({ id, input, lang }: WorkerJob): Promise<void> {
  const host: BaseHost = {
    signal: new AbortController().signal,
    lang,
    now: () => new Date(),
    random: (sizeBytes) => crypto.getRandomValues(new Uint8Array(sizeBytes)),
  }
  try {
    for await (const value of runTool(await importTool(id), input, host)) say({ kind: 'value', value })
    say({ kind: 'done' })
  } catch (error) {
    if (isAppError(error)) say({ kind: 'refused', key: error.key, details: error.details })
    else say({ kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  }
}

async function importTool(id: string): Promise<AnyTool> {
  const file = files.find((path) => basename(dirname(path)) === id)
  if (!file) throw new Error(`no tool “${id}”`)
  const module: { default: AnyTool } = await import(pathToFileURL(file).href)
  return module.default
}

function say(word: WorkerWord): void {
  parentPort?.postMessage(word)
}

parentPort?.on('message', (job: WorkerJob) => void work(job))
