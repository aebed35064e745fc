import { startTuned } from '@octet/ipdb/start-tuned.ts'

/** Commands that load all the address data of this machine, most of whose time is to touch memory for the first time. */
const READS_DATA: ReadonlySet<string | undefined> = new Set(['batch', 'pipeline', 'ranges', 'summarize'])
const [command, ...words] = process.argv.slice(2)
if (READS_DATA.has(command) || (command === 'lookup' && words.some((word) => /^as\d/i.test(word)))) startTuned()

await import('./octet.ts')
