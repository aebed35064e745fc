import { startTuned } from '@octet/ipdb/start-tuned.ts'

/** Commands that load the address data of this machine, most of whose time is to touch memory for the first time. */
const READS_DATA: ReadonlySet<string | undefined> = new Set(['batch', 'lookup', 'mcp', 'pipeline', 'ranges', 'summarize'])
if (READS_DATA.has(process.argv[2])) startTuned()

await import('./octet.ts')
