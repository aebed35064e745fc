import assert from 'node:assert/strict'
import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { findFreePort } from '@octet/core/testing/free-port.ts'
import { DIST } from '../build/dist.ts'
import { findBarriers } from './axe.ts'
import { FOR_TESTS, launchBrowser, VISITOR } from './browser.ts'
import { AS_ROUTING, LONG, PREFIX, REGISTRATIONS, ROUTING, toDnsResult } from './long-answers.ts'
import { startRealApi, type RealApi } from './real-api.ts'

/** The network tools against the whole product; its packets go to loopback alone. */
let api: RealApi
let browser: Browser
let listener: Server
let folder: string
/** Where the product answers for the zone of the leak test. */
let leakPort: number

before(async () => {
  if (!existsSync(join(DIST, 'server/csp.json'))) await import('../build.ts')
  folder = await mkdtemp(join(tmpdir(), 'octet-network-'))
  process.env.OCTET_CONFIG = join(folder, 'octet.yaml')
  leakPort = await findFreePort()
  const leak = `{ zone: leak.example.com, addresses: [192.0.2.10], listen: ['127.0.0.1:${leakPort}'] }`
  await writeFile(process.env.OCTET_CONFIG, `allowTargets: [127.0.0.0/8, "::1/128"]\ndnsLeak: ${leak}\n`)
  listener = createServer((socket) => socket.end('220 hello from the test\r\n')).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  api = await startRealApi()
  browser = await launchBrowser(FOR_TESTS)
})
after(async () => {
  await browser?.close()
  await api?.close()
  listener?.close()
  await rm(folder, { recursive: true, force: true })
})

let visited: { readonly page: Page; readonly problems: string[] } | undefined

/** Opens a page where the one before it was, without what that one kept and answered: a browser of its own takes twice as long. */
async function visit(path: string, { viewport = VISITOR.viewport, colorScheme = 'light' }: VisitOptions = {}) {
  const { page, problems } = (visited ??= await makePage())
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  if (page.url().startsWith(api.origin)) await page.evaluate(leave)
  await page.setViewportSize(viewport)
  await page.emulateMedia({ media: null, colorScheme })
  problems.length = 0
  await page.goto(api.origin + path)
  await page.waitForSelector('html[data-ready]')
  return { page, problems }
}

type VisitOptions = Pick<BrowserContextOptions, 'colorScheme'> & { readonly viewport?: { width: number; height: number } }

/** Ends what a page still asks before nobody here answers in place of others any more. */
function leave(): void {
  stop()
  localStorage.clear()
}

async function makePage(options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ ...VISITOR, ...options })
  const page = await context.newPage()
  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  page.on('pageerror', (error) => problems.push(error.message))
  return { page, problems }
}

/** A page of its own, for tests that reach for the outside world. */
async function open(path: string, options: BrowserContextOptions = {}) {
  const opened = await makePage(options)
  await opened.page.goto(api.origin + path)
  await opened.page.waitForSelector('html[data-ready]')
  return { ...opened, close: () => opened.page.context().close() }
}

const PHONE = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' } as const
const overflowOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

async function assertSound({ page, problems }: { page: Page; problems: readonly string[] }) {
  assert.deepEqual(await findBarriers(page), [])
  assert.ok((await overflowOf(page)) <= 0, 'the page is wider than the screen')
  assert.deepEqual(problems, [])
}

test('ping shows a row for each packet while it runs, and the step that sent them', async () => {
  const opened = await visit('/pingip')
  const { page } = opened
  const rows = page.locator('.ping-result tbody tr')
  await page.fill('.main-line input', '127.0.0.1')
  await page.fill('input[name=count]', '6')
  // Looked at from within the page: on a busy machine all may have come when who asks from outside is answered.
  await page.evaluate(() => {
    const counts: number[] = []
    Object.assign(window, { counts })
    const count = () => counts.push(document.querySelectorAll('.ping-result tbody tr').length)
    new MutationObserver(count).observe(document.body, { childList: true, subtree: true })
  })
  await page.press('.main-line input', 'Enter')
  await page.locator('.ping-result[aria-busy=false]').waitFor()
  const early = await page.evaluate(() => (window as unknown as { counts: number[] }).counts.find((count) => count > 0))
  assert.ok(early !== undefined && early < 6, `rows come one by one, got ${early} at once`)
  assert.equal(await rows.count(), 6)
  // the system's ping tells TTLs, mtr-packet does not
  const hasTtl = /TTL/.test(await page.locator('.ping-result thead').innerText())
  assert.equal(await rows.first().locator('td').count(), hasTtl ? 5 : 4)
  if (hasTtl) assert.match(await rows.first().locator('td').nth(2).innerText(), /^\d+$/)
  assert.match(await page.locator('.ping-result .net-stats').innerText(), /Loss\s*0\s*%/)
  assert.match(await page.locator('.ping-result .net-head').innerText(), /Sent by: \S/)
  assert.match((await page.locator('.net-chart svg').getAttribute('aria-label')) ?? '', /6 of 6 answered/)
  await assertSound(opened)
})

test('long words of foreign servers stay within a small screen, and the answer comes into sight', async () => {
  const { page, problems } = await visit('/zh/lookup/tls', { viewport: { width: 320, height: 700 } })
  for (const [id, [path, data]] of Object.entries(LONG)) {
    await page.route(`**/v1/tools/${id}`, (route) => route.fulfill({ json: { code: 200, msg: '', data } }))
    await page.goto(`${api.origin}${path}`)
    await page.waitForSelector('html[data-ready]')
    await page.fill('.main-line input', 'a.example')
    await page.press('.main-line input', 'Enter')
    await page.locator('.net-result[aria-busy=false]').waitFor()
    assert.ok((await overflowOf(page)) <= 0, `${path} is wider than the screen`)
    const edges = page.locator('.record-data').evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().right))
    assert.ok(Math.max(0, ...(await edges)) <= 320, 'what a record says lies on the screen')
    await page.waitForFunction(
      () => (document.querySelector('.net-result')?.getBoundingClientRect().top ?? Infinity) < innerHeight,
    )
  }
  assert.deepEqual(problems, [])
})

test('several names pasted for whois go to the page for many, which asks a stranger to log in and a user nothing', async () => {
  const opened = await visit('/whios')
  const { page } = opened
  const paste = (text: string) =>
    page.locator('.main-line input').evaluate((field, pasted) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', pasted)
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, text)
  await paste('example.com')
  assert.match(page.url(), /\/whios$/)
  await page.route('**/v1/tools/whois-batch', (route) =>
    route.fulfill({ json: { code: 401, msg: 'Please log in first', data: { error: 'login_required' } } }),
  )
  await paste('example.com\nexample.org\n')
  await page.getByRole('alert').waitFor()
  assert.match(page.url(), /\/lookup\/whois-batch$/)
  assert.equal(await page.locator('textarea').inputValue(), 'example.com\nexample.org\n')
  await page.locator('.accounts-only').getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.unroute('**/v1/tools/whois-batch')
  await page.route('**/v1/tools/whois-batch', (route) => route.fulfill({ json: { code: 200, msg: '', data: REGISTRATIONS } }))
  await page.locator('.button.run').click()
  const result = page.locator('.batch-view .net-result[aria-busy=false]')
  await result.waitFor()
  assert.match(await result.innerText(), /Expire within 30 days\s+1\b/)
  const saved = page.waitForEvent('download')
  await result.getByRole('button', { name: 'Expiry dates as calendar file' }).click()
  assert.match(await readFile((await (await saved).path())!, 'utf8'), /SUMMARY:example\.com expires\r\n/)
  assert.deepEqual(await findBarriers(page), [])
  await page.setViewportSize({ width: 320, height: 700 })
  assert.ok((await overflowOf(page)) <= 0, 'the page is wider than the screen')
})

test('a lookup says what has changed since the last one, and keeps nothing when told so', async () => {
  const opened = await visit('/dnschaxun', PHONE)
  const { page } = opened
  let values = ['192.0.2.1', '192.0.2.2']
  await page.route('**/v1/tools/dns', (route) => route.fulfill({ json: { code: 200, msg: '', data: toDnsResult(values) } }))
  const ask = async (line: RegExp) => {
    await page.fill('.main-line input', 'example.com')
    await page.press('.main-line input', 'Enter')
    await page.locator('.net-kept').filter({ hasText: line }).waitFor()
  }
  await ask(/kept in this browser/)
  values = ['192.0.2.2', '192.0.2.3']
  await ask(/Delete kept answers/)
  const changes = page.locator('.net-changes')
  await changes.waitFor()
  assert.match(await changes.innerText(), /A\s+−\s+removed\s+192\.0\.2\.1\s+\+\s+added\s+192\.0\.2\.3$/)
  await page.reload()
  await page.waitForSelector('html[data-ready]')
  await ask(/No change since/)
  assert.equal(await changes.count(), 0)
  await assertSound(opened)
  await page.getByRole('button', { name: 'Stop keeping them' }).click()
  await page.locator('.net-kept').filter({ hasText: 'Answers are not kept in this browser' }).waitFor()
  assert.equal(await page.evaluate(() => localStorage.getItem('answers')), '{"isOff":true,"answers":[]}')
})

test('a result on paper says when it came and from which address; on the screen it does not', async () => {
  const { page } = await visit('/zh/lookup/tls')
  const [, data] = LONG['tls']!
  await page.route('**/v1/tools/tls', (route) => route.fulfill({ json: { code: 200, msg: '', data } }))
  await page.fill('.main-line input', 'a.example')
  await page.press('.main-line input', 'Enter')
  await page.locator('.net-result[aria-busy=false]').waitFor()
  const printed = page.locator('.printed')
  await printed.waitFor({ state: 'attached' })
  assert.equal(await printed.isVisible(), false)
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  await page.emulateMedia({ media: 'print' })
  assert.ok(await printed.isVisible())
  const words = new RegExp(`^结果时间：${new Date().getFullYear()}年.* · ${api.origin}/zh/lookup/tls\\?host=a\\.example$`)
  assert.match(await printed.innerText(), words)
})

const list = (name: string, state: string, more: object = {}) => ({
  zone: `${name.toLowerCase()}.example`,
  name,
  state,
  problem: null,
  codes: [],
  meanings: [],
  reason: null,
  impact: 'low',
  ms: 1,
  homepage: 'https://example.com/',
  removal: 'https://example.com/',
  ...more,
})

test('block lists that accuse come first, the heaviest on top; who could not be asked and the clean are folded', async () => {
  const opened = await visit('/lookup/dnsbl', PHONE)
  const { page } = opened
  const lists = [
    list('Clean', 'clean'),
    list('Small', 'listed'),
    list('Dead', 'broken', { problem: 'no_test_entry' }),
    list('Great', 'listed', { impact: 'high', meanings: [{ en: 'spam source', zh: '垃圾邮件来源' }], codes: ['127.0.0.2'] }),
  ]
  const data = { target: '8.8.8.8', listed: 2, clean: 1, unanswered: 1, lists, isComplete: true }
  await page.route('**/v1/tools/dnsbl', (route) => route.fulfill({ json: { code: 200, msg: '', data } }))
  await page.fill('.main-line input', '8.8.8.8')
  await page.press('.main-line input', 'Enter')
  const result = page.locator('.dnsbl-result[aria-busy=false]')
  await result.getByText('Listed on 2 lists').waitFor()
  assert.deepEqual(await result.locator('.dnsbl-listed strong').allInnerTexts(), ['Great', 'Small'])
  assert.match(await result.locator('.dnsbl-listed li').first().innerText(), /spam source/)
  assert.equal(await result.getByText('Dead').isVisible(), false)
  await result.getByText('Could not be asked (1)').click()
  await result.getByText('it does not know its own test entry').waitFor()
  assert.equal(await result.getByText('Not listed (1)').isVisible(), true)
  await assertSound(opened)
})

test('of a network, the addresses with a name can be shown alone', async () => {
  const addresses = Array.from({ length: 32 }, (_, at) => ({
    address: `192.0.2.${at}`,
    ttl: null,
    names: at % 16 === 1 ? [`host-${at}.example.com`] : [],
    isConfirmed: at % 16 === 1 ? true : null,
    problem: null,
    place: null,
  }))
  const { page, problems } = await visit('/no/such/page')
  problems.length = 0
  await page.route('**/v1/tools/host', (route) =>
    route.fulfill({ json: { code: 200, msg: '', data: { query: '192.0.2.0/27', aliases: [], addresses } } }),
  )
  await page.goto(`${api.origin}/hostchaxun?target=192.0.2.0/27`)
  const rows = page.locator('.host-result tbody tr')
  const alone = page.getByRole('button', { name: '2 with a name' })
  await alone.click()
  assert.deepEqual(await rows.locator('td:first-child').allTextContents(), ['192.0.2.1', '192.0.2.17'])
  assert.equal(await alone.getAttribute('aria-pressed'), 'true')
  await page.getByRole('button', { name: 'All', exact: true }).click()
  assert.equal(await rows.count(), 32)
  assert.deepEqual(problems, [])
})

test('a contradicted route is called invalid, with who may announce it and a way to the AS', async () => {
  const opened = await visit('/ip/routing')
  const { page } = opened
  await page.route('**/v1/tools/routing', (route) => route.fulfill({ json: { code: 200, msg: '', data: ROUTING } }))
  await page.fill('.main-line input', PREFIX)
  await page.press('.main-line input', 'Enter')
  const result = page.locator('.routing-result[aria-busy=false]')
  await result.waitFor()
  assert.match(await result.locator('.net-head').innerText(), /RPKI invalid/)
  assert.match(await result.innerText(), /Route objects\s+None\./)
  assert.equal(await result.getByRole('link', { name: 'AS4199999999' }).getAttribute('href'), '/asn/4199999999')
  await assertSound(opened)
})

test('the page of an AS asks BGP and the registries when told to, and tells upstreams from peers', async () => {
  const opened = await visit('/asn/15169', PHONE)
  const { page } = opened
  await page.route('**/v1/tools/routing', (route) => route.fulfill({ json: { code: 200, msg: '', data: AS_ROUTING } }))
  await page.getByRole('button', { name: 'Ask them now' }).click()
  const declared = page.locator('.policy-list > div')
  await declared.first().waitFor()
  assert.deepEqual(
    (await declared.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ')),
    ['Upstreams 1 AS4199999998 IPv6', 'Peers 1 AS64500'],
  )
  assert.match(await page.locator('.asn-page').innerText(), /Date of allocation\s+2020-01-02/)
  await assertSound(opened)
})

test('ping stops when asked and keeps what has come', async () => {
  const { page } = await visit('/zh/pingip?target=127.0.0.1&count=30', PHONE)
  const rows = page.locator('.ping-result tbody tr')
  await rows.nth(1).waitFor()
  await page.getByRole('button', { name: '取消' }).click()
  await page.locator('.ping-result[aria-busy=false]').waitFor()
  const kept = await rows.count()
  assert.ok(kept >= 2 && kept < 30, `got ${kept} rows`)
  assert.ok((await overflowOf(page)) <= 0)
})

test('traceroute draws the hop that is the target', async (t) => {
  const opened = await visit('/zh/ipluyou?target=127.0.0.1', PHONE)
  const { page } = opened
  await page.locator('.trace-result[aria-busy=false], .status.failed').first().waitFor()
  if (await page.locator('.status.failed').count()) return t.skip('this machine cannot trace')
  assert.match(await page.locator('.trace-result tbody tr').first().innerText(), /127\.0\.0\.1[\s\S]*目标/)
  const hidden = await page.locator('.hop-table').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  assert.equal(hidden, 0, 'no figure of a hop lies beyond the edge of a phone')
  await assertSound(opened)
})

test('a port check says open and closed in words, and what answers', async () => {
  const { port } = listener.address() as AddressInfo
  const opened = await visit(`/ipport?target=127.0.0.1&preset=custom&ports=${port},1`)
  const { page } = opened
  await page.locator('.ports-result[aria-busy=false]').waitFor()
  assert.match(
    await page.locator('.ports-result tbody').innerText(),
    new RegExp(`${port}\\s+open[\\s\\S]*220 hello from the test`),
  )
  await page.getByRole('button', { name: /^closed 1$/ }).click()
  assert.match(await page.locator('.ports-result tbody').innerText(), /^1\s+closed/)
  await assertSound(opened)
})

test('the network test ends with figures and a grade', async () => {
  const opened = await open('/networktest')
  const { page, close } = opened
  await page.getByRole('button', { name: 'Start the test' }).click()
  await page.locator('[data-phase=done], [data-phase=failed]').waitFor()
  assert.equal(
    await page.locator('.speed-panel [role=status]').getAttribute('data-phase'),
    'done',
    await page.locator('.speed-panel').innerText(),
  )
  const figures = await page.locator('.speed-panel .net-stat strong').allInnerTexts()
  assert.equal(figures.length, 7)
  for (const figure of figures.slice(0, 5)) assert.ok(Number(figure) > 0, `expected a figure, got ${figures.join(' ')}`)
  assert.match(figures[6] ?? '', /^(A\+|[ABCDF])$/)
  assert.ok(await page.getByRole('button', { name: 'Copy the result' }).isVisible())
  await assertSound(opened)
  await close()
})

test('reachability asks the listed sites and no others, and tells the families by them', async () => {
  const context = await browser.newContext({ ...VISITOR, ...PHONE })
  const page = await context.newPage()
  // No packet may leave this machine, so the page is given an outside world of its own: names with a 6 are not there.
  await page.addInitScript(() => {
    const { fetch } = window
    const asked: string[] = []
    Object.assign(window, { asked })
    window.fetch = (input, options) => {
      const url = new URL(String(input), location.href)
      if (url.protocol !== 'https:') return fetch(input, options)
      asked.push(url.origin)
      return url.host.includes('6') ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve(new Response())
    }
  })
  await page.route('**/v1/tools/network-test', (route) =>
    route.fulfill({ json: { code: 200, msg: '', data: { address: null, family: 4, sites: [], isComplete: true } } }),
  )
  await page.goto(`${api.origin}/networktest`)
  await page.waitForSelector('html[data-ready]')
  await page.getByRole('button', { name: 'Test the sites' }).click()
  await page.getByText('Only IPv4 answered.').waitFor()
  const row = (host: string) => page.locator('.reach-panel tr', { hasText: host })
  await row('ipv6.google.com').getByText('not reached').waitFor()
  await row('www.baidu.com').getByText('reached', { exact: true }).waitFor()
  assert.equal(await page.locator('.reach-blocked').count(), 0)
  assert.deepEqual(await findBarriers(page), [])
  const asked = await page.evaluate(() => (window as unknown as { asked: string[] }).asked)
  assert.equal(new Set(asked).size, await page.locator('.reach-panel tbody tr').count())
  const allowed = (await findConnectWords('/networktest')).slice(1)
  assert.deepEqual(allowed.toSorted(), [...new Set(asked), 'https://*.leak.example.com'].toSorted())
  assert.deepEqual(await findConnectWords('/pingip'), ["'self'"])
  await context.close()
})

/** Where the policy of a page lets it connect to. */
async function findConnectWords(path: string): Promise<string[]> {
  const { headers } = await fetch(api.origin + path, { headers: { accept: 'text/html' } })
  const policy = headers.get('content-security-policy') ?? ''
  return /connect-src ([^;]*)/.exec(policy)?.[1]?.split(' ') ?? []
}

test('from another page the policy stays strict, and the page offers to load again', async () => {
  const { page, close } = await open('/pingip')
  await page.route('**/v1/tools/network-test', (route) =>
    route.fulfill({ json: { code: 200, msg: '', data: { address: null, family: 4, sites: [], isComplete: true } } }),
  )
  await page.locator('.sidebar a[href="/networktest"]').click()
  await page.getByRole('button', { name: 'Test the sites' }).click()
  await page.locator('.reach-blocked').waitFor()
  assert.match(await page.locator('.reach-panel tbody').innerText(), /not allowed/)
  await page.getByRole('button', { name: 'Load again' }).click()
  await page.waitForURL('**/networktest')
  await close()
})

/** Asks as a resolver would on behalf of the browser, whose own packets may not leave this machine. */
async function resolveHere(page: Page): Promise<string[]> {
  const asked: string[] = []
  const resolver = new Resolver()
  resolver.setServers([`127.0.0.1:${leakPort}`])
  await page.route('https://*.leak.example.com/**', async (route) => {
    const name = new URL(route.request().url()).hostname
    asked.push(name)
    assert.deepEqual(await resolver.resolve4(name), ['192.0.2.10'])
    await route.abort('connectionrefused')
  })
  return asked
}

test('the leak test shows who resolves, and the page what its connection carries', async () => {
  const opened = await open('/networktest')
  const { page, close } = opened
  const asked = await resolveHere(page)
  await page.getByRole('button', { name: 'Find the resolvers' }).click()
  await page.locator('.leak-panel [data-verdict=own]').waitFor()
  await page.getByRole('button', { name: 'Test again' }).waitFor()
  assert.equal(new Set(asked).size, 6)
  const rows = page.locator('.leak-panel tbody tr')
  assert.equal(await rows.count(), 1)
  assert.match(await rows.innerText(), /127\.0\.0\.1\s+your network/)
  await page.locator('.mtu-panel [role=status]', { hasText: /own machine|lacks the program/ }).waitFor()
  const { problems } = opened
  const refused = problems.filter((text) => !/ERR_CONNECTION_REFUSED/.test(text))
  await assertSound({ page, problems: refused })
  await close()
})

test('the leak test in Chinese on a phone, and again when nobody comes to ask', async () => {
  const { page, close } = await open('/zh/networktest', PHONE)
  await page.route('https://*.leak.example.com/**', (route) => route.abort('namenotresolved'))
  await page.getByRole('button', { name: '检测解析器' }).click()
  await page.locator('.leak-panel [data-verdict=none]').waitFor()
  assert.match(await page.locator('.leak-panel [data-verdict]').innerText(), /没有解析器前来查询/)
  assert.equal(await page.locator('.leak-panel tbody').count(), 0)
  await page.unroute('https://*.leak.example.com/**')
  await resolveHere(page)
  await page.locator('.leak-panel').getByRole('button', { name: '重新测试' }).click()
  await page.locator('.leak-panel [data-verdict=own]').waitFor()
  assert.ok((await overflowOf(page)) <= 0)
  assert.deepEqual(await findBarriers(page), [])
  await close()
})

test('the leak test of who came from another page says to load again', async () => {
  const { page, close } = await open('/pingip')
  await page.locator('.sidebar a[href="/networktest"]').click()
  await page.getByRole('button', { name: 'Find the resolvers' }).click()
  await page.locator('.leak-panel .reach-blocked').waitFor()
  assert.equal(await page.locator('.leak-panel [data-verdict]').count(), 0)
  await close()
})

test('without a zone of its own the page says what its operator sets', async () => {
  const { page, close } = await open('/zh/ip')
  await page.route('**/v1/dns_leak', (route) =>
    route.fulfill({ json: { code: 200, msg: '', data: { state: 'off', zone: null } } }),
  )
  await page.goto(`${api.origin}/zh/networktest`)
  await page.locator('.leak-panel', { hasText: '需由管理员在配置文件中设置 dnsLeak' }).waitFor()
  assert.ok(await page.getByRole('button', { name: '检测解析器' }).isDisabled())
  assert.deepEqual(await findBarriers(page), [])
  await close()
})
