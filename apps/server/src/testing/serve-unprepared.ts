import { readConfig } from '../config.ts'
import { serve } from '../main.ts'

/** A server whose site and data never come, or cannot (`CASE=fails`). For tests that look at how it ends. */
const preparing =
  process.env['CASE'] === 'fails'
    ? Promise.reject(new Error('no room for data'))
    : new Promise<never>((resolve) => setTimeout(resolve, 1e6))
await serve(readConfig(process.env), { preparing })
