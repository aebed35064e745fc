import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { DIST } from '../build/dist.ts'
import { findBarriers } from './axe.ts'
import { FOR_TESTS, launchBrowser, VISITOR } from './browser.ts'
import { hasAddressData, startRealApi, type RealApi } from './real-api.ts'
import { seeToast } from './see-toast.ts'
import { Visitors } from './visitors.ts'

/** The pages about addresses and data, against the whole product with the real address data. */
const needsData = { skip: hasAddressData ? false : 'no address data in var: run npm start or octet data build once' }

let api: RealApi
let browser: Browser
let visitors: Visitors
before(async () => {
  if (!existsSync(join(DIST, 'server/csp.json'))) await import('../build.ts')
  api = await startRealApi()
  browser = await launchBrowser(FOR_TESTS)
  visitors = new Visitors(browser, api.origin)
})
after(async () => {
  await browser?.close()
  await api?.close()
})

async function open(path: string, options?: BrowserContextOptions) {
  const { page, close } = options ? await sitDown(options) : await visitors.take()
  const problems: string[] = []
  page.on('console', (message) => message.type() === 'error' && problems.push(message.text()))
  page.on('pageerror', (error) => problems.push(error.message))
  await page.goto(api.origin + path)
  if (options?.javaScriptEnabled !== false) await page.waitForSelector('html[data-ready]')
  return { page, problems, close }
}

async function sitDown(options: BrowserContextOptions) {
  const context = await browser.newContext({ ...VISITOR, ...options })
  return { page: await context.newPage(), close: () => context.close() }
}

let visited: Awaited<ReturnType<typeof open>> | undefined

/** The same where the page before it was, for tests that leave nothing behind: a browser of their own takes twice as long. */
async function visit(path: string, { viewport = VISITOR.viewport, colorScheme = 'light' }: VisitOptions = {}) {
  const { page, problems } = (visited ??= await open('/no/such/page', {}))
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  problems.length = 0
  await page.setViewportSize(viewport)
  await page.emulateMedia({ media: null, colorScheme })
  await page.goto(api.origin + path)
  await page.waitForSelector('html[data-ready]')
  return { page, problems }
}

type VisitOptions = { readonly viewport?: { width: number; height: number }; readonly colorScheme?: 'light' | 'dark' }

const overflowOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
const PAGES = ['/ip', '/ipdizhi?ip=8.8.8.8', '/ipdizhi?ip=100.64.0.1', '/ipbatch', '/status', '/ip-data']

for (const path of PAGES)
  for (const [lang, width, colorScheme] of [
    ['', 1280, 'light'],
    ['/zh', 320, 'dark'],
  ] as const)
    test(`${lang}${path} at ${width} px: no barrier, no overflow, no console error`, needsData, async () => {
      const { page, problems } = await visit(lang + path, { viewport: { width, height: 900 }, colorScheme })
      await page.waitForLoadState('networkidle')
      assert.deepEqual(await findBarriers(page), [])
      assert.ok((await overflowOf(page)) <= 0, 'the page is wider than the screen')
      assert.deepEqual(problems, [])
    })

test('a lookup shows place, network, sources and reasons, and the credit that its licence asks for', needsData, async () => {
  const { page } = await visit('/ipdizhi')
  await page.fill('.main-line input', '8.8.8.8')
  await page.press('.main-line input', 'Enter')
  await page.locator('.ip-address').getByText('8.8.8.8', { exact: true }).waitFor()
  await page.waitForURL(/ip=8\.8\.8\.8/)
  const text = (await page.textContent('.ip-record')) ?? ''
  for (const wanted of ['AS15169', 'United States', '8.8.8.0/24', 'IP Geolocation by DB-IP'])
    assert.ok(text.includes(wanted), wanted)
  assert.equal(await page.locator('.ip-map .radius').count(), 0, 'anycast has no accuracy circle')
  assert.match((await page.textContent('.ip-map-foot')) ?? '', /Anycast: announced from many places/)
  await page.locator('.ip-panel .none small').first().waitFor()
  const mark = page.locator('.source-mark').first()
  await mark.focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/#source-\d+$/)
})

test('a place has its accuracy circle on the map', needsData, async () => {
  const { page } = await visit('/ipdizhi?ip=129.97.0.1')
  await page.locator('.ip-map .radius').waitFor({ state: 'attached' })
  assert.match((await page.textContent('.ip-map-foot')) ?? '', /Radius of the circle: \d+ km/)
})

test('borders and towns of the map bring no style that the page has', needsData, async () => {
  const { page, close } = await open('/ipdizhi?ip=129.97.0.1')
  await page.locator('.ip-map .borders').waitFor({ state: 'attached' })
  const styles = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => path.endsWith('.css')),
  )
  assert.deepEqual(styles, [await page.getAttribute('link[media^=print]', 'href')])
  await close()
})

test('the answer stands in the page without scripts', needsData, async () => {
  const { page, close } = await open('/zh/ipdizhi?ip=8.8.8.8', { javaScriptEnabled: false })
  assert.match((await page.textContent('.ip-record')) ?? '', /美国.*AS15169/s)
  await close()
})

test('a value copies on a click', needsData, async () => {
  const { page, close } = await open('/ipdizhi?ip=8.8.8.8', { permissions: ['clipboard-read', 'clipboard-write'] })
  await seeToast(page, { type: 'success' }, () => page.getByRole('button', { name: 'AS15169', exact: true }).click())
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), 'AS15169')
  await close()
})

test('a special address says what it is and by which RFC', needsData, async () => {
  const { page } = await visit('/ipdizhi?ip=64:ff9b::808:808')
  const note = page.locator('.ip-note')
  assert.match((await note.textContent()) ?? '', /RFC 6052.*8\.8\.8\.8/s)
  await note.getByRole('link', { name: 'Look up 8.8.8.8' }).click()
  await page.waitForURL(/ip=8\.8\.8\.8/)
})

test('a wrong address is told, and the page stays', needsData, async () => {
  const { page } = await visit('/ipdizhi?ip=999.1.1.1')
  assert.match((await page.textContent('.status.failed')) ?? '', /999\.1\.1\.1/)
  assert.deepEqual(await findBarriers(page), [])
})

test('the footprint of a network is drawn on a click', needsData, async () => {
  const { page } = await visit('/ipdizhi?ip=1.1.1.1')
  await page.getByRole('button', { name: /Show where AS\d+ is used/ }).click()
  await page.locator('.ip-map .bubble').nth(3).waitFor({ state: 'attached' })
  assert.match((await page.textContent('.ip-map-foot')) ?? '', /networks of AS\d+, sampled evenly/)
})

test('the own address, the connection and the browser are on one page', needsData, async () => {
  const { page } = await visit('/ip')
  await page.locator('.ip-address').getByText('127.0.0.1').waitFor()
  await page.locator('.ip-browser').getByText('User agent').waitFor()
  assert.match((await page.textContent('.ip-note')) ?? '', /runs on your own machine/)
  await page.getByRole('button', { name: 'Run the test' }).click()
  await page.getByRole('button', { name: 'Test again' }).waitFor()
  assert.match((await page.textContent('.ip-webrtc')) ?? '', /address|mDNS/)
})

test('a log of 20,000 lines is looked up, filtered, sorted and saved', needsData, async () => {
  const { page, problems } = await visit('/ipbatch')
  const lines = Array.from({ length: 20_000 }, (_, i) =>
    i % 1000 === 999 ? 'no address' : `5.${i >> 8}.${i & 255}.1 - "GET /${i}"`,
  )
  const buffer = Buffer.from(`${lines.join('\n')}\n8.8.8.8\n`)
  await page.setInputFiles('.batch-source input[type=file]', { name: 'access.log', mimeType: 'text/plain', buffer })
  await page.getByText('done in').waitFor()
  assert.match(
    (await page.textContent('.batch-progress')) ?? '',
    /19,981 addresses in 20,001 lines.*20 lines without an address/s,
  )
  await page.fill('.batch-bar input', 'as15169')
  await page.locator('.batch-table td').getByText('8.8.8.8', { exact: true }).waitFor()
  assert.equal(await page.locator('.batch-table tbody tr:not([aria-hidden])').count(), 1)
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save as CSV' }).click()])
  const [head = '', row = ''] = (await readFile(await download.path(), 'utf8')).split('\r\n')
  assert.match(head, /^\ufeffip,count,country_code,/)
  assert.match(row, /^8\.8\.8\.8,1,US,/)
  await page.fill('.batch-bar input', '')
  await page.locator('.tally button').first().click()
  await page.locator('.tally button[aria-pressed=true]').waitFor()
  await page.click('.batch-table th:first-child button')
  await page.locator('th[aria-sort=ascending]').waitFor()
  assert.deepEqual(await findBarriers(page), [])
  assert.deepEqual(problems, [])
})

test('the maps of a phone show every point', needsData, async () => {
  const { page, close } = await open('/ipbatch', { viewport: { width: 320, height: 800 } })
  const findHidden = () =>
    page.evaluate(() => {
      const frame = document.querySelector('.ip-map')?.getBoundingClientRect()
      const points = [...document.querySelectorAll('.ip-map .bubble')].map((point) => point.getBoundingClientRect())
      return points.length > 1 && frame ? points.filter(({ x }) => x < frame.left || x > frame.right) : 'no points'
    })
  const buffer = Buffer.from('1.1.1.1\n8.8.8.8\n200.160.0.8\n')
  await page.setInputFiles('.batch-source input[type=file]', { name: 'far.txt', mimeType: 'text/plain', buffer })
  await page.getByText('done in').waitFor()
  assert.deepEqual(await findHidden(), [])
  await page.goto(`${new URL(page.url()).origin}/ipditu`)
  await page.waitForSelector('html[data-ready]')
  await page.locator('.examples button').first().click()
  await page.locator('.live-map .bubble').nth(1).waitFor({ state: 'attached' })
  assert.deepEqual(await findHidden(), [])
  await close()
})

test('a list comes back with «Back», a reload and another language', needsData, async () => {
  const { page, close } = await open('/ipbatch')
  await page.fill('#batch-text', '1.1.1.1\n8.8.8.8')
  await page.getByRole('button', { name: 'Look up all' }).click()
  await page.locator('.batch-table td a').getByText('8.8.8.8').click()
  await page.waitForURL(/ipdizhi/)
  await page.goBack()
  await page.getByText('2 of 2 looked up').waitFor()
  await page.reload()
  await page.getByText('2 of 2 looked up').waitFor()
  await page.getByRole('link', { name: '中文' }).first().click()
  await page.getByText('已查询 2／2').waitFor()
  await page.getByRole('button', { name: '换一份列表' }).click()
  await page.reload()
  assert.equal(await page.locator('#batch-text').inputValue(), '')
  await close()
})

test('paper gets the rows of a long table and no empty sheets', needsData, async () => {
  const { page, close } = await open('/ipbatch')
  const text = Array.from({ length: 2_050 }, (_, i) => `5.${i >> 8}.${i & 255}.1`).join('\n')
  await page.setInputFiles('.batch-source input[type=file]', { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from(text) })
  await page.getByText('2,050 of 2,050 looked up').waitFor()
  await page.locator('.batch-table tbody tr').nth(9).waitFor()
  await page.emulateMedia({ media: 'print' })
  const look = () =>
    page.evaluate(() => {
      const rows = [...document.querySelectorAll('.batch-table tbody tr')]
      const highest = Math.max(...rows.map((row) => row.getBoundingClientRect().height))
      return { rows: rows.length, isEven: highest < 100, last: rows.at(-1)?.textContent }
    })
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  const last = '50 more rows are not printed. Save the table as a file'
  assert.deepEqual(await look(), { rows: 2_003, isEven: true, last })
  await page.emulateMedia({ media: 'screen' })
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await page.waitForFunction(() => document.querySelectorAll('.batch-table tbody tr').length < 200)
  await close()
})

test('an address goes onto three sheets at most, without what can only be pressed', needsData, async () => {
  const { page } = await visit('/ipdizhi?ip=8.8.8.8')
  const pdf = await page.pdf({ format: 'A4' })
  const sheets = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
  assert.ok(sheets >= 1 && sheets <= 3, `${sheets} sheets`)
  await page.emulateMedia({ media: 'print' })
  assert.equal(await page.locator('.ip-onward').isVisible(), false)
  assert.equal(await page.locator('.ip-sources').isVisible(), true)
})

test('a batch stops, and goes on where it stopped', needsData, async () => {
  const { page, close } = await open('/ipbatch')
  // The second part of the list is held back, so that there is something to stop.
  let calls = 0
  let release = () => {}
  await page.route('**/v1/ip/batch**', async (route) => {
    if (++calls === 2) await new Promise<void>((resolve) => (release = resolve))
    await route.continue().catch(() => {})
  })
  const text = Array.from({ length: 15_000 }, (_, i) => `5.${i >> 8}.${i & 255}.1`).join('\n')
  await page.setInputFiles('.batch-source input[type=file]', { name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from(text) })
  await page.getByText('10,000 of 15,000 looked up').waitFor()
  await page.getByRole('button', { name: 'Stop' }).click()
  release()
  await page.getByRole('button', { name: 'Resume' }).click()
  await page.getByText('15,000 of 15,000 looked up').waitFor()
  await close()
})

test('the map has a point or a glow for every place, moves by keys, and is saved as SVG and PNG', needsData, async () => {
  const { page, problems } = await visit('/ipditu')
  await page.fill('#map-text', '8.8.8.8 114.114.114.114 10.0.0.1')
  await page.getByRole('button', { name: 'Show on the map' }).click()
  await page.getByText('2 of 3 addresses on the map').waitFor()
  assert.equal(await page.locator('.live-map .bubble').count(), 2)
  const viewOf = () => page.getAttribute('.live-map > svg', 'viewBox')
  const before = await viewOf()
  await page.focus('.live-map')
  await page.keyboard.press('+')
  await page.waitForFunction((old) => document.querySelector('.live-map > svg')?.getAttribute('viewBox') !== old, before)
  await page.keyboard.press('0')
  await page.waitForFunction((old) => document.querySelector('.live-map > svg')?.getAttribute('viewBox') === old, before)
  for (const [name, start] of [
    ['SVG', '<svg'],
    ['PNG', '\u0089PNG'],
  ] as const) {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: `Save the map as ${name}` }).click(),
    ])
    assert.ok((await readFile(await download.path(), 'latin1')).startsWith(start), name)
  }
  await page.getByText('Heat map').click()
  assert.deepEqual([await page.locator('.heat circle').count(), await page.locator('.live-map .bubble').count()], [2, 0])
  await page.getByText('Heat map').click()
  await page.locator('.point-list button').first().click()
  await page.locator('.point-list a').getByText('8.8.8.8').or(page.locator('.point-list a').getByText('114.114.114.114')).click()
  await page.waitForURL(/\/ipdizhi\?ip=/)
  assert.deepEqual(problems, [])
})

test('the status page names every source with its licence', needsData, async () => {
  const { page } = await visit('/zh/status')
  await page.locator('.lights .ok').nth(2).waitFor()
  const text = (await page.textContent('.data-page table')) ?? ''
  for (const wanted of ['dbip-city', 'CC-BY-4.0', 'ip2region']) assert.ok(text.includes(wanted), wanted)
})

test('the status page says when accounts do not answer, and that lookups do', needsData, async () => {
  const { page, close } = await open('/status')
  const accounts = page.locator('.lights li', { hasText: 'Accounts' })
  await accounts.and(page.locator('.ok')).waitFor()
  await page.route('**/v1/account/ready', (route) =>
    route.fulfill({ status: 503, json: { code: 503, msg: 'the account database does not answer', data: {} } }),
  )
  await page.reload()
  await accounts.and(page.locator('.bad', { hasText: 'fails: the account database does not answer' })).waitFor()
  await page.locator('.lights .ok').nth(2).waitFor()
  await close()
})

test('the documentation lists every call in the language of the page, and tries them', async () => {
  const { page, problems } = await visit('/zh/docs')
  const call = page.locator('.operations details', { hasText: '/v1/ip/{ip}' }).first()
  await call.locator('summary').click()
  await call.getByText('查询 IP 地址').waitFor()
  await call.getByRole('button', { name: '发送' }).click()
  await call.getByText(/毫秒应答，状态码/).waitFor()
  assert.match((await page.textContent('.error-table')) ?? '', /bad_address.*请输入任意 IPv4/s)
  assert.deepEqual(await findBarriers(page), [])
  assert.ok(
    problems.every((line) => line.includes('503')),
    problems.join('\n'),
  )
})

test('the calls begin with those for addresses, in words of the page, and can be searched and linked to', async () => {
  const { page } = await visit('/zh/docs#get_v1_ip_ip')
  const call = page.locator('#get_v1_ip_ip')
  await call.getByText('只返回这些字段：').waitFor()
  await call.getByText('包含该地址且结果相同的最大 CIDR').waitFor()
  const [top, edge] = await call.evaluate((element) => [element.getBoundingClientRect().top, innerHeight])
  assert.ok(top >= 0 && top < edge, `${top} of ${edge}`)
  assert.equal(await page.locator('#reference h3').first().textContent(), 'IP 数据')
  await page.getByLabel('筛选接口').fill('post v1/keys')
  await page.locator('#post_v1_keys').waitFor()
  assert.equal(await call.count(), 0)
  assert.deepEqual(await page.locator('#reference > h3').allTextContents(), ['密钥'])
  await page.getByLabel('筛选接口').fill('没有这样的接口')
  await page.getByText('没有符合条件的接口。').waitFor()
})

test('the data page shows a live answer of this server', needsData, async () => {
  const { page } = await visit('/ip-data')
  await page
    .locator('.data-live')
    .getByText(/status 200/)
    .waitFor()
  await page.fill('.data-live input', '1.1.1.1')
  await page.getByRole('button', { name: 'Ask' }).click()
  await page.locator('.data-live pre').getByText('"ip": "1.1.1.1"').waitFor()
})
