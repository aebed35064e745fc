import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { seeToast } from './see-toast.ts'
import { useSite } from './site.ts'

const { openPage, visitPage, getSite } = useSite()

const resultOf = (page: Page) => page.locator('.result')
const CASE = '/convert/daxiaoxie'

test('options go to the query, and a link with them opens the same', async () => {
  const { page } = await visitPage(`${CASE}?to=lower`)
  await page.fill('.input-pane textarea', 'ÀB')
  await resultOf(page).getByText('àb', { exact: true }).waitFor()
  await page.waitForURL(/to=lower/)
  assert.ok(!page.url().includes('%C3'), 'the input is not in the address')
})

test('a link with options alone complains of nothing before anything has been given', async () => {
  const { page, close } = await openPage()
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { complaints: seen })
    const look = () => seen.push(...[...document.querySelectorAll('main [role=alert]')].map((one) => one.textContent))
    new MutationObserver(look).observe(document, { childList: true, subtree: true })
  })
  await page.goto(`${getSite().origin}/generate/qr?mode=read`)
  await page.waitForSelector('html[data-ready]')
  await page.waitForTimeout(1_000) // a run of nothing is over by then
  await page.check('input[name=mode][value=make]')
  await page.fill('textarea[name=text]', 'hello')
  await page.locator('.qr-picture img').waitFor()
  assert.deepEqual(await page.evaluate(() => Reflect.get(window, 'complaints')), [])
  await close()
})

test('a shared link carries the input behind #', async () => {
  const { page, close } = await openPage(CASE, { permissions: ['clipboard-read', 'clipboard-write'] })
  await page.fill('.input-pane textarea', 'ähnlich 中文')
  await resultOf(page).getByText('ÄHNLICH 中文').waitFor()
  await page.getByRole('button', { name: 'Share' }).click()
  await seeToast(page, { type: 'success' }, () =>
    page.getByRole('menuitem', { name: 'Copy link with options and input' }).click(),
  )
  const link = await page.evaluate(() => navigator.clipboard.readText())
  assert.match(link, /#in=[\w-]+$/)
  const second = await openPage(link.slice(getSite().origin.length))
  await resultOf(second.page).getByText('ÄHNLICH 中文').waitFor()
  assert.equal(await second.page.inputValue('.input-pane textarea'), 'ähnlich 中文')
  await second.close()
  await close()
})

test('an input too long for a link is kept sealed, and the link that opens it has the key', async () => {
  const { page, problems, close } = await openPage(CASE)
  const sent: string[] = []
  await page.context().route(/\/v1\/kept-input/, (route) => answerKept(route, sent))
  const long = Array.from({ length: 20_000 }, (_, at) => ((at * 2_654_435_761) >>> 0).toString(36)).join(' ')
  await page.fill('.input-pane textarea', long)
  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByRole('menuitem', { name: 'Copy link with options and input' }).click()
  await page.getByRole('button', { name: 'Encrypt and keep' }).click()
  const link = (await page.locator('.keep-dialog code').textContent()) ?? ''
  assert.match(link, /#kept=one\.[\w-]{43}$/)
  assert.ok(!sent.join().includes(link.slice(-43)), 'the key stays here')
  const other = await page.context().newPage()
  await other.goto(link)
  await resultOf(other).getByText(long.slice(0, 50).toUpperCase()).waitFor()
  assert.ok((await other.inputValue('.input-pane textarea')) === long)
  await other.close()
  await page.getByRole('button', { name: /^Remove/ }).click()
  await page.getByRole('button', { name: /^Remove for good/ }).click()
  await page.locator('.keep-list').waitFor({ state: 'detached' })
  assert.deepEqual(problems, [])
  await close()
})

/** Keeps one input, as the server does. */
async function answerKept(route: Route, sent: string[]): Promise<void> {
  const request = route.request()
  if (request.method() === 'POST') sent.push(request.postData() ?? '')
  const { sealed } = JSON.parse(sent[0] ?? '{}') as { sealed?: string }
  const data = { id: 'one', removal: 'word', expires_at: '2099-01-01T00:00:00Z', sealed, removed: true }
  await route.fulfill({ json: { code: 200, msg: '', data } })
}

test('a reload and «Back» bring the input back, a new visit begins empty', async () => {
  const { page, problems, close } = await openPage(CASE)
  await page.fill('.input-pane textarea', 'grüße')
  await resultOf(page).getByText('GRÜSSE').waitFor()
  await page.reload()
  await resultOf(page).getByText('GRÜSSE').waitFor()
  assert.equal(await page.inputValue('.input-pane textarea'), 'grüße')
  await page.locator('.breadcrumb a').first().click()
  await page.waitForURL((url) => url.pathname !== CASE)
  await page.goBack()
  await resultOf(page).getByText('GRÜSSE').waitFor()
  await page.fill('.input-pane textarea', '')
  await page.locator('.status').waitFor()
  await page.reload()
  await page.waitForSelector('html[data-ready]')
  assert.equal(await page.inputValue('.input-pane textarea'), '')
  await page.fill('.input-pane textarea', 'ab')
  await resultOf(page).getByText('AB', { exact: true }).waitFor()
  await page.goto(getSite().origin)
  await page.goto(getSite().origin + CASE)
  await page.waitForSelector('html[data-ready]')
  assert.equal(await page.inputValue('.input-pane textarea'), '')
  assert.deepEqual(problems, [])
  await close()
})

test('a lookup after another is a page of its own, whoever asks for it', async () => {
  const { page, problems, close } = await openPage('/ipdizhi?ip=203.0.113.9')
  const field = page.locator('main form input[name=ip]')
  await field.fill('203.0.113.10')
  await field.press('Enter')
  await page.waitForURL(/ip=203\.0\.113\.10$/)
  await page.keyboard.press('Control+k')
  await page.keyboard.insertText('203.0.113.11')
  await page.locator('[role=option][aria-selected=true]', { hasText: 'IP lookup' }).click()
  await page.waitForURL(/ip=203\.0\.113\.11$/)
  for (const ip of ['203.0.113.11', '203.0.113.10', '203.0.113.9']) {
    await page.waitForFunction((wanted) => document.querySelector<HTMLInputElement>('[name=ip]')?.value === wanted, ip)
    await page.goBack()
  }
  assert.deepEqual(problems, [])
  await close()
})

test('a text from the palette opens in the tool that is on show, too', async () => {
  const { page } = await visitPage('/ipv4zh')
  await page.fill('.input-pane textarea', '203.0.113.5')
  await resultOf(page).getByText('3405803781').first().waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.insertText('203.0.113.6')
  await page.getByRole('option', { name: 'IP address notations' }).click()
  await resultOf(page).getByText('3405803782').first().waitFor()
})

test('a result goes on to another tool, which opens with it', async () => {
  const { page } = await visitPage(CASE)
  await page.fill('.input-pane textarea', '203.0.113.5')
  await resultOf(page).getByText('203.0.113.5').waitFor()
  await page.getByRole('button', { name: 'Send to…' }).click()
  await page.getByRole('menuitem', { name: 'IP address notations' }).click()
  await page.waitForURL('**/ipv4zh')
  await resultOf(page).getByText('3405803781').first().waitFor()
})

test('a favourite of one tab outlives what another tab remembers', async () => {
  const { page, close } = await openPage(CASE)
  const other = await page.context().newPage()
  await other.goto(getSite().origin + '/text/lines')
  await other.waitForSelector('html[data-ready]')
  await page.locator('.tool-head button').first().click()
  await page.waitForFunction(() => localStorage.getItem('prefs')?.includes('"favourites":["case"]'))
  await other.fill('.input-pane textarea', 'b\na')
  await other.waitForFunction(() => localStorage.getItem('prefs')?.includes('"recents":["lines"'))
  assert.match((await page.evaluate(() => localStorage.getItem('prefs'))) ?? '', /"favourites":\["case"\]/)
  await close()
})

test('a change of language keeps the input', async () => {
  const { page, close } = await openPage(CASE)
  await page.fill('.input-pane textarea', 'kept')
  await resultOf(page).getByText('KEPT').waitFor()
  await page.click('a.language')
  await page.waitForURL(/\/zh\/convert/)
  await page.waitForFunction(() => document.querySelector<HTMLTextAreaElement>('.input-pane textarea')?.value === 'kept')
  await close()
})

test('favourites and recents are remembered', async () => {
  const { page, close } = await openPage(CASE)
  await page.click('.favourite')
  assert.equal(await page.getAttribute('.favourite', 'aria-pressed'), 'true')
  await page.goto(getSite().origin)
  await page.locator('.own-tools').getByText('Favourites').waitFor()
  await close()
})
