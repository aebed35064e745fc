import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BrowserContext } from 'playwright-core'
import { findBarriers } from './axe.ts'
import { findChunk } from './find-chunk.ts'
import { PASSWORD, usePeople } from './people.ts'
import { seeToast } from './see-toast.ts'

const { sitDown, sitDownAs, open, runOctet, addAccount } = usePeople()

test('the operator’s link makes the operator; a tool that is switched off leaves the navigation', async () => {
  const { page, context, problems, close } = await sitDown()
  await page.goto((await runOctet(['operator', 'link'])).trim())
  await page.waitForSelector('html[data-ready]')
  await page.fill('[name=email]', 'boss@example.org')
  await page.fill('[name=password]', PASSWORD)
  await page.fill('[name=confirm_password]', PASSWORD)
  await page.getByRole('button', { name: 'Create the account' }).click()
  await page.waitForURL('**/admin')
  await page.getByText('Requests this month').waitFor()
  const correction = { network: '8.8.8.0/24', country_code: 'DE', city_name: 'Köln' }
  assert.equal((await context.request.post(new URL('/v1/corrections', page.url()).href, { data: correction })).status(), 200)
  await Promise.all([checkLoggedIn(context, ''), checkLoggedIn(context, '/zh')])
  await open(page, '/admin/tools')
  const chmod = page.getByLabel('Unix permissions (chmod)')
  await seeToast(page, { words: 'The tool is off' }, () => chmod.uncheck())
  await open(page, '/tools')
  await page.locator('.tool-list a[href="/generate/chmod"]').waitFor({ state: 'detached' })
  await open(page, '/generate/chmod')
  await page.locator('main').getByText('The operator has switched this tool off').waitFor()
  await open(page, '/admin/tools')
  await seeToast(page, { words: 'The tool is on again' }, () => chmod.check())
  await open(page, '/generate/chmod')
  await page.locator('.examples button').first().waitFor()
  assert.deepEqual(problems, [])
  await close()
})

/** Pages that only a person who is logged in sees, the last of them only the operator; `e2e/points.test.ts` has the others. */
const LOGGED_IN = [
  ...['dashboard', 'billing', 'downloads', 'profile'].map((name) => `/account/${name}`),
  '/monitors',
  '/admin',
  ...['users', 'payments', 'messages', 'corrections', 'jobs', 'mails', 'audit', 'tools'].map((name) => `/admin/${name}`),
]
const LOADED =
  '.usage-figures, .bill-block, .database, .profile-list, .measure-form, .admin-figures, .admin-table, .account-empty, .switches'

/** Light in one language and dark in the other, with all that folds out, and on the narrowest screen. */
async function checkLoggedIn(context: BrowserContext, prefix: '' | '/zh'): Promise<void> {
  const page = await context.newPage()
  await page.emulateMedia({ colorScheme: prefix ? 'dark' : 'light' })
  for (const path of LOGGED_IN) {
    await page.setViewportSize({ width: 1280, height: 900 })
    await open(page, prefix + path)
    await page.locator(LOADED).first().waitFor()
    await page.evaluate(() => document.querySelectorAll('main details').forEach((part) => part.setAttribute('open', '')))
    assert.deepEqual(await findBarriers(page), [], prefix + path)
    await page.setViewportSize({ width: 320, height: 700 })
    const overhang = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    assert.ok(overhang <= 0, `${prefix + path} is ${overhang} px wider than 320 px`)
    const heights = await page.locator('.admin-table td:visible').evaluateAll((cells) => cells.map((cell) => cell.clientHeight))
    assert.ok(Math.min(...heights, 20) > 10, `${prefix + path}: a cell without height, its label over the next one`)
    const widths = await page
      .locator('.admin-table td:visible')
      .evaluateAll((cells) => cells.map((cell) => cell.clientWidth / cell.parentElement!.clientWidth))
    assert.ok(Math.min(...widths, 1) > 0.9, `${prefix + path}: a cell narrower than its card`)
  }
  await page.close()
}

test('nothing is changed for a person before the operator has confirmed it', async () => {
  await addAccount('customer@example.org')
  const { page, problems, close } = await sitDownAs('boss@example.org')
  const changes: string[] = []
  page.on('request', (request) => void (request.method() === 'PATCH' && changes.push(request.postData() ?? '')))
  const dialog = page.locator('dialog')
  const row = page.locator('.admin-table tr', { hasText: 'customer@example.org' })
  const press = (name: string) => dialog.getByRole('button', { name, exact: true }).last().click()
  await open(page, '/admin/users')

  await row.getByRole('button', { name: 'Lock' }).click()
  await dialog.getByText('its keys are refused').waitFor()
  assert.deepEqual(await findBarriers(page), [])
  await press('Cancel')
  await row.getByRole('combobox').selectOption('standard')
  await dialog.getByText('Standard takes effect at once').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  assert.equal(await row.getByRole('combobox').inputValue(), '', 'the plan shown is the one held')
  assert.deepEqual(changes, [])

  await row.getByRole('combobox').selectOption('standard')
  await press('Give Standard')
  await page
    .locator('tr', { hasText: 'customer@example.org' })
    .locator('option:checked', { hasText: 'Standard' })
    .waitFor({ state: 'attached' })
  await row.getByRole('button', { name: 'Lock' }).click()
  await press('Lock')
  await row.getByText('locked', { exact: true }).waitFor()
  await row.getByRole('button', { name: 'Unlock' }).click()
  await row.getByText('confirmed', { exact: true }).waitFor()
  assert.deepEqual(changes, ['{"plan":"standard"}', '{"disabled":true}', '{"disabled":false}'])

  await open(page, '/admin/corrections')
  await page.getByRole('button', { name: 'Accept' }).click()
  await dialog.getByText('Köln, DE goes into the next build').waitFor()
  await press('Accept')
  await page.getByRole('cell', { name: 'accepted', exact: true }).waitFor()
  assert.deepEqual(changes.slice(3), ['{"state":"accepted"}'])
  assert.deepEqual(problems, [])
  await close()
})

test('a message is deleted once the operator has confirmed it', async () => {
  const { page, problems, close } = await sitDownAs('boss@example.org')
  const message = { id: 7, category: 'support', name: 'Ann', email: 'ann@example.net', text: 'Forget me', state: 'open' }
  const rows = [{ ...message, created_at: '2026-01-02T03:04:05Z' }]
  let asked = ''
  await page.route('**/v1/admin/messages**', (route) => {
    const isRemoval = route.request().method() === 'DELETE'
    if (isRemoval) asked = new URL(route.request().url()).pathname
    if (isRemoval) rows.length = 0
    return route.fulfill({ json: { code: 200, msg: '', data: isRemoval ? { message: 'gone' } : rows } })
  })
  const dialog = page.locator('dialog')
  await open(page, '/zh/admin/messages')
  await page.getByRole('button', { name: '删除' }).click()
  await dialog.getByText('永久删除').waitFor()
  assert.deepEqual(await findBarriers(page), [])
  await dialog.getByRole('button', { name: '取消' }).click()
  assert.equal(asked, '')
  await page.getByRole('button', { name: '删除' }).click()
  await dialog.getByRole('button', { name: '删除', exact: true }).last().click()
  await page.getByText('Forget me').waitFor({ state: 'detached' })
  assert.equal(asked, '/v1/admin/messages/7')
  await page.waitForFunction(() => document.activeElement?.id === 'main')
  assert.deepEqual(problems, [])
  await close()
})

test('a long name of a plan stays inside a narrow screen, and a long address inside its column on a wide one', async () => {
  const { page, close } = await sitDownAs('boss@example.org')
  await page.route('**/v1/admin/users?*', async (route) => {
    const response = await route.fetch()
    const { data, ...rest } = (await response.json()) as { data: object[] }
    await route.fulfill({
      response,
      json: {
        ...rest,
        data: data.map((row) => ({ ...row, plan_id: 'partners-of-the-year-before', email: `${'w'.repeat(200)}@example.org` })),
      },
    })
  })
  await page.setViewportSize({ width: 320, height: 700 })
  await open(page, '/admin/users')
  await page.locator('option:checked', { hasText: 'partners' }).first().waitFor({ state: 'attached' })
  const ends = await page
    .locator('.admin-table :is(td, select)')
    .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().right))
  assert.ok(Math.max(...ends) <= 320, `ends at ${Math.max(...ends)} px`)
  await page.setViewportSize({ width: 1280, height: 900 })
  const overhangs = await page
    .locator('.admin-table td')
    .evaluateAll((cells) => cells.map((cell) => cell.scrollWidth - cell.clientWidth))
  assert.ok(Math.max(...overhangs) <= 1, `a cell is ${Math.max(...overhangs)} px too narrow for its words`)
  await close()
})

test('the back office shows nothing to others', async () => {
  await addAccount('curious@example.org')
  const { page, close } = await sitDownAs('curious@example.org')
  await open(page, '/admin/users')
  await page.getByText('This page is for the operator of this installation.').waitFor()
  assert.equal(await page.locator('.plain-table').count(), 0)
  await close()
})

test('the contact form keeps what was typed, does its work, and says the words of the specification', async () => {
  const { page, problems, close } = await sitDown()
  await open(page, '/contact')
  await page.fill('[name=name]', 'Ann')
  await page.fill('[name=describe]', 'Ten million a day?')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('Please enter the correct email address').waitFor()
  assert.equal(await page.inputValue('[name=describe]'), 'Ten million a day?')
  await page.fill('[name=email]', 'ann@example.net')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByText('Information submitted successfully, we will give you feedback as soon as possible').waitFor()
  assert.deepEqual(problems, [])
  await close()
})

test('a contact form whose page is loaded anew, since its code is gone, keeps what was typed and says what failed', async () => {
  const { page, close } = await sitDown()
  await open(page, '/zh/contact')
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  await page.fill('[name=name]', '安')
  await page.fill('[name=email]', 'an@example.net')
  await page.fill('[name=describe]', '每天一千万次')
  await page.route(findChunk('web/pbkdf2.js'), (route) => route.fulfill({ status: 404, body: 'gone' }))
  const send = page.getByRole('button', { name: '提交', exact: true })
  await send.click()
  await page.waitForFunction(() => !('isSamePage' in window) && document.documentElement.hasAttribute('data-ready'))
  await page.waitForFunction(() => document.querySelector<HTMLTextAreaElement>('[name=describe]')?.value === '每天一千万次')
  assert.deepEqual([await page.inputValue('[name=name]'), await page.inputValue('[name=email]')], ['安', 'an@example.net'])
  await send.click()
  await page.getByText('防机器人计算未能完成，请重试').waitFor()
  await page.unroute(findChunk('web/pbkdf2.js'))
  await page.reload() // a browser asks for a module once in the life of a page
  await page.waitForFunction(() => document.querySelector<HTMLTextAreaElement>('[name=describe]')?.value === '每天一千万次')
  await send.click()
  await page.getByRole('status').filter({ hasText: '提交成功' }).waitFor()
  await close()
})

test('jobs and mails say in the language of the page how they stand and what was given back', async () => {
  const { page, problems, close } = await sitDownAs('boss@example.org')
  const created_at = '2026-01-02T03:04:05Z'
  const job = {
    id: 'a',
    email: 'ann@example.net',
    kind: 'lookup',
    state: 'failed',
    lines: 5,
    done: 2,
    failed: 0,
    msg: 'What happened',
    resolution: 'What to do',
  }
  const mail = { id: 7, recipient: 'ann@example.net', subject: 'Confirm', state: 'failed', attempts: 0, error: 'restored' }
  const serve = (path: string, row: object) =>
    page.route(`**/v1/admin/${path}**`, (route) =>
      route.fulfill({ json: { code: 200, msg: '', data: [{ ...row, created_at }] } }),
    )
  await serve('jobs', { ...job, returned_units: 5 })
  await serve('mails', mail)
  const seen: [string, string[]][] = [
    ['/admin/jobs', ['lookup', 'failed', 'What happened What to do 5 units given back']],
    ['/zh/admin/jobs', ['批量查询', '失败', 'What happened What to do 已退还 5 次额度']],
    ['/admin/mails', ['waited when the backup was made; may have been sent since']],
    ['/zh/admin/mails', ['备份时待发送，此后可能已发出']],
  ]
  for (const [path, words] of seen) {
    await open(page, path)
    for (const word of words) await page.getByRole('cell', { name: word, exact: true }).waitFor()
  }
  assert.deepEqual(problems, [])
  await close()
})

test('an empty list tells what would be in it, and a search that finds nothing what it was for', async () => {
  const { page, problems, close } = await sitDownAs('boss@example.org')
  for (const [path, words] of [
    ['/admin/payments', 'No payments yet. Every payment for a plan is listed here with its invoice, and can be refunded.'],
    ['/zh/admin/jobs', '暂无任务。用户提交到 POST /v1/jobs 的长列表在后台处理，并显示在这里。'],
  ] as const) {
    await open(page, path)
    await page.locator('main').getByText(words, { exact: true }).waitFor()
  }
  await open(page, '/admin/users')
  await page.getByRole('searchbox', { name: 'Email or phone' }).fill('no such person')
  await page.getByRole('button', { name: 'Find' }).click()
  await page.locator('main').getByText('Nothing matches “no such person”.', { exact: true }).waitFor()
  assert.deepEqual(problems, [])
  await close()
})

test('an operator makes another one with the own password, and takes the role away again', async () => {
  for (const name of ['deputy', 'colleague']) await addAccount(`${name}@example.org`)
  assert.match(await runOctet(['user', 'operator', '--email', 'deputy@example.org']), /^deputy@example\.org operator$/m)
  const { page, problems, close } = await sitDownAs('deputy@example.org')
  const dialog = page.locator('dialog')
  const row = page.locator('.admin-table tr', { hasText: 'colleague@example.org' })
  await open(page, '/admin/users')
  await row.getByRole('button', { name: 'Make operator' }).click()
  await dialog.getByText('sees all accounts and messages').waitFor()
  assert.deepEqual(await findBarriers(page), [])
  const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click()
  await press('Make operator')
  await dialog.getByText('enter your login password').waitFor()
  await dialog.locator('[name=current]').fill('another password')
  await press('Make operator')
  await dialog.locator('[name=current][aria-invalid=true]').waitFor()
  await dialog.locator('[name=current]').fill(PASSWORD)
  await press('Make operator')
  await row.getByText('operator', { exact: true }).waitFor()
  await open(page, '/zh/admin/users')
  await row.getByRole('button', { name: '取消管理员' }).click()
  await dialog.getByText('立即无法使用后台').waitFor()
  await dialog.locator('[name=current]').fill(PASSWORD)
  await press('取消管理员')
  await row.getByText('用户', { exact: true }).waitFor()
  assert.deepEqual(problems, [])
  await close()
})
