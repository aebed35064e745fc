import { availableParallelism } from 'node:os'
import type { Worker } from 'node:worker_threads'
import { endWithNpm } from './end-with-npm.ts'
import { takeProgram, type Program } from './packed-server.ts'
import { CODE_CACHE, startTuned } from '@octet/ipdb/start-tuned.ts'

/** When a start is over, and long before most servers end. */
const PRUNE_AFTER_MS = 60_000

/** Drops compiled code that nobody reads any more; a command line would have to wait for it. */
function pruneLater(): void {
  const prune = async () => (await import('./prune-code.ts')).pruneCode(CODE_CACHE)
  setTimeout(() => prune().catch(() => {}), PRUNE_AFTER_MS).unref() // it may belong to somebody else
}

/** The thread that will answer first, before anything else: what it has to read takes longest. Not where one thread is all. */
async function beginFirst({ thread }: Program): Promise<Worker | undefined> {
  if (Number(process.env['OCTET_PROCESSES'] || availableParallelism()) === 1) return undefined
  const { beginThread } = await import('../apps/server/src/begin-thread.ts')
  return beginThread(thread)
}

// What `npm start` does, once code is kept: see start.mjs.
startTuned()
endWithNpm()
await import('../apps/cli/src/env-file.ts')
const program = takeProgram()
const first = await beginFirst(program)
const { startServer } = (await import(program.start.href)) as typeof import('./start-server.ts')
pruneLater()
await startServer(program, first)
