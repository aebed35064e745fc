import { existsSync } from 'node:fs'
import type { Prepared } from '../apps/server/src/main.ts'
import { startTuned } from './start-tuned.ts'

/** `npm start`: prepares what is missing (site, address data), then serves. Later starts reuse both. */
async function start(): Promise<void> {
  const { readConfig, ConfigError } = await import('../apps/server/src/config.ts')
  try {
    const config = readConfig(process.env)
    const [{ prepareData }, { prepareWeb }] = await Promise.all([import('./prepare-data.ts'), import('./prepare-web.ts')])
    const prepared: Prepared = {}
    const [{ serve }] = await Promise.all([
      import('../apps/server/src/main.ts'),
      prepareWeb(),
      prepareData(config.varFolder).then((database) => void (prepared.database = database)),
    ])
    await serve(config, prepared)
  } catch (error) {
    console.error(error instanceof ConfigError ? `Octet cannot start:\n${error.message}` : error)
    process.exitCode = 1
  }
}

startTuned()
if (existsSync('.env')) process.loadEnvFile('.env')
await start()
