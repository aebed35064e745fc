import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useSite } from './site.ts'

/** As on a network at home: http, and a host that is not the visitor's own machine. */
const { openPage } = useSite({ isPlain: true })

test('a result is copied, with its line ends, and the focus stays', async () => {
  const { page, problems, close } = await openPage('/convert/daxiaoxie')
  assert.equal(await page.evaluate(() => isSecureContext || 'clipboard' in navigator || 'subtle' in crypto), false)
  await page.fill('.input-pane textarea', 'grüße,\n中文')
  await page.locator('.result').getByText('GRÜSSE').waitFor()
  await page.locator('.result-actions .copy').click()
  await page.locator('.result-actions').getByRole('button', { name: 'Copied' }).waitFor()
  assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'BUTTON')
  await page.fill('.input-pane textarea', '')
  await page.press('.input-pane textarea', 'Control+V')
  assert.equal(await page.inputValue('.input-pane textarea'), 'GRÜSSE,\n中文')
  assert.deepEqual(problems, [])
  await close()
})
