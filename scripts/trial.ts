import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { BenchRow } from '../packages/core/src/bench.ts'
import { toLine } from './bench-line.ts'
import { recordFigures } from './record-figures.ts'

type Trial = { run: () => Promise<readonly BenchRow[]> }

/**
 * `npm run trial <word>`: long trials of the whole product under load and loss, each of which prints its figures. All
 * packets stay on loopback, and each ends by itself.
 */
const ROOT = import.meta.dirname
const word = process.argv[2]
// By their text: what else lies there begins its work as soon as it is read.
const names = globSync('trials/*.ts', { cwd: ROOT })
  .filter((file) => /^export async function run\b/m.test(readFileSync(join(ROOT, file), 'utf8')))
  .map((file) => basename(file, '.ts'))
  .sort()
const chosen = word === 'all' ? names : names.filter((name) => name === word)
if (chosen.length === 0) {
  console.error(`expected one of: ${[...names, 'all'].join(', ')}; got ${word ?? 'nothing'}`)
  process.exit(1)
}
for (const name of chosen) {
  const { run } = (await import(pathToFileURL(join(ROOT, 'trials', `${name}.ts`)).href)) as Trial
  console.log(`\n${name}`)
  const rows = await run()
  for (const row of rows) console.log(`  ${toLine(row)}`)
  if (process.argv.includes('--record')) recordFigures(`npm run trial ${name}`, rows)
}
process.exit(0)
