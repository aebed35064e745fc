import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findBarriers } from './axe.ts'
import { useSite } from './site.ts'

const { getSite, openPage } = useSite()

const ROBOT = 'https://oapi.dingtalk.com/robot/send?access_token=x'
const TAKEN = {
  is_taken: true,
  status: 200,
  answer: '{"errcode":0,"errmsg":"ok"}',
  error: null,
  took_ms: 84,
  sent: '{"text":"a"}',
}
const REFUSED = {
  is_taken: false,
  status: 404,
  answer: `<h1>Not Found</h1>${'long '.repeat(90)}`,
  error: 'expected a status of 200–299, got 404',
  took_ms: 31,
  sent: '{"text":"a"}',
}

async function open(path: string, { width = 1440, ends = [TAKEN] as object[] } = {}) {
  const opened = await openPage(undefined, { viewport: { width, height: 900 } })
  const { page } = opened
  const asked: unknown[] = []
  await page.context().addCookies([{ name: 'token', value: 't', url: getSite().origin }])
  await page.route('**/v1/monitors', (route) => route.fulfill({ json: { code: 200, msg: '', data: [] } }))
  await page.route('**/v1/account/mail', (route) => route.fulfill({ json: { code: 200, msg: '', data: { outlook: 'sent' } } }))
  await page.route('**/v1/monitors/test', (route) => {
    asked.push(route.request().postDataJSON())
    return route.fulfill({ json: { code: 200, msg: '', data: ends.shift() } })
  })
  await page.goto(getSite().origin + path)
  return { ...opened, asked }
}

test('a webhook is tried before it is saved, and its answer stands below', async () => {
  const { page, close, asked } = await open('/monitors', { ends: [TAKEN, REFUSED] })
  assert.equal(await page.getByRole('button', { name: 'Send a test to the webhook' }).count(), 0, 'without an address')
  await page.getByLabel('Webhook (optional)').fill(ROBOT)
  await page.getByLabel('Secret of the robot').fill('SECx')
  await page.getByRole('button', { name: 'Send a test to the webhook' }).click()
  await page.getByText('status 200, 84 ms').waitFor()
  await page.getByText('{"errcode":0,"errmsg":"ok"}').waitFor()
  assert.deepEqual(asked, [{ webhook_url: ROBOT, chat_secret: 'SECx' }])
  assert.deepEqual(await findBarriers(page), [])
  await page.getByRole('button', { name: 'Send a test to the webhook' }).click()
  await page.getByText('expected a status of 200–299, got 404').waitFor()
  await page.getByText('<h1>Not Found</h1>').waitFor()
  await page.getByLabel('Webhook (optional)').fill('https://example.com/hook')
  assert.equal(await page.getByText('<h1>Not Found</h1>').count(), 0, 'that was the answer of another address')
  assert.equal(await page.getByLabel('Secret of the robot').count(), 0)
  await close()
})

test('a test email says what became of it', async () => {
  const waits = { is_taken: null, status: null, answer: null, error: 'the email still waits', took_ms: 8_000, sent: null }
  const { page, close, asked } = await open('/monitors', { ends: [waits] })
  await page.getByRole('button', { name: 'Send a test email' }).click()
  await page.getByText('not sent yet').waitFor()
  await page.getByText('the email still waits').waitFor()
  assert.deepEqual(asked, [{ channel: 'mail' }])
  await page.getByLabel('Email me').uncheck()
  assert.equal(await page.getByRole('button', { name: 'Send a test email' }).count(), 0)
  await close()
})

for (const [path, label, button] of [
  ['/monitors', 'Webhook (optional)', 'Send a test to the webhook'],
  ['/zh/monitors', 'Webhook（选填）', '向 webhook 发送测试'],
] as const)
  test(`a long answer fits a phone: ${path}`, async () => {
    const { page, close } = await open(path, { width: 320, ends: [REFUSED] })
    await page.getByLabel(label).fill(ROBOT)
    await page.getByRole('button', { name: button }).click()
    await page.getByText('<h1>Not Found</h1>').waitFor()
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320)
    assert.deepEqual(await findBarriers(page), [])
    await close()
  })
