import assert from 'node:assert/strict'
import { test } from 'node:test'
import { validateOrigin } from './origin-validation.ts'

const roa = (prefix: string, maxLength: number, asn: number) => ({ prefix, maxLength, asn, trustAnchor: null })

const ROWS = [
  ['a ROA for the prefix and its origin', '192.0.2.0/24', 64500, [roa('192.0.2.0/24', 24, 64500)], 'valid'],
  ['a part within the length', '192.0.2.128/25', 64500, [roa('192.0.2.0/24', 25, 64500)], 'valid'],
  ['a part beyond the length', '192.0.2.128/26', 64500, [roa('192.0.2.0/24', 25, 64500)], 'invalid'],
  ['another origin', '192.0.2.0/24', 64501, [roa('192.0.2.0/24', 24, 64500)], 'invalid'],
  [
    'one of several ROAs is enough',
    '192.0.2.0/24',
    64501,
    [roa('192.0.2.0/24', 24, 64500), roa('192.0.0.0/16', 24, 64501)],
    'valid',
  ],
  ['no ROA', '192.0.2.0/24', 64500, [], 'not_found'],
  ['a ROA for a part alone does not cover', '192.0.2.0/24', 64500, [roa('192.0.2.0/25', 25, 64500)], 'not_found'],
  ['AS 0 forbids', '192.0.2.0/24', 64500, [roa('192.0.2.0/24', 32, 0)], 'invalid'],
  ['AS 0 is never an origin', '192.0.2.0/24', 0, [roa('192.0.2.0/24', 32, 0)], 'invalid'],
  ['IPv6', '2001:db8:1::/48', 64500, [roa('2001:db8::/32', 48, 64500)], 'valid'],
  ['families do not mix', '2001:db8::/32', 64500, [roa('0.0.0.0/0', 32, 64500)], 'not_found'],
] as const

for (const [name, prefix, asn, roas, state] of ROWS)
  test(`${name}: ${state}`, () => assert.equal(validateOrigin(prefix, asn, roas), state))
