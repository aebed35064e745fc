#!/usr/bin/env node
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { startTuned } from '@octet/ipdb/start-tuned.ts'

/** Commands that load the address data of this machine, most of whose time is to touch memory for the first time. */
const READS_DATA: ReadonlySet<string | undefined> = new Set(['batch', 'lookup', 'mcp', 'pipeline', 'ranges', 'summarize'])
if (READS_DATA.has(process.argv[2])) startTuned()

// What is read from here on is kept compiled, which halves the time of a short command. Where nothing can be written, or
// NODE_COMPILE_CACHE names another folder, it changes nothing.
enableCompileCache(join(import.meta.dirname, '../../../node_modules/.cache/octet-code'))
await import('./octet.ts')
