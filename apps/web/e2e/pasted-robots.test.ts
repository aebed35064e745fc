import assert from 'node:assert/strict'
import { test } from 'node:test'
import { useSite } from './site.ts'

const { visitPage } = useSite()

test('a pasted robots.txt is judged in the browser, and no word of it is sent', async () => {
  const { page } = await visitPage('/lookup/robots-txt')
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET' || /private|secret/.test(request.url())) sent.push(`${request.method()} ${request.url()}`)
  })
  await page.locator('.badge.probe').waitFor()
  await page.fill('textarea[name=urls]', '/private/')
  await page
    .locator('[data-field=robots] :is(textarea, [contenteditable=true])')
    .first()
    .fill('User-agent: *\nDisallow: /private/ # secret')
  await page.locator('.badge.here').waitFor()
  await page.locator('.result td', { hasText: 'line 2: Disallow: /private/' }).first().waitFor()
  assert.deepEqual(sent, [])
  assert.doesNotMatch(page.url(), /secret|Disallow/)
})
