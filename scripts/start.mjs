// `npm start`. What is read from here on is kept compiled, and without its types, so that what strips them need not be loaded.
// Where the program may not be written nothing is kept.
import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/octet-code', import.meta.url)))
await import('./start.ts')
