import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findBarriers } from './axe.ts'
import { useSite } from './site.ts'
import { seeToast } from './see-toast.ts'

const { getSite, openPage } = useSite()

const MONITOR = {
  id: 'm',
  name: 'Shop',
  request: { type: 'ping', target: 'shop.test', locations: 'world', limit: 1 },
  every_minutes: 5,
  rules: {
    onFailure: true,
    lossPercent: 50,
    latencyMs: null,
    certificateDays: null,
    answers: null,
    minPoints: 1,
    confirmations: 2,
  },
  wants_mail: false,
  webhook_url: null,
  is_active: true,
  state: 'good',
  state_since: '2026-01-02T03:04:05Z',
  maintenance_until: '2026-11-29T03:00:00Z',
  last_measurement: null,
  last_words: null,
  shown: null,
  last_call: null,
}
const NIGHTS = {
  id: 'w',
  name: 'Nightly updates',
  monitors: ['m'],
  time_zone: 'Europe/Berlin',
  once: null,
  weekly: { weekdays: [7], from: '22:00', until: '04:00' },
  is_under_way: true,
  from: '2026-11-28T21:00:00.000Z',
  until: '2026-11-29T03:00:00.000Z',
}

async function open(path: string, { width = 1440, windows = [] as object[] } = {}) {
  const opened = await openPage(undefined, {
    viewport: { width, height: 900 },
    timezoneId: 'Asia/Shanghai',
  })
  const { page } = opened
  const calls: { method: string; path: string; body: unknown }[] = []
  const give = (data: unknown) => ({ json: { code: 200, msg: '', data } })
  await page.context().addCookies([{ name: 'token', value: 't', url: getSite().origin }])
  await page.route('**/v1/monitors', (route) => route.fulfill(give([MONITOR])))
  await page.route('**/v1/account/mail', (route) => route.fulfill(give({ outlook: 'sent' })))
  await page.route('**/v1/maintenance**', (route) => {
    const request = route.request()
    if (request.method() === 'GET') return route.fulfill(give(windows))
    calls.push({ method: request.method(), path: new URL(request.url()).pathname, body: request.postDataJSON() })
    return route.fulfill(give({ id: 'w' }))
  })
  await page.goto(getSite().origin + path)
  return { ...opened, calls }
}

test('maintenance is planned in the zone of the browser, and a wrong time is said before it is sent', async () => {
  const { page, close, calls } = await open('/monitors')
  await page.getByText('No maintenance is planned.').waitFor()
  await page.getByRole('button', { name: 'Plan maintenance' }).click()
  const form = page.getByRole('form', { name: 'Plan maintenance' })
  assert.equal(await form.getByLabel('Time zone').inputValue(), 'Asia/Shanghai')
  await form.getByLabel('Until').fill('02:00')
  await form.getByRole('checkbox', { name: 'Sun' }).uncheck()
  await form.getByRole('button', { name: 'Add' }).click()
  for (const words of ['Give the maintenance a name', 'It cannot end when it begins', 'Choose a day at least'])
    await form.getByText(words).waitFor()
  assert.deepEqual([calls, await findBarriers(page)], [[], []])
  await form.locator('input[name=name]').fill('Updates')
  await form.getByLabel('From').fill('22:00')
  await form.getByText('Ends on the next day.').waitFor()
  await form.getByRole('checkbox', { name: 'Sat' }).check()
  await form.getByLabel('All monitors').uncheck()
  await form.getByRole('checkbox', { name: 'Shop' }).check()
  await seeToast(page, { words: 'The maintenance was added' }, () => form.getByRole('button', { name: 'Add' }).click())
  assert.deepEqual(calls, [
    {
      method: 'POST',
      path: '/v1/maintenance',
      body: {
        name: 'Updates',
        monitors: ['m'],
        time_zone: 'Asia/Shanghai',
        weekly: { weekdays: [6], from: '22:00', until: '02:00' },
      },
    },
  ])
  await form.waitFor({ state: 'detached' })
  await close()
})

test('maintenance under way is shown with its monitors, changed and removed', async () => {
  const { page, close, calls } = await open('/monitors', { windows: [NIGHTS] })
  await page.locator('.monitor-list').first().getByText('until 29 Nov 2026, 11:00').waitFor()
  await page.getByText('Until 29 Nov 2026, 11:00 by your clock').waitFor()
  await page.getByText('Sun 22:00–04:00, Europe/Berlin').waitFor()
  await page.getByRole('button', { name: 'Edit: Nightly updates' }).click()
  const form = page.getByRole('form', { name: 'Edit: Nightly updates' })
  await form.getByLabel('How often').selectOption('once')
  await form.getByLabel('From').fill('2026-12-01T02:00')
  await form.getByLabel('Until').fill('2026-12-01T03:00')
  await form.getByLabel('All monitors').check()
  assert.deepEqual(await findBarriers(page), [])
  await seeToast(page, { words: 'The maintenance was changed' }, () => form.getByRole('button', { name: 'Save' }).click())
  assert.deepEqual(calls.at(-1), {
    method: 'PATCH',
    path: '/v1/maintenance/w',
    body: {
      name: 'Nightly updates',
      monitors: null,
      time_zone: 'Europe/Berlin',
      once: { from: '2026-12-01T02:00', until: '2026-12-01T03:00' },
    },
  })
  await page.getByRole('button', { name: 'Remove: Nightly updates' }).click()
  await page.getByText('Alerts are sent again at once.').waitFor()
  await seeToast(page, { words: 'The maintenance was removed' }, () =>
    page.getByRole('button', { name: 'Remove for good' }).click(),
  )
  assert.equal(calls.at(-1)?.method, 'DELETE')
  await close()
})

for (const [path, plan, once] of [
  ['/monitors', 'Plan maintenance', 'Once'],
  ['/zh/monitors', '添加维护时段', '单次'],
] as const)
  test(`the form fits a phone: ${path}`, async () => {
    const { page, close } = await open(path, { width: 320, windows: [NIGHTS] })
    await page.getByRole('button', { name: plan }).click()
    const form = page.getByRole('form', { name: plan })
    assert.ok(
      await page
        .locator('.points-name')
        .first()
        .evaluate((line) => line.scrollWidth <= line.clientWidth),
      'chips wrap',
    )
    for (const kind of ['weekly', 'once']) {
      await form.locator('select').first().selectOption(kind)
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320, once)
    }
    assert.deepEqual(await findBarriers(page), [])
    await close()
  })
