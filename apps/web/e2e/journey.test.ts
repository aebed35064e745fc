import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { seeBriefly } from './see-toast.ts'
import { HAS_RESULT, useSite } from './site.ts'

const { openPage } = useSite()
const MAX_TABS = 60

test('from the first page to a copied result, another tool, the other language and the login, by keys alone', async () => {
  const { page, problems, close } = await openPage('/', { permissions: ['clipboard-read', 'clipboard-write'] })
  await tabTo(page, '#smart')
  await page.keyboard.type('{"b":1,"a":[true]}')
  await page.locator('.suggestions button').first().waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/format/json*')
  await page.locator(HAS_RESULT).first().waitFor()
  await assertFocused(page, 'after a move to another page')

  await page.keyboard.press('Control+Enter')
  await page.locator(HAS_RESULT).first().waitFor()
  await tabTo(page, '.result-actions button')
  await Promise.all([
    seeBriefly(page, '.result-actions button:focus', 'Copied'),
    seeBriefly(page, '.toasts', 'Copied'), // is read out
    page.keyboard.press('Enter'),
  ])
  assert.deepEqual(JSON.parse(await page.evaluate(() => navigator.clipboard.readText())), { b: 1, a: [true] })
  await assertFocused(page, 'after copying')

  await page.keyboard.press('Control+k')
  await page.locator('dialog').getByRole('combobox').waitFor()
  await page.keyboard.type('crypto/md5')
  await page.locator('[role=option][aria-selected=true]', { hasText: /hash/i }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/crypto/md5')
  await page.locator('dialog').waitFor({ state: 'detached' })
  await assertFocused(page, 'after the palette')

  await tabTo(page, 'a.language', 'Shift+Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/zh/crypto/md5')
  await page.waitForSelector('html[data-ready]')

  await tabTo(page, '.log-in')
  await page.keyboard.press('Enter')
  await page.locator('dialog[open]').getByRole('textbox').first().waitFor()
  await assertFocused(page, 'in the login')
  assert.ok(await page.evaluate(() => document.activeElement?.closest('dialog') !== null))
  await page.keyboard.press('Escape')
  await page.locator('dialog').waitFor({ state: 'detached' })
  assert.ok(await page.evaluate(() => document.activeElement?.matches('.log-in')), 'the focus is back where it was')
  assert.deepEqual(problems, [])
  await close()
})

/** Presses Tab until an element has the focus, which must be seen at every step. */
async function tabTo(page: Page, selector: string, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let presses = 0; presses < MAX_TABS; presses++) {
    await page.keyboard.press(key)
    await assertFocused(page, `${key} ${presses + 1} on the way to ${selector}`)
    if (await page.evaluate((selector) => document.activeElement?.matches(selector), selector)) return
  }
  assert.fail(`${selector} was not reached with ${MAX_TABS} × ${key}`)
}

/** Something has the focus, is in sight, and is drawn with a ring (of its own or around the box it stands in). */
async function assertFocused(page: Page, when: string): Promise<void> {
  const fault = await page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return 'nothing has the focus'
    const { width, height, bottom, top } = element.getBoundingClientRect()
    const name = `${element.tagName}.${element.className}`
    if (width === 0 || height === 0) return `${name} has no size`
    if (bottom <= 0 || top >= innerHeight) return `${name} is out of sight`
    if (element.id === 'main') return undefined // where a page begins: nothing can be pressed there
    const around = [element, element.parentElement, element.parentElement?.parentElement, element.nextElementSibling]
    const hasRing = around.some((one) => one && getComputedStyle(one).outlineStyle !== 'none')
    return hasRing ? undefined : `${name} has no ring`
  })
  assert.equal(fault, undefined, when)
}
