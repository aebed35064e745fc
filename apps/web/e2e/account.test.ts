import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '@octet/core/testing/until.ts'
import { findBarriers } from './axe.ts'
import { PASSWORD, usePeople } from './people.ts'
import { hasAddressData } from './real-api.ts'

const skip = hasAddressData ? false : 'no address data'
const { getOrigin, sitDown, sitDownAs, addAccount, open } = usePeople()

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
    logOut: '退出登录',
  },
} as const

for (const [lang, words] of Object.entries(WORDS))
  test(`${lang}: from a guarded page over sign-up, mail and log-in to the first call and out again`, { skip }, async () => {
    const { page, context, problems } = await sitDown()
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

    await dialog.getByRole('link', { name: words.outbox }).click()
    await page.locator('.outbox li', { hasText: email }).getByRole('link').click()
    await page.getByRole('button', { name: words.confirm }).click()
    await page.getByText(words.confirmed).waitFor()

    await page.locator('main').getByRole('link', { name: words.logIn }).click()
    await page.fill('main [name=email]', email)
    await page.fill('main [name=password]', PASSWORD)
    await page.keyboard.press('Enter')
    await page.locator('.toast', { hasText: words.loggedIn }).waitFor()
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
    await page.getByRole('button', { name: words.copyKey }).click()
    await page.locator('.toast', { hasText: words.copied }).waitFor()
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
    assert.deepEqual(await findBarriers(page), [])
    await open(page, `${words.prefix}/account/dashboard`)
    await page.locator('.usage-figures').waitFor()
    assert.ok(!(await page.content()).includes(key), 'the key is shown once')

    await page.locator('.bar .menu button').last().click()
    await page.getByRole('menuitem', { name: words.logOut }).click()
    await page.waitForURL(/\?signout=1$/)
    assert.deepEqual(
      (await context.cookies()).filter(({ name }) => name === 'token' || name === 'sid'),
      [],
    )
    assert.deepEqual(problems, [])
    await context.close()
  })

async function call(path: string, input: object) {
  const headers = { 'content-type': 'application/json' }
  return (await fetch(`${getOrigin()}/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(input) })).json()
}

/** Registers an address; gives the secret of the link in the mail. */
async function signUp(email: string, password = PASSWORD): Promise<string> {
  await call('account/sign_up', { email, password, confirm_password: password, agree: true })
  const mails = await (await fetch(`${getOrigin()}/v1/account/outbox?to=${encodeURIComponent(email)}`)).json()
  return /token=([\w-]{43})/.exec(mails.data[0].text)?.[1] ?? ''
}

test('an address that was registered twice is confirmed by who knows the password', async () => {
  const { page, context, problems } = await sitDown()
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
  await context.close()
})

/** A confirmed account by the API, logged in at a browser. */
async function logIn(page: Page, email: string): Promise<void> {
  await call('account/confirm', { token: await signUp(email) })
  await logInByPassword(page, email)
  await page.waitForURL('**/account/dashboard')
}

async function logInByPassword(page: Page, email: string): Promise<void> {
  await open(page, '/login')
  await page.fill('main [name=email]', email)
  await page.fill('main [name=password]', PASSWORD)
  await page.locator('main').getByRole('button', { name: 'Log in', exact: true }).click()
}

test('a passkey is added, logs in, and is removed', async () => {
  const { page, context, problems } = await sitDown()
  const devices = await context.newCDPSession(page)
  await devices.send('WebAuthn.enable')
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await logIn(page, 'finger@example.org')
  await open(page, '/account/profile')
  const panel = page.locator('form', { has: page.getByLabel('Name of the passkey') })
  const password = panel.getByLabel('Current password')
  await page.getByLabel('Name of the passkey').fill('Test device')
  await panel.getByRole('button', { name: 'Add a passkey' }).click()
  await panel.getByText('Please enter your login password').waitFor()
  await password.fill('not this one')
  await panel.getByRole('button', { name: 'Add a passkey' }).click()
  await panel.getByText('The current password is wrong').waitFor()
  await password.fill(PASSWORD)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.locator('.profile-list li', { hasText: 'Test device' }).waitFor()
  assert.deepEqual(await findBarriers(page), [])
  await password.fill(PASSWORD)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByText('This device has a passkey of this account already.').waitFor()

  await page.getByRole('button', { name: 'Log out', exact: true }).last().click()
  await page.waitForURL(/signout/)
  await open(page, '/login')
  await page.getByRole('tab', { name: 'Passkey' }).click()
  await page.getByRole('button', { name: 'Log in with a passkey' }).click()
  await page.waitForURL('**/account/dashboard')

  await open(page, '/account/profile')
  const row = page.locator('.profile-list li', { hasText: 'Test device' })
  await row.getByText('last used').waitFor()
  await row.getByRole('button', { name: 'Remove' }).click()
  await row.waitFor({ state: 'detached' })
  assert.deepEqual(problems, [])
  await context.close()
})

test('the buttons below a key’s form begin where its fields do', async () => {
  await addAccount('keys@example.org')
  const { page, context } = await sitDownAs('keys@example.org')
  await page.setViewportSize({ width: 320, height: 700 })
  await open(page, '/account/dashboard')
  await page.getByRole('button', { name: 'Create a key' }).click()
  await page.locator('.key-form').getByRole('button', { name: 'Create a key' }).click()
  await page.locator('.key').getByRole('button', { name: 'Limits' }).click()
  const lefts = await page
    .locator('.key .key-form :is(.field input:not([type=checkbox]), button.primary):visible')
    .evaluateAll((parts) => parts.map((part) => Math.round(part.getBoundingClientRect().left)))
  assert.ok(lefts.length > 1)
  assert.equal(new Set(lefts).size, 1, lefts.join())
  await context.close()
})

test('passkeys at another name than that of the site → where they work', async () => {
  const { page, context, problems } = await sitDown()
  await page.goto(`${getOrigin().replace('localhost', '127.0.0.1')}/zh/login`)
  await page.getByRole('tab', { name: '通行密钥登录' }).click()
  await page.getByRole('button', { name: '使用通行密钥登录' }).click()
  await page.getByText('通行密钥仅在 localhost 可用，请从该地址打开本站。').waitFor()
  assert.deepEqual(problems, [])
  await context.close()
})

async function switchOn(page: Page, secret: string): Promise<void> {
  const form = page.locator('form', { has: page.getByLabel('Code', { exact: true }) })
  await form.getByLabel('Code', { exact: true }).fill(toCode(secret))
  await form.getByLabel('Current password').fill(PASSWORD)
  await form.getByRole('button', { name: 'Switch on' }).click()
}

test('a second factor is set up from its QR code page and asked for at the next log-in; a recovery code works, too', async () => {
  const { page, context, problems } = await sitDown()
  await logIn(page, 'second@example.org')
  await open(page, '/account/profile')
  await page.getByRole('button', { name: 'Set up' }).click()
  await page.getByAltText('QR code for the authenticator app').waitFor()
  const secret = ((await page.locator('.profile-fact .mono').textContent()) ?? '').replaceAll(' ', '')
  await switchOn(page, secret)
  const recovery = (await page.locator('.recovery li').first().textContent()) ?? ''
  assert.match(recovery, /^[0-9a-f]{8}-[0-9a-f]{8}$/)
  await context.clearCookies()
  await page.goto(`${getOrigin()}/livez`) // where no page of ours can write the user down again
  await page.evaluate(() => localStorage.clear())

  await logInByPassword(page, 'second@example.org')
  await page.getByRole('heading', { name: 'Second step' }).waitFor()
  await page.getByLabel('Code').fill('000000')
  await page.keyboard.press('Enter')
  await page.getByText('The code is wrong or has been used').waitFor()
  await page.getByLabel('Code').fill(recovery)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/account/dashboard')
  assert.deepEqual(problems, [])
  await context.close()
})

test('recovery codes stay on show when the question about the user fails; «Back» from the second step leads to the password', async () => {
  const { page, context } = await sitDown()
  await logIn(page, 'kept@example.org')
  await open(page, '/account/profile')
  await page.getByRole('button', { name: 'Set up' }).click()
  const secret = ((await page.locator('.profile-fact .mono').textContent()) ?? '').replaceAll(' ', '')
  await page.route('**/v1/user_info', (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway' }),
  )
  const asked = page.waitForResponse('**/v1/user_info')
  await switchOn(page, secret)
  await (await asked).finished()
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  assert.equal(await page.locator('.recovery li').count(), 10)
  assert.equal(new URL(page.url()).pathname, '/account/profile')

  await context.clearCookies()
  await page.goto(`${getOrigin()}/livez`)
  await page.evaluate(() => localStorage.clear())
  await logInByPassword(page, 'kept@example.org')
  await page.getByRole('button', { name: 'Back' }).click()
  await page.waitForFunction(() => (document.activeElement as HTMLInputElement).name === 'password')
  await context.close()
})

test('a passkey whose code does not arrive → words, and the button can be pressed again', async () => {
  const { page, context } = await sitDown()
  await open(page, '/zh/login')
  // As after the one time that a page is loaded anew by itself.
  await page.evaluate(() => sessionStorage.setItem('reload:/zh/login', String(Date.now())))
  await page.getByRole('tab', { name: '通行密钥登录' }).click()
  await page.route('**/assets/esm-*.js', (route) => route.fulfill({ status: 404, body: 'gone' }))
  const button = page.getByRole('button', { name: '使用通行密钥登录' })
  await button.click()
  await page.locator('main').getByText('页面的一部分未能送达，请几秒后重新加载').waitFor()
  assert.ok(await button.isEnabled())
  await context.close()
})

test('a session that is ended elsewhere sends the open page home, where the login opens and leads back', async () => {
  const [first, second] = [await sitDown(), await sitDown()]
  await logIn(first.page, 'two@example.org')
  await logInByPassword(second.page, 'two@example.org')
  await second.page.waitForURL('**/account/dashboard')
  await open(second.page, '/account/profile')
  await second.page.getByRole('button', { name: 'Log out everywhere' }).click()
  await second.page.waitForURL(/signout/)
  await first.page.getByRole('button', { name: 'Refresh' }).click()
  await first.page.waitForURL(/\/$/)
  const dialog = first.page.locator('dialog')
  await dialog.getByRole('tab', { name: 'Password' }).waitFor()
  await dialog.locator('[name=email]').fill('two@example.org')
  await dialog.locator('[name=password]').fill(PASSWORD)
  await first.page.keyboard.press('Enter')
  await first.page.waitForURL('**/account/dashboard')
  await Promise.all([first.context.close(), second.context.close()])
})

test('whoever logs out on one tab is logged out on the others, and logged in again with them', async () => {
  const { page, context } = await sitDown()
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
  await context.close()
})

test('a page that «Back» brings out of the cache shows no account that was left meanwhile', async () => {
  const { page, context } = await sitDown()
  await logIn(page, 'cached@example.org')
  await open(page, '/terms')
  await page.locator('.bar').getByText('cached@example.org').waitFor()
  await page.evaluate(() => {
    document.cookie = 'token=; path=/; max-age=0; samesite=lax'
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })
  await page.locator('.bar').getByText('Log in').waitFor()
  await context.close()
})

test('a changed password: exact messages, and this page stays logged in', async () => {
  const { page, context } = await sitDown()
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
  await set(PASSWORD, 'a whole new one', 'a whole new one')
  await page.locator('.toast', { hasText: 'Your new information has been saved' }).waitFor()
  await open(page, '/account/dashboard')
  await page.getByText('Not subscribed').waitFor()
  await context.close()
})

test('a change of the address names all that is missing, and the first of it has the focus', async () => {
  const { page, context } = await sitDown()
  await logIn(page, 'mover@example.org')
  await open(page, '/account/profile')
  await page.getByRole('button', { name: 'Change the address' }).click()
  const form = page.locator('form', { hasText: 'New e-mail' })
  await form.getByRole('button', { name: 'Send a link to the new address' }).click()
  await form.getByText('Please enter the correct email address').waitFor()
  await form.getByText('Please enter your login password').waitFor()
  assert.equal(await page.evaluate(() => (document.activeElement as HTMLInputElement).type), 'email')
  await form.getByLabel('New e-mail').fill('moved@example.org')
  assert.deepEqual(await form.locator('.field-error').allInnerTexts(), ['Please enter your login password'])
  await context.close()
})

test('who deletes the account on a Chinese page comes home to a Chinese one', async () => {
  const { page, context, problems } = await sitDown()
  await logIn(page, 'leaver@example.org')
  await open(page, '/zh/account/profile')
  await page.getByRole('button', { name: '注销账户' }).click()
  await page.fill('[name=delete_password]', PASSWORD)
  await page.getByRole('button', { name: '确认注销' }).click()
  await page.waitForURL(/signout/)
  assert.equal(new URL(page.url()).pathname, '/zh')
  assert.deepEqual(problems, [])
  await context.close()
})

test('the contact form keeps what was typed, does its work, and says the words of the specification', async () => {
  const { page, context, problems } = await sitDown()
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
  await context.close()
})

test('a contact form whose page is loaded anew, since its code is gone, keeps what was typed and says what failed', async () => {
  const { page, context } = await sitDown()
  await open(page, '/zh/contact')
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  await page.fill('[name=name]', '安')
  await page.fill('[name=email]', 'an@example.net')
  await page.fill('[name=describe]', '每天一千万次')
  await page.route('**/assets/pbkdf2-*.js', (route) => route.fulfill({ status: 404, body: 'gone' }))
  const send = page.getByRole('button', { name: '提交', exact: true })
  await send.click()
  await page.waitForFunction(() => !('isSamePage' in window) && document.documentElement.hasAttribute('data-ready'))
  await page.waitForFunction(() => document.querySelector<HTMLTextAreaElement>('[name=describe]')?.value === '每天一千万次')
  assert.deepEqual([await page.inputValue('[name=name]'), await page.inputValue('[name=email]')], ['安', 'an@example.net'])
  await send.click()
  await page.getByText('防机器人计算未能完成，请重试').waitFor()
  await page.unroute('**/assets/pbkdf2-*.js')
  await page.reload() // a browser asks for a module once in the life of a page
  await page.waitForFunction(() => document.querySelector<HTMLTextAreaElement>('[name=describe]')?.value === '每天一千万次')
  await send.click()
  await page.getByRole('status').filter({ hasText: '提交成功' }).waitFor()
  await context.close()
})

/** Time-based code of this moment (RFC 6238): SHA-1, 30 s, 6 digits. */
function toCode(secret: string): string {
  const bits = [...secret].map((sign) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(sign).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)))
  const hash = createHmac('sha1', key).update(counter).digest()
  const value = hash.readUInt32BE((hash.at(-1) ?? 0) & 15) & 0x7fffffff
  return String(value % 1_000_000).padStart(6, '0')
}
