import { readConfig } from '../apps/server/src/config.ts'
import { serve } from '../apps/server/src/main.ts'

/** The API alone, for `npm run dev` and for tests in a browser, which share one database server. */
const isTest = process.env['OCTET_TEST_POSTGRES'] !== undefined
const storage = isTest ? await (await import('../apps/server/src/testing/start-storage.ts')).startStorage() : undefined
await serve(readConfig({ ...process.env, ...(storage && { DATABASE_URL: storage.url }) }))
