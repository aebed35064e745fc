import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { findBarriers } from './axe.ts'
import { findChunk } from './find-chunk.ts'
import { CODE_FIELD, useSite } from './site.ts'
import { seeToast } from './see-toast.ts'

const { openPage, visitPage, getSite } = useSite()

const resultOf = (page: Page) => page.locator('.result')
const CASE = '/convert/daxiaoxie'

test('the barrier check sees a barrier', async () => {
  const { page } = await visitPage('/')
  await page.evaluate(() => document.querySelector('main')?.append(document.createElement('img')))
  assert.match((await findBarriers(page)).join('\n'), /^image-alt/m)
})

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

test('a field whose value is refused says so, until it is right', async () => {
  const { page } = await visitPage('/ip/mtu?layers=pppoe')
  const field = page.locator('.toolbar input[type=number]').first()
  await field.fill('-1')
  await page.keyboard.press('Enter')
  await page.locator('.toolbar input[aria-invalid=true]').waitFor()
  assert.ok(await field.evaluate((input) => input === document.activeElement))
  await field.fill('1500')
  await page.locator('[aria-invalid]').waitFor({ state: 'detached' })
})

test('what a field asks for lies over nothing that says what is wrong with it', async () => {
  const { page } = await visitPage('/ip/ula')
  const help = page.locator('.toolbar .field:focus-within > .help')
  await page.fill('input[name=mac]', '00:00:5e:00:53:af')
  assert.ok((await help.boundingBox())!.width > 100)
  await page.fill('input[name=mac]', 'x')
  await page.locator('input[name=mac][aria-invalid=true]').waitFor()
  assert.ok((await help.boundingBox())!.width < 4)
})

test('the button stands beside a field for a number', async () => {
  const { page } = await visitPage('/generate/lorem', { viewport: { width: 1440, height: 900 } })
  const [field, button] = await Promise.all([
    page.locator('.main-line .field').boundingBox(),
    page.locator('.main-line .run').boundingBox(),
  ])
  assert.equal(button!.x - field!.x - field!.width, 8)
})

test('what folds out shows a sign of it', async () => {
  for (const path of ['/network?text=192.0.2.77/26', '/pricing', '/convert/shijian?text=0']) {
    const { page } = await visitPage(path)
    const heads = page.locator('main details > summary')
    await heads.first().waitFor()
    const signs = await heads.evaluateAll((all) => all.map((head) => getComputedStyle(head, '::before').content))
    for (const sign of signs) assert.match(sign, /^"[+−]"/, path)
  }
})

test('on paper there is no place to drop a file', async () => {
  const { page } = await visitPage('/crypto/x509')
  const place = page.locator('.file-field')
  await place.waitFor()
  await page.emulateMedia({ media: 'print' })
  await place.waitFor({ state: 'hidden' })
  assert.ok(await page.locator('.input-part.main').isVisible())
  await page.emulateMedia({ media: null })
})

test('the option that an error asks for comes into sight', async () => {
  const cipher = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'abc' } as const
  const key = generateKeyPairSync('ed25519').privateKey.export(cipher).toString()
  const { page } = await visitPage('/crypto/rsa?action=sign')
  await page.fill('textarea[name=key]', key)
  await page.fill('textarea[name=text]', 'a')
  await page.locator('.status.failed').getByText('Passphrase of the key: expected the passphrase').waitFor()
  await page.fill('input[name=passphrase]', 'abc')
  await resultOf(page).getByText('Ed25519', { exact: true }).first().waitFor()
})

test('a file of bytes that is opened above a text goes to the field for files', async () => {
  const { publicKey } = generateKeyPairSync('ed25519')
  const { page } = await visitPage('/crypto/keys?action=read')
  const buffer = publicKey.export({ type: 'spki', format: 'der' })
  await page.locator('.input-part.main input[type=file]').setInputFiles({ name: 'key.der', mimeType: '', buffer })
  await page.locator('.input-part:not(.main)').getByText('key.der').waitFor()
  await resultOf(page).getByText('Ed25519', { exact: true }).first().waitFor()
  assert.equal(await page.inputValue('.input-part.main textarea'), '')
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

test('an example far below brings the form back into sight', async () => {
  const { page } = await visitPage('/convert/pinyin', { viewport: { width: 390, height: 500 } })
  await page.locator('.examples button').last().click()
  await page.locator('[data-run=done]').waitFor()
  assert.ok(await page.locator('.tool-head').evaluate((head) => head.getBoundingClientRect().top >= 0))
})

test('options go to the query, and a link with them opens the same', async () => {
  const { page } = await visitPage(`${CASE}?to=lower`)
  await page.fill('.input-pane textarea', 'ÀB')
  await resultOf(page).getByText('àb', { exact: true }).waitFor()
  await page.waitForURL(/to=lower/)
  assert.ok(!page.url().includes('%C3'), 'the input is not in the address')
})

test('a shared link carries the input behind #', async () => {
  const { page, close } = await openPage(CASE, { permissions: ['clipboard-read', 'clipboard-write'] })
  await page.fill('.input-pane textarea', 'ähnlich 中文')
  await resultOf(page).getByText('ÄHNLICH 中文').waitFor()
  await page.getByRole('button', { name: 'Share' }).click()
  await seeToast(page.locator('.toast.success'), () =>
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

test('a table too wide for a phone lies with its values below each other, named; turned, it is a table again', async () => {
  const { page, problems } = await visitPage('/crypto/jwt', { viewport: { width: 320, height: 640 } })
  await page.locator('.examples button').first().click()
  const table = resultOf(page).locator('.table-scroll')
  await table.locator('td[data-name=Claim]').first().waitFor()
  const measure = () => table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  assert.equal(await measure(), 0)
  assert.equal(await table.locator('thead').isVisible(), false)
  const lines = await table
    .locator('tr')
    .nth(1)
    .locator('td')
    .evaluateAll((cells) => new Set(cells.map((cell) => cell.getBoundingClientRect().top)).size)
  assert.equal(lines, 3)
  assert.deepEqual(await findBarriers(page), [])
  await page.setViewportSize({ width: 1200, height: 800 })
  await table.locator('thead').waitFor()
  assert.deepEqual(problems, [])
})

test('a table stacked on a phone is sorted by a field', async () => {
  const { page, problems } = await visitPage('/crypto/jwt', { viewport: { width: 320, height: 640 } })
  await page.locator('.examples button').first().click()
  const order = resultOf(page).getByLabel('Sort')
  const claims = () => resultOf(page).locator('td[data-name=Claim]').allTextContents()
  await order.waitFor()
  const found = await claims()
  await order.selectOption('Claim, descending')
  assert.deepEqual(await claims(), found.toSorted().toReversed())
  await order.selectOption('As found')
  assert.deepEqual(await claims(), found)
  assert.deepEqual(await findBarriers(page), [])
  await page.setViewportSize({ width: 1200, height: 800 })
  await order.waitFor({ state: 'detached' })
  assert.deepEqual(problems, [])
})

test('a count of addresses has its thousands apart, and its copy has not', async () => {
  const { page, close } = await openPage('/ipfanwei?text=10.0.0.0%2F8')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await resultOf(page).getByRole('button', { name: '16,777,216' }).first().click()
  await page.waitForFunction(async () => (await navigator.clipboard.readText()) === '16777216')
  await close()
})

test('a few rows that are too wide for their pane show all of their values', async () => {
  const { page } = await visitPage('/life/yinhangka', { viewport: { width: 1440, height: 900 } })
  await page.locator('.examples button').nth(1).click()
  const table = resultOf(page).locator('.table-scroll[data-stacked]')
  await table.waitFor()
  assert.equal(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), 0)
})

test('beside its input a record is one column, so that its values have room', async () => {
  const { page } = await visitPage('/crypto/x509', { viewport: { width: 1440, height: 900 } })
  await page.locator('.examples button').first().click()
  const values = resultOf(page).locator('.record dd')
  await values.first().waitFor()
  const widths = await values.evaluateAll((all) => all.map((value) => value.getBoundingClientRect().width))
  assert.ok(Math.min(...widths) > 200, widths.join(', '))
})

test('who types while the editor is on its way goes on where the cursor was, with a word of an input method whole', async () => {
  const { page, close } = await openPage('/format/json')
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(findChunk('app/ui/code-mirror.ts'), async (route) => {
    await held
    await route.continue()
  })
  await page.click('.input-pane textarea')
  await page.keyboard.type('["ab"]')
  for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowLeft')
  const session = await page.context().newCDPSession(page)
  await session.send('Input.imeSetComposition', { text: 'zhong', selectionStart: 5, selectionEnd: 5 })
  const came = page.waitForResponse(findChunk('app/ui/code-mirror.ts'))
  letGo()
  await page.evaluate((url) => import(url), (await came).url()) // until it has run
  await page.keyboard.insertText('中')
  await page.locator('.input-pane .cm-content').waitFor()
  await page.keyboard.type('c')
  await resultOf(page).getByText('"a中cb"').first().waitFor()
  await close()
})

test('a slash typed into the editor is a slash; a long text is printed whole', async () => {
  const { page } = await visitPage('/format/json')
  await page.click('.input-pane textarea')
  await page.locator('.cm-content').waitFor()
  await page.locator('.cm-content').click()
  await page.keyboard.type('["/?"]')
  await resultOf(page).getByText('"/?"').first().waitFor()
  assert.equal(await page.locator('dialog').count(), 0)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(JSON.stringify(Array.from({ length: 300 }, (_, at) => at)))
  await page.locator('.output-pane .cm-line', { hasText: '1,' }).first().waitFor()
  await page.emulateMedia({ media: 'print' })
  // At once: the editor is on paper for half a second only.
  const paper = await page.locator('.output-pane .cm-scroller').evaluate((scroller) => {
    dispatchEvent(new Event('beforeprint'))
    return {
      lines: scroller.querySelectorAll('.cm-line').length,
      cutPx: scroller.scrollHeight - scroller.clientHeight,
    }
  })
  assert.deepEqual(paper, { lines: 302, cutPx: 0 }, 'paper gets all of a long result')
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

/** A ZIP file with `a.txt` (one) and `b.txt` (two), as Info-ZIP writes them. */
const ZIPPED = [
  'UEsDBAoAAAAAAOcieF3xhmx6AwAAAAMAAAAFAAAAYS50eHRvbmVQSwMECgAAAAAA5yJ4XWaKyhEDAAAAAwAAAAUAAABiLnR4dHR3b1BLAQIeAw',
  'oAAAAAAOcieF3xhmx6AwAAAAMAAAAFAAAAAAAAAAAAAACkgQAAAABhLnR4dFBLAQIeAwoAAAAAAOcieF1misoRAwAAAAMAAAAFAAAAAAAAAAAA',
  'AACkgSYAAABiLnR4dFBLBQYAAAAAAgACAGYAAABMAAAAAAA=',
].join('')

test('a file of an archive is chosen from the list, and given', async () => {
  const { page, problems } = await visitPage('/code/compress')
  const file = { name: 'z.zip', mimeType: 'application/zip', buffer: Buffer.from(ZIPPED, 'base64') }
  await page.locator('input[type=file]').last().setInputFiles(file)
  await page.getByLabel('Extract a file').selectOption('b.txt')
  await resultOf(page).getByText('two', { exact: true }).waitFor()
  await resultOf(page).getByText('Extracted').waitFor()
  assert.deepEqual(await findBarriers(page), [])
  assert.deepEqual(problems, [])
})

test('a field left empty is asked for by its label, without the name that programs use', async () => {
  const { page } = await visitPage('/ip/ranges')
  await page.locator('main .run').click()
  const words = await page.locator('.status.failed').textContent()
  assert.match(words ?? '', /Please enter “Country or AS”/)
  assert.doesNotMatch(words ?? '', /owner/)
})
