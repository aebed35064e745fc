import { takeProgram } from './packed-server.ts'
import { startTuned } from '@octet/ipdb/start-tuned.ts'

/** The API alone, for `npm run dev`, for benches, and for tests in a browser, which share one database server. */
startTuned()
const program = takeProgram()
const { readConfig, serve } = (await import(program.start.href)) as typeof import('./start-server.ts')
const isTest = process.env['OCTET_TEST_POSTGRES'] !== undefined
const storage = isTest ? await (await import('../apps/server/src/testing/start-storage.ts')).startStorage() : undefined
await serve(readConfig({ ...process.env, ...(storage && { DATABASE_URL: storage.url }) }), { thread: program.thread })
