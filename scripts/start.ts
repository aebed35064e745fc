import { availableParallelism } from 'node:os'
import type { Worker } from 'node:worker_threads'
import { endWithNpm } from './end-with-npm.ts'
import { takeProgram, type Program } from './packed-server.ts'
import { startTuned } from '@octet/ipdb/start-tuned.ts'

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
await startServer(program, first)
