import { parentPort, workerData } from 'node:worker_threads'
import { isAppError } from '@octet/core/errors.ts'
import { readOwnMs } from '@octet/core/limit-thread.ts'
import { findTool } from '@octet/tools/registry.ts'
import { answerTool } from '@octet/tools/run.ts'
import type { ThreadJob, ThreadWord } from './thread-job.ts'

const { id, folders, input, lang } = workerData as ThreadJob

const say = (word: ThreadWord) => parentPort?.postMessage(word)

/** Runs one pure tool and says its answer; other errors than known ones end the thread. */
async function work(): Promise<ThreadWord> {
  const tool = await findTool(id, folders)
  if (!tool) throw new Error(`no tool “${id}”`)
  const host = {
    signal: new AbortController().signal,
    lang,
    now: () => new Date(),
    random: (sizeBytes: number) => crypto.getRandomValues(new Uint8Array(sizeBytes)),
  }
  say({ kind: 'begins', usedMs: readOwnMs() })
  try {
    return { kind: 'answer', answer: await answerTool(tool, input, host) }
  } catch (error) {
    if (!isAppError(error)) throw error
    return { kind: 'refused', key: error.key, details: error.details }
  }
}

say(await work())
