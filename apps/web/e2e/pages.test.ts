import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '@octet/core/testing/until.ts'
import { loadTools } from '@octet/tools/registry.ts'
import { findBarriers } from './axe.ts'
import { useSite } from './site.ts'

const { openPage, visitPage, getSite } = useSite()

const PAGES = ['/', '/tools', '/convert/daxiaoxie', '/format/json', '/ipdizhi?ip=203.0.113.42', '/no/such/page'] as const

for (const path of PAGES)
  for (const [prefix, colorScheme] of [
    ['', 'light'],
    ['/zh', 'dark'],
  ] as const) {
    const address = prefix && path === '/' ? prefix : prefix + path
    test(`${address} ${colorScheme}: nothing on the console, no barriers`, async () => {
      const { page, problems } = await visitPage(address, { colorScheme })
      await page.waitForTimeout(300)
      assert.deepEqual(await findBarriers(page), [])
      assert.deepEqual(
        problems.filter((problem) => !(path.startsWith('/no/') && problem.includes('404'))),
        [],
      )
      assert.equal(await page.getAttribute('html', 'lang'), prefix ? 'zh-CN' : 'en')
    })
  }

for (const path of ['/', '/zh', '/convert/daxiaoxie', '/zh/format/json'] as const)
  test(`${path} at 320 px does not scroll sideways`, async () => {
    const { page } = await visitPage(path, { viewport: { width: 320, height: 640 } })
    const [wide, seen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
    assert.ok(wide <= seen, `${wide} > ${seen}`)
  })

test('/ipditu: a word of 1,500 letters makes it no wider', async () => {
  const { page } = await visitPage('/ipditu', { viewport: { width: 1440, height: 800 } })
  await page.fill('.map-ask textarea', 'W'.repeat(1500))
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)) <= 0)
})

test('on the smallest phone the hint of the first box has one line, and the button stands beside it', async () => {
  for (const path of ['/', '/zh']) {
    const { page } = await visitPage(path, { viewport: { width: 320, height: 640 } })
    const [field, button] = await page.evaluate(() =>
      ['.smart-box textarea', '.smart-box .button'].map((part) => document.querySelector(part)?.getBoundingClientRect()),
    )
    assert.ok(field && button && field.height < 60 && Math.abs(field.top - button.top) < 8, JSON.stringify([field, button]))
  }
})

test('what tells of the data leads to the first key', async () => {
  for (const path of ['/ip-data', '/docs', '/products/geolocation-api', '/products/databases'])
    for (const prefix of ['', '/zh']) {
      const html = await (await fetch(getSite().origin + prefix + path)).text()
      assert.match(html.slice(html.indexOf('<main')), new RegExp(`href="${prefix}/signup"`), prefix + path)
    }
})

test('a hash that is alone is read in one line', async () => {
  const { page } = await visitPage('/crypto/md5')
  await page.locator('.examples button').first().click()
  const value = page.locator('.digests tr:only-child > td .value')
  await value.waitFor()
  assert.ok((await value.evaluate((element) => element.getClientRects().length)) === 1)
  assert.ok(((await value.boundingBox())?.height ?? 99) < 40)
})

for (const path of ['/contact', '/zh/signup', '/pricing'] as const)
  test(`${path}: the way to log in stands in the bar`, async () => {
    const { page } = await visitPage(path)
    const places = await page.evaluate(() =>
      ['.bar', '.bar .log-in span'].map((part) => document.querySelector(part)?.getBoundingClientRect()),
    )
    const [bar, words] = places
    assert.ok(bar && words && words.top >= bar.top && words.bottom <= bar.bottom, JSON.stringify(places))
    assert.ok(words.left > (bar.left + bar.right) / 2, `at the end of the bar: ${JSON.stringify(places)}`)
  })

test('no heading shows a place that was never filled', async () => {
  for (const path of [
    '/products/asn-api',
    '/zh/products/privacy-api',
    '/products/geolocation-api',
    '/zh/docs',
    '/pricing',
  ] as const) {
    const html = await (await fetch(getSite().origin + path)).text()
    const headings = [...html.matchAll(/<h[1-6][^>]*>.*?<\/h[1-6]>|aria-label="[^"]*"/g)].map(([text]) => text)
    assert.ok(headings.length > 0)
    assert.deepEqual(
      headings.filter((text) => /\{\w+\}/.test(text)),
      [],
      path,
    )
  }
})

test('a field that was refused is no longer marked once it is typed into', async () => {
  const { page } = await visitPage('/contact')
  await page.click('main form [type=submit]')
  await page.locator('[name=name][aria-invalid=true]:focus').waitFor()
  await page.fill('[name=name]', 'Ann')
  assert.equal(await page.getAttribute('[name=name]', 'aria-invalid'), 'false')
  assert.equal(await page.getAttribute('[name=describe]', 'aria-invalid'), 'true')
  await page.click('main form [type=submit]')
  await page.locator('[name=email][aria-invalid=true]:focus').waitFor()
})

test('what is chosen by a finger is 44 px high', async () => {
  for (const path of ['/dnschaxun', '/convert/daxiaoxie', '/contact', '/text/lines', '/login'] as const) {
    const { page, close } = await openPage(path, { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true })
    const parts = page.locator(
      'main :is(.segments label, .segments button, .more > summary, .toggle-field > label, [role=tab], .link, .tick), .logo, .search-field',
    )
    const heights = await parts.evaluateAll((all) => all.map((part) => part.getBoundingClientRect().height))
    assert.ok(heights.length > 2 && heights.every((height) => height >= 44), `${path}: ${heights.join(', ')}`)
    await close()
  }
})

test('a finger is not asked to drop files, which a mouse is', async () => {
  for (const hasTouch of [true, false]) {
    const { page, close } = await openPage('/code/compress', { hasTouch, isMobile: hasTouch })
    const words = await page.locator('.drop-words').evaluateAll((all) => all.map((one) => one.checkVisibility()))
    assert.deepEqual(words, [!hasTouch])
    await close()
  }
})

test('the hint of the box is read whole on a phone whose browser does not let fields grow', async () => {
  for (const path of ['/', '/zh']) {
    const { page } = await visitPage(path, { viewport: { width: 320, height: 640 } })
    const [shown, whole] = await page.evaluate(() => {
      const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])
      const without = rules.filter((rule) => rule instanceof CSSSupportsRule && /^not .*field-sizing/.test(rule.conditionText))
      const sheet = new CSSStyleSheet()
      const own = without.flatMap((rule) => [...(rule as CSSSupportsRule).cssRules].map(({ cssText }) => cssText))
      sheet.replaceSync(`.smart-box textarea { field-sizing: fixed; } ${own.join(' ')}`)
      document.adoptedStyleSheets = [sheet]
      const box = document.querySelector('#smart')
      return [box?.clientHeight ?? 0, box?.scrollHeight ?? 0]
    })
    assert.ok((shown ?? 0) >= (whole ?? 0), `${path}: ${whole} px of hint in ${shown} px`)
  }
})

test('a list to choose from is drawn by the site, with room for its arrow', async () => {
  const { page } = await visitPage('/crypto/keys')
  const [look, arrow, room] = await page
    .locator('select[name=kind], .toolbar select')
    .first()
    .evaluate((select) => {
      const { appearance, backgroundImage, paddingRight } = getComputedStyle(select)
      return [appearance, backgroundImage, paddingRight]
    })
  assert.equal(look, 'none')
  assert.match(arrow ?? '', /^url\("data:image\/svg/)
  assert.equal(room, '28px')
})

test('the status fits a tablet held upright, and paper has its words', async () => {
  const { page, close } = await openPage(undefined, { viewport: { width: 820, height: 1180 } })
  const report = {
    build: '20260102T030405Z',
    date: '2026-01-02',
    rows: { v4: 3_872_933, v6: 4_411_897 },
    sources: [],
    accuracy: null,
  }
  await page.route('**/v1/data', (route) => route.fulfill({ json: { code: 200, msg: '', data: report } }))
  await page.route('**/v1/data/sources', (route) => route.fulfill({ status: 404, json: {} }))
  await page.goto(`${getSite().origin}/status`)
  await page.locator('.data-figures').getByText(report.build).waitFor()
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 820)
  await page.emulateMedia({ media: 'print' })
  assert.ok(await page.locator('.lights [role=status]').first().isVisible())
  await close()
})

test('paper shows what is folded on the screen, and says what the circle of a map means', async () => {
  const pricing = await visitPage('/pricing')
  const answer = pricing.page.locator('main details:not([open]) p').first()
  const isDrawn = () => answer.evaluate((element) => element.checkVisibility({ contentVisibilityAuto: true }))
  assert.equal(await isDrawn(), false)
  await pricing.page.emulateMedia({ media: 'print' })
  await until(isDrawn, 'what is folded is on paper')
  const { page } = await visitPage('/ipdizhi?ip=203.0.113.42')
  await page.emulateMedia({ media: 'print' })
  assert.ok(await page.locator('.ip-map-foot [role=status]').isVisible())
})

test('the documentation fits a sheet', async () => {
  const { page } = await visitPage('/docs', { viewport: { width: 687, height: 900 } }) // A4 within its margins
  await page.emulateMedia({ media: 'print' })
  await page.locator('.error-table td').first().waitFor()
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 687)
})

test('lists of tools say all of what each does, with the spacing that a reader asks for, too', async () => {
  const { page, close } = await openPage('/tools', { bypassCSP: true })
  // WCAG 2.2, 1.4.12
  await page.addStyleTag({
    content: '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }',
  })
  const findCut = () =>
    page
      .locator(':is(.tool-list, .related) span')
      .evaluateAll((all) => all.filter((one) => one.scrollHeight > one.clientHeight + 1).map((one) => one.textContent))
  assert.deepEqual(await findCut(), [])
  await close()
})

test('a contrast theme shows what is on, what is chosen and where one is', async () => {
  const { page, close } = await openPage('/text/regex', { forcedColors: 'active' })
  const looks = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const { backgroundColor, borderTopWidth, borderBottomColor, textDecorationLine } = getComputedStyle(element)
        return { backgroundColor, borderTopWidth, borderBottomColor, textDecorationLine }
      })
  await page.locator('.examples button').first().click()
  await page.locator('mark').nth(1).waitFor()
  const marks = await page.locator('mark').evaluateAll((list) => list.map((mark) => getComputedStyle(mark).backgroundColor))
  assert.equal(new Set(marks).size, 1, 'the theme has one colour for text on a mark')
  const off = await looks('.switch:not(:checked)')
  assert.equal(off.borderTopWidth, '1px')
  await page.locator('.switch').first().check()
  assert.notEqual((await looks('.switch:checked')).backgroundColor, off.backgroundColor)
  const [chosen, other] = [await looks('.segments input:checked + span'), await looks('.segments input:not(:checked) + span')]
  assert.notEqual(chosen.backgroundColor, other.backgroundColor)
  assert.equal((await looks('.sidebar a[aria-current]')).textDecorationLine, 'underline')
  await page.goto(`${getSite().origin}/format/json`)
  await page.waitForSelector('html[data-ready]')
  const pressed = async (isPressed: boolean) => (await looks(`.segments [aria-pressed=${isPressed}]`)).backgroundColor
  assert.equal(await pressed(true), chosen.backgroundColor)
  assert.notEqual(await pressed(false), chosen.backgroundColor)
  await page.keyboard.press('Control+k')
  await page.locator('[role=option]').nth(1).waitFor()
  const option = async (selected: boolean) => (await looks(`[role=option][aria-selected=${selected}]`)).backgroundColor
  assert.notEqual(await option(true), await option(false))
  await page.goto(`${getSite().origin}/login`)
  const tab = async (selected: boolean) => (await looks(`[role=tab][aria-selected=${selected}]`)).borderBottomColor
  assert.notEqual(await tab(true), await tab(false))
  await close()
})

test('the button that copies code covers none of it', async () => {
  const { page } = await visitPage('/docs', { viewport: { width: 320, height: 800 } })
  const gaps = await page.locator('.snippet').evaluateAll((all) =>
    all.map((one) => {
      const [code, button] = ['pre', '.copy'].map((part) => one.querySelector(part)?.getBoundingClientRect())
      return (button?.left ?? 0) - (code?.right ?? 0)
    }),
  )
  assert.ok(gaps.length > 2 && gaps.every((gap) => gap >= 0), gaps.join(', '))
})

test('an address stays on one line on the narrowest screen', async () => {
  const { page } = await visitPage('/network', { viewport: { width: 320, height: 800 } })
  await page.locator('.examples button').first().click()
  const values = page.locator('.big-facts .value')
  await values.first().waitFor()
  const broken = await values.evaluateAll((all) =>
    all.filter((one) => !one.textContent.includes(' ') && one.getBoundingClientRect().height > 36).map((one) => one.textContent),
  )
  assert.deepEqual(broken, [])
})

test('without scripts a page is readable and its form works', async () => {
  const { page, close } = await openPage('/ipdizhi', { javaScriptEnabled: false })
  assert.equal(await page.textContent('h1'), 'IP lookup')
  await page.fill('main form input[name=ip]', '203.0.113.7')
  await page.click('main form button[type=submit]')
  await page.waitForURL(/ip=203\.0\.113\.7/)
  assert.match((await page.textContent('main')) ?? '', /203\.0\.113\.7.*Netherlands/s)
  // What only a script sends goes nowhere without one, least of all into the address.
  for (const path of ['/login', '/crypto/aes', '/convert/daxiaoxie']) {
    await page.goto(getSite().origin + path)
    for (const field of await page.locator('main form :is(input:is([type=email], [type=password]), textarea)').all())
      await field.fill('a@b.example')
    await page
      .locator('main form')
      .first()
      .evaluate((form: HTMLFormElement) => form.requestSubmit())
    assert.equal(page.url(), getSite().origin + path)
    assert.match((await page.textContent('main')) ?? '', /This needs JavaScript/)
  }
  await close()
})

test('the server answers in the page for tools of the server alone, and makes no password for anybody', async () => {
  const read = async (path: string) => (await fetch(getSite().origin + path, { headers: { accept: 'text/html' } })).text()
  assert.match(await read('/ipdizhi?ip=203.0.113.7'), /"answer":\{"code":200/)
  for (const path of [
    '/crypto/password?length=31',
    '/generate/uuid?count=3',
    '/crypto/totp?period=60',
    '/convert/daxiaoxie?text=a',
  ])
    assert.match(await read(path), /"answer":null/, path)
})

test('the head names page, language and its twin', async () => {
  const { page, close } = await openPage('/zh/format/json')
  const { origin } = getSite()
  assert.match(await page.title(), /JSON.*Octet/)
  assert.equal(await page.getAttribute('link[rel=canonical]', 'href'), `${origin}/zh/format/json`)
  assert.equal(await page.getAttribute('link[hreflang=en]', 'href'), `${origin}/format/json`)
  assert.equal(await page.getAttribute('link[hreflang=zh-CN]', 'href'), `${origin}/zh/format/json`)
  assert.ok(((await page.getAttribute('meta[name=description]', 'content')) ?? '').length > 8)
  assert.equal(await page.getAttribute('meta[property="og:locale"]', 'content'), 'zh_CN')
  await close()
})

test('an unmatched path: status 404, its text, two ways home', async () => {
  for (const path of ['/no/such', '/zh/no/such'] as const) {
    const answer = await fetch(getSite().origin + path)
    assert.equal(answer.status, 404)
    const html = await answer.text()
    assert.match(html, new RegExp(`Page not found: ${path}`))
    assert.equal(html.match(/class="button [a-z]+" href="\/"/g)?.length, 2)
    assert.match(html, /<meta name="robots" content="noindex">/)
  }
})

test('the first page tells what each of its tools does, though its HTML has only their names', async () => {
  assert.doesNotMatch(await (await fetch(`${getSite().origin}/zh`)).text(), /class="tool-list"[^]*<a [^>]*title=/)
  const { page, close } = await openPage('/zh')
  const json = page.locator('.dense a[href="/zh/format/json"]')
  await page.waitForFunction(() => document.querySelector<HTMLElement>('.dense a[href="/zh/format/json"]')?.title !== '')
  const { summary } = (await loadTools()).find(({ id }) => id === 'json') ?? {}
  assert.equal(await json.getAttribute('title'), summary?.zh)
  assert.equal(await page.locator('.dense a:not([title])').count(), 0)
  await close()
})

test('an unmatched path is answered with what is called like it, complete without scripts', async () => {
  for (const [prefix, title] of [
    ['', 'XML and YAML formatter'],
    ['/zh', 'XML / YAML 格式化'],
  ] as const) {
    const { page, problems, close } = await openPage(`${prefix}/format/xml`, { javaScriptEnabled: false })
    const first = page.locator('.lonely .related a').first()
    assert.equal(await first.getAttribute('href'), `${prefix}/format/aml`)
    assert.equal(await first.locator('strong').textContent(), title)
    assert.equal(problems.length, 1, 'the status of the page alone')
    await close()
  }
  const read = async (path: string) => (await fetch(getSite().origin + path)).text()
  assert.match(await read('/asn/AS-json'), /class="related"[^]*href="\/ip\/routing"/, 'of a refused address: its page')
  for (const path of ['/no/such', '/embed/jsom']) assert.doesNotMatch(await read(path), /class="related"|"near":/, path)
  assert.doesNotMatch(await read('/json/<script>alert(1)</script>'), /<script>alert/)
})

test('what is called like an unmatched path stays when the page listens, and opens', async () => {
  const { page, problems, close } = await openPage('/json')
  const first = page.locator('.lonely .related a').first()
  await first.click()
  await page.waitForURL('**/format/json')
  await page.goBack()
  await first.waitFor()
  assert.deepEqual(
    problems.filter((problem) => !problem.includes('404')),
    [],
  )
  await close()
})

test('a guarded page sends visitors who are not logged in to the home page', async () => {
  const answer = await fetch(`${getSite().origin}/account`, { redirect: 'manual' })
  assert.deepEqual([answer.status, answer.headers.get('location')], [307, '/'])
  const known = await fetch(`${getSite().origin}/account/dashboard`, { headers: { cookie: 'token=t' } })
  assert.equal(known.status, 200)
})

test('one page has one address', async () => {
  const answer = await fetch(`${getSite().origin}/zh/format/json/?a=1`, { redirect: 'manual' })
  assert.deepEqual([answer.status, answer.headers.get('location')], [308, '/zh/format/json?a=1'])
})

test('a DNS text in UTF-8 is shown readable, as dig writes it below', async () => {
  const { page, close } = await openPage('/dnschaxun')
  const data = String.raw`"v=\228\184\173\230\150\135"`
  const record = { name: 'example.com.', ttl: 300, class: 'IN', type: 'TXT', data, text: '"v=中文"', fields: null }
  const answer = {
    question: { name: 'example.com', type: 'TXT' },
    server: 'system',
    transport: 'udp',
    rcode: 'NOERROR',
    flags: [],
    ms: 1,
    sizeBytes: 60,
    wasTruncated: false,
    answers: [record, { ...record, data: '"plain"', text: undefined }],
    authorities: [],
    additionals: [],
    edns: null,
    dig: '',
  }
  const empty = { places: [], failures: [], text: '', zoneFile: '', trace: null, comparison: null, dnssec: null, health: null }
  await page.route(/\/v1\/(tools\/)?dns/, (route) =>
    route.fulfill({ json: { code: 200, msg: '', data: { name: 'example.com', mode: 'query', answers: [answer], ...empty } } }),
  )
  await page.locator('main input').first().fill('example.com')
  await page.keyboard.press('Enter')
  await page.waitForSelector('.record-data')
  assert.deepEqual(await page.locator('.record-data').allInnerTexts(), [`"v=中文"\ndig: ${data}`, '"plain"'])
  assert.deepEqual(await findBarriers(page), [])
  await close()
})
