import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { findBarriers } from './axe.ts'
import { useSite } from './site.ts'

const { getSite, openPage } = useSite()

const LAST = Date.parse('2026-11-27')
const day = (index: number) => new Date(LAST - (89 - index) * 86_400_000).toISOString().slice(0, 10)

/** 60 days measured: on the 11th of November no server ran for 6 h 2 min, on the 20th accounts failed for 75 s. */
const listDays = (id: string) =>
  Array.from({ length: 90 }, (_, index) => {
    const stopped = day(index) === '2026-11-11' ? 21_720 : 0
    const failing = day(index) === '2026-11-20' && id === 'accounts' ? 75 : 0
    const share = index < 30 ? null : Math.floor((1 - (stopped + failing) / 86_400) * 100_000) / 1_000
    return { day: day(index), per_cent: share, up_seconds: 0, failing_seconds: failing, stopped_seconds: stopped }
  })

const STATUS = {
  since: '2026-09-29T00:00:00.000Z',
  until: '2026-11-27T12:00:00.000Z',
  every_seconds: 15,
  history: 'whole',
  parts: ['lookup', 'accounts', 'measurements'].map((id) => ({
    id,
    state: 'up',
    availability: [1, 7, 30, 90].map((days) => ({
      days,
      per_cent: days < 30 ? 100 : 99.161,
      measured_seconds: Math.min(days, 60) * 86_400,
    })),
    days: listDays(id),
  })),
  incidents: [
    { part: 'accounts', state: 'failing', from: '2026-11-20T10:00:00.000Z', to: '2026-11-20T10:01:15.000Z', seconds: 75 },
    { part: null, state: 'stopped', from: '2026-11-11T10:00:00.000Z', to: '2026-11-11T16:02:00.000Z', seconds: 21_720 },
  ],
}

const REPORT = { build: 'test-1', date: '2026-01-02', rows: { v4: 1, v6: 1 }, sources: [], accuracy: null }

async function open(path: string, { width = 1440, status = STATUS as object | null } = {}) {
  const opened = await openPage(undefined, { viewport: { width, height: 900 } })
  const { page } = opened
  await page.route('**/v1/data', (route) => route.fulfill({ json: { code: 200, msg: '', data: REPORT } }))
  await page.route('**/v1/data/sources', (route) => route.fulfill({ status: 404, json: {} }))
  await page.route('**/v1/status', (route) =>
    status
      ? route.fulfill({ json: { code: 200, msg: '', data: status } })
      : route.fulfill({ status: 503, json: { code: 503, msg: 'accounts are away', data: {} } }),
  )
  await page.goto(getSite().origin + path)
  await page.locator('.data-figures').getByText('test-1').waitFor()
  return opened
}

test('while the account database is away the page says what works now, and which history is missing', async () => {
  const toNow = (hasDays: boolean) =>
    STATUS.parts.map((part) => ({
      ...part,
      state: part.id === 'accounts' ? 'failing' : 'up',
      ...(!hasDays && { days: [], availability: part.availability.map((one) => ({ ...one, per_cent: null })) }),
    }))
  const missing = { ...STATUS, since: null, until: null, history: 'missing', parts: toNow(false), incidents: [] }
  for (const [path, words] of [
    ['/status', ['Lookup works', 'Accounts failing', 'Measurements works']],
    ['/zh/status', ['地址查询 正常', '账户 异常', '网络测量 正常']],
  ] as const) {
    const { page, close } = await open(path, { width: 320, status: missing })
    const parts = await page.locator('.available-parts > li').allInnerTexts()
    assert.deepEqual(
      parts.map((part) => part.split(/\s+/).join(' ')),
      words,
    )
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320)
    assert.deepEqual(await findBarriers(page), [])
    await close()
  }
  const partial = { ...STATUS, history: 'partial', parts: toNow(true) }
  const { page, close } = await open('/status', { status: partial })
  await page.getByText('Recorded until 27 Nov 2026, 12:00 UTC: the account database does not answer at the moment.').waitFor()
  assert.equal(await page.locator('.available-parts .net-chip').count(), 1)
  await close()
})

const slider = (page: Page, name: string) => page.getByRole('slider', { name })
const words = (page: Page, name: string) => slider(page, name).getAttribute('aria-valuetext')

test('each part has its shares and a bar for every day, which the keyboard and the mouse reach', async () => {
  const { page, close } = await open('/status')
  const lookup = page.locator('.available-parts > li').first()
  assert.match((await lookup.innerText()).replaceAll(/\s+/g, ' '), /24 hours 100% 7 days 100% 30 days 99\.161% 90 days 99\.161%/)
  assert.equal(await words(page, 'Lookup, by day'), '27 Nov 2026: 100%')
  const accounts = slider(page, 'Accounts, by day')
  await accounts.focus()
  await page.keyboard.press('PageDown')
  assert.equal(await words(page, 'Accounts, by day'), '20 Nov 2026: 99.913%, failing for 1 min 15 s')
  await page.keyboard.press('Home')
  assert.equal(await words(page, 'Accounts, by day'), '30 Aug 2026: not measured')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowRight')
  assert.equal(await words(page, 'Accounts, by day'), '31 Aug 2026: not measured')
  const [low] = await slider(page, 'Lookup, by day').locator('.long').all()
  await low?.hover()
  await lookup.getByText('11 Nov 2026: 74.861%, no server running for 6 h 2 min').waitFor()
  const heights = await lookup
    .locator('.good, .long, .none')
    .evaluateAll((bars) => new Set(bars.map((bar) => (bar as HTMLElement).offsetHeight)).size)
  assert.equal(heights, 3, 'what is worse is lower')
  assert.deepEqual(await findBarriers(page), [])
  await close()
})

test('incidents say which part failed, from when to when', async () => {
  const { page, close } = await open('/zh/status')
  const rows = await page.locator('.incidents li').allInnerTexts()
  assert.deepEqual(
    rows.map((row) => row.replaceAll(/\s+/g, ' ')),
    [
      '账户：异常 2026年11月20日 10:00 至 10:01（UTC） · 1 分钟 15 秒',
      '无服务器运行 2026年11月11日 10:00 至 16:02（UTC） · 6 小时 2 分钟',
    ],
  )
  await close()
})

test('a phone has the last 30 days, and no day that cannot be seen', async () => {
  const { page, close } = await open('/status', { width: 320 })
  const bars = slider(page, 'Lookup, by day')
  assert.equal(await bars.locator('i:visible').count(), 30)
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320)
  await bars.focus()
  await page.keyboard.press('Home')
  assert.equal(await words(page, 'Lookup, by day'), '29 Oct 2026: 100%')
  assert.deepEqual(await findBarriers(page), [])
  await close()
})

test('before anything was measured, or while it cannot be read, the page says so and shows the rest', async () => {
  const parts = STATUS.parts.map((part) => ({ ...part, days: [] }))
  const empty = await open('/status', { status: { ...STATUS, since: null, until: null, parts, incidents: [] } })
  await empty.page.getByText('Nothing has been measured yet.').waitFor()
  assert.equal(await empty.page.getByRole('slider').count(), 0)
  await empty.close()
  const away = await open('/status', { status: null })
  await away.page.locator('.availability').getByRole('alert').getByText('accounts are away').waitFor()
  await away.page.route('**/v1/status', (route) => route.fulfill({ json: { code: 200, msg: '', data: STATUS } }))
  await away.page.getByRole('button', { name: 'Try again' }).click()
  await slider(away.page, 'Lookup, by day').waitFor()
  await away.close()
})

test('what was written long ago is said to end there', async () => {
  const parts = STATUS.parts.map((part) => ({ ...part, state: 'unknown' }))
  const { page, close } = await open('/status', { status: { ...STATUS, parts } })
  await page.getByText('Recorded until 27 Nov 2026, 12:00 UTC').waitFor()
  await close()
})
