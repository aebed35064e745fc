import { startTuned } from './start-tuned.ts'

/** The API alone, for `npm run dev`, for benches, and for tests in a browser, which share one database server. */
startTuned()
const [{ readConfig }, { serve }] = await Promise.all([
  import('../apps/server/src/config.ts'),
  import('../apps/server/src/main.ts'),
])
const isTest = process.env['OCTET_TEST_POSTGRES'] !== undefined
const storage = isTest ? await (await import('../apps/server/src/testing/start-storage.ts')).startStorage() : undefined
await serve(readConfig({ ...process.env, ...(storage && { DATABASE_URL: storage.url }) }))
