import { existsSync } from 'node:fs'
import { readConfig, ConfigError } from '../apps/server/src/config.ts'
import { prepareData } from './prepare-data.ts'
import { prepareWeb } from './prepare-web.ts'

/** `npm start`: prepares what is missing (site, address data), then serves. Later starts reuse both. */
async function start(): Promise<void> {
  const config = readConfig(process.env)
  await Promise.all([prepareWeb(), prepareData(config.varFolder)])
  const { serve } = await import('../apps/server/src/main.ts')
  await serve(config)
}

try {
  if (existsSync('.env')) process.loadEnvFile('.env')
  await start()
} catch (error) {
  console.error(error instanceof ConfigError ? `Octet cannot start:\n${error.message}` : error)
  process.exitCode = 1
}
