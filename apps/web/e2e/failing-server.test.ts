import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { seeToast } from './see-toast.ts'
import { useSite } from './site.ts'

/** A proxy answers for a server that is away. Pages say so in their language, and there is a way on. */
const { openPage, getSite } = useSite()
const WORDS = '服务器的应答无法读取，请稍后重试'

const breakServer = (page: Page) =>
  page.route(/\/v1\//, (route) => route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>502 Bad Gateway</h1>' }))

async function openBroken(path: string) {
  const opened = await openPage('/zh/terms')
  await breakServer(opened.page)
  opened.problems.length = 0
  await opened.page.goto(getSite().origin + path)
  await opened.page.waitForSelector('html[data-ready]')
  const crashes = () => opened.problems.filter((words) => !words.includes('status of 502'))
  return { ...opened, crashes }
}

for (const path of ['/zh/asn/64500', '/zh/map/abcdef'])
  test(`${path}: says what happened, and asks again when told to`, async () => {
    const { page, crashes, close } = await openBroken(path)
    await page.getByRole('alert').filter({ hasText: WORDS }).waitFor()
    const asked = page.waitForRequest(/\/v1\/(asn|map)\//)
    await page.getByRole('button', { name: '重试' }).click()
    await asked
    assert.deepEqual(crashes(), [])
    await close()
  })

test('/zh/ip says why the own address is missing, and asks again; the page of places has its foot', async () => {
  const { page, crashes, close } = await openBroken('/zh/ip')
  const asked = page.waitForRequest('**/v1/ip_self_search')
  await page.getByRole('alert').filter({ hasText: WORDS }).getByRole('button', { name: '重试' }).click()
  await asked
  await page.goto(`${getSite().origin}/zh/ip-location`)
  await page.locator('main').getByText(WORDS).waitFor()
  await page.locator('.footer').waitFor()
  assert.deepEqual(crashes(), [])
  await close()
})

test('/zh/status tells of each call in the page’s language', async () => {
  const { page, close } = await openBroken('/zh/status')
  const lights = page.locator('.lights li')
  for (const name of ['地址查询', '账户']) await lights.filter({ hasText: name }).getByText('异常：应答无法读取').waitFor()
  await close()
})

test('why somebody who was logged in is asked to log in again is said', async () => {
  const { page, close } = await openPage('/zh/terms')
  await page.context().addCookies([{ name: 'token', value: 'a', url: getSite().origin }])
  await page.route('**/v1/user_info', (route) =>
    route.fulfill({ status: 503, json: { code: 503, msg: '账户暂时不可用', data: { error: 'unavailable' } } }),
  )
  await seeToast(page, { words: '账户暂时不可用' }, () => page.goto(`${getSite().origin}/zh/terms`))
  await close()
})

test('/points counts nothing while it knows nothing', async () => {
  const { page, close } = await openBroken('/zh/points')
  await page.getByRole('alert').filter({ hasText: WORDS }).waitFor()
  assert.deepEqual(await page.locator('.points-figures strong').allInnerTexts(), ['–', '–', '–', '–'])
  await close()
})

test('/ip-data: the answer of a proxy is shown, and said to be no JSON', async () => {
  const { page, crashes, close } = await openBroken('/zh/ip-data')
  await page.getByText('状态码 502，返回的是 text/html 而非 JSON').waitFor()
  await page.locator('.data-live pre', { hasText: '<h1>502 Bad Gateway</h1>' }).waitFor()
  assert.deepEqual(crashes(), [])
  await close()
})

const LOST = '无法连接服务器，请检查网络后重试'

for (const [what, answer, words] of [
  ['the page of a proxy', { status: 502, contentType: 'text/html', body: '<h1>502 Bad Gateway</h1>' }, WORDS],
  ['nothing', undefined, LOST],
] as const)
  test(`the speed test says in the page’s language that ${what} came`, async () => {
    const { page, close } = await openPage('/zh/networktest')
    await page.route('**/v1/speed/**', (route) => (answer ? route.fulfill(answer) : route.abort()))
    await page.getByRole('button', { name: '开始测试' }).first().click()
    await page.getByText(`测试中断：${words}`).waitFor()
    await close()
  })

test('a stream that a proxy cuts off is no answer; what had come stays on show', async () => {
  const { page, close } = await openPage('/zh/ip/ranges')
  const part = { code: 200, msg: '', data: { text: '203.0.113.0/24', networks: 1, ipv4_addresses: '256', ipv6_addresses: '0' } }
  const body = `event: message\ndata: ${JSON.stringify(part)}\n\n`
  await page.route('**/v1/tools/*', (route) => route.fulfill({ contentType: 'text/event-stream', body }))
  await page.locator('.examples button').first().click()
  await page.locator('.tool[data-run=failed]').waitFor()
  const alert = page.getByRole('alert')
  await alert.getByText('连接中断，结果不完整，请重试').waitFor()
  await alert.getByText('仅显示中断前收到的部分结果。').waitFor()
  await close()
})

test('the networks of an AS are saved all or not at all; its neighbours are named; an address of no AS is said', async () => {
  const { page, close } = await openPage('/zh/terms')
  const network = {
    asn: 64500,
    name: 'EXAMPLE-NET',
    organization: 'Example Networks',
    domain: null,
    usage_type: null,
    country_code: null,
    countries: [],
    num_ips: 512,
    num_prefixes: 2,
    num_prefixes6: 0,
    handle: 'EXAMPLE',
    registered_in: 'DE',
    allocated: '2001-02-03',
    role: 'stub',
    num_upstreams: 1,
    num_downstreams: 0,
    num_peers: 4,
    missing: {},
    source: null,
    described_by: null,
    build: 'test-1',
  }
  const envelope = (data: unknown) => ({ json: { code: 200, msg: '', data } })
  await page.route('**/v1/asn/64500', (route) => route.fulfill(envelope(network)))
  await page.route(/\/v1\/asn\/64500\/prefixes/, (route) => {
    const isSecond = new URL(route.request().url()).searchParams.get('page') === '2'
    const limited = { code: 429, msg: '请求过于频繁', data: { error: 'too_many_requests' } }
    return route.fulfill(isSecond ? { status: 429, json: limited } : envelope({ total: 2, items: ['203.0.113.0/24'], next: 2 }))
  })
  await page.route(/\/v1\/asn\/64500\/(up|down)streams/, (route) => {
    const networks = route.request().url().includes('up') ? [{ asn: 64501, name: 'Carrier', country_code: 'DE' }] : []
    return route.fulfill(envelope({ total: networks.length, items: [], networks, next: null }))
  })
  await page.route('**/v1/asn/nothing', (route) =>
    route.fulfill({ status: 404, json: { code: 404, msg: '没有宣告此地址的 AS', data: { error: 'not_found' } } }),
  )
  await page.goto(`${getSite().origin}/zh/asn/64500`)
  await page.waitForSelector('html[data-ready]')
  const carrier = page.getByRole('link', { name: 'AS64501 Carrier' })
  assert.equal(await carrier.getAttribute('href'), '/zh/asn/64501')
  assert.match(await page.locator('.asn-page').innerText(), /德国\s+2001-02-03 起[\s\S]*末端网络[\s\S]*与 4 个网络免费对等/)
  let isSaved = false
  page.on('download', () => (isSaved = true))
  await page.getByRole('button', { name: 'TXT' }).click()
  await page.locator('.asn-downloads').getByRole('alert').filter({ hasText: '请求过于频繁' }).waitFor()
  assert.equal(isSaved, false)
  await page.getByRole('button', { name: '显示更多' }).first().click()
  await page.locator('.asn-lists').getByRole('alert').filter({ hasText: '请求过于频繁' }).waitFor()
  assert.equal(await page.locator('.asn-prefixes li').count(), 2, 'what had come stays')
  await page.locator('.asn-form input').fill('nothing')
  await page.keyboard.press('Enter')
  await page.locator('.asn-form').getByRole('alert').filter({ hasText: '没有宣告此地址的 AS' }).waitFor()
  await close()
})

test('a next step that names a page of the site leads there', async () => {
  const { page, close } = await openPage('/zh/ipdizhi')
  const data = { error: 'quota_spent', resolution: '请在 /pricing 选择套餐。' }
  await page.route('**/v1/tools/ip', (route) => route.fulfill({ status: 429, json: { code: 429, msg: '额度已用完', data } }))
  await page.locator('.examples button').first().click()
  await page.getByRole('alert').getByRole('link', { name: '/pricing' }).click()
  await page.waitForURL('**/zh/pricing')
  await close()
})

test('why a table was not saved stands beside the button until the next try', async () => {
  const { page, close } = await openPage('/zh/code/utf8code')
  await page.locator('textarea[name=text]').fill('中')
  await page.route('**/xlsx-worker*', (route) => route.abort())
  const save = page.getByRole('button', { name: '导出为 XLSX' })
  await save.click()
  const alert = page.locator('.table-actions').getByRole('alert')
  await alert.getByText(LOST).waitFor()
  await page.unroute('**/xlsx-worker*')
  const saved = page.waitForEvent('download')
  await save.click()
  await saved
  assert.equal(await alert.count(), 0)
  await close()
})

test('a report of a mistake says at its fields, in the page’s language, what is missing and what the server refused', async () => {
  const { page, close } = await openPage('/zh/correction')
  await page.route('**/v1/corrections', (route) =>
    route.fulfill({ status: 400, json: { code: 400, msg: '网段过大', data: { error: 'bad_input', field: 'network' } } }),
  )
  const send = page.getByRole('button', { name: '提交' })
  await send.click()
  await page.getByRole('alert').filter({ hasText: '请输入地址或网段' }).waitFor()
  await page.getByRole('alert').filter({ hasText: '请输入两个字母' }).waitFor()
  assert.equal(await page.evaluate(() => (document.activeElement as HTMLInputElement).name), 'network')
  await page.fill('[name=network]', '0.0.0.0/0')
  await page.fill('[name=country_code]', 'DE')
  await send.click()
  await page
    .locator('.field', { has: page.locator('[name=network]') })
    .getByText('网段过大')
    .waitFor()
  assert.equal(await page.getByRole('alert').count(), 1)
  const msg = 'country_code：应为国家代码，如 DE 或 GB，收到 UK'
  await page.route('**/v1/corrections', (route) =>
    route.fulfill({ status: 400, json: { code: 400, msg, data: { error: 'bad_input', field: 'country_code' } } }),
  )
  await page.fill('[name=country_code]', 'UK')
  await send.click()
  await page
    .locator('.field', { has: page.locator('[name=country_code]') })
    .getByText('国家或地区代码：应为国家代码，如 DE 或 GB，收到 UK')
    .waitFor()
  await close()
})

for (const [path, words] of [
  ['/reset', { send: 'Send the link', none: 'No email was sent', again: 'Send again', other: 'Use another address' }],
  ['/zh/reset', { send: '发送链接', none: '邮件未发出', again: '重新发送', other: '更换邮箱' }],
] as const)
  test(`${path}: where there is no mail server nothing says that mail was sent`, async () => {
    const { page, problems, close } = await openPage(path)
    const main = page.locator('main')
    await page.route('**/v1/account/forgot', (route) =>
      route.fulfill({ json: { code: 200, msg: '', data: { message: 'There is none', is_late: false, is_unsent: true } } }),
    )
    await page.fill('main [name=email]', 'ann@example.org')
    await main.getByRole('button', { name: words.send }).click()
    await main.getByRole('heading', { name: words.none, exact: true }).waitFor()
    await main.getByText('There is none').waitFor()
    assert.equal(await main.getByRole('button', { name: words.again }).count(), 0)
    assert.equal(await main.getByText(/Sent to|Nothing arrived|已发送至|没有收到/).count(), 0)
    await main.getByRole('button', { name: words.other }).waitFor()
    assert.deepEqual(problems, [])
    await close()
  })

for (const [path, words] of [
  ['/reset', { send: 'Send the link', sent: 'Check your mail', again: 'Send again', late: 'Check your mail later' }],
  ['/zh/reset', { send: '发送链接', sent: '请查收邮件', again: '重新发送', late: '请稍后查收邮件' }],
] as const)
  test(`${path}: mail that waits for the mail server is not said to be sent, and is not ordered twice`, async () => {
    const { page, problems, close } = await openPage(path)
    const main = page.locator('main')
    const answer = (isLate: boolean) =>
      page.route('**/v1/account/forgot', (route) =>
        route.fulfill({
          json: {
            code: 200,
            msg: '',
            data: { message: isLate ? 'It waits' : 'It is on its way', is_late: isLate, is_unsent: false },
          },
        }),
      )
    await answer(false)
    await page.fill('main [name=email]', 'ann@example.org')
    await main.getByRole('button', { name: words.send }).click()
    await main.getByRole('heading', { name: words.sent, exact: true }).waitFor()
    await answer(true)
    await main.getByRole('button', { name: words.again }).click()
    const heading = main.getByRole('heading', { name: words.late, exact: true })
    await heading.waitFor()
    await main.getByText('It waits').waitFor()
    assert.ok(await heading.evaluate((element) => element === document.activeElement))
    assert.equal(await main.getByRole('button', { name: words.again }).count(), 0)
    assert.equal(await main.getByText(/Sent to|Sent again|已发送至|已重新发送/).count(), 0)
    assert.deepEqual(problems, [])
    await close()
  })
