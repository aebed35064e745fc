import { globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { BenchRow } from '../packages/core/src/bench.ts'
import { toLine } from './bench-line.ts'
import { recordFigures } from './record-figures.ts'

/**
 * `npm run trial <word>`: long trials of the whole product under load and loss, each of which prints its figures. All
 * packets stay on loopback, and each ends by itself.
 */
const ROOT = import.meta.dirname
const word = process.argv[2]
const files = globSync('trials/*.ts', { cwd: ROOT }).sort()
const trials = new Map<string, () => Promise<readonly BenchRow[]>>()
const toName = (file: string) => file.replace(/^trials\/|\.ts$/g, '')
const isKnown = files.some((file) => toName(file) === word)
for (const file of files) {
  if (isKnown && toName(file) !== word) continue
  const module: { run?: () => Promise<readonly BenchRow[]> } = await import(pathToFileURL(join(ROOT, file)).href)
  if (module.run) trials.set(toName(file), module.run)
}
if (word === undefined || (word !== 'all' && !trials.has(word))) {
  console.error(`expected one of: ${[...trials.keys(), 'all'].join(', ')}; got ${word ?? 'nothing'}`)
  process.exit(1)
}
for (const [name, run] of trials) {
  if (word !== 'all' && word !== name) continue
  console.log(`\n${name}`)
  const rows = await run()
  for (const row of rows) console.log(`  ${toLine(row)}`)
  if (process.argv.includes('--record')) recordFigures(`npm run trial ${name}`, rows)
}
process.exit(0)
