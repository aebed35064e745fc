import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { findChunk } from './find-chunk.ts'
import { useSite } from './site.ts'

const { openPage, visitPage } = useSite()

/** The element that has the focus, told by its words. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    return element?.getAttribute('aria-label') || element?.textContent?.trim() || element?.tagName || ''
  })

test('the first Tab reaches the skip link, which leads to the content', async () => {
  const { page } = await visitPage('/zh/format/json')
  await page.keyboard.press('Tab')
  assert.equal(await focused(page), '跳到正文')
  assert.ok(await page.locator('.skip').evaluate((link) => link.getBoundingClientRect().top >= 0), 'it is in sight')
  await page.keyboard.press('Enter')
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'main')
  await page.keyboard.press('Tab')
  assert.ok(await page.evaluate(() => document.querySelector('main')?.contains(document.activeElement)))
})

test('the palette: open, search, arrows, Enter; Esc gives the focus back', async () => {
  const { page } = await visitPage('/format/json')
  await page.locator('main a, main button').first().focus()
  const before = await focused(page)
  await page.keyboard.press('Control+k')
  await page.locator('dialog').getByRole('combobox').waitFor()
  await page.keyboard.type('base64')
  const first = await page.locator('[role=option][aria-selected=true]').textContent()
  await page.keyboard.press('ArrowDown')
  assert.notEqual(await page.locator('[role=option][aria-selected=true]').textContent(), first)
  await page.keyboard.press('Escape')
  await page.locator('dialog').waitFor({ state: 'detached' })
  assert.equal(await focused(page), before)
  await page.keyboard.press('/')
  await page.locator('dialog[open]').waitFor()
  await page.keyboard.type('format/aml')
  await page.locator('[role=option][aria-selected=true]', { hasText: 'XML' }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/format/aml')
})

test('what is typed before the palette has come stands in it, and is gone the next time', async () => {
  const { page, close } = await openPage('/format/json')
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await held
    await route.continue()
  })
  await page.locator('main a, main button').first().focus()
  const before = await focused(page)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('yinhang')
  letGo()
  await page.locator('dialog [role=combobox]').waitFor()
  await page.keyboard.type('ka')
  assert.equal(await page.locator('dialog [role=combobox]').inputValue(), 'yinhangka')
  await page.locator('[role=option][aria-selected=true]', { hasText: 'Bank card' }).waitFor()
  await page.keyboard.press('Escape')
  await page.locator('dialog').waitFor({ state: 'detached' })
  assert.equal(await focused(page), before)
  await page.keyboard.press('Control+k')
  assert.equal(await page.locator('dialog [role=combobox]').inputValue(), '')
  await close()
})

test('a modal keeps the focus inside and gives it back', async () => {
  const { page, close } = await openPage('/')
  const opener = page.getByRole('button', { name: 'Log in' })
  await opener.focus()
  await page.keyboard.press('Enter')
  await page.locator('dialog[open]').waitFor()
  for (let presses = 0; presses < 30; presses++) {
    await page.keyboard.press(presses % 3 === 2 ? 'Shift+Tab' : 'Tab')
    const place = await page.evaluate(() =>
      document.activeElement?.closest('dialog') ? 'inside' : (document.activeElement?.tagName ?? ''),
    )
    // Between the last and the first control the browser's own bar has its turn, and the page then says BODY.
    assert.ok(place === 'inside' || place === 'BODY', `the focus went to ${place}`)
  }
  await page.keyboard.press('Escape')
  await page.locator('dialog').waitFor({ state: 'detached' })
  assert.equal(await focused(page), 'Log in')
  await close()
})

test('a run is begun, stopped and begun again by one key, at the one button for it', async () => {
  const { page, close } = await openPage('/ip/ranges')
  const data = { text: '203.0.113.0/24', networks: 1, ipv4_addresses: '256', ipv6_addresses: '0' }
  let isSilent = false
  await page.route('**/v1/tools/*', (route) => (isSilent ? undefined : route.fulfill({ json: { code: 200, msg: '', data } })))
  await page.locator('.examples button').first().click()
  await page.locator('.tool[data-run=done]').waitFor()
  isSilent = true
  for (const [name, state] of [
    ['Look up', 'running'],
    ['Cancel', 'done'],
    ['Look up', 'running'],
  ] as const) {
    await page.locator('.button.run', { hasText: name }).focus()
    await page.keyboard.press('Enter')
    await page.locator(`.tool[data-run=${state}]`).waitFor()
    assert.equal(await focused(page), state === 'running' ? 'Cancel' : 'Look up')
  }
  const status = page.locator('.status', { hasText: 'Working…' })
  await status.waitFor()
  assert.doesNotMatch(await status.innerText(), /Done/)
  assert.equal(await page.getByRole('button', { name: 'Cancel' }).count(), 1)
  await page.keyboard.press('Enter')
  await page.locator('.tool[data-run=done]').waitFor()
  assert.equal(await focused(page), 'Look up')
  await close()
})

test('a modal that is slow to come says so, can be closed, and comes the next time', async () => {
  const { page, close } = await openPage('/zh/terms')
  const held = Promise.withResolvers<void>()
  await page.route(findChunk('app/modals/login-modal.tsx'), async (route) => {
    await held.promise
    await route.continue()
  })
  const opener = page.getByRole('button', { name: '登录' })
  await opener.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: '正在加载…' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  assert.equal(await focused(page), '登录')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: '正在加载…' }).waitFor()
  held.resolve()
  await page.getByRole('dialog', { name: '登录' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  assert.equal(await focused(page), '登录')
  await close()
})

test('a menu opens, moves and closes by keys', async () => {
  const { page, close } = await openPage('/format/json')
  await page.getByRole('button', { name: 'Share' }).focus()
  await page.keyboard.press('Enter')
  await page.locator('[role=menu]').waitFor()
  const first = await focused(page)
  await page.keyboard.press('ArrowDown')
  assert.notEqual(await focused(page), first)
  await page.keyboard.press('Escape')
  await page.locator('[role=menu]').waitFor({ state: 'detached' })
  assert.equal(await focused(page), 'Share')
  await close()
})

test('a pipeline is built and its steps are moved by keys alone', async () => {
  const { page, close } = await openPage('/pipeline')
  for (const name of ['lines', 'extract']) {
    await page.getByRole('button', { name: 'Add a step' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('combobox', { name: 'Choose a tool' }).waitFor()
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
    await page.locator('dialog').waitFor({ state: 'detached' })
  }
  const order = async () =>
    (await page.locator('.step h2').allTextContents()).map((title) => (title.includes('Extract') ? 'extract' : 'lines'))
  assert.deepEqual(await order(), ['lines', 'extract'])
  await page.locator('.step').nth(1).getByRole('button', { name: 'Move up' }).focus()
  await page.keyboard.press('Enter')
  assert.deepEqual(await order(), ['extract', 'lines'])
  await page.keyboard.press('Alt+ArrowDown')
  assert.deepEqual(await order(), ['lines', 'extract'])
  await page.waitForFunction(() => document.activeElement?.closest('.step') === document.querySelectorAll('.step')[1])
  assert.equal(await page.locator('.steps [role=status]').textContent(), 'Extract from text is now step 2 of 2')
  await close()
})
