import { availableParallelism, cpus } from 'node:os'
import { join } from 'node:path'
import { endMeasures, findMeasures, runMeasures } from './measures.ts'
import { findProgram } from './packed-server.ts'
import { prepareServer } from './prepare-server.ts'
import { startTuned } from '@octet/ipdb/start-tuned.ts'

startTuned() // as the server does
const ROOT = join(import.meta.dirname, '..')
const PATTERNS = [
  'packages/*/src/**/bench.ts',
  'packages/*/src/bench/*.ts',
  'packages/*/src/**/*.bench.ts',
  'apps/{server,cli}/src/**/bench/*.ts',
]

/** `npm run bench [word]`: every bench, or those whose path has the word in it; `--record` writes docs/figures.md. */
const word = process.argv.slice(2).find((argument) => !argument.startsWith('--')) ?? ''
const files = findMeasures(PATTERNS, ROOT).filter((file) => file.includes(word))
if (files.length === 0) {
  console.error(`expected a word from the path of a bench, such as lookup or apps/server; got ${word}`)
  process.exit(1)
}
await prepareServer(findProgram()) // measured as it is served
console.log(
  `${cpus()[0]?.model.trim()}, ${availableParallelism()} cores, Node ${process.versions.node}, ${new Date().toISOString().slice(0, 10)}`,
)
const measures = files.map((file) => ({ title: file, file: join(ROOT, file), command: `npm run bench ${file}` }))
endMeasures(await runMeasures(measures, process.argv.includes('--record')))
