import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useSite } from './site.ts'

const { visitPage } = useSite()

test('a pasted security.txt is read in the browser, and no word of it is sent', async () => {
  const { page } = await visitPage('/lookup/security-txt')
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET' || /secret/.test(request.url())) sent.push(`${request.method()} ${request.url()}`)
  })
  await page.locator('.badge.probe').waitFor()
  await page.locator('[data-field=file] :is(textarea, [contenteditable=true])').first().fill('Contact: secret@example.com')
  await page.locator('.badge.here').waitFor()
  await page.locator('.result td', { hasText: 'write mailto:secret@example.com' }).first().waitFor()
  assert.deepEqual(sent, [])
  assert.doesNotMatch(page.url(), /secret/)
})
