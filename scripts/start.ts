import { availableParallelism } from 'node:os'
import type { Worker } from 'node:worker_threads'
import { endWithNpm } from './end-with-npm.ts'
import { startTuned } from './start-tuned.ts'

/** `npm start`: prepares what is missing (site, address data), then serves. Later starts reuse both. */
async function start(first: Worker | undefined): Promise<void> {
  const { readConfig } = await import('../apps/server/src/config.ts')
  const { refuseClosedFolder } = await import('../apps/server/src/refuse-closed-folder.ts')
  try {
    const config = readConfig(process.env)
    await refuseClosedFolder(config.varFolder)
    const preparing = Promise.all([
      import('./prepare-data.ts').then(({ prepareData }) => prepareData(config.varFolder)),
      import('./prepare-web.ts').then(({ prepareWeb }) => prepareWeb()),
    ]).then(([database]) => ({ database }))
    preparing.catch(() => {}) // heard below
    const { serve } = await import('../apps/server/src/main.ts')
    await serve(config, { preparing, first })
  } catch (error) {
    const { toFirstError } = await import('../apps/server/src/first-error.ts')
    const first = toFirstError(error)
    // By its name: one that comes from a serving thread has lost its class.
    const isSetting = first instanceof Error && first.name === 'ConfigError'
    console.error(isSetting ? `Octet cannot start:\n${first.message}` : first)
    process.exit(1) // what is still being prepared is not waited for
  }
}

/** The thread that will answer first, before anything else: what it has to read takes longest. Not where one thread is all. */
async function beginFirst(): Promise<Worker | undefined> {
  if (Number(process.env['OCTET_PROCESSES'] || availableParallelism()) === 1) return undefined
  const { beginThread } = await import('../apps/server/src/begin-thread.ts')
  return beginThread()
}

startTuned()
endWithNpm()
await import('../apps/cli/src/env-file.ts')
await start(await beginFirst())
