import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { median, type BenchRow } from '@octet/core/bench.ts'
import { print } from './measure.ts'

const CHILD = `
const { startTuned } = await import(process.argv[1])
startTuned()
const started = performance.now()
const { openDatabase } = await import(process.argv[2])
const db = await openDatabase(process.argv[3])
db.lookup('8.8.8.8', { lang: 'en', now: new Date() })
const ready = performance.now() - started
console.log(JSON.stringify({ ready, rss: process.memoryUsage.rss() / 1e6 }))
`

/** Start in a fresh process, tuned as all of ours that read address data: from nothing to the first answer, and the memory it holds then. */
export async function run(varFolder = process.env['OCTET_VAR'] ?? 'var'): Promise<BenchRow[]> {
  const runs = Array.from({ length: 5 }, () => startOnce(varFolder))
  const ready = median(runs.map((one) => one.ready))
  const rss = median(runs.map((one) => one.rss))
  return [
    { name: 'files ready → first answer', unit: 'ms', value: ready, budget: { text: '≤ 1000 ms', isMet: ready <= 1000 } },
    { name: 'resident memory of a process', unit: 'MB', value: rss, budget: { text: '≤ 300 MB', isMet: rss <= 300 } },
  ]
}

function startOnce(varFolder: string): { ready: number; rss: number } {
  const [tuning, opening] = ['start-tuned.ts', 'open.ts'].map((name) => join(import.meta.dirname, '..', name)) as [string, string]
  const args = ['--input-type=module', '-e', CHILD, tuning, opening, varFolder]
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as { ready: number; rss: number }
}

if (import.meta.main) print(await run())
