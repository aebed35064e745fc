#!/usr/bin/env node
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// What is read from here on is kept compiled, which halves the time of a short command. Where nothing can be written, or
// NODE_COMPILE_CACHE names another folder, it changes nothing.
enableCompileCache(join(import.meta.dirname, '../../../node_modules/.cache/octet-code'))
await import('./octet.ts')
