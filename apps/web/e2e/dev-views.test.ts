import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { findBarriers } from './axe.ts'
import { useSite } from './site.ts'

const { openPage } = useSite()

type Row = { readonly name: string; readonly path: string; readonly act: (page: Page) => Promise<void> }

const rows: Row[] = [
  {
    name: 'an error of JSON puts the cursor at its place, and the tree gives paths',
    path: '/format/json',
    async act(page) {
      await page.locator('.json-view textarea').fill('{"a":[1,{"b":2}],}')
      await page.getByRole('button', { name: 'Go to line 1, column 18' }).click()
      await page.getByRole('button', { name: 'Repair' }).first().click()
      await page.getByRole('button', { name: 'Tree', exact: true }).click()
      await page.locator('.node', { hasText: '"b"' }).click()
      await page.locator('.tree-foot code', { hasText: "$['a'][1]['b']" }).waitFor()
    },
  },
  {
    name: 'a random key encrypts, and the result is turned round',
    path: '/crypto/aes',
    async act(page) {
      await page.locator('textarea[name=text]').fill('中文 secret')
      await page.getByRole('button', { name: 'Make a random key' }).click()
      await page.locator('.cipher-command pre', { hasText: 'openssl enc -aes-256-cbc' }).waitFor()
      const iv = await page.locator('.cipher-facts .value').first().textContent()
      await page.locator('input[name=iv]').fill(String(iv))
      await page.getByRole('button', { name: 'Turn round' }).click()
      await page.locator('.output-pane pre', { hasText: '中文 secret' }).first().waitFor()
    },
  },
  {
    name: 'the slider moves a network to another prefix',
    path: '/network',
    async act(page) {
      await page.locator('input[name=text]').fill('192.0.2.77/26')
      await page.locator('.prefix-slider input').fill('25')
      await page.locator('.big-facts .value', { hasText: '255.255.255.128' }).waitFor()
      assert.equal(await page.locator('.bit-view .bits-network').last().textContent(), '1')
    },
  },
  {
    name: 'a base is typed into and a bit of the float turned over',
    path: '/jinzhizh',
    async act(page) {
      await page.locator('#base-16').fill('ff')
      await page.waitForFunction(() => document.querySelector<HTMLInputElement>('#base-10')?.value === '255')
      await page.getByRole('button', { name: '0: bit 31, sign' }).click()
      await page.waitForFunction(() => document.querySelector<HTMLInputElement>('#base-10')?.value === '-255')
    },
  },
  {
    name: 'parameters of a URL are edited in fields',
    path: '/code/urlcode',
    async act(page) {
      await page.locator('textarea[name=text]').fill('https://a.example/?q=%E4%B8%AD&utm_source=x')
      await page.getByRole('button', { name: 'Remove tracking' }).click()
      await page.getByLabel('Value of q').fill('文')
      assert.equal(await page.locator('textarea[name=text]').inputValue(), 'https://a.example/?q=%E6%96%87')
    },
  },
  {
    name: 'a character takes another reading',
    path: '/convert/pinyin',
    async act(page) {
      await page.locator('textarea[name=text]').fill('银行')
      await page.getByRole('button', { name: 'Show above the characters' }).click()
      const before = await page.locator('.ruby-text button rt').last().textContent()
      await page.getByRole('button', { name: '行:' }).click()
      assert.notEqual(await page.locator('.ruby-text button rt').last().textContent(), before)
    },
  },
]

for (const { name, path, act } of rows)
  test(name, async () => {
    const { page, problems, close } = await openPage(path)
    await act(page)
    assert.deepEqual(await findBarriers(page), [])
    assert.deepEqual(problems, [])
    await close()
  })
