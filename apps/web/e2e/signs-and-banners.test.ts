import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HAS_RESULT, useSite } from './site.ts'

const { visitPage } = useSite()

test('signs are picked by mouse and keys, and stand together', async () => {
  const { page } = await visitPage('/text/symbols?text=check+mark')
  await page.locator(HAS_RESULT).waitFor()
  const grids = page.locator('.symbol-grid')
  assert.equal(await grids.first().locator('button[tabindex="0"]').count(), 1, 'one stop for the Tab key')
  await grids.first().getByRole('button').first().click()
  const picked = page.getByRole('complementary', { name: 'Picked' })
  assert.equal(await picked.locator('output').innerText(), '✔️')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await picked.getByText('U+2705').waitFor()
  assert.equal(await picked.locator('output').innerText(), '✔️✅')
  await picked.getByRole('button', { name: 'Clear what was picked' }).click()
  assert.equal(await picked.count(), 0)
})

test('another search leaves no sign of the one before', async () => {
  const { page } = await visitPage('/text/symbols')
  await page.locator(HAS_RESULT).waitFor()
  await page.getByRole('textbox', { name: 'Find' }).fill('return arrow')
  await page.getByText('1 character. A click copies it.').waitFor()
  assert.deepEqual(await page.locator('.symbol-grid button').allInnerTexts(), ['↵'])
})

test('a banner is drawn whole on a narrow screen, and as it is where it is ASCII', async () => {
  const { page } = await visitPage('/generate/banner?text=Hello+World')
  await page.setViewportSize({ width: 320, height: 700 })
  const picture = page.getByRole('img', { name: 'Hello World' })
  await picture.waitFor()
  const box = (await picture.boundingBox())!
  assert.ok(box.x >= 0 && box.x + box.width <= 320, JSON.stringify(box))
  await page.getByRole('combobox', { name: 'Style' }).selectOption('hash')
  await page.locator('.result pre, .result .cm-content').filter({ hasText: '####' }).first().waitFor()
  assert.equal(await picture.count(), 0)
})

test('a picture that is wider than its place stays in it', async () => {
  const { page } = await visitPage('/generate/placeholder-image?size=2000x400')
  await page.setViewportSize({ width: 320, height: 700 })
  await page.locator('.result img').waitFor()
  const edges = await page.locator('.result').evaluate((pane) => {
    const picture = pane.querySelector('img')!
    return { pane: pane.getBoundingClientRect().right, picture: picture.getBoundingClientRect().right }
  })
  assert.ok(edges.picture <= edges.pane, JSON.stringify(edges))
})
