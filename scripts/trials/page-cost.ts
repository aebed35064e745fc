import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { BenchRow } from '../../packages/core/src/bench.ts'
import { prepareWeb } from '../prepare-web.ts'

const ROOT = join(import.meta.dirname, '../..')
const TESTS = join(ROOT, 'apps/web/e2e')
const MOST_BUSY_MS = 200

/** What pages weigh, and how long one is busy at once while it works on a large file: the tests of both say it, and this writes it down. */
export async function run(): Promise<BenchRow[]> {
  await prepareWeb()
  const weights = await readDiagnostics('budget.test.ts')
  const busy = await readDiagnostics('big-input.test.ts')
  const heaviest = JSON.parse(find(weights, /heaviest: (\{.*\})/)) as Record<'js' | 'html' | 'css', number>
  const weigh = (name: string, bytes: number, limitKb: number): BenchRow => ({
    name: `${name}, packed with Brotli, heaviest page`,
    value: bytes / 1_000,
    unit: 'KB',
    budget: { text: `≤ ${limitKb} KB`, isMet: bytes <= limitKb * 1_000 },
  })
  const wait = (name: string, ms: number): BenchRow => ({
    name,
    value: ms,
    unit: 'ms',
    budget: { text: `≤ ${MOST_BUSY_MS} ms`, isMet: ms <= MOST_BUSY_MS },
  })
  const steps = JSON.parse(find(busy, /busy at once, ms: (\{.*\})/)) as Record<string, number>
  return [
    weigh('first-load JavaScript of a tool page', heaviest.js, 145),
    weigh('HTML of a page', heaviest.html, 18),
    weigh('inlined CSS', heaviest.css, 12),
    wait('100 MB hashed in the page: busy at once', Number(find(busy, /busy for at most (\d+) ms/))),
    ...Object.entries(steps).map(([step, ms]) => wait(`20 MB of JSON in the page, ${step}: busy at once`, ms)),
  ]
}

async function readDiagnostics(file: string): Promise<string> {
  const words = ['--test', '--test-reporter=tap', join(TESTS, file)]
  const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: ROOT, maxBuffer: 1 << 26 })
  return stdout
}

function find(text: string, pattern: RegExp): string {
  const found = pattern.exec(text)?.[1]
  if (found === undefined) throw new Error(`expected a line like ${pattern} in:\n${text.slice(0, 2_000)}`)
  return found
}
