import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { deflateInput, toBase64Url } from '../app/tool/packed.ts'
import { findBarriers } from './axe.ts'
import { CODE_FIELD, useSite } from './site.ts'

const { openPage, visitPage, getSite } = useSite()

const resultOf = (page: Page) => page.locator('.result')
const CASE = '/convert/daxiaoxie'

test('a tool answers while its input is typed, without a call to the server', async () => {
  const { page, problems } = await visitPage(CASE)
  const before = getSite().calls.filter(({ path }) => path.startsWith('/v1/tools')).length
  await page.fill('.input-pane textarea', 'grüße')
  await resultOf(page).getByText('GRÜSSE').waitFor()
  assert.equal(getSite().calls.filter(({ path }) => path.startsWith('/v1/tools')).length, before)
  assert.match((await page.textContent('.status')) ?? '', /7 B/)
  assert.deepEqual(await findBarriers(page), [])
  assert.deepEqual(problems, [])
})

test('a double click on the button of a tool runs it once, and does not stop it', async () => {
  const { page, close } = await openPage('/ip/ranges')
  const data = { text: '192.0.2.0/24', networks: 1, ipv4_addresses: '256', ipv6_addresses: '0' }
  let asked = 0
  await page.route('**/v1/tools/ranges-of', async (route) => {
    asked++
    await new Promise((resolve) => setTimeout(resolve, 1000))
    await route.fulfill({ json: { code: 200, msg: '', data } })
  })
  await page.fill('main input[name=owner]', 'SG')
  await page.locator('main .run').dblclick({ delay: 50 })
  await resultOf(page).getByText('192.0.2.0/24').waitFor({ timeout: 20_000 })
  assert.equal(asked, 1)
  await close()
})

test('what a run has so far is not said to be done', async () => {
  const { page } = await visitPage('/crypto/keys')
  await page.locator('.status').getByText('Done').waitFor()
  await page.evaluate(() => {
    const seen = new Set<string>()
    const look = () =>
      document.querySelector('.result progress') && seen.add(document.querySelector('.status')?.textContent ?? '')
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })
    Object.assign(globalThis, { seen })
  })
  await page.selectOption('select[name=kind]', 'rsa4096')
  await resultOf(page).getByText('RSA 4096 bit').waitFor({ timeout: 60_000 })
  const seen = await page.evaluate(() => [...(globalThis as unknown as { seen: Set<string> }).seen])
  assert.ok(seen.length > 0)
  for (const words of seen) assert.match(words, /^Working… .*Cancel$/)
  await page.locator('.status').getByText('Done').waitFor()
})

test('an example card fills the fields and runs', async () => {
  const { page } = await visitPage(CASE)
  await page.click('.examples button')
  await resultOf(page).getByText('STRASSE').waitFor()
  assert.equal(await page.inputValue('.input-pane textarea'), 'Straße')
})

test('an example, the button and a shared link run a tool once each, and a key once more', async () => {
  const { page, close } = await openPage()
  await page.addInitScript(() => {
    const sent: unknown[] = []
    const post = Worker.prototype.postMessage
    Worker.prototype.postMessage = function (this: Worker, ...args: Parameters<typeof post>) {
      const { path } = args[0] as { path?: readonly string[] }
      if (path?.[0] === 'run') sent.push(path)
      return post.apply(this, args)
    } as typeof post
    Object.assign(globalThis, { sent })
  })
  const countRuns = async () => {
    await page.waitForTimeout(500) // longer than a tool waits for another key
    await page.locator('.tool[data-run=done]').waitFor()
    return page.evaluate(() => (globalThis as unknown as { sent: unknown[] }).sent.length)
  }
  await page.goto(getSite().origin + CASE)
  await page.waitForSelector('html[data-ready]')
  await page.locator('.examples button').first().click()
  await resultOf(page).getByText('STRASSE').waitFor()
  assert.equal(await countRuns(), 1)
  await page.locator('main .run').click()
  assert.equal(await countRuns(), 2)
  await page.fill('.input-pane textarea', 'grüße')
  await resultOf(page).getByText('GRÜSSE').waitFor()
  assert.equal(await countRuns(), 3)
  await page.goto('about:blank') // from a page of the same address there is only the way to another place in it
  await page.goto(`${getSite().origin}${CASE}?to=lower#in=${toBase64Url(await deflateInput({ text: 'GRÜSSE' }))}`)
  await page.waitForSelector('html[data-ready]')
  await resultOf(page).getByText('grüsse').waitFor()
  assert.equal(await countRuns(), 1)
  await close()
})

test('an example far below brings the form back into sight', async () => {
  const { page } = await visitPage('/convert/pinyin', { viewport: { width: 390, height: 500 } })
  await page.locator('.examples button').last().click()
  await page.locator('[data-run=done]').waitFor()
  assert.ok(await page.locator('.tool-head').evaluate((head) => head.getBoundingClientRect().top >= 0))
})

test('a run ends when its input is cleared', async () => {
  const { page, close } = await openPage()
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(/tool-worker/, async (route) => {
    await held
    await route.continue()
  })
  await page.goto(getSite().origin + CASE)
  await page.waitForSelector('html[data-ready]')
  await page.fill('.input-pane textarea', 'grüße')
  await page.locator('.status progress').waitFor()
  await page.fill('.input-pane textarea', '')
  await page.locator('.status progress').waitFor({ state: 'detached' })
  letGo()
  await close()
})

test('a wrong input says what and where, and the last good result stays', async () => {
  const { page } = await visitPage('/format/json')
  await page.locator(`.input-pane ${CODE_FIELD}`).fill('{"a": 1}')
  await resultOf(page).getByText('"a": 1').first().waitFor()
  await page.locator('.input-pane .cm-content').click() // once the editor has taken the place of the field
  await page.keyboard.press('ControlOrMeta+a') // the editor's own command: what is selected from outside it may not know yet
  await page.keyboard.insertText('{"a": x}')
  await page.locator('.status.failed').waitFor()
  assert.match((await page.textContent('.status.failed')) ?? '', /line 1, column 7/)
  assert.match((await page.textContent('.caret')) ?? '', /\{"a": x\}\n {6}\^/)
  assert.match((await resultOf(page).textContent()) ?? '', /"a": 1/)
  const readMark = () => getComputedStyle(document.querySelector('.output-pane h2') as Element, '::after').content
  assert.match(await page.evaluate(readMark), /from the previous input/)
  assert.equal(await resultOf(page).evaluate((result) => getComputedStyle(result).opacity), '1')
  assert.deepEqual(await findBarriers(page), [])
})

test('a tool of the server asks it, shows the record, and keeps the input in the address', async () => {
  const { page } = await visitPage('/zh/ipdizhi')
  await page.fill('main form input[name=ip]', '203.0.113.9')
  await page.press('main form input[name=ip]', 'Enter')
  await page.locator('main').getByText('Amsterdam').first().waitFor()
  await page.waitForURL(/ip=203\.0\.113\.9/)
  const sent = getSite().calls.findLast(({ path }) => path === '/v1/tools/ip')
  assert.equal(JSON.parse(sent?.body ?? '{}').ip, '203.0.113.9')
  assert.equal(sent?.headers.plat, 'pc')
  assert.equal(sent?.headers['accept-language'], 'zh-CN')
})

test('before its first run a tool shows what it makes of an example, in the language of the page', async () => {
  for (const [path, words] of [
    ['/generate/iban', 'Germany (DE)'],
    ['/zh/generate/iban', '德国 (DE)'],
  ] as const) {
    const { page } = await visitPage(path)
    await page.locator('.empty-example', { hasText: words }).waitFor()
  }
})

test('no panel is held open for an answer that does not come by itself, or that an error stands for', async () => {
  const { page } = await visitPage('/ip/bandwidth', { viewport: { width: 1440, height: 900 } })
  const pane = await page.locator('.output-pane').boundingBox()
  assert.ok(pane && pane.height < 200, `${pane?.height}`)
  await page.fill('.main-line input', 'much')
  await page.press('.main-line input', 'Enter')
  await page.locator('.output-pane > .status.failed:only-child').waitFor()
})

test('a one-time code makes way for the next, with the secret that was made', async () => {
  const { page, problems } = await visitPage('/crypto/totp?period=5')
  const values = page.locator('.result').getByText(/^(?:\d{6}|[A-Z2-7]{32})$/)
  await values.nth(2).waitFor()
  const [first, , secret] = await values.allTextContents()
  const field = 'main form input[name=secret]'
  await page.waitForFunction((name) => document.querySelector<HTMLInputElement>(name)?.value !== '', field)
  assert.equal(await page.inputValue(field), secret)
  assert.equal(await page.locator('.main-answer .value').count(), 1)
  await page.waitForFunction((text) => !document.querySelector('.result')?.textContent?.includes(String(text)), first)
  assert.deepEqual(problems, [])
})

test('keys: Ctrl+Enter runs, Alt+Up brings the input before', async () => {
  const { page } = await visitPage(CASE)
  for (const word of ['one', 'two']) {
    await page.fill('.input-pane textarea', word)
    await page.press('.input-pane textarea', 'Control+Enter')
    await resultOf(page).getByText(word.toUpperCase(), { exact: true }).waitFor()
  }
  await page.keyboard.press('Alt+ArrowUp')
  assert.equal(await page.inputValue('.input-pane textarea'), 'one')
})
