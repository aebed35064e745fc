import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toSnippets } from '../tool/snippets.ts'
import { fillOrigin } from './fill-origin.ts'

test('code has the address of the site, and what a visitor wrote stays as it is', () => {
  const [curl, , script] = toSnippets('zone-file', [], { zone: '$ORIGIN example.com.' }).map(({ code }) =>
    fillOrigin(code, 'https://octet.test'),
  )
  assert.match(curl ?? '', /^curl https:\/\/octet\.test\/v1\/tools\/zone-file /)
  assert.match(curl ?? '', /"\$ORIGIN example\.com\."/)
  assert.match(script ?? '', /fetch\('https:\/\/octet\.test\/v1\/tools\/zone-file'/)
})
