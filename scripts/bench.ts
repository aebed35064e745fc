import { globSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { BenchRow } from '../packages/core/src/bench.ts'
import { toLine } from './bench-line.ts'
import { startTuned } from './start-tuned.ts'
import { recordFigures } from './record-figures.ts'

startTuned() // as the server does
const ROOT = join(import.meta.dirname, '..')

/** `npm run bench [word]`: every bench file, or those whose path has the word in it; `--record` writes docs/figures.md. */
const word = process.argv.slice(2).find((argument) => !argument.startsWith('--')) ?? ''
const files = globSync(
  [
    'packages/*/src/**/bench.ts',
    'packages/*/src/bench/*.ts',
    'packages/*/src/**/*.bench.ts',
    'apps/{server,cli}/src/**/bench/*.ts',
  ],
  { cwd: ROOT },
)
  .filter((file) => file.includes(word) && !file.endsWith('.test.ts'))
  .sort()
if (files.length === 0) {
  console.error(`expected a word from the path of a bench, such as lookup or apps/server; got ${word}`)
  process.exit(1)
}
console.log(
  `${cpus()[0]?.model.trim()}, ${availableParallelism()} cores, Node ${process.versions.node}, ${new Date().toISOString().slice(0, 10)}`,
)
for (const file of files) {
  const module: { run?: () => Promise<readonly BenchRow[]> } = await import(pathToFileURL(join(ROOT, file)).href)
  if (!module.run) continue
  console.log(`\n${file}`)
  const rows = await module.run()
  for (const row of rows) console.log(`  ${toLine(row)}`)
  if (process.argv.includes('--record')) recordFigures(`npm run bench ${file}`, rows)
}
