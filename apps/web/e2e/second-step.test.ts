import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { findBarriers } from './axe.ts'
import { findChunk } from './find-chunk.ts'
import { PASSWORD, usePeople } from './people.ts'

const { getOrigin, sitDown, logIn, logInByPassword, open } = usePeople()

test('a passkey is added, logs in, and is removed', async () => {
  const { page, context, problems, close } = await sitDown()
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
  const password = panel.getByLabel('Current password', { exact: true })
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
  await page.getByText('This device already has a passkey for this account.').waitFor()

  await page.getByRole('button', { name: 'Log out', exact: true }).last().click()
  await page.waitForURL(/signout/)
  await open(page, '/login')
  await page.getByRole('tab', { name: 'Passkey' }).click()
  await page.getByRole('button', { name: 'Log in with a passkey' }).click()
  await page.waitForURL('**/account/dashboard')

  await open(page, '/account/profile')
  const row = page.locator('.profile-list li', { hasText: 'Test device' })
  await row.getByText('last used').waitFor()
  await row.getByRole('button', { name: 'Rename' }).click()
  const renaming = page.locator('.passkey').getByLabel('Name of the passkey')
  assert.ok(await renaming.evaluate((input) => input === document.activeElement))
  await renaming.fill('家里的 Phone')
  await renaming.press('Enter')
  const renamed = page.locator('.profile-list li', { hasText: '家里的 Phone' })
  await renamed.getByText('last used').waitFor()
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Rename')
  await renamed.getByRole('button', { name: 'Remove' }).click()
  await renamed.getByText('It can no longer be used to log in').waitFor()
  assert.deepEqual(await findBarriers(page), [])
  await page.getByRole('button', { name: 'Remove for good: 家里的 Phone', exact: true }).press('Enter')
  await renamed.waitFor({ state: 'detached' })
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Passkeys')
  assert.deepEqual(problems, [])
  await close()
})

test('passkeys at another name than that of the site → where they work', async () => {
  const { page, problems, close } = await sitDown()
  await page.goto(`${getOrigin().replace('localhost', '127.0.0.1')}/zh/login`)
  await page.waitForSelector('html[data-ready]')
  await page.getByRole('tab', { name: '通行密钥登录' }).click()
  await page.getByRole('button', { name: '使用通行密钥登录' }).click()
  await page.getByText('通行密钥仅在 localhost 可用，请从该地址打开本站。').waitFor()
  assert.deepEqual(problems, [])
  await close()
})

test('a passkey whose code does not arrive → words, and the button can be pressed again', async () => {
  const { page, close } = await sitDown()
  await open(page, '/zh/login')
  // As after the one time that a page is loaded anew by itself.
  await page.evaluate(() => sessionStorage.setItem('reload:/zh/login', String(Date.now())))
  await page.getByRole('tab', { name: '通行密钥登录' }).click()
  await page.route(findChunk('@simplewebauthn/browser/esm/index.js'), (route) => route.fulfill({ status: 404, body: 'gone' }))
  const button = page.getByRole('button', { name: '使用通行密钥登录' })
  await button.click()
  await page.locator('main').getByText('页面的一部分未能送达，请几秒后重新加载').waitFor()
  assert.ok(await button.isEnabled())
  await close()
})

async function switchOn(page: Page, secret: string): Promise<void> {
  const form = page.locator('form', { has: page.getByLabel('Code', { exact: true }) })
  await form.getByLabel('Code', { exact: true }).fill(toCode(secret))
  await form.getByLabel('Current password', { exact: true }).fill(PASSWORD)
  await form.getByRole('button', { name: 'Switch on' }).click()
}

test('a second factor is set up from its QR code page and asked for at the next log-in; a recovery code works, too', async () => {
  const { page, context, problems, close } = await sitDown()
  await logIn(page, 'second@example.org')
  await open(page, '/account/profile')
  const setUp = page.getByRole('button', { name: 'Set up' })
  await setUp.press('Enter')
  await page.waitForFunction(() => (document.activeElement as HTMLInputElement).name === 'code')
  await page
    .locator('form', { has: page.getByAltText('QR code') })
    .getByRole('button', { name: 'Cancel' })
    .press('Enter')
  await page.waitForFunction(() => document.activeElement?.textContent === 'Set up')
  await setUp.click()
  await page.getByAltText('QR code for the authenticator app').waitFor()
  const secret = ((await page.locator('.profile-fact .mono').textContent()) ?? '').replaceAll(' ', '')
  await switchOn(page, secret)
  const recovery = (await page.locator('.recovery li').first().textContent()) ?? ''
  assert.match(recovery, /^[0-9a-f]{8}-[0-9a-f]{8}$/)
  assert.equal(await page.evaluate(() => document.activeElement?.className), 'recovery')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as a file' }).click()
  const file = await saved
  assert.equal(file.suggestedFilename(), 'octet-recovery-codes.txt')
  const kept = (await readFile(await file.path(), 'utf8')).trim().split('\n')
  assert.deepEqual(kept, await page.locator('.recovery li').allTextContents())
  await page.emulateMedia({ media: 'print' })
  assert.ok(await page.locator('.recovery li').first().isVisible(), 'they can be printed')
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('button', { name: 'I have saved them' }).press('Enter')
  await page.waitForFunction(() => document.activeElement?.textContent === 'Second factor')
  await context.clearCookies()
  await page.goto(`${getOrigin()}/livez`) // where no page of ours can write the user down again
  await page.evaluate(() => localStorage.clear())

  await logInByPassword(page, 'second@example.org')
  await page.getByRole('heading', { name: 'Second factor' }).waitFor()
  await page.getByLabel('Code').fill('000000')
  await page.keyboard.press('Enter')
  await page.getByText('The code is wrong or has been used').waitFor()
  await page.getByLabel('Code').fill(recovery)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/account/dashboard')
  assert.deepEqual(problems, [])
  await close()
})

test('the picture of a second factor comes late → the button below it stays where it is', async () => {
  const { page, problems, close } = await sitDown()
  await logIn(page, 'still@example.org')
  await open(page, '/account/profile')
  const drawing = Promise.withResolvers<void>()
  await page.route('**/*.js', async (route) => {
    await drawing.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Set up' }).click()
  const button = page.getByRole('button', { name: 'Switch on' })
  const before = await button.boundingBox()
  assert.equal(await page.getByAltText('QR code').count(), 0)
  drawing.resolve()
  await page.getByAltText('QR code').waitFor()
  assert.deepEqual(await button.boundingBox(), before)
  assert.deepEqual(problems, [])
  await close()
})

test('an answer that a later question has overtaken says no more who is logged in', async () => {
  const { page, problems, close } = await sitDown()
  await logIn(page, 'late@example.org')
  const held = Promise.withResolvers<void>()
  await page.route(
    '**/v1/user_info',
    async (route) => {
      const answer = await route.fetch()
      await held.promise
      await route.fulfill({ response: answer })
    },
    { times: 1 },
  )
  const first = page.waitForEvent('requestfinished', (request) => request.url().endsWith('/v1/user_info'))
  await open(page, '/account/profile')
  await page.getByRole('button', { name: 'Set up' }).click()
  const secret = ((await page.locator('.profile-fact .mono').textContent()) ?? '').replaceAll(' ', '')
  await switchOn(page, secret)
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await page.getByRole('button', { name: 'Switch off' }).waitFor()
  held.resolve()
  await first
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  assert.ok(await page.getByRole('button', { name: 'Switch off' }).isVisible())
  assert.deepEqual(problems, [])
  await close()
})

test('new recovery codes are made with one of those before, which end', async () => {
  const { page, problems, close } = await sitDown()
  await logIn(page, 'renews@example.org')
  await open(page, '/account/profile')
  await page.getByRole('button', { name: 'Set up' }).click()
  const secret = ((await page.locator('.profile-fact .mono').textContent()) ?? '').replaceAll(' ', '')
  await page.route('**/v1/user_info', () => {}) // no answer
  await switchOn(page, secret)
  const read = () => page.locator('.recovery li').allTextContents()
  await page.locator('.recovery').waitFor()
  const before = await read()
  await page.getByRole('button', { name: 'I have saved them' }).click()
  const code = page.getByLabel('Code', { exact: true })
  const renew = page.getByRole('button', { name: 'New recovery codes' })
  await renew.click()
  assert.ok(await code.evaluate((input) => input === document.activeElement))
  await page.getByRole('button', { name: 'Cancel' }).click()
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'New recovery codes')
  await renew.click()
  assert.ok(await renew.isDisabled())
  assert.deepEqual(await findBarriers(page), [])
  await code.fill('1234')
  await code.press('Enter')
  await page.getByText('The code is wrong or has been used').waitFor()
  await code.fill(before[0]!)
  await code.press('Enter')
  await page.locator('.recovery').waitFor()
  const after = await read()
  assert.equal(new Set([...before, ...after]).size, 20)
  assert.ok(await page.locator('.recovery').evaluate((list) => list === document.activeElement))
  assert.deepEqual(await findBarriers(page), [])
  await page.getByRole('button', { name: 'I have saved them' }).click()
  await page.getByText('On: logging in with a password needs a code.').waitFor()
  assert.deepEqual(
    problems.filter((problem) => !problem.includes('401')),
    [],
  )
  await close()
})

test('recovery codes stay on show when the question about the user fails; «Back» from the second step leads to the password', async () => {
  const { page, context, close } = await sitDown()
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
  await close()
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
