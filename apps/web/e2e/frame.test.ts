import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { until } from '@octet/core/testing/until.ts'
import type { Page } from 'playwright-core'
import { findBarriers } from './axe.ts'
import { findChunk } from './find-chunk.ts'
import { useSite } from './site.ts'

const { openPage, visitPage, getSite } = useSite()

/** As the code of a tool takes over a slow line, on a phone that is busy. */
const LATE_CODE_MS = 4_000

test('the palette opens on Ctrl+K and /, finds by name, pinyin and route, and opens the tool', async () => {
  for (const [keys, query] of [
    ['Control+k', '大小写'],
    ['/', 'dxxzh'],
    ['Control+k', 'daxiaoxie'],
  ] as const) {
    const { page } = await visitPage('/zh')
    await page.keyboard.press(keys)
    await page.getByRole('combobox').fill(query)
    await page.locator('[role=option]').first().waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/zh/convert/daxiaoxie')
  }
})

test('the palette leads to the pages that are no tools', async () => {
  for (const [home, query, path] of [
    ['/', 'pipeline', '/pipeline'],
    ['/', 'status', '/status'],
    ['/', 'mcp', '/docs/mcp'],
    ['/zh', '流水线', '/zh/pipeline'],
    ['/zh', '登录', '/zh/login'],
  ] as const) {
    const { page } = await visitPage(home)
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill(query)
    await page
      .getByRole('option', { name: home === '/' ? /Page$/ : /页面$/ })
      .first()
      .click()
    await page.waitForURL(`**${path}`)
  }
})

test('a pasted text in the palette offers the tool that takes it, filled in', async () => {
  const { page } = await visitPage('/')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('203.0.113.8')
  await page.locator('[role=option]', { hasText: 'IP lookup' }).first().click()
  await page.waitForURL(/\/ipdizhi\?ip=203\.0\.113\.8/)
})

test('palette and modals have no barriers; Esc closes and gives the focus back', async () => {
  const { page } = await visitPage('/')
  await page.focus('.search-field')
  await page.keyboard.press('Enter')
  await page.getByRole('combobox').waitFor()
  assert.deepEqual(await findBarriers(page), [])
  await page.keyboard.press('Escape')
  await page.locator('dialog').waitFor({ state: 'detached' })
  assert.ok(await page.evaluate(() => document.activeElement?.classList.contains('search-field')))
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  assert.deepEqual(await findBarriers(page), [])
})

test('the login modal opens at its first page, keeps what was typed, and goes back to that page once closed', async () => {
  const { page } = await visitPage('/')
  await page.getByRole('button', { name: 'Log in' }).click()
  const dialog = page.getByRole('dialog', { name: 'Log in' })
  assert.equal(await dialog.getByRole('tab', { selected: true }).textContent(), 'Password')
  await dialog.getByLabel('Email').fill('ann@example.org')
  await dialog.getByRole('tab', { name: 'Passkey' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Log in' }).click()
  assert.equal(await dialog.getByRole('tab', { selected: true }).textContent(), 'Password')
  await dialog.getByRole('button', { name: 'Sign up' }).click()
  const signUp = page.getByRole('dialog', { name: 'Sign up' })
  assert.equal(await signUp.getByLabel('Email').inputValue(), 'ann@example.org')
  assert.equal(await page.locator('dialog').count(), 1)
})

test('feedback names the operator’s contacts', async () => {
  const { page } = await visitPage('/')
  await page.getByRole('button', { name: 'Feedback' }).click()
  await page.locator('a[href="mailto:desk@example.com"]').waitFor()
})

test('the self-test runs and passes', async () => {
  const { page } = await visitPage('/')
  await page.getByRole('button', { name: 'Self-test' }).click()
  await page.waitForFunction(() => document.querySelectorAll('dialog .dot').length === 5)
  assert.equal(await page.locator('dialog .dot.ok').count(), 5)
})

test('on a phone the menu is a sheet with all tools', async () => {
  const { page } = await visitPage('/format/json', { viewport: { width: 390, height: 800 } })
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.locator('.sheet summary', { hasText: 'Conversion' }).click()
  await page.locator('.sheet').getByRole('link', { name: 'Letter case' }).click()
  await page.waitForURL('**/convert/daxiaoxie')
  await page.locator('dialog').waitFor({ state: 'detached' })
})

test('the chosen colours are there before the first paint', async () => {
  const { page, close } = await openPage('/', { colorScheme: 'light' })
  await page.getByRole('button', { name: 'Colour scheme' }).click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  assert.equal(await ground(), 'rgb(11, 13, 18)')
  await page.addInitScript(() => {
    document.addEventListener(
      'DOMContentLoaded',
      () => (document.documentElement.dataset.first = getComputedStyle(document.body).backgroundColor),
    )
  })
  await page.reload()
  assert.equal(await page.getAttribute('html', 'data-first'), 'rgb(11, 13, 18)')
  await close()
})

test('the smart box tells what was pasted and shows the answer', async () => {
  const { page } = await visitPage('/')
  await page.fill('#smart', '{"b":1,"a":[true]}')
  await page.locator('.seen', { hasText: 'JSON' }).waitFor()
  await page.locator('.instant').getByText('true').first().waitFor()
  assert.deepEqual(await findBarriers(page), [])
  await page.fill('#smart', '203.0.113.77')
  await page.locator('.suggestions li', { hasText: 'IP lookup' }).waitFor()
  await page.press('#smart', 'Enter')
  await page.waitForURL(/ip=203\.0\.113\.77/)
})

test('words in the smart box lead to the tools that are called so', async () => {
  for (const [home, words, path] of [
    ['/', 'what is my ip', '/ip'],
    ['/', 'subnet calculator', '/network'],
    ['/zh', '时间戳', '/zh/convert/shijian'],
    ['/zh', '登录', '/zh/login'],
  ] as const) {
    const { page } = await visitPage(home)
    await page.fill('#smart', words)
    await page.locator('.suggestions li').first().waitFor()
    assert.deepEqual(await findBarriers(page), [])
    await page.press('#smart', 'Enter')
    await page.waitForURL((url) => url.pathname === path)
  }
})

test('a text that is of no kind is offered to the tools for any text, Chinese is read at once', async () => {
  for (const [home, words, offered, answer] of [
    ['/', 'foobar', 'Text statistics', '6'],
    ['/zh', '你好世界', '汉字转拼音', 'nǐ hǎo shì jiè'],
  ] as const) {
    const { page } = await visitPage(home)
    await page.fill('#smart', words)
    await page.locator('.suggestions li').first().getByText(offered).waitFor()
    await page.locator('.instant').getByText(answer, { exact: true }).first().waitFor()
    assert.deepEqual(await findBarriers(page), [])
  }
})

test('the smart box answers though the code for it comes late', async () => {
  const { page, close } = await openPage('/')
  await page.route(/\/assets\/tool-(?!worker)[^/]+\.js$/, async (route) => {
    await wait(LATE_CODE_MS)
    await route.continue()
  })
  await page.fill('#smart', '{"b":1,"a":[true]}')
  await page.locator('.instant').getByText('true').first().waitFor()
  await close()
})

test('the visitor’s own address is on the first page', async () => {
  const { page } = await visitPage('/')
  await page.locator('.own-address', { hasText: '203.0.113.42' }).waitFor()
  const sent = getSite().calls.findLast(({ path }) => path === '/v1/ip_self_search')
  assert.equal(sent?.method, 'POST')
  assert.equal(sent?.headers.plat, 'pc')
})

test('an address that is no place on the Internet says why, and offers another', async () => {
  const { page } = await visitPage()
  await page.route('**/v1/ip_self_search', async (route) => {
    const answer = await (await route.fetch()).json()
    const special = {
      name: { en: 'Loopback', zh: '环回地址' },
      block: '127.0.0.0/8',
      rfc: 'RFC 1122 §3.2.1.3',
      global: false,
    }
    await route.fulfill({ json: { ...answer, data: { ...answer.data, ip: '127.0.0.1', network: '127.0.0.0/8', special } } })
  })
  await page.goto(`${getSite().origin}/`)
  const card = page.locator('.own-address')
  await card.getByText('runs on your own machine').waitFor()
  assert.deepEqual(await card.locator('dd').allTextContents(), ['Loopback', '127.0.0.0/8'])
  assert.equal(await card.getByRole('link', { name: '8.8.8.8' }).getAttribute('href'), '/ipdizhi?ip=8.8.8.8')
})

const logInAs = async (page: Page, token: string) =>
  page.context().addCookies([{ name: 'token', value: token, url: getSite().origin }])

test('a token cookie brings the user, whose name is the phone number', async () => {
  const { page, close } = await openPage('/')
  await logInAs(page, 't1')
  await page.goto(`${getSite().origin}/account`)
  await page.getByText('13800000000').first().waitFor()
  const stored: { state: Record<string, unknown> } = JSON.parse((await page.evaluate(() => localStorage.getItem('user'))) ?? '{}')
  assert.deepEqual(Object.keys(stored.state).sort(), ['auth', 'channel', 'token', 'unread', 'user'])
  assert.equal(stored.state.token, 't1')
  await close()
})

test('506 logs out here', async () => {
  const { page, close } = await openPage('/')
  await logInAs(page, 'ended')
  await page.reload()
  await page.waitForFunction(() => !document.cookie.includes('token=ended'))
  await page.getByRole('button', { name: 'Log in' }).waitFor()
  await close()
})

test('a Chinese heading without a place to break fits a phone', async () => {
  const { page } = await visitPage('/zh/mac', { viewport: { width: 320, height: 640 } })
  const width = await page.evaluate(() => {
    for (const heading of document.querySelectorAll('h1, .pane-head h2')) heading.prepend('地址'.repeat(20))
    return document.documentElement.scrollWidth
  })
  assert.equal(width, 320)
})

test('a chunk that is gone reloads the wanted page, once per path in 10 s', async () => {
  const { page, close } = await openPage('/')
  let loads = 0
  page.on('request', (request) => request.isNavigationRequest() && new URL(request.url()).pathname === '/tools' && loads++)
  await page.route(findChunk('app/routes/tools.tsx'), (route) => route.fulfill({ status: 404, body: 'gone' }))
  await page.locator('.bar nav').getByRole('link', { name: 'Tools' }).click()
  await page.waitForURL('**/tools')
  await page.getByText('This page could not be loaded').waitFor()
  assert.equal(loads, 1)
  assert.equal(await page.getByRole('link', { name: 'Back to home' }).getAttribute('href'), '/')
  await page.goto(`${getSite().origin}/zh/tools`)
  await page.getByText('页面加载失败').waitFor()
  assert.equal(await page.getByRole('link', { name: '返回首页' }).getAttribute('href'), '/zh')
  await close()
})

test('a page whose code is gone for good loads anew once, however long it takes to load', async () => {
  const { page, close } = await openPage()
  let loads = 0
  page.on('request', (request) => request.isNavigationRequest() && loads++)
  // Every load takes a minute by the clock of the page.
  await page.addInitScript(() => {
    window.name = String(Number(window.name) + 1)
    const now = Date.now
    Date.now = () => now() + Number(window.name) * 60_000
  })
  await page.route(findChunk('app/routes/tools.tsx'), (route) => route.fulfill({ status: 404, body: 'gone' }))
  await page.goto(`${getSite().origin}/tools`)
  await until(() => loads === 2, 'the page is loaded anew')
  await page.getByText('This page could not be loaded').waitFor({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Load again' }).click()
  await until(() => loads === 3, 'the button loads the page')
  await page.getByText('This page could not be loaded').waitFor()
  assert.equal(loads, 3)
  await close()
})

/**
 * Answers requests for a file with 404 until the page is loaded a second time; to be called before the first, as a page that
 * is left alone fetches what it will need. Requests go on being looked at: a browser that was told to stop just as the page was
 * loaded anew has been seen to wait for ever.
 */
async function missUntilAnew(page: Page, file: string | RegExp): Promise<void> {
  let loads = 0
  page.on('request', (request) => request.isNavigationRequest() && loads++)
  await page.route(file, (route) => (loads > 1 ? route.continue() : route.fulfill({ status: 404, body: 'gone' })))
}

for (const [what, chunk] of [
  ['worker', /\/assets\/tool-worker-[^/]+\.js$/],
  ['tool', /\/assets\/tool-(?!worker)[^/]+\.js$/],
] as const)
  test(`a page whose ${what} is gone is loaded anew with its input`, async () => {
    const { page, close } = await openPage()
    await missUntilAnew(page, chunk)
    await page.goto(`${getSite().origin}/convert/pinyin`)
    await page.waitForSelector('html[data-ready]')
    await page.evaluate(() => Object.assign(window, { isSamePage: true }))
    await page.locator('textarea:visible').fill('中国')
    await page.waitForFunction(() => !('isSamePage' in window))
    await page.locator('article.tool[data-run=done]').waitFor()
    assert.equal(await page.locator('textarea:visible').inputValue(), '中国')
    await close()
  })

for (const [what, chunk] of [
  ['worker', /\/assets\/tool-worker-[^/]+\.js$/],
  ['tool', /\/assets\/tool-(?!worker)[^/]+\.js$/],
] as const)
  test(`a dropped file is hashed though the code of its ${what} is broken off once`, async () => {
    const { page, close } = await openPage('/crypto/md5')
    await page.route(chunk, (route) => route.abort('connectionreset'), { times: 1 })
    await page.locator('.workbench').evaluate((place) => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['abc'], 'abc.txt'))
      place.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }))
    })
    await page.locator('.hash-file.done').getByText('900150983cd24fb0d6963f7d28e17f72').first().waitFor()
    await close()
  })

test('a page whose editor is gone is loaded anew without another error', async () => {
  const { page, problems, close } = await openPage()
  let loads = 0
  page.on('domcontentloaded', () => loads++)
  await missUntilAnew(page, findChunk('app/ui/code-mirror.ts'))
  await page.goto(`${getSite().origin}/format/yaml`)
  await page.click('.input-pane textarea')
  await until(() => loads === 2, 'the page is loaded anew')
  await page.waitForSelector('html[data-ready]')
  await page.click('.input-pane textarea')
  await page.locator('.cm-editor').first().waitFor()
  assert.equal(loads, 2)
  assert.deepEqual(
    problems.filter((problem) => !problem.includes('404')),
    [],
  )
  await close()
})

test('a grammar that is broken off as the page is left is no error, and the text stays', async () => {
  const { page, problems, close } = await openPage('/format/yaml')
  await page.route(findChunk('@codemirror/lang-yaml/dist/index.js'), (route) => route.abort('aborted'))
  await page.evaluate(() => {
    dispatchEvent(new Event('beforeunload', { cancelable: true })) // as Firefox says before it breaks off what is loading
    addEventListener('vite:preloadError', (event) => event.defaultPrevented && console.info('broken off'))
  })
  const brokenOff = page.waitForEvent('console', (message) => message.text() === 'broken off')
  await page.click('.input-pane textarea')
  await brokenOff
  await page.locator('.cm-content').first().fill('a: 1')
  await page.locator('.output-pane').getByText('a: 1').first().waitFor()
  assert.deepEqual(
    problems.filter((problem) => !problem.includes('ERR_ABORTED')),
    [],
  )
  await close()
})

test('a chunk that is broken off as the page is left keeps nobody here', async () => {
  const { page, close } = await openPage('/')
  // As Firefox does, while the next page is on its way.
  await page.evaluate(() =>
    addEventListener('beforeunload', () =>
      setTimeout(() => {
        dispatchEvent(new Event('vite:preloadError', { cancelable: true }))
        console.info('broken off')
      }),
    ),
  )
  const brokenOff = page.waitForEvent('console', (message) => message.text() === 'broken off')
  await page.route('**/zh', (route) => brokenOff.then(() => route.continue()))
  // Without a gesture, since Chromium lets nothing else take the place of where a gesture leads.
  await page.evaluate(() => location.assign('/zh'))
  await page.waitForSelector('html[data-ready][lang=zh-CN]')
  await close()
})

test('off line a chunk that is missing is said and loads nothing anew', async () => {
  const { page, close } = await openPage('/')
  await page.context().setOffline(true)
  // It stands there for 1.5 s: on a busy machine that is over before who looks only then.
  const failure = page.locator('.toast', { hasText: 'Part of the page did not arrive' })
  const told = failure.first().waitFor()
  await page.keyboard.press('Control+k')
  await told
  // As Vite does when a chunk wants several files.
  const shown = await page.evaluate(async () => {
    for (let file = 0; file < 3; file++) dispatchEvent(new Event('vite:preloadError', { cancelable: true }))
    await new Promise(requestAnimationFrame)
    return document.querySelectorAll('.toast').length
  })
  assert.equal(shown, 1)
  await page.locator('dialog[open]').waitFor({ state: 'hidden' })
  assert.match((await page.textContent('h1')) ?? '', /Paste anything/)
  await close()
})

test('off line a tool whose code is missing says so in the language of the page, without words of programs', async () => {
  const { page, close } = await openPage()
  await page.addInitScript(() => Object.defineProperty(navigator, 'onLine', { value: false }))
  const begun = page.waitForEvent('worker')
  await page.goto(`${getSite().origin}/zh/convert/pinyin`)
  await page.waitForSelector('html[data-ready]')
  // Once it listens, only the code of the tool is missing.
  await (await begun).evaluate(() => 1)
  await page.route(/\/assets\/tool-(?!worker)[^/]+\.js$/, (route) => route.abort())
  await page.locator('textarea:visible').fill('中国')
  const said = page.locator('[role=alert]', { hasText: '未能加载此工具的程序' })
  await said.waitFor()
  assert.doesNotMatch(await said.innerText(), /TypeError|Retry-After/)
  await close()
})

test('a newer build on the server makes the next move a whole load', async () => {
  const site = getSite()
  const { page, close } = await openPage('/')
  await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('/_build/meta/')))
  site.buildId = 'newer'
  await page.route('**/_build/meta/newer.json', (route) => route.fulfill({ json: { id: 'newer', routes: {} } }))
  await Promise.all([
    page.waitForResponse(/meta\/newer/),
    page.evaluate(() => document.dispatchEvent(new Event('visibilitychange'))),
  ])
  // What is asked after it is answered after it: the page has read the newer build by then.
  for (let times = 0; times < 3; times++) await page.evaluate(() => fetch('/_build/latest.json').then((answer) => answer.text()))
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  await page.locator('.bar nav').getByRole('link', { name: 'Tools' }).click()
  await page.waitForURL('**/tools')
  await page.waitForSelector('html[data-ready]')
  assert.equal(await page.evaluate(() => 'isSamePage' in window), false)
  site.buildId = undefined
  await close()
})

test('what goes to another tool or into a pipeline arrives, though a newer build makes the move a whole load', async () => {
  const site = getSite()
  const { page, close } = await openPage('/convert/daxiaoxie')
  const seeNewer = async () => {
    site.buildId = undefined
    await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('/_build/meta/')))
    site.buildId = 'newer'
    await Promise.all([
      page.waitForResponse(/meta\/newer/),
      page.evaluate(() => document.dispatchEvent(new Event('visibilitychange'))),
    ])
    for (let times = 0; times < 3; times++)
      await page.evaluate(() => fetch('/_build/latest.json').then((answer) => answer.text()))
    await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  }
  await page.route('**/_build/meta/newer.json', (route) => route.fulfill({ json: { id: 'newer', routes: {} } }))
  const send = async (name: string) => {
    await page.fill('.input-pane textarea', '203.0.113.5')
    await page.locator('.result').getByText('203.0.113.5').waitFor()
    await seeNewer()
    await page.getByRole('button', { name: 'Send to…' }).click()
    await page.getByRole('menuitem', { name }).click()
    await page.waitForFunction(() => !('isSamePage' in window))
  }
  await send('Add to a pipeline')
  await page.waitForURL('**/pipeline')
  await page.locator('.step-options').waitFor()
  assert.equal(await page.locator('.pipeline-input textarea').inputValue(), '203.0.113.5')

  site.buildId = undefined
  await page.goto(`${site.origin}/convert/daxiaoxie`)
  await page.waitForSelector('html[data-ready]')
  await send('IP address notations')
  await page.waitForURL('**/ipv4zh')
  await page.locator('.result').getByText('3405803781').first().waitFor()
  site.buildId = undefined
  await close()
})

test('the skip link is the first stop and leads to the content', async () => {
  const { page } = await visitPage('/')
  await page.keyboard.press('Tab')
  assert.equal(await page.evaluate(() => document.activeElement?.className), 'skip')
  await page.keyboard.press('Enter')
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'main')
})

test('a group of the sidebar has its tools once it is opened; without scripts it leads to the page of all', async () => {
  const { page, close } = await openPage('/zh/format/json')
  const group = page.locator('.sidebar details', { has: page.locator('summary', { hasText: '编码' }) })
  assert.equal(await group.locator('a').count(), 1)
  await group.locator('summary').click()
  await group.getByText('Base64 编码解码').click()
  await page.waitForURL('**/zh/code/base64code')
  await close()
  const { page: plain, close: closePlain } = await openPage('/zh/format/json', { javaScriptEnabled: false })
  await plain.locator('.sidebar summary', { hasText: '编码' }).click()
  await plain.locator('.sidebar').getByRole('link', { name: '全部工具' }).click()
  await plain.waitForURL('**/zh/tools#group-code')
  assert.equal(await plain.locator('#group-code').count(), 1)
  await closePlain()
})

test('the sidebar counts the tools of a group as the page of all tools does', async () => {
  const countTools = async (path: string, group: RegExp) => {
    const html = await (await fetch(getSite().origin + path)).text()
    return [...html.matchAll(group)].map(([, name, count]) => `${name} ${count}`)
  }
  const counts = await countTools('/tools', /<h2 id="group-\w+">([^<]+)(?:<!-- -->)? <span class="count">(\d+)</g)
  assert.ok(counts.length > 5)
  assert.deepEqual(await countTools('/format/json', /<summary>([^<]+)<span class="count">(\d+)</g), counts)
})

test('a page paints before it asks for scripts, and comes alive where nothing is painted, too', async (context) => {
  const html = await (await fetch(`${getSite().origin}/format/json`)).text()
  assert.doesNotMatch(html, /<script[^>]* src=|modulepreload"/)
  for (const [name, change] of [
    ['a tab behind others', () => Object.defineProperty(document, 'hidden', { get: () => true })],
    ['a frame below the fold', () => (globalThis.requestAnimationFrame = () => 0)],
  ] as const)
    await context.test(name, async () => {
      const { page, close } = await openPage('/no/such/page')
      await page.addInitScript(change)
      await page.goto(`${getSite().origin}/format/json`)
      await page.waitForSelector('html[data-ready]')
      await close()
    })
})
