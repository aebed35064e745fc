import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { DIST } from '../../apps/web/build/dist.ts'
import { createFakeApi } from '../../apps/web/e2e/fake-api.ts'
import type { BenchRow } from '../../packages/core/src/bench.ts'
import { toEnvelope } from '../../packages/core/src/envelope.ts'
import { prepareWeb } from '../prepare-web.ts'

const ROOT = join(import.meta.dirname, '../..')
const TESTS = join(ROOT, 'apps/web/e2e')
const MOST_BUSY_MS = 200
/** A lookup that is drawn with its result, and a page of documents as one who is logged in gets it. */
const DRAWN = ['/ipdizhi?ip=8.8.8.8', '/docs']
const DRAWN_TIMES = 300

/** What pages weigh, what it takes to draw one, and how long one is busy at once while it works on a large file: the tests of both say it, and this writes it down. */
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
    ...(await drawPages()),
    wait('100 MB hashed in the page: busy at once', Number(find(busy, /busy for at most (\d+) ms/))),
    ...Object.entries(steps).map(([step, ms]) => wait(`20 MB of JSON in the page, ${step}: busy at once`, ms)),
  ]
}

type Entry = { readonly render: (request: Request, options: object) => Promise<Response> }

/** Processor time that the server takes to draw a page for one visitor, once the engine knows the code. */
async function drawPages(): Promise<BenchRow[]> {
  const entry = (await import(pathToFileURL(join(DIST, 'server/entry.js')).href)) as Entry
  const api = createFakeApi()
  const draw = async (path: string) => {
    const request = new Request(`http://127.0.0.1${path}`)
    const runTool = async (id: string, input: unknown) => (await api.run(id, input)) ?? toEnvelope(null)
    const page = await entry.render(request, { loggedIn: true, dataState: {}, runTool })
    if (page.status !== 200 || !(await page.text()).includes('</html>')) throw new Error(`${path}: got status ${page.status}`)
  }
  const rows: BenchRow[] = []
  for (const path of DRAWN) {
    for (let time = 0; time < DRAWN_TIMES; time++) await draw(path)
    const before = process.cpuUsage()
    for (let time = 0; time < DRAWN_TIMES; time++) await draw(path)
    const { user, system } = process.cpuUsage(before)
    rows.push({ name: `${path} drawn on the server`, value: (user + system) / 1_000 / DRAWN_TIMES, unit: 'ms CPU' })
  }
  return rows
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
