import assert from 'node:assert/strict'
import { test } from 'node:test'
import { select } from './select.ts'

const ANSWER = {
  ip: '192.0.2.7',
  security: { is_tor: false, is_vpn: true },
  location: { city: 'Thurso', country: { code: 'GB', name: 'United Kingdom', flag: { emoji: '🇬🇧', noto: null } } },
}
const { ip, security, location } = ANSWER

const rows: [string | undefined, object][] = [
  [undefined, ANSWER],
  ['', ANSWER],
  ['ip', { ip }],
  ['ip, security.is_vpn', { ip, security: { is_vpn: true } }],
  ['location.country[code,name]', { location: { country: { code: 'GB', name: 'United Kingdom' } } }],
  [
    'location[country[code,flag[emoji]],city],ip',
    { location: { country: { code: 'GB', flag: { emoji: '🇬🇧' } }, city: 'Thurso' }, ip },
  ],
  ['-location', { ip, security }],
  ['-security,-location.country,-location.country.flag.nato', { ip, location: { city: 'Thurso' } }],
  ['**,-location', { ip, security }],
  ['security,-security.is_tor', { security: { is_vpn: true } }],
  ['-location[country[name,flag],city]', { ip, security, location: { country: { code: 'GB' } } }],
]
for (const [fields, expected] of rows)
  test(`fields=${fields ?? 'nothing'} keeps ${Object.keys(expected).join()}`, () => {
    assert.deepEqual(select(ANSWER, fields), expected)
    assert.deepEqual(ANSWER, { ip, security, location })
  })

test('a name that there is not, and brackets without end, are refused', () => {
  for (const fields of ['nope', 'location[nope]', 'a['.repeat(8_000)])
    assert.throws(() => select(ANSWER, fields), { key: 'unknown_field' })
})
