import { readConfig } from '../apps/server/src/config.ts'
import { serve } from '../apps/server/src/main.ts'

/** The API alone, for `npm run dev`. */
await serve(readConfig(process.env))
