import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Measurement } from '@octet/core/probe/measurement.ts'
import { until } from '@octet/core/testing/until.ts'
import { findBarriers } from './axe.ts'
import { seeToast } from './see-toast.ts'
import { useSite } from './site.ts'

const { visitPage, getSite } = useSite()
const ID = 'abcdef0123456789abcdef0123456789'

const place = {
  continent: 'AS',
  country: 'JP',
  city: 'Tokyo',
  latitude: 35.7,
  longitude: 139.7,
  asn: 2497,
  network: 'IIJ',
  tags: ['fibre'],
}
const POINTS = [
  {
    id: 'a',
    name: 'Tokyo one',
    status: 'ready',
    isOwn: false,
    ...place,
    step: 'mtr-packet',
    version: '0.1.0',
    tasks: ['ping'],
    load: { cpuPercent: 3, jobs: 1 },
    lastSeenAt: null,
  },
  {
    id: 'b',
    name: 'Oslo',
    status: 'offline',
    isOwn: false,
    ...place,
    country: 'NO',
    city: 'Oslo',
    latitude: null,
    longitude: null,
    asn: null,
    network: null,
    step: null,
    version: null,
    tasks: [],
    load: null,
    lastSeenAt: '2026-01-02T03:04:05Z',
  },
]
const PING = {
  target: 'example.com',
  address: '192.0.2.1',
  otherAddresses: [],
  protocol: 'icmp',
  port: null,
  step: 'mtr-packet',
  sent: 3,
  received: 3,
  lossPercent: 0,
  minMs: 10,
  avgMs: 20,
  maxMs: 30,
  medianMs: 20,
  p95Ms: 30,
  mdevMs: 5,
  jitterMs: 3,
  packets: [{ seq: 1, ms: 20, ttl: 60, from: '192.0.2.1', outcome: 'reply' }],
  isComplete: true,
}
const WAITING = { status: 'in-progress', data: null, error: null } as const

function makeMeasurement(): Measurement {
  const row = (id: string, name: string) => ({ target: 'example.com', probe: { id, name, ...place }, result: WAITING })
  return {
    id: ID,
    type: 'ping',
    status: 'in-progress',
    targets: ['example.com'],
    measurementOptions: { packets: 3 },
    locations: 'Tokyo',
    probesCount: 2,
    credits: 6,
    createdAt: '2026-01-02T03:04:05Z',
    updatedAt: '2026-01-02T03:04:05Z',
    results: [row('a', 'Tokyo one'), row('b', 'Tokyo two')],
  }
}

const toStream = (events: readonly (readonly [string, unknown])[]) =>
  events.map(([event, data]) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`).join('')

async function answerCalls(page: Page): Promise<unknown[]> {
  const sent: unknown[] = []
  await page.route('**/v1/points', (route) => route.fulfill({ json: { code: 200, msg: '', data: POINTS } }))
  await page.route('**/v1/measurements', (route) => {
    sent.push(route.request().postDataJSON())
    return route.fulfill({ status: 202, json: { code: 200, msg: '', data: { id: ID, probesCount: 2, credits: 6 } } })
  })
  await page.route(`**/v1/measurements/${ID}`, (route) =>
    route.fulfill({
      contentType: 'text/event-stream; charset=utf-8',
      body: toStream([
        ['measurement', makeMeasurement()],
        ['rows', [{ index: 0, result: { status: 'finished', data: PING, error: null } }]],
        ['rows', [{ index: 1, result: { status: 'offline', data: null, error: null } }]],
        ['done', { updatedAt: '2026-01-02T03:04:06Z' }],
      ]),
    }),
  )
  return sent
}

for (const [lang, prefix] of [
  ['English', ''],
  ['Chinese', '/zh'],
] as const)
  test(`points are listed, chosen and measured from; the result is drawn as it comes (${lang})`, async () => {
    const { page, problems } = await visitPage()
    const sent = await answerCalls(page)
    problems.length = 0
    await page.goto(`${getSite().origin}${prefix}/points?target=example.com`)
    await page.waitForSelector('.points-list > li')
    assert.equal(await page.locator('.points-list > li').count(), 2)
    assert.deepEqual(await findBarriers(page), [])
    await page.locator('.points-list .points-do button').first().click()
    assert.equal(await page.locator('.measure-from input').inputValue(), 'point:a')
    await page.locator('.measure-form button[type=submit]').click()
    await page.waitForURL(`**${prefix}/measurements/${ID}`)
    assert.deepEqual(sent, [
      { type: 'ping', target: 'example.com', locations: 'point:a', limit: 10, measurementOptions: { protocol: 'icmp' } },
    ])
    await page.waitForSelector('.row-list .net-chip.ok')
    assert.deepEqual(await page.locator('.row-second').allTextContents(), ['10 · 20 · 30 ms'])
    await page.locator('.row-list summary').first().click()
    await page.waitForSelector('.row-details .net-chart')
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      assert.deepEqual(await findBarriers(page), [])
    }
    assert.deepEqual(problems, [])
  })

test('what a measurement was refused for goes away when a field is changed', async () => {
  const { page } = await visitPage()
  await answerCalls(page)
  await page.route('**/v1/measurements', (route) => route.fulfill({ json: { code: 400, msg: 'no host name', data: {} } }))
  await page.goto(`${getSite().origin}/points?target=a..b`)
  await page.waitForSelector('html[data-ready]')
  await page.locator('.measure-form button[type=submit]').click()
  const failure = page.locator('.measure-form .field-error')
  await failure.getByText('no host name').waitFor()
  await page.getByLabel('Target').fill('example.com')
  assert.equal(await failure.textContent(), '')
})

test('a point that joins while the page is open appears as online, and the chosen place stays chosen', async () => {
  const { page, problems } = await visitPage()
  problems.length = 0
  let points = POINTS
  await page.route('**/v1/points', (route) => route.fulfill({ json: { code: 200, msg: '', data: points } }))
  await page.goto(`${getSite().origin}/points`)
  const online = page.locator('.points-figures li', { hasText: /online/i }).locator('strong')
  await page.waitForSelector('.points-list > li')
  assert.equal(await online.textContent(), '1')
  await page.locator('.points-map .bubble').first().dispatchEvent('click')
  const heading = page.getByRole('heading', { name: /Tokyo/ })
  await heading.waitFor()
  const oslo = { ...POINTS[1]!, status: 'ready', latitude: 59.9, longitude: 10.7, load: { cpuPercent: 1, jobs: 0 } }
  points = [oslo, POINTS[0]!] as typeof POINTS
  await page.locator('.points-figures strong', { hasText: '2' }).first().waitFor()
  assert.ok(await heading.isVisible())
  assert.deepEqual(problems, [])
})

test('a point of one’s own gets a new token only when it is meant', async () => {
  const { page } = await visitPage()
  await page.route('**/v1/points', (route) =>
    route.fulfill({ json: { code: 200, msg: '', data: POINTS.map((point) => ({ ...point, isOwn: point.id === 'a' })) } }),
  )
  let asked = 0
  await page.route('**/v1/points/a/token', (route) => {
    const command = `octet agent --server ${getSite().origin} --token octp_x`
    return ++asked === 1
      ? route.fulfill({ status: 503, json: { code: 503, msg: 'not now', data: { error: 'unavailable', resolution: 'Later.' } } })
      : route.fulfill({ json: { code: 200, msg: '', data: { id: 'a', token: 'octp_x', command, old_token_until: null } } })
  })
  await page.goto(`${getSite().origin}/points`)
  const open = page.getByRole('button', { name: 'New token: Tokyo one' }).first()
  await open.click()
  const question = page.getByRole('group', { name: 'New token: Tokyo one' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  assert.deepEqual([await question.count(), asked], [0, 0])
  assert.equal(await open.evaluate((element) => element === document.activeElement), true)
  await open.click()
  const yes = question.getByRole('button', { name: 'New token: Tokyo one' })
  await yes.click()
  await question.getByRole('alert').getByText('not now').waitFor()
  assert.deepEqual(await findBarriers(page), [])
  await yes.click()
  await page.locator('.points-token', { hasText: '--token octp_x' }).waitFor()
  assert.equal(await question.count(), 0)
  assert.deepEqual(await findBarriers(page), [])
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width)
    const widths = await page
      .locator('.points-list, .points-token')
      .evaluateAll((all) => all.map(({ clientWidth }) => clientWidth))
    assert.ok(widths[1]! > widths[0]! - 40, `${widths}`)
  }
})

test('who asks for all points goes on at the first of the others', async () => {
  const { page } = await visitPage()
  const many = Array.from({ length: 62 }, (_, at) => ({ ...POINTS[0], id: `p${at}`, name: `Point ${at}` }))
  await page.route('**/v1/points', (route) => route.fulfill({ json: { code: 200, msg: '', data: many } }))
  await page.goto(`${getSite().origin}/points`)
  await page.getByRole('button', { name: 'Show all 62' }).press('Enter')
  await page.waitForFunction(() => document.querySelectorAll('.points-list > li').length === 62)
  assert.match(await page.evaluate(() => document.activeElement?.textContent ?? ''), /^Point 60/)
})

test('an id that nobody has says so; one that cannot be is no page', async () => {
  const { page } = await visitPage()
  await page.route(`**/v1/measurements/${ID}`, (route) =>
    route.fulfill({ status: 404, json: { code: 404, msg: 'Page not found', data: { error: 'not_found' } } }),
  )
  await page.goto(`${getSite().origin}/measurements/${ID}`)
  await page.getByText('does not exist or is older').waitFor()
  assert.equal((await page.goto(`${getSite().origin}/measurements/xyz`))?.status(), 404)
})

test('on a phone nothing of the pages is wider than the screen', async () => {
  const { page } = await visitPage(undefined, { viewport: { width: 320, height: 700 } })
  await answerCalls(page)
  for (const path of ['/points', `/measurements/${ID}`]) {
    await page.goto(getSite().origin + path)
    await page.waitForSelector('.points-list > li, .row-list > li')
    const overhang = `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.points-page'))`
    assert.equal(await page.evaluate(overhang), 0, path)
  }
})

test('a point of one’s own is removed once that is confirmed', async () => {
  const { page } = await visitPage()
  await page.context().addCookies([{ name: 'token', value: 't', url: getSite().origin }])
  let points = [{ ...POINTS[1], isOwn: true }]
  await page.route('**/v1/points', (route) => route.fulfill({ json: { code: 200, msg: '', data: points } }))
  await page.route('**/v1/points/b', (route) => {
    points = []
    return route.fulfill({ json: { code: 200, msg: '', data: { id: 'b' } } })
  })
  await page.goto(`${getSite().origin}/zh/points`)
  await page.getByRole('button', { name: /^删除：/ }).click()
  await page.getByText('令牌将立即失效，且无法恢复。').waitFor()
  assert.equal(points.length, 1)
  assert.deepEqual(await findBarriers(page), [])
  await seeToast(page, { words: '监测点已删除' }, () => page.getByRole('button', { name: '确认删除' }).click())
  assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'H2')
  assert.equal(points.length, 0)
})

test('monitors show their state and history, and a new one is sent as it was filled in', async () => {
  const { page } = await visitPage()
  await page.context().addCookies([{ name: 'token', value: 't', url: getSite().origin }])
  const monitor = {
    id: 'm',
    name: 'Shop',
    request: {
      type: 'ping',
      target: 'example.com',
      locations: 'Asia',
      limit: 3,
      measurementOptions: { protocol: 'tcp', port: 8443 },
    },
    every_minutes: 5,
    rules: { onFailure: true, lossPercent: 50, latencyMs: null, minPoints: 1, confirmations: 2 },
    wants_mail: true,
    is_active: true,
    state: 'bad',
    state_since: '2026-01-02T03:04:05Z',
    last_measurement: ID,
    last_words: { en: '1 of 3 results is bad.', zh: '3 个结果中 1 个异常。' },
    webhook_url: 'https://example.com/hook',
    shown: null,
    last_call: { state: 'waiting', attempts: 2, error: 'expected a status of 200–299, got 503' },
  }
  const message = {
    id: '0f7c1b5e-7f0f-4b7a-9d55-a3f8a1f6c001',
    created_at: '2026-01-02T03:04:05Z',
    state: 'waiting',
    next_at: '2026-01-02T03:05:05Z',
    sent: '{"event":"monitor.bad"}',
    deliveries: [
      {
        at: '2026-01-02T03:04:20Z',
        status: 503,
        error: 'expected a status of 200–299, got 503',
        answer: '<b>closed</b> for today',
      },
      { at: '2026-01-02T03:04:05Z', status: null, error: 'connect ECONNREFUSED', answer: null },
    ],
  }
  const events = [{ kind: 'bad', words: monitor.last_words, measurement_id: ID, created_at: '2026-01-02T03:04:05Z' }]
  let sent: unknown
  let sentAgain: unknown
  let removed = 0
  let changes: unknown
  await page.route('**/v1/monitors/m', (route) => {
    if (route.request().method() === 'PATCH') {
      changes = route.request().postDataJSON()
      return route.fulfill({ json: { code: 200, msg: '', data: { id: 'm', is_active: true, webhook_secret: null } } })
    }
    removed++
    return route.fulfill({ json: { code: 200, msg: '', data: { id: 'm' } } })
  })
  await page.route('**/v1/monitors', (route) => {
    if (route.request().method() === 'POST') sent = route.request().postDataJSON()
    const data = route.request().method() === 'POST' ? { id: 'n', webhook_secret: 'f00d' } : [monitor]
    return route.fulfill({ json: { code: 200, msg: '', data } })
  })
  await page.route('**/v1/monitors/m/events', (route) => route.fulfill({ json: { code: 200, msg: '', data: events } }))
  await page.route('**/v1/monitors/m/deliveries', (route) => {
    const isPost = route.request().method() === 'POST'
    if (isPost) sentAgain = route.request().postDataJSON()
    return route.fulfill({ json: { code: 200, msg: '', data: isPost ? null : [message] } })
  })
  let unread = 2
  await page.route('**/v1/user_info', (route) =>
    route.fulfill({
      json: { code: 200, msg: '', data: { user: { name: 'ann', email: 'ann@example.org', role: 'user', unread } } },
    }),
  )
  await page.route('**/v1/monitors/seen', (route) => {
    unread = 0
    return route.fulfill({ json: { code: 200, msg: '', data: { unread } } })
  })
  await page.goto(`${getSite().origin}/account/profile`)
  await page.locator('.account-head a', { hasText: '2 changes in your monitors' }).click()
  await page.waitForSelector('.monitor-list .net-chip.bad')
  await until(() => unread === 0, 'the news are read')
  await page.goto(`${getSite().origin}/account/profile`)
  await page.locator('.account-head', { hasText: 'ann' }).waitFor()
  assert.equal(await page.locator('.account-head a').count(), 0)
  await page.goto(`${getSite().origin}/monitors`)
  await page.waitForSelector('.monitor-list .net-chip.bad')
  await page.getByText('Ping example.com (TCP 8443), from Asia, every 5 min').waitFor()
  const names = page.locator('.monitor-rules .measure-line label > span')
  const heights = await names.evaluateAll((all) => all.map((name) => Math.round(name.getBoundingClientRect().height)))
  assert.deepEqual(new Set(heights).size, 1, 'each name of a rule stands in one line')
  await page.locator('.monitor-list summary', { hasText: 'History' }).click()
  await page.waitForSelector('.monitor-events li')
  assert.deepEqual(await findBarriers(page), [])
  await page
    .getByText('The webhook has not accepted the last message (tried 2×) and will be tried again: expected a status of')
    .waitFor()
  await page.locator('.monitor-list summary', { hasText: 'Webhook' }).click()
  const said = (await page.locator('.monitor-messages > li').innerText()).replaceAll(/\s+/g, ' ')
  for (const words of ['waiting', 'Next try', 'status 503', '<b>closed</b> for today', 'no answer: connect ECONNREFUSED'])
    assert.ok(said.includes(words), `${words}: ${said}`)
  await page.locator('.monitor-messages summary', { hasText: 'What was sent' }).click()
  await page.getByText('{"event":"monitor.bad"}').waitFor()
  assert.deepEqual(await findBarriers(page), [])
  await seeToast(page, { words: 'The message is being sent again' }, () =>
    page.getByRole('button', { name: 'Send again' }).click(),
  )
  assert.deepEqual(sentAgain, { message: message.id })
  const edit = page.getByRole('button', { name: 'Edit: Shop', exact: true })
  await edit.click()
  const editor = page.getByRole('form', { name: 'Edit: Shop' })
  await editor.getByLabel('Name').fill('')
  await editor.getByRole('button', { name: 'Save' }).click()
  await editor.getByText('Give the monitor a name').waitFor()
  assert.deepEqual(await findBarriers(page), [])
  await editor.getByLabel('Name').fill('Store')
  await editor.getByLabel('Every').selectOption('10')
  await editor.getByLabel('Email me').uncheck()
  await seeToast(page, { words: 'The monitor was changed' }, () => editor.getByRole('button', { name: 'Save' }).click())
  assert.deepEqual(changes, { name: 'Store', every_minutes: 10, wants_mail: false, webhook_url: 'https://example.com/hook' })
  await editor.waitFor({ state: 'detached' })
  assert.equal(await edit.evaluate((button) => button === document.activeElement), true)
  await page.getByRole('button', { name: 'Remove: Shop', exact: true }).click()
  assert.equal(removed, 0, 'not before it is confirmed')
  assert.deepEqual(await findBarriers(page), [])
  await seeToast(page, { words: 'The monitor was removed' }, () => page.getByRole('button', { name: 'Remove for good' }).click())
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Monitors')
  assert.equal(removed, 1)
  const inputs = page.locator('.measure-form .measure-target input')
  await page.getByLabel('Runs in a row').fill('1.5')
  await inputs.nth(2).fill('example.com')
  await page.locator('.measure-form button[type=submit]').click()
  assert.deepEqual(await page.locator('.measure-form .field-error').allTextContents(), [
    'Give the monitor a name',
    'Enter a domain, an address or a URL',
    'Expected a whole number of 1–10',
    'Expected an address that begins with https://',
  ])
  assert.equal(await inputs.nth(0).evaluate((input) => input === document.activeElement), true)
  assert.deepEqual(await findBarriers(page), [])
  await page.getByLabel('Runs in a row').fill('2')
  await inputs.nth(0).fill('Mail')
  await inputs.nth(1).fill('mail.example.com')
  await inputs.nth(2).fill('https://example.com/hook')
  await page.locator('.measure-form button[type=submit]').click()
  await page.getByText('f00d').waitFor()
  assert.deepEqual(sent, {
    name: 'Mail',
    request: { type: 'ping', target: 'mail.example.com', locations: 'world', limit: 3 },
    every_minutes: 5,
    rules: {
      onFailure: true,
      lossPercent: 50,
      latencyMs: null,
      certificateDays: 14,
      registrationDays: 30,
      answers: null,
      minPoints: 1,
      confirmations: 2,
    },
    wants_mail: true,
    webhook_url: 'https://example.com/hook',
  })
})

for (const [path, outlook, note] of [
  ['/monitors', 'unsent', 'This site has no mail server, so no email is sent. A webhook works without one.'],
  ['/zh/monitors', 'unsent', '本站未配置邮件服务器，不会发送邮件。webhook 不受影响。'],
  [
    '/monitors',
    'kept',
    'No mail server is set up here, so emails stay on this machine. A webhook works without one. Open the local outbox',
  ],
  ['/monitors', 'sent', undefined],
] as const)
  test(`${path} where mails are ${outlook}: ${note ?? 'nothing to say'}`, async () => {
    const { page } = await visitPage(undefined, { viewport: { width: 390, height: 800 } })
    await page.context().addCookies([{ name: 'token', value: 't', url: getSite().origin }])
    const give = (data: unknown) => ({ json: { code: 200, msg: '', data } })
    await page.route('**/v1/monitors', (route) => route.fulfill(give([])))
    await page.route('**/v1/account/mail', (route) => route.fulfill(give({ outlook })))
    const told = page.waitForResponse('**/v1/account/mail')
    await page.goto(getSite().origin + path)
    await told
    const form = page.locator('form.measure-form')
    if (note === undefined) assert.equal(await form.getByRole('note').count(), 0)
    else assert.equal(await form.getByRole('note').innerText(), note)
    await form.locator('[name=name]').fill('x')
    await form.locator('[name=target]').fill('example.com:22')
    await form.locator('button[type=submit]').click()
    assert.match(await form.getByRole('alert').innerText(), /ICMP/)
    assert.deepEqual(await findBarriers(page), [])
    assert.equal(await page.evaluate(`document.documentElement.scrollWidth - innerWidth`), 0)
  })
