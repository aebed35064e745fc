import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { findBarriers } from './axe.ts'
import { useSite } from './site.ts'

const { openPage, visitPage } = useSite()

const resultOf = (page: Page) => page.locator('.result')

test('a table too wide for a phone lies with its values below each other, named; turned, it is a table again', async () => {
  const { page, problems } = await visitPage('/crypto/jwt', { viewport: { width: 320, height: 640 } })
  await page.locator('.examples button').first().click()
  const table = resultOf(page).locator('.table-scroll')
  await table.locator('td[data-name=Claim]').first().waitFor()
  const measure = () => table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
  assert.equal(await measure(), 0)
  assert.equal(await table.locator('thead').isVisible(), false)
  const lines = await table
    .locator('tr')
    .nth(1)
    .locator('td')
    .evaluateAll((cells) => new Set(cells.map((cell) => cell.getBoundingClientRect().top)).size)
  assert.equal(lines, 3)
  assert.deepEqual(await findBarriers(page), [])
  await page.setViewportSize({ width: 1200, height: 800 })
  await table.locator('thead').waitFor()
  assert.deepEqual(problems, [])
})

test('what was left out of a log beside its JSON is said above the result', async () => {
  const text = encodeURIComponent('08:14 INFO answer={"code":0}')
  const { page } = await visitPage(`/format/json?action=repair&text=${text}`, { viewport: { width: 320, height: 640 } })
  await resultOf(page).getByText('The JSON was taken out of other text, which was left out.').waitFor()
  assert.deepEqual(await findBarriers(page), [])
})

test('a table stacked on a phone is sorted by a field', async () => {
  const { page, problems } = await visitPage('/crypto/jwt', { viewport: { width: 320, height: 640 } })
  await page.locator('.examples button').first().click()
  const order = resultOf(page).getByLabel('Sort')
  const claims = () => resultOf(page).locator('td[data-name=Claim]').allTextContents()
  await order.waitFor()
  const found = await claims()
  await order.selectOption('Claim, descending')
  assert.deepEqual(await claims(), found.toSorted().toReversed())
  await order.selectOption('As found')
  assert.deepEqual(await claims(), found)
  assert.deepEqual(await findBarriers(page), [])
  await page.setViewportSize({ width: 1200, height: 800 })
  await order.waitFor({ state: 'detached' })
  assert.deepEqual(problems, [])
})

test('a count of addresses has its thousands apart, and its copy has not', async () => {
  const { page, close } = await openPage('/ipfanwei?text=10.0.0.0%2F8')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await resultOf(page).getByRole('button', { name: '16,777,216' }).first().click()
  await page.waitForFunction(async () => (await navigator.clipboard.readText()) === '16777216')
  await close()
})

test('a few rows that are too wide for their pane show all of their values', async () => {
  const { page } = await visitPage('/life/yinhangka', { viewport: { width: 1440, height: 900 } })
  await page.locator('.examples button').nth(1).click()
  const table = resultOf(page).locator('.table-scroll[data-stacked]')
  await table.waitFor()
  assert.equal(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), 0)
})

test('beside its input a record is one column, so that its values have room', async () => {
  const { page } = await visitPage('/crypto/x509', { viewport: { width: 1440, height: 900 } })
  await page.locator('.examples button').first().click()
  const values = resultOf(page).locator('.record dd')
  await values.first().waitFor()
  const widths = await values.evaluateAll((all) => all.map((value) => value.getBoundingClientRect().width))
  assert.ok(Math.min(...widths) > 200, widths.join(', '))
})

/** A ZIP file with `a.txt` (one) and `b.txt` (two), as Info-ZIP writes them. */
const ZIPPED = [
  'UEsDBAoAAAAAAOcieF3xhmx6AwAAAAMAAAAFAAAAYS50eHRvbmVQSwMECgAAAAAA5yJ4XWaKyhEDAAAAAwAAAAUAAABiLnR4dHR3b1BLAQIeAw',
  'oAAAAAAOcieF3xhmx6AwAAAAMAAAAFAAAAAAAAAAAAAACkgQAAAABhLnR4dFBLAQIeAwoAAAAAAOcieF1misoRAwAAAAMAAAAFAAAAAAAAAAAA',
  'AACkgSYAAABiLnR4dFBLBQYAAAAAAgACAGYAAABMAAAAAAA=',
].join('')

test('a file of an archive is chosen from the list, and given', async () => {
  const { page, problems } = await visitPage('/code/compress')
  const file = { name: 'z.zip', mimeType: 'application/zip', buffer: Buffer.from(ZIPPED, 'base64') }
  await page.locator('input[type=file]').last().setInputFiles(file)
  await page.getByLabel('Extract a file').selectOption('b.txt')
  await resultOf(page).getByText('two', { exact: true }).waitFor()
  await resultOf(page).getByText('Extracted').waitFor()
  assert.deepEqual(await findBarriers(page), [])
  assert.deepEqual(problems, [])
})

test('the next step of an error calls a page by its name, and shows as code what programs send', async () => {
  const { page } = await openPage('/hostchaxun')
  const resolution = 'Send the token in the header `token`, or ask for its records at /dnschaxun.'
  const refusal = { code: 404, msg: 'There is no such name', data: { error: 'name_not_found', resolution } }
  await page.route('**/v1/tools/host', (route) => route.fulfill({ status: 404, json: refusal }))
  await page.locator('.examples button').first().click()
  const step = page.locator('.status.failed .quiet')
  await step.waitFor()
  assert.equal((await step.textContent())?.trim(), 'Send the token in the header token, or ask for its records at DNS lookup.')
  assert.equal(await step.locator('code').textContent(), 'token')
  assert.equal(await step.getByRole('link').getAttribute('href'), '/dnschaxun')
})

for (const [path, words] of [
  ['/dnschaxun', 'Look up'],
  ['/zh/whios', '查询'],
  ['/ip/routing', 'Look up'],
  ['/pingip', 'Start'],
  ['/convert/cron', 'Run'],
] as const)
  test(`what ${path} does is said on its button: ${words}`, async () => {
    const { page } = await visitPage(path)
    assert.equal(await page.locator('.button.run').textContent(), words)
  })

test('an address that is set large is not broken inside its numbers on a phone', async () => {
  const { page } = await visitPage('/zh/ziwang', { viewport: { width: 360, height: 780 } })
  const mask = page.locator('.big-facts dd').first()
  await mask.getByText('255.255.255.192').waitFor()
  const [shown, line] = await mask.evaluate((dd) => [
    dd.getBoundingClientRect().height,
    Number.parseFloat(getComputedStyle(dd).lineHeight),
  ])
  assert.ok(shown! < 2 * line!, `${shown} px for lines of ${line} px`)
})
