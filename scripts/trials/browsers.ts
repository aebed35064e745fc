import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DIST } from '../../apps/web/build/dist.ts'
import type { BenchRow } from '../../packages/core/src/bench.ts'
import { loadTools } from '../../packages/tools/src/registry.ts'
import { prepareWeb } from '../prepare-web.ts'
import { startAlone, type Alone } from './alone.ts'
import { JOURNEYS, NotOffered } from './browser-journeys.ts'
import { startFirefox } from './firefox.ts'
import { OtherBrowser, type BrowserWire } from './other-browser.ts'
import { compareTools } from './tools-elsewhere.ts'
import { startWatchingFront, type WatchingFront } from './watching-front.ts'
import { startWebkit } from './webkit.ts'

/** Programs of Debian that the trial drives, and what to install for each. */
const BROWSERS: Readonly<Record<string, Offered>> = {
  firefox: { start: startFirefox, packages: 'firefox-esr', parts: ['tools', 'journeys', 'pages'] },
  'firefox-private': { start: () => startFirefox({ isPrivate: true }), packages: 'firefox-esr', parts: ['journeys'] },
  webkit: { start: startWebkit, packages: 'webkit2gtk-driver and xvfb', parts: ['tools', 'journeys', 'pages'] },
}

type Offered = {
  readonly start: () => Promise<BrowserWire | undefined>
  readonly packages: string
  readonly parts: readonly string[]
}

/** Beside the pages of the sitemap: answers with data, a frame for other sites, and pages that are not there. */
const MORE_PATHS = ['/ipdizhi?ip=8.8.8.8', '/asn/13335', '/embed/json', '/offline', '/no/such/page'] as const
const BEHIND_LOG_IN = [
  ...['dashboard', 'billing', 'downloads', 'profile'].map((name) => `/account/${name}`),
  '/monitors',
  '/admin',
  ...['users', 'mails', 'tools', 'audit'].map((name) => `/admin/${name}`),
]
const PHONE = { width: 320, height: 640 }
const DESK = { width: 1280, height: 900 }

/**
 * The built product in Firefox and WebKitGTK, as they are installed: every page in both languages on a narrow phone, with
 * the first example of a tool that runs in the browser; every example in the worker; what visitors do. `TRIAL_BROWSERS` names some of them, `TRIAL_PARTS` some
 * of pages, tools and journeys, `TRIAL_PATHS` some pages; `TRIAL_SHOTS` is a folder for a picture of each page.
 */
export async function run(): Promise<BenchRow[]> {
  if (!process.env['OCTET_WEB_DIST']) await prepareWeb()
  const wanted = toList('TRIAL_BROWSERS') ?? Object.keys(BROWSERS)
  const rows: BenchRow[] = []
  for (const [id, { start, packages, parts }] of Object.entries(BROWSERS)) {
    if (!wanted.includes(id)) continue
    const wire = await start()
    if (wire) rows.push(...(await tryBrowser(new OtherBrowser(wire), toList('TRIAL_PARTS') ?? parts)))
    else console.log(`  ${id} is not installed (${packages}): nothing has been tried in it`)
  }
  if (rows.length === 0) throw new Error('expected Firefox or WebKitGTK, found neither')
  return rows
}

/** A product of its own for each: what one leaves behind is not found by the other. */
async function tryBrowser(opened: OtherBrowser, parts: readonly string[]): Promise<BenchRow[]> {
  await using browser = opened
  console.log(`  ${browser.wire.name}`)
  await using product = await startAlone({
    operator: { limits: { unitsPerSecond: 1e6, burst: 1e6 }, nameServers: ['127.0.0.1:9'] },
    env: { OCTET_WEB_DIST: DIST },
  })
  await using front = await startWatchingFront(product.port)
  const rows: BenchRow[] = []
  if (parts.includes('journeys')) rows.push(await tryJourneys(browser, front)) // first, while no page has a service worker
  if (parts.includes('tools')) rows.push(await tryTools(browser, front))
  if (parts.includes('pages')) rows.push(...(await walkPages(browser, { front, product })))
  return rows
}

async function tryTools(browser: OtherBrowser, { origin }: WatchingFront): Promise<BenchRow> {
  const { count, differences } = await compareTools(browser, origin)
  for (const { name, here, there } of differences)
    console.log(`  ${name}\n    Node: ${toShort(here)}\n    here: ${toShort(there)}`)
  return toRow(browser, `${count} examples of tools in the site's worker: not as in Node`, differences.length, 'examples')
}

async function tryJourneys(browser: OtherBrowser, front: WatchingFront): Promise<BenchRow> {
  let tried = 0
  let failed = 0
  await browser.wire.resize(DESK.width, DESK.height)
  for (const [name, journey] of Object.entries(JOURNEYS)) {
    front.complaints.length = 0
    try {
      await journey(browser, front)
      for (const { kind, what } of front.complaints) throw new Error(`${kind} ${what}`)
      tried++
      console.log(`  ✔ ${name}`)
    } catch (error) {
      if (error instanceof NotOffered) {
        console.log(`  – ${name}: ${error.message}`)
        continue
      }
      tried++
      failed++
      console.log(`  ✖ ${name}: ${(error as Error).message}; ${front.complaints.map(({ what }) => what).join('; ')}`)
      await keepPicture(browser, `failed ${name}`)
    }
  }
  return toRow(browser, `${tried} journeys of visitors: failed`, failed, 'journeys')
}

type Walk = { readonly front: WatchingFront; readonly product: Alone }

/** Every page in both languages, the ones behind the log-in last. */
async function walkPages(browser: OtherBrowser, { front, product }: Walk): Promise<BenchRow[]> {
  const { paths }: { paths: string[] } = JSON.parse(await readFile(join(DIST, 'server/sitemap.json'), 'utf8'))
  const wanted = toList('TRIAL_PATHS')
  const open = wanted ?? [...paths, ...MORE_PATHS]
  const closed = wanted ? [] : BEHIND_LOG_IN
  await browser.wire.resize(PHONE.width, PHONE.height)
  const local = new Set((await loadTools()).filter(({ needs = [] }) => needs.length === 0).map(({ route }): string => route))
  const found = { faulty: new Set<string>(), policy: new Set<string>(), wide: new Set<string>() }
  const walk = async (list: readonly string[]) => {
    for (const path of list.flatMap((one) => [one, `/zh${one === '/' ? '' : one}`]))
      await visit(path).catch((error: Error) => {
        found.faulty.add(path)
        console.log(`  ${path}: ${error.message}`)
      })
  }
  const visit = async (path: string) => {
    front.complaints.length = 0
    await browser.open(front.origin + path)
    if (local.has(path.replace(/^\/zh/, ''))) {
      await browser.evaluate(() => document.querySelector<HTMLButtonElement>('.examples button')?.click())
      await browser.waitFor('.tool[data-run=done]')
    }
    await browser.evaluate(settle)
    await keepPicture(browser, path)
    const widePx = await browser.evaluate(findWidth, PHONE.width)
    for (const { kind, what } of front.complaints) {
      found[kind === 'policy' ? 'policy' : 'faulty'].add(path)
      console.log(`  ${path}: ${kind} ${what}`)
    }
    if (widePx > PHONE.width) {
      found.wide.add(path)
      console.log(`  ${path}: ${widePx} px wide`)
    }
  }
  await walk(open)
  if (closed.length > 0) await logInOperator(browser, { front, product })
  await walk(closed)
  const count = `${2 * (open.length + closed.length)} pages`
  return [
    toRow(browser, `${count}: with an error, caught or not`, found.faulty.size, 'pages'),
    toRow(browser, `${count}: against the Content-Security-Policy`, found.policy.size, 'pages'),
    toRow(browser, `${count} of ${PHONE.width} px: wider than the screen`, found.wide.size, 'pages'),
  ]
}

async function logInOperator(browser: OtherBrowser, { front, product }: Walk): Promise<void> {
  const token = new URL(await product.readOperatorLink()).hash.replace('#token=', '')
  await browser.open(`${front.origin}/terms`)
  const status = await browser.evaluate(async (token: string) => {
    const password = 'correct horse battery'
    const body = JSON.stringify({ token, email: 'operator@example.org', password, confirm_password: password })
    const answer = await fetch('/v1/account/operator', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    return answer.status
  }, token)
  if (status !== 200) throw new Error(`the operator could not log in: HTTP ${status}`)
}

/** In the page: until what it draws late has been drawn, and reports are on their way. */
const settle = () => new Promise<void>((resolve) => setTimeout(() => requestAnimationFrame(() => resolve()), 300))

/** In the page: how wide its content is on a screen of that width; in a frame where the window cannot be made so narrow. */
async function findWidth(px: number): Promise<number> {
  if (innerWidth <= px) return document.documentElement.scrollWidth
  const frame = document.createElement('iframe')
  frame.style.cssText = `position: fixed; left: 0; top: 0; width: ${px}px; height: 640px; border: 0`
  await new Promise((resolve) => {
    frame.addEventListener('load', resolve)
    frame.src = location.href
    document.body.append(frame)
  })
  for (let look = 0; look < 500 && frame.contentDocument?.documentElement.dataset['ready'] === undefined; look++)
    await new Promise((resolve) => setTimeout(resolve, 20))
  const wide = frame.contentDocument?.documentElement.scrollWidth ?? Number.NaN
  frame.remove()
  return wide
}

async function keepPicture(browser: OtherBrowser, name: string): Promise<void> {
  const folder = process.env['TRIAL_SHOTS']
  if (!folder) return
  await mkdir(folder, { recursive: true })
  const file = `${browser.wire.name}${name}`.replaceAll(/[^\w.]+/g, '-')
  await writeFile(join(folder, `${file}.png`), await browser.wire.takePicture())
}

const toRow = ({ wire }: OtherBrowser, name: string, value: number, unit: string): BenchRow => ({
  name: `${wire.name}, ${name}`,
  value,
  unit,
  budget: { text: '0', isMet: value === 0 },
})

const toShort = (value: unknown) => JSON.stringify(value)?.slice(0, 300)

const toList = (name: string) => process.env[name]?.split(',').filter(Boolean)
