import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { until } from '@octet/core/testing/until.ts'
import { findBarriers } from './axe.ts'
import { PASSWORD, usePeople } from './people.ts'
import { hasAddressData } from './real-api.ts'
import { seeToast } from './see-toast.ts'

const skip = hasAddressData ? false : 'no address data'
const { getOrigin, sitDown, sitDownAs, addAccount, signUp, logIn, logInByPassword, open, runOctet } = usePeople()

/** What has the focus, by its label or its words, once the page has settled. */
const focused = async (page: Page): Promise<string> => {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50))))
  return page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement | null
    if (!element || element === document.body) return 'BODY'
    return (element.labels?.[0] ?? element).textContent?.trim() ?? ''
  })
}

/** Waits until something has the focus, however slow the machine, and sees that it keeps it. */
async function seeFocus(page: Page, wanted: string | RegExp): Promise<void> {
  const isWanted = (got: string) => (typeof wanted === 'string' ? got === wanted : wanted.test(got))
  await until(async () => isWanted(await focused(page)), `${wanted} has the focus`)
  const kept = await focused(page)
  assert.ok(isWanted(kept), `${wanted} has lost the focus to ${kept}`)
}

/** After which live calls are asked for again. */
const TAIL_MS = 2_000

const WORDS = {
  en: {
    prefix: '',
    logIn: 'Log in',
    signUp: 'Sign up',
    emailWrong: 'Please enter the correct email address',
    passwordMissing: 'Please enter your login password',
    differ: 'The two passwords do not match',
    agree: 'Please agree to the Terms and Privacy Policy',
    checkMail: 'Check your mail',
    outbox: 'Open the local outbox',
    confirm: 'Confirm my address',
    confirmed: 'Your email address is confirmed. You can log in now',
    loggedIn: 'Login succeeded',
    dashboard: 'Dashboard',
    createKey: 'Create a key',
    copyKey: 'Copy the key',
    copied: 'Replicating Success',
    refresh: 'Refresh',
    requests: '3 requests in this period',
    monitors: 'Monitors',
    logOut: 'Log out',
  },
  zh: {
    prefix: '/zh',
    logIn: '登录',
    signUp: '注册',
    emailWrong: '请输入正确的邮箱地址',
    passwordMissing: '请输入登录密码',
    differ: '两次输入的密码不一致',
    agree: '请先同意服务条款和隐私政策',
    checkMail: '请查收邮件',
    outbox: '打开本地发件箱',
    confirm: '确认邮箱',
    confirmed: '邮箱已确认，现在可以登录',
    loggedIn: '登录成功',
    dashboard: '控制台',
    createKey: '新建密钥',
    copyKey: '复制密钥',
    copied: '复制成功',
    refresh: '刷新',
    requests: '该时段共 3 次请求',
    monitors: '定时监控',
    logOut: '退出登录',
  },
} as const

for (const [lang, words] of Object.entries(WORDS))
  test(`${lang}: from a guarded page over sign-up, mail and log-in to the first call and out again`, { skip }, async () => {
    const { page, context, problems, close } = await sitDown()
    const email = `way-${lang}@example.org`
    const dialog = page.locator('dialog')
    const press = (name: string) => dialog.getByRole('button', { name, exact: true }).last().click()

    await open(page, `${words.prefix}/account/dashboard`)
    assert.equal(new URL(page.url()).pathname, words.prefix || '/')
    await dialog.getByRole('tab', { selected: true }).waitFor()
    await press(words.logIn)
    await dialog.getByText(words.emailWrong).waitFor()
    await dialog.getByText(words.passwordMissing).waitFor()
    assert.equal(await page.evaluate(() => (document.activeElement as HTMLInputElement).name), 'email')
    assert.deepEqual(await findBarriers(page), [])

    await press(words.signUp)
    await page.fill('dialog [name=email]', email)
    await page.fill('dialog [name=password]', PASSWORD)
    await page.fill('dialog [name=confirm_password]', 'another')
    await press(words.signUp)
    await dialog.getByText(words.differ).waitFor()
    await dialog.getByText(words.agree).waitFor()
    assert.deepEqual(await findBarriers(page), [])
    await page.fill('dialog [name=confirm_password]', PASSWORD)
    await page.check('dialog [name=agree]')
    await press(words.signUp)
    await dialog.getByText(words.checkMail).waitFor()
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), words.checkMail)

    await dialog.getByRole('link', { name: words.outbox }).click()
    await page.locator('.outbox li', { hasText: email }).getByRole('link').click()
    await page.getByRole('button', { name: words.confirm }).click()
    await page.getByText(words.confirmed).waitFor()
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), words.confirmed)

    await page.locator('main').getByRole('link', { name: words.logIn }).click()
    await page.fill('main [name=email]', email)
    assert.equal(await page.locator('.bar .log-in').count(), 0, 'the bar offers no second log-in')
    await page.fill('main [name=password]', PASSWORD)
    await seeToast(page, { words: words.loggedIn }, () => page.keyboard.press('Enter'))
    await page.waitForURL(`**${words.prefix}/account/dashboard`)
    const cookies = await context.cookies()
    assert.deepEqual(
      cookies.filter(({ value }) => value.length === 43).map(({ name, httpOnly, sameSite }) => [name, httpOnly, sameSite]),
      [
        ['token', false, 'Lax'],
        ['sid', true, 'Lax'],
      ],
    )

    await page.getByRole('button', { name: words.createKey }).click()
    await page.locator('.key-form').getByRole('button', { name: words.createKey }).click()
    await seeToast(page, { words: words.copied }, () => page.getByRole('button', { name: words.copyKey }).click())
    const key = await page.evaluate(() => navigator.clipboard.readText())
    assert.match(key, /^oct_live_\w{36}$/)
    const look = () => fetch(`${getOrigin()}/v1/ip/8.8.8.8`, { headers: { 'x-api-key': key } })
    await until(async () => (await look()).status === 200, 'the key is known')
    for (let call = 0; call < 2; call++) assert.equal((await look()).headers.get('x-credits-used'), '1')
    await until(async () => {
      await page.getByRole('button', { name: words.refresh }).click()
      return page
        .getByText(words.requests)
        .waitFor({ timeout: 2_000 })
        .then(
          () => true,
          () => false,
        )
    }, 'the requests are counted')
    // The bar stays in sight: what is half below it has less room than it has.
    await page.evaluate(() => scrollTo(0, 0))
    assert.deepEqual(await findBarriers(page), [])
    await open(page, `${words.prefix}/account/dashboard`)
    await page.locator('.usage-figures').waitFor()
    assert.ok(!(await page.content()).includes(key), 'the key is shown once')

    await page.locator('.bar .menu button').last().click()
    await page.getByRole('menuitem', { name: words.monitors }).click()
    await page.waitForURL(/\/monitors$/)
    await page.locator('.bar .menu button').last().click()
    await page.getByRole('menuitem', { name: words.logOut }).click()
    await page.waitForURL(/\?signout=1$/)
    assert.deepEqual(
      (await context.cookies()).filter(({ name }) => name === 'token' || name === 'sid'),
      [],
    )
    assert.deepEqual(problems, [])
    await close()
  })

test('an address that was registered twice is confirmed by who knows the password', async () => {
  const { page, problems, close } = await sitDown()
  await signUp('twice@example.org', 'one of a stranger')
  const token = await signUp('twice@example.org')
  await open(page, `/zh/confirm#token=${token}`)
  const confirm = () => page.locator('main').getByRole('button', { name: '确认邮箱' }).click()
  await confirm()
  await page.getByText('该邮箱被注册过多次').waitFor()
  assert.equal(await page.evaluate(() => (document.activeElement as HTMLInputElement).name), 'password')
  assert.deepEqual(await findBarriers(page), [])
  await page.keyboard.type('one of a stranger')
  await page.keyboard.press('Enter')
  await page.getByText('当前密码错误').waitFor()
  await page.getByText('可设置新密码').waitFor()
  assert.deepEqual(await findBarriers(page), [])
  await page.fill('main [name=password]', PASSWORD)
  await confirm()
  await page.getByText('邮箱已确认，现在可以登录').waitFor()
  assert.deepEqual(problems, [])
  await close()
})

test('the buttons below a key’s form begin where its fields do', async () => {
  await addAccount('keys@example.org')
  const { page, close } = await sitDownAs('keys@example.org')
  await page.setViewportSize({ width: 320, height: 700 })
  await open(page, '/account/dashboard')
  await page.getByRole('button', { name: 'Create a key' }).click()
  await page.locator('.key-form').getByRole('button', { name: 'Create a key' }).click()
  await page.locator('.key').getByRole('button', { name: 'Edit' }).click()
  const lefts = await page
    .locator('.key .key-form :is(.field input:not([type=checkbox]), button.primary):visible')
    .evaluateAll((parts) => parts.map((part) => Math.round(part.getBoundingClientRect().left)))
  assert.ok(lefts.length > 1)
  assert.equal(new Set(lefts).size, 1, lefts.join())
  await close()
})

test('the focus goes into a form that opens in place of its button, and back', async () => {
  await addAccount('focus@example.org')
  const { page, close } = await sitDownAs('focus@example.org')
  const rows = [
    ['/account/dashboard', 'Create a key', 'INPUT'],
    ['/account/profile', 'Change the address', 'INPUT'],
    ['/account/profile', 'Delete the account', 'INPUT'],
    ['/account/dashboard', 'Edit', 'INPUT'],
    ['/account/dashboard', 'Rotate', 'DIV'],
    ['/account/dashboard', 'Revoke', 'DIV'],
  ] as const
  for (const [path, name, tag] of rows) {
    await open(page, path)
    if (name === 'Edit') {
      await page.getByRole('button', { name: 'Create a key' }).click()
      await page.locator('.key-form').getByRole('button', { name: 'Create a key' }).click()
    }
    await page.getByRole('button', { name: new RegExp(`^${name}(: |$)`) }).press('Enter')
    await page.waitForFunction((tag) => document.activeElement?.tagName === tag, tag)
    const cancel = page.getByRole('button', { name: 'Cancel' })
    await cancel.press('Enter')
    await page.waitForFunction((name) => document.activeElement?.textContent === name, name)
  }
  await close()
})

test('a key is made, kept, edited, rotated and revoked by keys alone: the focus is never lost, and what was done is said', async () => {
  await addAccount('hands@example.org')
  const { page, problems, close } = await sitDownAs('hands@example.org')
  await open(page, '/account/dashboard')
  const create = page.getByRole('button', { name: 'Create a key' })
  const form = page.locator('.key-form')
  const press = (name: string) =>
    page
      .getByRole('button', { name: new RegExp(`^${name}(: second)?$`) })
      .last()
      .press('Enter')
  const keep = async () => {
    await press('I have saved it')
    await seeFocus(page, 'API keys')
  }

  await create.press('Enter')
  await form.locator('summary').press('Enter')
  await form.getByLabel('Only from these addresses').fill('192.0.2.0/24, 192.0.2.0/99')
  await page.keyboard.press('Enter')
  await form.getByText(/^Only from these addresses: expected an address or a CIDR .*, got 192\.0\.2\.0\/99$/).waitFor()
  await seeFocus(page, 'Only from these addresses')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('192.0.2.0/24')
  await page.keyboard.press('Enter')
  await page.locator('.new-key').waitFor()
  await keep()

  await create.press('Enter')
  await form.getByLabel('Name').fill('second')
  await page.keyboard.press('Enter')
  await keep()
  await create.press('Enter')
  await form.locator('summary').press('Enter')
  const cap = form.getByLabel('Monthly request limit')
  await cap.fill('5')
  await form.getByRole('button', { name: 'Create a key' }).press('Enter')
  await form.getByText('Your plan allows 2 keys').waitFor()
  await seeFocus(page, 'Create a key')
  assert.ok(await cap.isVisible())
  assert.equal(await cap.inputValue(), '5')
  await press('Cancel')

  await press('Rotate')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Escape')
  await seeFocus(page, 'Rotate')
  await press('Revoke')
  await page.keyboard.press('Escape')
  await seeFocus(page, 'Revoke')
  await press('Revoke')
  const busy = { code: 429, msg: 'Too many requests', data: { error: 'too_many_requests' } }
  await page.route('**/v1/keys/*', (route) => route.fulfill({ status: 429, json: busy }), { times: 1 })
  await press('Revoke the key')
  await page.locator('.key-ask [role=alert]', { hasText: busy.msg }).waitFor()
  await seeFocus(page, 'Revoke the key')
  await seeToast(page, { words: /^The key “second” is revoked$/ }, () => press('Revoke the key'))
  await seeFocus(page, 'API keys')
  await page.getByRole('button', { name: 'Show 1 ended key', exact: true }).press('Enter')
  await page.getByRole('button', { name: /^Revoke: (?!second)/ }).press('Enter')
  await page.getByRole('button', { name: /^Revoke the key: (?!second)/ }).press('Enter')
  await page.locator('.key.dead').nth(1).waitFor()
  assert.equal(await page.locator('.key-ask').count(), 0)

  const other = await sitDownAs('hands@example.org')
  await other.close()
  await open(page, '/account/profile')
  const logOut = page.getByRole('button', { name: /^Log out: .*, 127\.0\.0\.1$/ })
  await seeToast(page, { words: 'The device has been logged out' }, () => logOut.press('Enter'))
  await seeFocus(page, 'Where you are logged in')
  assert.deepEqual(problems, [])
  await close()
})

test('a Chinese key form names a refused network by its label, and a key’s name and limits are edited', async () => {
  await addAccount('hands-zh@example.org')
  const { page, close } = await sitDownAs('hands-zh@example.org')
  await open(page, '/zh/account/dashboard')
  const form = page.locator('.key-form')
  await page.getByRole('button', { name: '新建密钥' }).click()
  await form.locator('summary').click()
  await form.getByLabel('仅允许这些地址').fill('192.0.2.0/99')
  await page.keyboard.press('Enter')
  await form.getByText(/^仅允许这些地址：应为 IP 地址或 CIDR.*收到“192\.0\.2\.0\/99”$/).waitFor()
  await form.getByLabel('仅允许这些地址').fill('')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: '我已保存' }).click()
  await page.getByRole('button', { name: '编辑' }).press('Enter')
  await seeFocus(page, '名称')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('新名字')
  await page.keyboard.press('Enter')
  await page.locator('.key', { hasText: '新名字' }).waitFor()
  await seeFocus(page, '编辑')
  await page.getByRole('button', { name: '吊销：新名字', exact: true }).press('Enter')
  await seeToast(page, { words: /^密钥“新名字”已吊销$/ }, () => page.getByRole('button', { name: '确认吊销' }).press('Enter'))
  await close()
})

test('the login starts in its first field and leaves the focus on the page', async () => {
  await addAccount('starts@example.org')
  const { page, close } = await sitDown()
  await open(page, '/format/json')
  await page.getByRole('button', { name: 'Log in' }).press('Enter')
  await page.locator('dialog[open]').waitFor()
  await seeFocus(page, 'Email')
  await page.keyboard.type('starts@example.org')
  await page.locator('dialog [name=password]').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.locator('dialog').waitFor({ state: 'detached' })
  await page.waitForFunction(() => document.activeElement?.id === 'main')
  await close()
})

test('who has mistyped the address goes back from the mail to the form, which has what was typed but the passwords', async () => {
  const { page, problems, close } = await sitDown()
  for (const path of ['/signup', '/zh/signup']) {
    await open(page, path)
    const zh = path.startsWith('/zh')
    await page.fill('main [name=email]', 'mistyped@example.org')
    await page.fill('main [name=password]', PASSWORD)
    await page.fill('main [name=confirm_password]', PASSWORD)
    await page.check('main [name=agree]')
    await page
      .locator('main')
      .getByRole('button', { name: zh ? '注册' : 'Sign up', exact: true })
      .click()
    await page
      .locator('main')
      .getByRole('button', { name: zh ? '更换邮箱' : 'Use another address' })
      .press('Enter')
    const email = page.locator('main [name=email]')
    assert.equal(await email.inputValue(), 'mistyped@example.org')
    assert.ok(await email.evaluate((input) => input === document.activeElement))
    assert.deepEqual([await page.inputValue('main [name=password]'), await page.isChecked('main [name=agree]')], ['', true])
    assert.deepEqual(await findBarriers(page), [])
  }
  assert.deepEqual(problems, [])
  await close()
})

test('a long address stays inside the dialog of a forgotten password on a phone', async () => {
  const { page, close } = await sitDown()
  await page.setViewportSize({ width: 320, height: 700 })
  await open(page, '/login')
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await page.fill('dialog [name=email]', `first.customer.with.a.rather.long.name@${'that-goes-on'.repeat(4)}.example.org`)
  await page.keyboard.press('Enter')
  await page.locator('dialog').getByText('Check your mail').waitFor()
  const [inner, whole] = await page.locator('dialog').evaluate((dialog) => [dialog.clientWidth, dialog.scrollWidth])
  assert.equal(whole, inner)
  await close()
})

test('who is logged in finds no form to sign up with, but the dashboard', async () => {
  await addAccount('inside@example.org')
  const { page, close } = await sitDownAs('inside@example.org')
  await open(page, '/signup')
  await page.waitForURL('**/account/dashboard')
  await close()
})

test('a link that has expired asks for an address, and for no button that is gone', async () => {
  const { page, close } = await sitDown()
  await open(page, `/confirm#token=${'x'.repeat(43)}`)
  const help = page.getByText('Press the button to finish the registration.')
  await help.waitFor()
  await page.getByRole('button', { name: 'Confirm my address' }).click()
  await page.getByText('This link has been used or has expired').waitFor()
  assert.equal(await help.count(), 0)
  await page.getByRole('button', { name: 'Send the link' }).waitFor()
  await close()
})

test('a contrast theme shows which page of the account is open, and how much of the month is used', async () => {
  await addAccount('contrast@example.org')
  const { page, close } = await sitDownAs('contrast@example.org')
  await page.emulateMedia({ forcedColors: 'active' })
  await open(page, '/account/dashboard')
  await page.getByRole('button', { name: 'Create a key' }).click()
  await page.locator('main form').getByRole('button', { name: 'Create a key' }).click()
  const line = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).borderBottomColor)
  await page.locator('.usage progress').waitFor()
  const canvas = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  assert.equal(await line('.account-tabs a:not([aria-current])'), canvas)
  assert.notEqual(await line('.account-tabs a[aria-current]'), canvas)
  assert.notEqual(await line('.usage progress'), canvas)
  const row = { hour: new Date().toISOString(), key_id: 'k', product: 'geo', status: 200, requests: 7 }
  const data = { subscription: null, month: null, total_requests: 7, step: 'hour', statistics: [row] }
  await page.route('**/v1/account/dashboard?*', (route) => route.fulfill({ json: { code: 200, msg: '', data } }))
  await page.getByRole('button', { name: 'Refresh' }).click()
  const swatch = await page.locator('.swatch').evaluate((element) => getComputedStyle(element).backgroundColor)
  const bars = await page.locator('.bars path.bars-0').evaluate((element) => getComputedStyle(element).fill)
  assert.equal(swatch, bars, 'the table says which colour is which')
  await close()
})

test('the downloads fit a sheet', { skip }, async () => {
  await addAccount('sheet@example.org')
  const { page, close } = await sitDownAs('sheet@example.org')
  await page.setViewportSize({ width: 687, height: 900 }) // A4 within its margins
  await page.emulateMedia({ media: 'print' })
  await open(page, '/account/downloads')
  await page.locator('.database .plain-table').last().waitFor()
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 687)
  assert.equal(await page.locator('.account-tabs').isVisible(), false)
  await close()
})

test('a call that was made elsewhere shows when the reader comes back, and a month that is used up is said to be so', async () => {
  await addAccount('again@example.org')
  const { page, close } = await sitDownAs('again@example.org')
  const month = { quota: 50_000, limit: 50_000, used: 0, returned: 0, resets_at: '2030-02-01T00:00:00.000Z' }
  await page.route('**/v1/account/dashboard', async (route) => {
    const answer = await route.fetch()
    const { data, ...rest } = await answer.json()
    return route.fulfill({ response: answer, json: { ...rest, data: { ...data, month } } })
  })
  await open(page, '/account/dashboard')
  await page.getByText('0 of 50,000 requests').waitFor()
  month.used = 1
  const comeBack = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await comeBack()
  await page.getByText('1 of 50,000 requests').waitFor()
  month.used = 50_000
  await comeBack()
  await page.getByText('The month’s requests are used up: calls are refused until 1 Feb 2030 (UTC).').waitFor()
  assert.equal(await page.getByText('At this pace').count(), 0)
  month.limit = 60_000
  await comeBack()
  await page.getByText('used up').waitFor({ state: 'detached' })
  await close()
})

test('statistics whose start is after their end are not asked for, and said so once', async () => {
  await addAccount('backwards@example.org')
  const { page, close } = await sitDownAs('backwards@example.org')
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/dashboard?') && asked.push(request.url()))
  await open(page, '/account/dashboard')
  await until(() => asked.length > 0, 'the week is asked for')
  const [start, end] = [page.getByLabel('Start time'), page.getByLabel('End time')]
  const before = asked.length
  await start.fill('2200-01-01T00:00')
  await page.getByText('The end is before the start').waitFor()
  assert.equal(await page.locator('.account-section .field-error').count(), 1)
  await end.fill('2200-02-01T00:00')
  await page.getByText('The end is before the start').waitFor({ state: 'detached' })
  await until(() => asked.length === before + 1, 'the range is asked for once both are right')
  assert.match(asked.at(-1)!, /start=2[12]\d\d-.*&end=2200-/)
  await close()
})

test('a slow server: no older statistics take the place of newer ones, and live calls are asked for one at a time', async () => {
  await addAccount('crawl@example.org')
  const { page, close } = await sitDownAs('crawl@example.org')
  await open(page, '/account/dashboard')
  await page.getByText('No requests in this period.').waitFor()
  const hour = new Date().toISOString()
  const give = (route: Route, requests: number) => {
    const row = { hour, key_id: 'k', product: 'geo', status: 200, requests }
    const data = { subscription: null, month: null, total_requests: requests, step: 'hour', statistics: [row] }
    return route.fulfill({ json: { code: 200, msg: '', data } })
  }
  const asked: Route[] = []
  await page.route('**/v1/account/dashboard?*', (route) => void asked.push(route))
  await page.getByRole('button', { name: 'Refresh' }).click()
  await until(() => asked.length === 1, 'they are asked for anew')
  await page.getByRole('button', { name: '24 hours' }).click()
  await until(() => asked.length === 2, 'those of the day are asked for')
  await give(asked[1]!, 7)
  await page.getByText('7 requests in this period').waitFor()
  const late = page.waitForEvent('requestfinished')
  await give(asked[0]!, 3)
  await late
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50))))
  assert.ok(await page.getByText('7 requests in this period').isVisible())

  asked.length = 0
  await page.getByRole('button', { name: 'Follow', exact: true }).click()
  await until(() => asked.length === 1, 'live calls are asked for')
  await page.waitForTimeout(2 * TAIL_MS)
  assert.equal(asked.length, 1)
  await give(asked[0]!, 1)
  await until(() => asked.length === 2, 'they are asked for again')
  await give(asked[1]!, 2)
  await page.getByRole('log').getByText('+1').waitFor()
  await close()
})

test('live calls that cannot be read are said to be so, with a way to try again, and go on by themselves', async () => {
  await addAccount('tail@example.org')
  const { page, close } = await sitDownAs('tail@example.org')
  await open(page, '/zh/account/dashboard')
  const tail = page.locator('section', { has: page.locator('#tail-title') })
  const busy = {
    status: 429,
    json: { code: 429, msg: '请求过于频繁', data: { error: 'too_many_requests', resolution: '请稍候' } },
  }
  const path = '**/v1/account/dashboard?*step=hour*'
  await page.route(path, (route) => route.fulfill(busy))
  await tail.getByRole('button', { name: '开始' }).click()
  await tail.getByRole('alert').filter({ hasText: busy.json.msg }).waitFor()
  assert.equal(await tail.getByText('等待请求…').count(), 0)
  const asked = page.waitForRequest(/step=hour/)
  await tail.getByRole('button', { name: '重试' }).press('Enter')
  await asked
  await page.unroute(path)
  await tail.getByText('等待请求…').waitFor()
  assert.equal(await tail.getByRole('alert').count(), 0)
  await close()
})

test('a session that is ended elsewhere sends the open page home, where the login opens and leads back to what was typed', async () => {
  const [first, second] = [await sitDown(), await sitDown()]
  await logIn(first.page, 'two@example.org')
  await logInByPassword(second.page, 'two@example.org')
  await second.page.waitForURL('**/account/dashboard')
  await first.page.getByRole('button', { name: 'Create a key' }).click()
  await first.page.getByLabel('Name').fill('half typed')
  const busy = { status: 429, json: { code: 429, msg: 'Too many requests', data: { error: 'too_many_requests' } } }
  await first.page.route('**/v1/account/dashboard?*', (route) => route.fulfill(busy), { times: 1 })
  await first.page.getByRole('button', { name: 'Refresh' }).click()
  await first.page.getByRole('alert').filter({ hasText: busy.json.msg }).waitFor()
  await second.page.route('**/v1/account/sessions', (route) => route.fulfill(busy), { times: 1 })
  await open(second.page, '/account/profile')
  await second.page.getByRole('button', { name: 'Try again' }).press('Enter')
  await second.page.waitForFunction(() => document.activeElement?.id === 'main')
  const endAll = second.page.getByRole('button', { name: 'Log out everywhere' })
  await second.page.route('**/v1/account/log_out', (route) => route.fulfill(busy), { times: 1 })
  await seeToast(second.page, { words: busy.json.msg }, () => endAll.press('Enter'))
  await seeFocus(second.page, 'Log out everywhere')
  await endAll.click()
  await second.page.waitForURL(/signout/)
  await first.page.getByRole('button', { name: 'Refresh' }).click()
  await first.page.waitForURL(/\/$/)
  const dialog = first.page.locator('dialog')
  await dialog.getByRole('tab', { name: 'Password' }).waitFor()
  await dialog.locator('[name=email]').fill('two@example.org')
  await dialog.locator('[name=password]').fill(PASSWORD)
  await first.page.keyboard.press('Enter')
  await first.page.waitForURL('**/account/dashboard')
  await first.page.locator('.key-form input[value="half typed"]').waitFor()
  await Promise.all([first.close(), second.close()])
})

test('whoever logs out on one tab is logged out on the others, and logged in again with them', async () => {
  const { page, context, close } = await sitDown()
  await logIn(page, 'tabs@example.org')
  const [account, terms] = [await context.newPage(), await context.newPage()]
  await open(account, '/account/billing')
  await account.getByText('tabs@example.org').first().waitFor()
  await open(terms, '/terms')
  await open(page, '/account/profile')
  await page.getByRole('button', { name: 'Log out', exact: true }).last().click()
  await page.waitForURL(/signout/)
  await account.waitForURL(/\/$/)
  await account.locator('dialog').getByRole('tab', { name: 'Password' }).waitFor()
  assert.equal(await account.getByText('tabs@example.org').count(), 0)
  await terms.locator('.bar').getByText('Log in').waitFor()
  await logInByPassword(page, 'tabs@example.org')
  await page.waitForURL('**/account/dashboard')
  await terms.locator('.bar').getByText('tabs@example.org').waitFor()
  await close()
})

test('a page that «Back» brings out of the cache shows no account that was left meanwhile', async () => {
  const { page, close } = await sitDown()
  await logIn(page, 'cached@example.org')
  await open(page, '/terms')
  await page.locator('.bar').getByText('cached@example.org').waitFor()
  await page.evaluate(() => {
    document.cookie = 'token=; path=/; max-age=0; samesite=lax'
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })
  await page.locator('.bar').getByText('Log in').waitFor()
  await close()
})

test('a changed password: exact messages, and this page stays logged in', async () => {
  const { page, close } = await sitDown()
  await logIn(page, 'change@example.org')
  await open(page, '/account/profile')
  const set = async (current: string, next: string, again: string) => {
    await page.fill('[name=current]', current)
    await page.fill('[name=password]', next)
    await page.fill('[name=confirm_password]', again)
    await page.getByRole('button', { name: 'Change the password' }).click()
  }
  await set(PASSWORD, 'a whole new one', 'a whole other one')
  await page.getByText('The two passwords do not match').waitFor()
  await set('not the one', 'a whole new one', 'a whole new one')
  await page.getByText('The current password is wrong').waitFor()
  await seeToast(page, { words: 'Your new information has been saved' }, () =>
    set(PASSWORD, 'a whole new one', 'a whole new one'),
  )
  await open(page, '/account/dashboard')
  await page.getByText('Not subscribed').waitFor()
  await page.getByRole('link', { name: 'Data Downloads' }).click()
  await page.getByText('You have not subscribed to the database service, please subscribe to the service first').waitFor()
  await close()
})

test('a change of the address names all that is missing, and the first of it has the focus', async () => {
  const { page, close } = await sitDown()
  await logIn(page, 'mover@example.org')
  await open(page, '/account/profile')
  await page.getByRole('button', { name: 'Change the address' }).click()
  const form = page.locator('form', { hasText: 'New email' })
  const eyes = page.getByRole('button', { name: /^Show password: / })
  const fields = await eyes.evaluateAll((buttons) => buttons.map(({ ariaLabel }) => ariaLabel))
  assert.ok(fields.length > 2)
  assert.ok(fields.includes('Show password: Current password'))
  await form.getByRole('button', { name: 'Send a link to the new address' }).click()
  await form.getByText('Please enter the correct email address').waitFor()
  await form.getByText('Please enter your login password').waitFor()
  assert.equal(await page.evaluate(() => (document.activeElement as HTMLInputElement).type), 'email')
  await form.getByLabel('New email').fill('moved@example.org')
  assert.deepEqual(await form.locator('.field-error').allInnerTexts(), ['Please enter your login password'])
  await form.getByLabel('Current password', { exact: true }).fill(PASSWORD)
  await form.getByRole('button', { name: 'Send a link to the new address' }).press('Enter')
  await page.locator('main [role=status]', { hasText: 'We have sent a link to the new address' }).waitFor()
  await seeFocus(page, /^We have sent a link to the new address/)
  await close()
})

test('who deletes the account on a Chinese page comes home to a Chinese one', async () => {
  const { page, problems, close } = await sitDown()
  await logIn(page, 'leaver@example.org')
  await open(page, '/zh/account/profile')
  await page.getByRole('button', { name: '注销账户' }).click()
  await page.fill('[name=delete_password]', 'not the one')
  await page.getByRole('button', { name: '确认注销' }).press('Enter')
  await page.getByText('当前密码错误').waitFor()
  assert.equal(await page.evaluate(() => (document.activeElement as HTMLInputElement).name), 'delete_password')
  await page.fill('[name=delete_password]', PASSWORD)
  await seeToast(page, { words: '您的账户已注销' }, async () => {
    await page.getByRole('button', { name: '确认注销' }).click()
    await page.waitForURL(/signout/)
  })
  assert.equal(new URL(page.url()).pathname, '/zh')
  assert.deepEqual(problems, [])
  await close()
})

test('a file comes back whole from the account, its sending is seen and can be called off', { skip }, async () => {
  const email = 'whole@example.org'
  await runOctet(['user', 'add', '--email', email, '--password', PASSWORD])
  await runOctet(['key', 'add', '--name', 'Whole', '--email', email])
  const { page, context, problems, close } = await sitDownAs(email)
  await open(page, '/account/dashboard')
  // 名称 in GB18030, as Chinese Windows saves it.
  const name = Buffer.of(0xc3, 0xfb, 0xb3, 0xc6)
  const rows = [';"client";n\r\n', ';"8.8.8.8";"a; b"\r\n', ';;2\r\n', ';8.8.8.8;3\r\n']
  const buffer = Buffer.concat(rows.flatMap((row) => [name, Buffer.from(row)]))
  const choose = (file: Buffer) =>
    page.setInputFiles('input[type=file]', { name: 'orders.csv', mimeType: 'text/csv', buffer: file })
  const form = page.locator('.file-form')
  const start = form.getByRole('button', { name: 'Start' })

  const network = await context.newCDPSession(page)
  await network.send('Network.enable')
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 100_000 }
  await network.send('Network.emulateNetworkConditions', slow)
  await choose(Buffer.concat([buffer, Buffer.from('x;192.0.2.1;y\r\n'.repeat(100_000))]))
  await start.click()
  await form.getByText(/^[1-9].* [kM]B of 1\.5 MB sent/).waitFor()
  assert.deepEqual(await findBarriers(page), [])
  await form.getByRole('button', { name: 'Cancel' }).click()
  await start.waitFor()
  assert.equal(await form.locator('progress').count(), 0)
  await network.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 })
  await page.reload()
  await page.getByText('Look up a list, a CSV or a log', { exact: false }).waitFor()

  await choose(buffer)
  await form.getByText('1 request; 50,000 left this month').waitFor()
  await form.getByLabel('Place').check()
  await start.click()
  const row = page.locator('.looked-up > li', { hasText: 'orders.csv' })
  await row.getByText('1 without an address').waitFor()
  const button = row.getByRole('button', { name: /^Download/ })
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  assert.equal(download.suggestedFilename(), 'orders-octet.csv')
  const lines = (await readFile(await download.path(), 'utf8')).split('\r\n')
  assert.match(lines[0]!, /^\ufeff名称;"client";n;ip_country_code;ip_country_name;.*;ip_error$/)
  assert.deepEqual(
    lines.slice(1).map((line) => line.split(';').slice(0, 5).join(';')),
    ['名称;"8.8.8.8";"a; b";US', '名称;;2;;', '名称;8.8.8.8;3;US;United States', ''],
  )
  assert.deepEqual(problems, [])
  await close()
})

test('a file is looked up in the account, fetched and deleted', { skip }, async () => {
  const email = 'files@example.org'
  await addAccount(email)
  await runOctet(['key', 'add', '--name', 'Files', '--email', email])
  const { page, problems, close } = await sitDownAs(email)
  await open(page, '/account/dashboard')
  const choose = (name: string, text: string) =>
    page.setInputFiles('input[type=file]', { name, mimeType: 'text/plain', buffer: Buffer.from(text) })
  await choose('words.txt', 'no address\nat all\n')
  await page.locator('.file-form [role=alert]', { hasText: 'No column with addresses found' }).waitFor()
  assert.equal(await page.locator('.file-form button[type=submit]').count(), 0)
  await choose('访客.csv', 'user,source,target\n甲,8.8.8.8,1.1.1.1\n乙,8.8.8.8,9.9.9.9\n丙,,1.1.1.1\n')
  const form = page.locator('.file-form')
  await form.getByText('2 addresses, 1 unique · 1 line without one').waitFor()
  assert.deepEqual(await findBarriers(page), [])
  await form.getByRole('combobox', { name: 'Column' }).selectOption({ label: 'target' })
  await form.getByText('3 addresses, 2 unique').waitFor()
  await form.getByText('2 requests; 50,000 left this month').waitFor()
  await form.getByText('The whole file is sent', { exact: false }).waitFor()
  await form.getByLabel('CSV by address').check()
  await form.getByText('Only the addresses are sent.').waitFor()
  await form.getByLabel('Each address once').uncheck()
  await form.getByText('3 requests; 50,000 left this month').waitFor()
  await form.getByLabel('Place').check()
  await form.getByRole('button', { name: 'Start' }).click()
  const row = page.locator('.looked-up > li', { hasText: '访客.csv' })
  const button = row.getByRole('button', { name: /^Download/ })
  await button.waitFor()
  assert.equal(await form.count(), 0)
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  assert.equal(download.suggestedFilename(), '访客.csv')
  const [heading, ...lines] = (await readFile(await download.path(), 'utf8')).split('\r\n').slice(0, -1)
  assert.match(heading!, /^\ufeffquery,country_code,country_name,region_name,city_name,/)
  assert.deepEqual(
    lines.map((line) => line.split(',', 2)),
    [
      ['1.1.1.1', 'AU'],
      ['9.9.9.9', 'US'],
      ['1.1.1.1', 'AU'],
    ],
  )
  await row.getByRole('button', { name: /^Delete/ }).click()
  assert.deepEqual(await findBarriers(page), [])
  await row.getByRole('button', { name: /^Remove for good/ }).click()
  await page.getByText('Look up a list, a CSV or a log', { exact: false }).waitFor()
  assert.deepEqual(problems, [])
  await close()
})
