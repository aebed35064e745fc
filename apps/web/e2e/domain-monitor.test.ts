import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findBarriers } from './axe.ts'
import { useSite } from './site.ts'

const { getSite, openPage } = useSite()

const UNDATED = {
  en: 'The registry of .de does not say when shop.de ends, so there is nothing to warn of.',
  zh: '.de 的注册局不提供 shop.de 的到期时间，因此无法提醒。',
}
const DOMAIN = {
  id: 'd',
  name: 'Shop',
  request: { type: 'domain', target: 'shop.de', locations: 'world', measurementOptions: {} },
  every_minutes: 1440,
  rules: {
    onFailure: true,
    lossPercent: 50,
    latencyMs: null,
    certificateDays: null,
    registrationDays: 30,
    answers: null,
    minPoints: 1,
    confirmations: 2,
  },
  wants_mail: true,
  webhook_url: null,
  is_active: true,
  state: 'unknown',
  state_since: '2026-01-02T03:04:05Z',
  silent_since: null,
  maintenance_until: null,
  last_measurement: null,
  last_words: UNDATED,
  shown: null,
  last_call: null,
}
const EVENTS = [
  {
    kind: 'bad',
    words: { en: '1 of 1 result is bad.', zh: '1 个结果中 1 个异常。' },
    measurement_id: null,
    created_at: '2026-01-03T03:04:05Z',
  },
  {
    kind: 'heard',
    words: { en: '1 of 1 result is bad.', zh: '1 个结果中 1 个异常。' },
    measurement_id: null,
    created_at: '2026-01-03T03:04:05Z',
  },
  {
    kind: 'silent',
    words: { en: 'No point could measure.', zh: '没有监测点能够完成测量。' },
    measurement_id: null,
    created_at: '2026-01-02T03:04:05Z',
  },
]

async function open(path: string, width = 1440) {
  const opened = await openPage(undefined, { viewport: { width, height: 900 } })
  const { page } = opened
  const sent: unknown[] = []
  const give = (data: unknown) => ({ json: { code: 200, msg: '', data } })
  await page.context().addCookies([{ name: 'token', value: 't', url: getSite().origin }])
  await page.route('**/v1/maintenance', (route) => route.fulfill(give([])))
  await page.route('**/v1/account/mail', (route) => route.fulfill(give({ outlook: 'sent' })))
  await page.route('**/v1/monitors/d/events', (route) => route.fulfill(give(EVENTS)))
  await page.route('**/v1/monitors', (route) => {
    if (route.request().method() === 'GET') return route.fulfill(give([DOMAIN]))
    sent.push(route.request().postDataJSON())
    return route.fulfill(give({ id: 'n', webhook_secret: null }))
  })
  await page.goto(getSite().origin + path)
  return { ...opened, sent }
}

test('a domain is watched without points, and one whose end nobody says is plainly so', async () => {
  const { page, close, sent } = await open('/monitors')
  await page.getByText('Domain expiry shop.de, once a day').waitFor()
  await page.getByText(UNDATED.en).waitFor()
  await page.locator('.monitor-list summary', { hasText: 'History' }).click()
  await page.locator('.monitor-events', { hasText: 'no results' }).waitFor()
  const history = page.locator('.monitor-events li')
  const told = ['turned bad', 'results again', 'no results']
  for (const [at, said] of told.entries()) await history.nth(at).getByText(said, { exact: true }).waitFor()
  assert.equal(await history.count(), told.length)
  const form = page.locator('form').last()
  await form.getByLabel('Type').selectOption('domain')
  for (const gone of ['From', 'Points', 'Every', 'Loss at least (%)', 'At how many points'])
    assert.equal(await form.getByLabel(gone, { exact: true }).count(), 0, gone)
  await form.getByText('Asked of the registry once a day.').waitFor()
  await form.getByLabel('Registration ends within (days)').fill('400')
  await form.getByLabel('Name').fill('Name')
  await form.getByLabel('Target').fill('example.com')
  await form.getByRole('button', { name: 'Add the monitor' }).click()
  await form.getByText('Expected a whole number of 1–365, or nothing').waitFor()
  assert.deepEqual(await findBarriers(page), [])
  await form.getByLabel('Registration ends within (days)').fill('60')
  await form.getByRole('button', { name: 'Add the monitor' }).click()
  await page.getByText('The monitor was added').first().waitFor()
  assert.partialDeepStrictEqual(sent, [{ request: { type: 'domain', target: 'example.com' }, rules: { registrationDays: 60 } }])
  await close()
})

test('the form of a domain fits a phone in both languages', async () => {
  for (const [path, words] of [
    ['/monitors', UNDATED.en],
    ['/zh/monitors', UNDATED.zh],
  ] as const) {
    const { page, close } = await open(path, 320)
    await page.getByText(words).waitFor()
    await page.locator('form').last().locator('select').first().selectOption('domain')
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320)
    assert.deepEqual(await findBarriers(page), [])
    await close()
  }
})
