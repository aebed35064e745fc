import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '@octet/core/testing/until.ts'
import type { Page, Route } from 'playwright-core'
import { useSite } from './site.ts'

const { openPage, visitPage, getSite } = useSite()

/** To the other language by the link in the bar. */
async function change(page: Page): Promise<void> {
  const other = (await page.getAttribute('html', 'lang')) === 'en' ? 'zh-CN' : 'en'
  await page.click('.bar .language')
  await page.waitForSelector(`html[data-ready][lang=${other}]`)
}

const fields: readonly (readonly [what: string, path: string, field: string, typed: string])[] = [
  ['a batch that has not begun', '/ipbatch', '#batch-text', '192.0.2.1\n192.0.2.2'],
  ['what stands in the first box', '/', '#smart', 'something of no kind'],
  ['a message that is not sent', '/contact', 'textarea', 'Words that took long to write'],
  ['an address to log in with', '/login', 'input[type=email]', 'ann@example.org'],
  ['the name of a pipeline', '/pipeline', '.pipeline-name input', 'Mine'],
]
for (const [what, path, field, typed] of fields)
  test(`${what} stays when the language changes, and comes back with it`, async () => {
    const { page, problems } = await visitPage(path)
    const shown = page.locator(field).first()
    await shown.fill(typed)
    await change(page)
    assert.equal(new URL(page.url()).pathname, path === '/' ? '/zh' : `/zh${path}`)
    assert.equal(await shown.inputValue(), typed)
    await change(page)
    assert.equal(new URL(page.url()).pathname, path)
    assert.equal(await shown.inputValue(), typed)
    assert.deepEqual(problems, [])
  })

test('a secret stays when the language changes, in the memory of the page alone', async () => {
  const { page, problems, close } = await openPage('/crypto/aes')
  const SECRET = '00112233445566778899aabbccddeeff'
  await page.locator('textarea:visible').first().fill('an open text')
  await page.locator('input[name=key]').fill(SECRET)
  await page.locator('article.tool[data-run=done]').waitFor()
  await change(page)
  assert.equal(await page.locator('input[name=key]').inputValue(), SECRET)
  assert.equal(await page.locator('textarea:visible').first().inputValue(), 'an open text')
  await page.locator('article.tool[data-run=done]').waitFor()
  const kept = await page.evaluate(() =>
    JSON.stringify([location.href, history.state, name, document.cookie, { ...localStorage }, { ...sessionStorage }]),
  )
  assert.ok(kept.includes('draft aes') && !kept.includes(SECRET), kept)
  await page.goBack()
  await page.waitForSelector('html[lang=en]')
  assert.equal(await page.locator('input[name=key]').inputValue(), SECRET)
  assert.deepEqual(problems, [])
  await close()
})

test('words, head and links of the page come in the other language, and the page stays where it was', async () => {
  const { page, problems } = await visitPage('/format/json?indent=4')
  await page.evaluate(() => {
    scrollTo(0, 300)
    Object.assign(globalThis, { isSamePage: true })
  })
  // Not by the pointer, which scrolls to what it clicks.
  await page.$eval('.bar .language', (link: HTMLElement) => link.click())
  await page.waitForSelector('html[lang=zh-CN]')
  assert.equal(page.url(), `${getSite().origin}/zh/format/json?indent=4`)
  assert.ok(await page.evaluate(() => 'isSamePage' in globalThis))
  assert.equal(await page.evaluate(() => scrollY), 300)
  await page.waitForFunction(() => document.title.includes('格式化'))
  const head = await page.evaluate(() => [
    document.querySelector('link[rel=canonical]')?.getAttribute('href'),
    document.querySelector('meta[name=description]')?.getAttribute('content'),
  ])
  assert.match(String(head[0]), /\/zh\/format\/json$/)
  assert.match(String(head[1]), /\p{Script=Han}/u)
  const links = await page.$$eval('.bar nav a, .sidebar a, .related a, footer a[href^="/"]', (all) =>
    all.map((link) => link.getAttribute('href') ?? ''),
  )
  assert.ok(links.length > 20)
  assert.deepEqual(
    links.filter((href) => /^\/[^.]*$/.test(href) && !/^\/zh(\/|$)/.test(href)),
    [],
  )
  assert.equal(await page.getAttribute('.bar .language', 'href'), '/format/json?indent=4')
  await page.locator('.related a').first().click()
  await page.waitForURL(/\/zh\/(?!format\/json)/)
  assert.deepEqual(problems, [])
})

test('a server is asked once more, in the other language', async () => {
  const { page } = await visitPage('/ipdizhi')
  const { calls } = getSite()
  await page.locator('main form input').first().fill('203.0.113.42')
  await page.locator('main form button[type=submit]').first().click()
  await page.locator('article.tool[data-run=done]').waitFor()
  const asked = calls.length
  await change(page)
  await until(() => calls.length > asked, 'the server is asked once more')
  await page.locator('article.tool[data-run=done]').waitFor()
  assert.equal(new URL(page.url()).search, '?ip=203.0.113.42')
})

test('what a page has from the server comes in the other language as well', async () => {
  const { page, problems, close } = await openPage()
  const asked: (string | undefined)[] = []
  await page.route('**/v1/databases', (route) => {
    const lang = route.request().headers()['accept-language']
    asked.push(lang)
    const data = { build: null, date: null, update_frequency: 'daily', licences: [], databases: [] }
    return route.fulfill({ json: { code: 200, msg: '', data } })
  })
  await page.goto(`${getSite().origin}/products/databases`)
  await until(() => asked.length === 1, 'the page asks')
  await change(page)
  await until(() => asked.length === 2, 'the page asks again')
  assert.deepEqual(asked, ['en', 'zh-CN'])
  assert.deepEqual(problems, [])
  await close()
})

test('a tab of its own has the other language, and this one its own', async () => {
  const { page, close } = await openPage('/format/json')
  const [other] = await Promise.all([
    page.context().waitForEvent('page'),
    page.click('.bar .language', { modifiers: ['ControlOrMeta'] }),
  ])
  await other.waitForURL('**/zh/format/json')
  assert.equal(await page.getAttribute('html', 'lang'), 'en')
  await close()
})

test('what is wrong with a form is said in the other language as well', async () => {
  const { page, problems } = await visitPage('/contact')
  await page.locator('main form input[name=email]').fill('nobody')
  await page.locator('main form button[type=submit]').click()
  const said = page.locator('main .field-error')
  await page.waitForFunction(() => document.querySelectorAll('main .field-error').length === 3)
  await change(page)
  for (const words of await said.allInnerTexts()) assert.match(words, /\p{Script=Han}/u)
  await change(page)
  for (const words of await said.allInnerTexts()) assert.doesNotMatch(words, /\p{Script=Han}/u)
  assert.deepEqual(problems, [])
})

const REFUSAL = {
  en: { msg: 'Too many of them: “Ann’s”', resolution: 'Wait.' },
  zh: { msg: '次数过多：“Ann’s”', resolution: '请稍候。' },
}
/** A refusal as the server writes it for whoever wants its words in both languages. */
const refuse = (route: Route) =>
  route.fulfill({
    status: 429,
    json: {
      code: 429,
      msg: REFUSAL.en.msg,
      data: { error: 'too_many_requests', resolution: REFUSAL.en.resolution, words: REFUSAL },
    },
  })

/** What is refused is said in the language of the page, and in the other one when that changes. */
async function seeBoth(page: Page): Promise<void> {
  await page.getByRole('alert').filter({ hasText: REFUSAL.en.msg }).waitFor()
  await change(page)
  await page.getByRole('alert').filter({ hasText: REFUSAL.zh.msg }).waitFor()
  assert.equal(await page.getByText(REFUSAL.en.msg).count(), 0)
  await change(page)
  await page.getByRole('alert').filter({ hasText: REFUSAL.en.msg }).waitFor()
}

test('why a passkey was not asked for is said in the other language as well', async () => {
  const { page, close } = await openPage('/login')
  await page.route('**/v1/account/passkeys/log_in_start', refuse)
  await page.locator('main').getByRole('tab', { name: 'Passkey' }).click()
  await page.getByRole('button', { name: 'Log in with a passkey' }).click()
  await seeBoth(page)
  await close()
})

test('why something was not removed is said in the other language as well', async () => {
  const { page, close } = await openPage('/terms')
  await page.context().addCookies([{ name: 'token', value: 't', url: getSite().origin }])
  const [created_at, expires_at] = ['2026-01-02T03:04:05Z', '2099-01-02T03:04:05Z']
  const about = { id: 'one', name: 'one.txt', state: 'done', format: 'csv', msg: null, created_at, expires_at }
  const job = { ...about, lines: 1, done: 1, failed: 0, percent: 100, result_bytes: 9, returned_units: 0 }
  await page.route('**/v1/keys', (route) => route.fulfill({ json: { code: 200, msg: '', data: [] } }))
  await page.route('**/v1/account/jobs', (route) => route.fulfill({ json: { code: 200, msg: '', data: [job] } }))
  await page.route('**/v1/account/jobs/one', refuse)
  await page.goto(`${getSite().origin}/account/dashboard`)
  await page.waitForSelector('html[data-ready]')
  await page.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('button', { name: /^Remove for good/ }).click()
  await seeBoth(page)
  await close()
})
