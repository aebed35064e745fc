import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BrowserContext } from 'playwright-core'
import { findBarriers } from './axe.ts'
import { PASSWORD, usePeople } from './people.ts'

const { sitDown, sitDownAs, open, runOctet, addAccount } = usePeople()

test('the operator’s link makes the operator; a tool that is switched off leaves the navigation', async () => {
  const { page, context, problems } = await sitDown()
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
  await chmod.uncheck()
  await page.locator('.toast', { hasText: 'Your new information has been saved' }).waitFor()
  await open(page, '/tools')
  await page.locator('.tool-list a[href="/generate/chmod"]').waitFor({ state: 'detached' })
  await open(page, '/generate/chmod')
  await page.locator('main').getByText('The operator has switched this tool off').waitFor()
  await open(page, '/admin/tools')
  await chmod.check()
  await page.locator('.toast', { hasText: 'Your new information has been saved' }).waitFor()
  await open(page, '/generate/chmod')
  await page.locator('.examples button').first().waitFor()
  assert.deepEqual(problems, [])
  await context.close()
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
  }
  await page.close()
}

test('the back office shows nothing to others', async () => {
  await addAccount('curious@example.org')
  const { page, context } = await sitDownAs('curious@example.org')
  await open(page, '/admin/users')
  await page.getByText('This page is for the operator of this installation.').waitFor()
  assert.equal(await page.locator('.plain-table').count(), 0)
  await context.close()
})
