import { globSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const ROOT = join(import.meta.dirname, '..')

/** One figure of a bench. `ratio` compares with the peer measured in the same interleaved run. */
export type BenchRow = {
  readonly name: string
  readonly value: number
  readonly unit: string
  readonly peer?: string
  readonly peerValue?: number
  /** How many times better than the peer. */
  readonly ratio?: number
  /** The budget, in words. */
  readonly target?: string
  /** Whether the budget is met. */
  readonly isMet?: boolean
}

/** `npm run bench [word]`: every bench file, or those whose path has the word in it. */
const word = process.argv[2] ?? ''
const files = globSync(
  [
    'packages/*/src/**/bench.ts',
    'packages/*/src/bench/*.ts',
    'packages/*/src/**/*.bench.ts',
    'apps/{server,cli}/src/**/bench/*.ts',
  ],
  { cwd: ROOT },
)
  .filter((file) => file.includes(word))
  .sort()
console.log(
  `${cpus()[0]?.model.trim()}, ${availableParallelism()} cores, Node ${process.versions.node}, ${new Date().toISOString().slice(0, 10)}`,
)
for (const file of files) {
  const module: { run?: () => Promise<readonly BenchRow[]> } = await import(pathToFileURL(join(ROOT, file)).href)
  if (!module.run) continue
  console.log(`\n${file}`)
  for (const row of await module.run()) console.log(`  ${toLine(row)}`)
}

function toLine({ name, value, unit, peer, peerValue, ratio, target, isMet }: BenchRow): string {
  const own = `${name.padEnd(44)} ${toFigure(value).padStart(12)} ${unit}`
  const other = peer ? `   ${peer} ${peerValue === undefined ? 'not here' : toFigure(peerValue)}` : ''
  const times = ratio === undefined ? '' : `   ${ratio.toFixed(2)}×`
  const goal = target ? `   [${isMet === undefined ? '' : isMet ? 'met: ' : 'MISSED: '}${target}]` : ''
  return own + other + times + goal
}

function toFigure(value: number): string {
  return value >= 1000 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)))
}
