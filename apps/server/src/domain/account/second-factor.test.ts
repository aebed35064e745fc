import assert from 'node:assert/strict'
import { test } from 'node:test'
import { URI } from 'otpauth'
import { makeTotp } from './second-factor.ts'

for (const [brand, issuer] of [
  ['Acme & Söhne', 'Acme & Söhne'],
  ['云图: IP 工具', '云图 IP 工具'],
] as const)
  test(`an authenticator shows ${issuer} and the address`, () => {
    const { url } = makeTotp({ email: 'ann@example.org', brand })
    const totp = URI.parse(url)
    assert.deepEqual([totp.issuer, totp.label], [issuer, 'ann@example.org'])
    assert.equal(decodeURIComponent(new URL(url).pathname).split(':').length, 2)
  })
