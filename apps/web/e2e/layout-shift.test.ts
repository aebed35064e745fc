import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { LONG } from './long-answers.ts'
import { useSite } from './site.ts'

const { openPage, getSite } = useSite()

type Shift = PerformanceEntry & { readonly value: number; readonly hadRecentInput: boolean }

/** Sums up how far each page that is opened from now on moves (CLS). */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const seen = { shift: 0 }
    Object.assign(window, { seen })
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries() as Shift[]) if (!hadRecentInput) seen.shift += value
    }).observe({ type: 'layout-shift', buffered: true })
  })

/** By how much the page has moved once what was changed last is painted. */
async function readShift(page: Page): Promise<number> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  return page.evaluate(() => (window as unknown as { seen: { shift: number } }).seen.shift)
}

/** Only once the page of a path stands in other letters does its font arrive. */
async function delayFont(page: Page, path: string): Promise<void> {
  await page.route('**/*.woff2?late', async (route) => {
    await page.waitForFunction(() => performance.getEntriesByType('paint').length > 1)
    await route.continue()
  })
  await page.route('**' + path, async (route) => {
    const answer = await route.fetch()
    const html = (await answer.text()).replaceAll('.woff2', '.woff2?late')
    const { 'content-security-policy': _policy, ...headers } = answer.headers()
    await route.fulfill({ response: answer, headers, body: html })
  })
}

/** How far a page moves when its font comes long after the first paint. */
async function measureShift(path: string, viewport: { width: number; height: number }): Promise<number> {
  const { page, close } = await openPage(undefined, { viewport })
  await watchShifts(page)
  await delayFont(page, path)
  await page.goto(getSite().origin + path)
  await page.evaluate(() => document.fonts.ready)
  const shift = await readShift(page)
  await close()
  return shift
}

for (const [path, width, height] of [
  ['/format/json', 412, 823],
  ['/docs', 412, 823],
  ['/', 1350, 940],
  ['/docs', 1350, 940],
] as const)
  test(`${path} at ${width} px stays where it is when its font comes late`, async () => {
    const shift = await measureShift(path, { width, height })
    assert.ok(shift <= 0.05, `moved by ${shift}`)
  })

/** Longer than the half second after a key in which nothing counts as moved (Layout Instability §3.1). */
const LATE_MS = 800

for (const [id, width, height] of [
  ['tls', 390, 844],
  ['http-headers', 390, 844],
  ['resolver-test', 1440, 900],
] as const)
  test(`what stands below ${id} at ${width} px stays where it is when the answer comes late`, async () => {
    const [path, data] = LONG[id]!
    const { page, close } = await openPage(undefined, { viewport: { width, height } })
    await watchShifts(page)
    await page.route(`**/v1/tools/${id}`, async (route) => {
      await wait(LATE_MS)
      await route.fulfill({ json: { code: 200, msg: '', data } })
    })
    await page.goto(getSite().origin + path)
    await page.waitForSelector('html[data-ready]')
    await page.fill('.main-line input', 'a.example')
    await page.press('.main-line input', 'Enter')
    await page.locator('.net-result[aria-busy=false]').waitFor()
    const shift = await readShift(page)
    await close()
    assert.ok(shift <= 0.05, `moved by ${shift}`)
  })

test('an error that comes late moves nothing and stands right above what comes next; the focus is not lost', async () => {
  const { page, close } = await openPage('/format/json', { viewport: { width: 1440, height: 900 } })
  await watchShifts(page)
  const looked = Promise.withResolvers<void>()
  await page.route('**/v1/tools/ping', async (route) => {
    await Promise.all([wait(LATE_MS), looked.promise])
    await route.fulfill({ status: 503, json: { code: 503, msg: 'busy', data: { error: 'too_busy', resolution: 'Try again.' } } })
  })
  await page.goto(`${getSite().origin}/pingip`)
  await page.waitForSelector('html[data-ready]')
  const examples = page.locator('.examples button')
  await examples.first().press('Enter')
  await examples.first().waitFor({ state: 'hidden' })
  assert.equal(await page.locator('.run:focus').count(), 1)
  looked.resolve()
  await page.locator('.tool[data-run=failed]').waitFor()
  assert.equal(await page.locator('.run:focus').count(), 1)
  const [error, next] = await Promise.all([page.locator('.status.failed'), examples.first()].map((one) => one.boundingBox()))
  const shift = await readShift(page)
  await close()
  assert.ok(shift <= 0.05, `moved by ${shift}`)
  assert.ok(next!.y - error!.y - error!.height < 100, 'no empty half page')
})

for (const path of ['/pricing', '/products/databases', '/asn/64500'])
  test(`${path} stays where it is when its call fails, and asks again when told to`, async () => {
    const { page, close } = await openPage('/format/json', { viewport: { width: 390, height: 844 } })
    await watchShifts(page)
    await page.route(/\/v1\/(plans|databases|asn)/, async (route) => {
      await page.waitForFunction(() => performance.getEntriesByType('paint').length > 1)
      await route.fulfill({ status: 500, json: { code: 500, msg: 'broken', data: { error: 'internal' } } })
    })
    await page.goto(getSite().origin + path)
    const again = page.getByRole('alert').filter({ hasText: 'broken' }).getByRole('button', { name: 'Try again' })
    await again.waitFor()
    await page.locator('.footer').waitFor()
    const shift = await readShift(page)
    const answered = page.waitForResponse(/\/v1\/(plans|databases|asn)/)
    await again.click()
    await answered
    await close()
    assert.ok(shift <= 0.05, `moved by ${shift}`)
  })

for (const path of ['/status', '/ip'])
  test(`nothing of ${path} moves on a phone when its font comes late and its calls come to nothing`, async () => {
    const { page, close } = await openPage('/format/json', { viewport: { width: 390, height: 844 } })
    await watchShifts(page)
    await delayFont(page, path)
    await page.route(/\/(livez|readyz|v1\/.*)$/, async (route) => {
      await page.waitForFunction(() => performance.getEntriesByType('paint').length > 1)
      await wait(200)
      await route.abort()
    })
    await page.goto(getSite().origin + path)
    await page.locator('main').getByRole('alert').filter({ hasText: 'cannot be reached' }).waitFor()
    await page.locator('.footer').waitFor()
    const shift = await readShift(page)
    await close()
    assert.ok(shift <= 0.005, `moved by ${shift}, more than letters of the bar do`)
  })

for (const path of ['/generate/random', '/generate/uuid', '/mac', '/life/yinhangka'])
  test(`${path} does not move while it loads`, async () => {
    const { page, close } = await openPage(undefined, { viewport: { width: 1440, height: 900 } })
    await watchShifts(page)
    await page.goto(getSite().origin + path)
    await page.locator(path.startsWith('/generate') ? '.tool[data-run=done]' : 'html[data-ready]').waitFor()
    const shift = await readShift(page)
    await close()
    assert.ok(shift <= 0.05, `moved by ${shift}`)
  })
