import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '@octet/core/testing/until.ts'
import { findBarriers } from './axe.ts'
import { useSite } from './site.ts'

const { getSite, openPage } = useSite()

const LAST = Date.parse('2026-11-27')
const days = Array.from({ length: 90 }, (_, index) => {
  const day = new Date(LAST - (89 - index) * 86_400_000).toISOString().slice(0, 10)
  const [good, bad] = index < 60 ? [0, 0] : day === '2026-11-20' ? [270, 18] : [288, 0]
  const maintenance = day === '2026-11-21' ? 12 : 0
  return { day, per_cent: good ? Math.floor((good / (good + bad)) * 100_000) / 1_000 : null, good, bad, maintenance }
})
const SHOWN = {
  title: 'Shop of Ann',
  measures: { type: 'http', targets: ['https://example.com'], every_minutes: 5 },
  state: 'good',
  state_since: '2026-11-20T11:30:00Z',
  maintenance_until: null,
  availability: [7, 30, 90].map((length) => ({ days: length, per_cent: length === 7 ? 100 : 99.791, runs: 8_640 })),
  days,
  runs: [
    { at: '2026-11-27T12:00:00.000Z', kind: 'good', ms: 41.5, in_maintenance: false },
    { at: '2026-11-27T11:55:00.000Z', kind: 'bad', ms: null, in_maintenance: false },
    { at: '2026-11-27T11:50:00.000Z', kind: 'unknown', ms: null, in_maintenance: false },
  ],
  events: [
    { kind: 'good', at: '2026-11-20T11:30:00.000Z' },
    { kind: 'bad', at: '2026-11-20T10:00:00.000Z' },
  ],
}
const PATH = '/monitor/AbCdEfGhIjKlMnOpQrStUv'

async function open(path: string, { width = 1440, data = SHOWN as object | null } = {}) {
  const opened = await openPage(undefined, { viewport: { width, height: 900 } })
  await opened.page.route('**/v1/shown-monitors/AbCdEfGhIjKlMnOpQrStUv', (route) =>
    data
      ? route.fulfill({ json: { code: 200, msg: '', data } })
      : route.fulfill({ status: 404, json: { code: 404, msg: 'There is no such monitor', data: { error: 'no_such' } } }),
  )
  await opened.page.goto(getSite().origin + path)
  return opened
}

test('a shown monitor has its state, its days, its last runs and changes, and is nothing for search engines', async () => {
  const { page, close } = await open(PATH)
  await page.getByRole('heading', { level: 1, name: 'Shop of Ann' }).waitFor()
  assert.match((await page.getAttribute('meta[name=robots]', 'content')) ?? '', /noindex/)
  await page.getByText('HTTP https://example.com, every 5 min').waitFor()
  const days = page.getByRole('slider', { name: 'Shop of Ann, by day' })
  await days.focus()
  await page.keyboard.press('PageDown')
  assert.equal(await days.getAttribute('aria-valuetext'), '20 Nov 2026: 93.75%, 270 good and 18 bad')
  await page.keyboard.press('Home')
  assert.equal(await days.getAttribute('aria-valuetext'), '30 Aug 2026: no run')
  const rows = await page.locator('tbody tr').allInnerTexts()
  assert.deepEqual(
    rows.map((row) => row.split('\t').slice(1).join(' ')),
    ['good 41.5 ms', 'bad –', 'not measured –'],
  )
  assert.equal(await page.locator('.monitor-events li').count(), 2)
  assert.deepEqual(await findBarriers(page), [])
  await close()
})

test('a shown monitor fits a phone in both languages, also before its first run', async () => {
  const empty = { ...SHOWN, measures: null, runs: [], events: [], days: days.map((day) => ({ ...day, per_cent: null })) }
  for (const [path, words] of [
    [PATH, 'No run yet.'],
    [`/zh${PATH}`, '尚未运行。'],
  ] as const) {
    const { page, close } = await open(path, { width: 320, data: empty })
    await page.getByText(words).waitFor()
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320)
    assert.deepEqual(await findBarriers(page), [])
    await close()
  }
})

test('the last runs fit a phone, however long words are', async () => {
  for (const path of [PATH, `/zh${PATH}`]) {
    const { page, close } = await open(path, { width: 320 })
    const rows = page.locator('.shown-runs')
    await rows.locator('tbody tr').first().waitFor()
    assert.ok(await rows.evaluate((box) => box.scrollWidth <= box.clientWidth), path)
    await close()
  }
})

test('maintenance is shown as such: the state, its runs, and the days that had some', async () => {
  const data = {
    ...SHOWN,
    days: days.map((one) => (one.day === '2026-11-26' ? { ...one, per_cent: null, good: 0, bad: 0, maintenance: 3 } : one)),
    state: 'maintenance',
    maintenance_until: '2026-11-27T14:00:00.000Z',
    runs: [{ at: '2026-11-27T12:00:00.000Z', kind: 'bad', ms: null, in_maintenance: true }],
  }
  const { page, close } = await open(PATH, { data })
  await page.locator('.lead', { hasText: /^maintenance until 27 Nov 2026/ }).waitFor()
  assert.match(await page.locator('tbody tr').innerText(), /maintenance/)
  const bars = page.getByRole('slider', { name: 'Shop of Ann, by day' })
  await bars.focus()
  await page.keyboard.press('ArrowLeft')
  assert.equal(await bars.getAttribute('aria-valuetext'), '26 Nov 2026: 3 runs during maintenance')
  for (let times = 0; times < 5; times++) await page.keyboard.press('ArrowLeft')
  assert.equal(await bars.getAttribute('aria-valuetext'), '21 Nov 2026: 100%, 288 good and 0 bad; 12 during maintenance')
  assert.deepEqual(await findBarriers(page), [])
  await close()
})

test('one that has been withdrawn is said to be gone', async () => {
  for (const [path, words] of [
    [PATH, 'No monitor is shown at this address.'],
    [`/zh${PATH}`, '此网址没有公开的监控'],
  ] as const) {
    const { page, close } = await open(path, { data: null })
    await page.getByRole('status').getByText(words).waitFor()
    assert.equal(await page.getByText('Shop of Ann').count(), 0)
    assert.deepEqual(await findBarriers(page), [])
    await close()
  }
})

test('one that is withdrawn while somebody looks at it goes from the page', async () => {
  const { page, close } = await open(PATH)
  await page.getByRole('heading', { level: 1, name: 'Shop of Ann' }).waitFor()
  await page.unrouteAll()
  await page.route('**/v1/shown-monitors/*', (route) =>
    route.fulfill({ status: 404, json: { code: 404, msg: 'There is no such monitor', data: { error: 'no_such' } } }),
  )
  await page.getByText('No monitor is shown at this address.').waitFor()
  assert.equal(await page.getByText('Shop of Ann').count(), 0)
  await close()
})

test('an owner shows a monitor, copies its badge, and withdraws it', async () => {
  const { page, close } = await openPage(undefined)
  await page.context().addCookies([{ name: 'token', value: 't', url: getSite().origin }])
  const monitor = {
    id: 'm',
    name: 'For me',
    request: { type: 'ping', target: 'example.com', locations: 'Asia', limit: 3, measurementOptions: {} },
    every_minutes: 5,
    rules: { onFailure: true, lossPercent: 50, latencyMs: null, minPoints: 1, confirmations: 2 },
    wants_mail: true,
    is_active: true,
    state: 'good',
    state_since: '2026-01-02T03:04:05Z',
    last_measurement: null,
    last_words: null,
    webhook_url: null,
    last_call: null,
    shown: null as object | null,
  }
  let sent: unknown
  await page.route('**/v1/monitors', (route) => route.fulfill({ json: { code: 200, msg: '', data: [monitor] } }))
  await page.route('**/badge.svg*', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="20"/>' }),
  )
  await page.route('**/v1/monitors/m/show', (route) => {
    if (route.request().method() === 'DELETE') monitor.shown = null
    else {
      sent = route.request().postDataJSON()
      monitor.shown = { id: 'AbCdEfGhIjKlMnOpQrStUv', title: 'Shop', shows_target: true }
    }
    return route.fulfill({ json: { code: 200, msg: '', data: { shown_id: 'AbCdEfGhIjKlMnOpQrStUv', id: 'm' } } })
  })
  await page.goto(`${getSite().origin}/monitors`)
  await page.locator('.monitor-list summary', { hasText: 'Show to others' }).click()
  const form = page.getByRole('form', { name: 'Show to others: For me' })
  const title = form.getByLabel('Title for others')
  assert.equal(await title.inputValue(), 'For me')
  await title.fill(' ')
  await form.getByRole('button', { name: 'Show it' }).click()
  await form.getByRole('alert').getByText('Give it a title').waitFor()
  await title.fill('Shop')
  await form.getByLabel('Show what is measured').check()
  await form.getByRole('button', { name: 'Show it' }).click()
  await page.getByRole('link', { name: 'Open the page' }).waitFor()
  assert.deepEqual(sent, { title: 'Shop', shows_target: true })
  assert.equal(await page.getByRole('img', { name: 'Shop' }).getAttribute('height'), '20')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Badge as Markdown' }).click()
  const read = () => page.evaluate(() => navigator.clipboard.readText())
  await until(async () => (await read()).startsWith('[![Shop]('), 'the badge is copied')
  assert.deepEqual(await findBarriers(page), [])
  await form.getByRole('button', { name: 'Withdraw' }).click()
  await form.getByRole('button', { name: 'Show it' }).waitFor()
  assert.equal(await page.getByRole('link', { name: 'Open the page' }).count(), 0)
  await close()
})
