import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { DIST } from '../../apps/web/build/dist.ts'
import { launchBrowser } from '../../apps/web/e2e/browser.ts'
import type { BenchRow } from '../../packages/core/src/bench.ts'
import { prepareWeb } from '../prepare-web.ts'
import { startAlone } from './alone.ts'
import { findFreePort } from '../../packages/core/src/testing/free-port.ts'
import { logInOperator } from './log-in-operator.ts'
import { waitForQuiet } from './quiet.ts'
import { startSecureFront } from './secure-front.ts'

/**
 * Lighthouse brings a hundred packages and 170 MB that no other command wants, so it is no dependency: the trial installs it
 * beside the system's temporary files, at this version, when it first runs.
 */
const VERSION = '13.5.0'
const FOLDER = join(tmpdir(), `octet-lighthouse-${VERSION}`)

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Category = (typeof CATEGORIES)[number]

const LEAST_SCORE = 98
const MOST_SHIFT = 0.05
const MOST_PAINT_MS = 2_000
const MOST_TRIES = 3

/** Pages that hold an answer, drawn by the server with its data. The sitemap does not list them. */
const WITH_DATA = ['/ipdizhi?ip=8.8.8.8', '/ipdizhi?ip=2001%3A4860%3A4860%3A%3A8888', '/asn/13335', '/embed/json'] as const
/** Pages that only people who are logged in see, scored as the operator of a new installation sees them. */
const BEHIND_LOG_IN = [
  ...['dashboard', 'billing', 'downloads', 'profile'].map((name) => `/account/${name}`),
  '/monitors',
  '/admin',
  ...['users', 'mails', 'tools', 'audit'].map((name) => `/admin/${name}`),
]
const NEEDS_LOG_IN = /^\/(account|admin|monitors)\b/
/** From these, search engines are asked to stay away, which Lighthouse would count as a mistake. */
const IS_PRIVATE = /^(\/zh)?\/(asn|embed|account|admin|monitors)\b/

/** The part of a Lighthouse report that is read. */
type Report = {
  readonly categories: Readonly<
    Record<Category, { readonly score: number | null; readonly auditRefs: readonly { id: string; weight: number }[] }>
  >
  readonly audits: Readonly<Record<string, { readonly score: number | null; readonly numericValue?: number }>>
}
type Lighthouse = (url: string, flags: object) => Promise<{ lhr: Report } | undefined>

type Measured = Readonly<Record<Category, number>> & {
  readonly shift: number
  readonly paintMs: number
  /** Audits below a full score that weigh something, other than times. */
  readonly failed: readonly string[]
}

/**
 * Scores every page of the built site on Lighthouse's phone preset (simulated 4G, a processor a quarter as fast), over
 * HTTP/2 and TLS as the public has it. The two languages of a page differ in words only: runs of a page take them in turn.
 * A page that keeps to everything in its first run counts with that; any other is run `TRIAL_RUNS` (3) times, and the medians
 * count. Pages behind the log-in come last. `TRIAL_PATHS`, divided by commas, names some pages in place of all. Simulated times
 * come from a trace of this machine, so every run first waits a while for the machine to be quiet.
 */
export async function run(): Promise<BenchRow[]> {
  const runs = Number(process.env['TRIAL_RUNS'] ?? 3)
  const lighthouse = await loadLighthouse()
  if (!process.env['OCTET_WEB_DIST']) await prepareWeb()
  await using product = await startAlone({
    operator: { limits: { unitsPerSecond: 1e6, burst: 1e6 }, nameServers: ['127.0.0.1:9'] },
    env: { OCTET_WEB_DIST: DIST },
  })
  await using front = await startSecureFront(product.port)
  const port = await findFreePort()
  await using browser = await launchBrowser([`--remote-debugging-port=${port}`, '--ignore-certificate-errors'])
  const pages = new Map<string, Measured>()
  let isLoggedIn = false
  for (const path of await listPaths()) {
    if (NEEDS_LOG_IN.test(path) && !isLoggedIn) {
      await logInOperator(product, { browser, origin: front.origin })
      isLoggedIn = true
    }
    const found: Measured[] = []
    for (let index = 0; index < runs && !(index === 1 && found.every(keepsToAll)); index++) {
      await waitForQuiet()
      found.push(await measure(lighthouse, { url: front.origin + toLanguage(path, index), port }))
    }
    const middle = toMiddle(found)
    pages.set(path, middle)
    console.log(toPageLine(path, middle))
  }
  return toRows(pages, runs)
}

async function loadLighthouse(): Promise<Lighthouse> {
  const entry = join(FOLDER, 'node_modules/lighthouse/core/index.js')
  if (!existsSync(entry)) {
    console.log(`  installing lighthouse@${VERSION} into ${FOLDER} …`)
    await promisify(execFile)('npm', ['install', '--ignore-scripts', '--prefix', FOLDER, `lighthouse@${VERSION}`])
  }
  const module: { default: Lighthouse } = await import(pathToFileURL(entry).href)
  return module.default
}

async function listPaths(): Promise<readonly string[]> {
  const wanted = process.env['TRIAL_PATHS']
  if (wanted) return wanted.split(',')
  const { paths }: { paths: string[] } = JSON.parse(await readFile(join(DIST, 'server/sitemap.json'), 'utf8'))
  return [...paths, ...WITH_DATA, ...BEHIND_LOG_IN]
}

const keepsToAll = (page: Measured): boolean =>
  CATEGORIES.every((name) => page[name] >= LEAST_SCORE) && page.shift <= MOST_SHIFT && page.paintMs <= MOST_PAINT_MS

const toLanguage = (path: string, index: number) => (index % 2 === 0 ? path : `/zh${path === '/' ? '' : path}`)

async function measure(lighthouse: Lighthouse, { url, port }: { url: string; port: number }): Promise<Measured> {
  for (let tries = 1; ; tries++) {
    const measured = await measureOnce(lighthouse, { url, port })
    if (!Number.isNaN(measured.paintMs) || tries === MOST_TRIES) return measured
  }
}

/** Not a number where the browser painted nothing in time, as it may on a machine that is busy. */
async function measureOnce(lighthouse: Lighthouse, { url, port }: { url: string; port: number }): Promise<Measured> {
  const skipAudits = IS_PRIVATE.test(new URL(url).pathname) ? ['is-crawlable'] : []
  const result = await lighthouse(url, { port, onlyCategories: [...CATEGORIES], skipAudits, logLevel: 'error' })
  if (!result) throw new Error(`${url}: Lighthouse gave no report`)
  const { categories, audits } = result.lhr
  const refs = CATEGORIES.filter((name) => name !== 'performance').flatMap((name) => categories[name].auditRefs)
  return {
    performance: toScore(categories.performance),
    accessibility: toScore(categories.accessibility),
    'best-practices': toScore(categories['best-practices']),
    seo: toScore(categories.seo),
    shift: audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
    paintMs: audits['largest-contentful-paint']?.numericValue ?? Number.NaN,
    failed: refs.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1).map(({ id }) => id),
  }
}

const toScore = ({ score }: { readonly score: number | null }) => Math.round(100 * (score ?? 0))

function toMiddle(found: readonly Measured[]): Measured {
  const of = (name: Category | 'shift' | 'paintMs') =>
    found.map((one) => one[name]).sort((a, b) => a - b)[Math.floor(found.length / 2)] ?? Number.NaN
  return {
    performance: of('performance'),
    accessibility: of('accessibility'),
    'best-practices': of('best-practices'),
    seo: of('seo'),
    shift: of('shift'),
    paintMs: of('paintMs'),
    failed: [...new Set(found.flatMap(({ failed }) => failed))],
  }
}

function toPageLine(path: string, page: Measured): string {
  const scores = CATEGORIES.map((name) => String(page[name]).padStart(4)).join('')
  const times = `CLS ${page.shift.toFixed(3)}  LCP ${(page.paintMs / 1_000).toFixed(2)} s`
  return `  ${path.padEnd(40)}${scores}  ${times}  ${page.failed.join(' ')}`
}

/** The lowest of all pages is what counts; its name tells where to look. */
function toRows(pages: ReadonlyMap<string, Measured>, runs: number): BenchRow[] {
  const list = [...pages]
  const worst = (toBadness: (page: Measured) => number) => list.reduce((a, b) => (toBadness(b[1]) > toBadness(a[1]) ? b : a))
  const scores = CATEGORIES.map((name): BenchRow => {
    const [path, page] = worst((one) => -one[name])
    const isMet = page[name] >= LEAST_SCORE
    return { name: `${name}, lowest: ${path}`, value: page[name], unit: 'of 100', budget: { text: `≥ ${LEAST_SCORE}`, isMet } }
  })
  const [shiftPath, { shift }] = worst((one) => one.shift)
  const [paintPath, { paintMs }] = worst((one) => one.paintMs)
  const low = list.filter(([, one]) => CATEGORIES.some((name) => one[name] < LEAST_SCORE)).length
  return [
    {
      name: `pages with a score below ${LEAST_SCORE} (median of ${runs} where the first run fell short), of ${list.length}`,
      value: low,
      unit: 'pages',
      budget: { text: '0', isMet: low === 0 },
    },
    ...scores,
    {
      name: `layout shift, most: ${shiftPath}`,
      value: shift,
      unit: 'CLS',
      budget: { text: `≤ ${MOST_SHIFT}`, isMet: shift <= MOST_SHIFT },
    },
    {
      name: `largest paint, last: ${paintPath}`,
      value: paintMs / 1_000,
      unit: 's',
      budget: { text: '≤ 2.0 s', isMet: paintMs <= MOST_PAINT_MS },
    },
  ]
}
