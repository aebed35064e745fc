import { spawn } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BenchRow } from '../../packages/core/src/bench.ts'

const ROOT = join(import.meta.dirname, '../..')
const FILES = ['packages/*/src/**/*.test.ts', 'apps/server/src/**/*.test.ts', 'apps/web/app/**/*.test.ts']
const LIMIT_MS = 600_000

/**
 * Runs the files with property tests long. `FUZZ_RUNS` (5,000) is what a property runs that has 100 in `npm test`, and others
 * in proportion; `FUZZ_FILES` names a part of the paths; each property stops by itself after `FUZZ_SECONDS` (30). Every
 * file that fails prints its seed and the smallest counterexample.
 */
export async function run(): Promise<BenchRow[]> {
  const wanted = process.env['FUZZ_FILES'] ?? ''
  const files = globSync(FILES, { cwd: ROOT })
    .filter((path) => path.includes(wanted) && /from 'fast-check'/.test(readFileSync(join(ROOT, path), 'utf8')))
    .sort()
  let failed = 0
  const started = performance.now()
  for (const path of files) {
    const { isGood, output } = await runFile(path)
    console.log(`  ${isGood ? '✔' : '✖'} ${path}`)
    if (isGood) continue
    failed++
    console.log(output)
  }
  const minutes = (performance.now() - started) / 60_000
  return [
    {
      name: `${files.length} files of property tests, ${process.env['FUZZ_RUNS'] ?? 5_000} runs each, in ${minutes.toFixed(1)} min: failed`,
      value: failed,
      unit: 'files',
      budget: { text: '0', isMet: failed === 0 },
    },
  ]
}

/** A process of its own per file: one that hangs is ended and counts as failed. */
function runFile(path: string): Promise<{ isGood: boolean; output: string }> {
  return new Promise((resolve) => {
    const env = { FUZZ_RUNS: '5000', FUZZ_SECONDS: '30', ...process.env, NODE_TEST_CONTEXT: undefined }
    const words = ['--import', join(ROOT, 'scripts/long-runs.ts'), '--test', '--test-timeout', String(LIMIT_MS), path]
    const child = spawn(process.execPath, words, {
      cwd: ROOT,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: LIMIT_MS + 10_000,
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output = (output + text).slice(-6_000)))
    child.on('exit', (code) => resolve({ isGood: code === 0, output }))
  })
}
