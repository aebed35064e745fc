import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toApiCall } from '../pipeline/commands.ts'
import { toSnippets } from '../tool/snippets.ts'
import { fillOrigin } from './fill-origin.ts'

const fill = (code: string) => fillOrigin(code, 'https://octet.test')

test('code has the address of the site wherever it says so', () => {
  assert.equal(fill('curl $ORIGIN/v1 OCTET_SERVER=$ORIGIN x'), 'curl https://octet.test/v1 OCTET_SERVER=https://octet.test x')
})

test('what a visitor wrote stays as it is, as in a zone file', () => {
  const [curl = '', cli = '', script = ''] = toSnippets('zone-file', [], { zone: '$ORIGIN example.com.' }).map(({ code }) =>
    fill(code),
  )
  assert.match(curl, /^curl https:\/\/octet\.test\/v1\/tools\/zone-file /)
  assert.match(script, /fetch\('https:\/\/octet\.test\/v1\/tools\/zone-file'/)
  for (const code of [curl, cli, script]) assert.match(code, /(?<!\$)\$ORIGIN example\.com\./)
  const steps = [{ tool: 'zone-file', options: { zone: '$ORIGIN example.com.' } }]
  assert.match(fill(toApiCall({ text: '', steps } as never)), /^curl https:[^]*"\$ORIGIN example\.com\."/)
})
