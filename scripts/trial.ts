import { basename, join } from 'node:path'
import { findProgram } from './packed-server.ts'
import { prepareServer } from './prepare-server.ts'
import { endMeasures, findMeasures, runMeasures } from './measures.ts'

/**
 * `npm run trial <word>`: long trials of the whole product under load and loss, each of which prints its figures;
 * `--record` writes docs/figures.md. All packets stay on loopback, and each ends by itself.
 */
const ROOT = import.meta.dirname
const word = process.argv[2]
const names = findMeasures(['trials/*.ts'], ROOT).map((file) => basename(file, '.ts'))
const chosen = word === 'all' ? names : names.filter((name) => name === word)
if (chosen.length === 0) {
  console.error(`expected one of: ${[...names, 'all'].join(', ')}; got ${word ?? 'nothing'}`)
  process.exit(1)
}
const measures = chosen.map((name) => ({
  title: name,
  file: join(ROOT, 'trials', `${name}.ts`),
  command: `npm run trial ${name}`,
}))
await prepareServer(findProgram()) // measured as it is served
endMeasures(await runMeasures(measures, process.argv.includes('--record')))
