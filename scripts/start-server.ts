import type { Worker } from 'node:worker_threads'
import { readConfig } from '../apps/server/src/config.ts'
import { toFirstError } from '../apps/server/src/first-error.ts'
import { serve } from '../apps/server/src/main.ts'
import { refuseClosedFolder } from '../apps/server/src/refuse-closed-folder.ts'
import type { Program } from './packed-server.ts'
import { prepareData } from './prepare-data.ts'
import { prepareServer } from './prepare-server.ts'
import { prepareWeb } from './prepare-web.ts'

export { readConfig, serve }

/**
 * Prepares what is missing (site, address data), then serves. Later starts reuse both, and the server as it has been packed
 * by then. `first` is the thread that will answer first, where it has been begun.
 */
export async function startServer(program: Program, first: Worker | undefined): Promise<void> {
  try {
    const config = readConfig(process.env)
    await refuseClosedFolder(config.varFolder)
    const data = prepareData(config.varFolder)
    const preparing = Promise.all([data, prepareWeb()]).then(([database]) => ({ database }))
    preparing.catch(() => {}) // heard below
    // The site takes longer than the data, and not all processors at its end: the next start may come soon.
    data.then(() => prepareServer(program)).catch(() => {})
    await serve(config, { preparing, thread: program.thread, first })
  } catch (error) {
    const first = toFirstError(error)
    // By its name: one that comes from a serving thread has lost its class.
    const isSetting = first instanceof Error && first.name === 'ConfigError'
    console.error(isSetting ? `Octet cannot start:\n${first.message}` : first)
    process.exit(1) // what is still being prepared is not waited for
  }
}
