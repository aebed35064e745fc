import { availableParallelism, cpus } from 'node:os'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BenchRow } from '../packages/core/src/bench.ts'
import { toFigure } from './bench-line.ts'

const FILE = join(import.meta.dirname, '../docs/figures.md')
const HEAD = `# Figures

Written by \`npm run bench -- --record\` and \`npm run trial <name> -- --record\`, never by hand. A budget is what was asked for; a figure beside a peer was measured in the same interleaved run.

| command | what | figure | peer | budget | measured |
|---|---|---|---|---|---|
`

/** Puts the rows of one command into docs/figures.md in the place of its earlier ones. */
export function recordFigures(command: string, rows: readonly BenchRow[]): void {
  const before = existsSync(FILE) ? readFileSync(FILE, 'utf8').split('\n') : []
  const mark = `| \`${command}\` |`
  const lines = rows.map((row) => `${mark} ${toCells(row).join(' | ')} |`)
  const isPart = PARTS.some((name) => process.env[name])
  const kept = replaceRows(
    before.filter((line) => line.startsWith('| `')),
    { mark, lines, isPart },
  )
  writeFileSync(FILE, `${HEAD}${kept.sort(byCommand).join('\n')}\n`)
}

/** What has a trial run some of its parts only (trials/browsers.ts). */
const PARTS = ['TRIAL_BROWSERS', 'TRIAL_PARTS']

type Replacing = { readonly mark: string; readonly lines: readonly string[]; readonly isPart: boolean }

/** All rows with new ones of a command; of a run of some parts, the rows of the others stay, known by their names without numbers. */
export function replaceRows(before: readonly string[], { mark, lines, isPart }: Replacing): string[] {
  const toName = (line: string) => (line.split(' | ')[1] ?? '').replaceAll(/\d[\d.,]*/g, '')
  const names = new Set(lines.map(toName))
  return [...before.filter((line) => !line.startsWith(mark) || (isPart && !names.has(toName(line)))), ...lines]
}

function toCells({ name, value, unit, peer, budget }: BenchRow): string[] {
  const machine = `${cpus()[0]?.model.trim()}, ${availableParallelism()} cores, Node ${process.versions.node}`
  return [
    name,
    `${toFigure(value)} ${unit}`,
    peer ? `${peer.name}: ${toFigure(peer.value)}, ${peer.ratio.toFixed(2)}×` : '',
    budget ? `${budget.isMet ? 'met' : '**missed**'}: ${budget.text}` : '',
    `${new Date().toISOString().slice(0, 10)}, ${machine}`,
  ].map((cell) => cell.replaceAll('|', '\\|'))
}

/** Rows of a command stay in the order in which it printed them. */
function byCommand(a: string, b: string): number {
  const [first, second] = [a.split('`')[1] ?? '', b.split('`')[1] ?? '']
  return first < second ? -1 : first > second ? 1 : 0
}
