import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCidr, toBarParts } from './address-bar.ts'

test('parts lie where their addresses do', () => {
  const parts = toBarParts('192.0.2.0/24', [{ network: '192.0.2.64/26', name: 'lab' }], ['192.0.2.0/26', '192.0.2.128/25'])
  assert.deepEqual(
    parts.map(({ name, start, width, isFree }) => [name, start, width, isFree]),
    [
      ['', 0, 2500, true],
      ['lab', 2500, 2500, false],
      ['', 5000, 5000, true],
    ],
  )
})

test('IPv6 is exact, and a tiny part is still a hair', () => {
  assert.deepEqual(readCidr('2001:db8::/127'), { first: 0x20010db8n << 96n, size: 2n })
  assert.deepEqual(toBarParts('2001:db8::/32', [{ network: '2001:db8:8000::/64' }]), [
    { network: '2001:db8:8000::/64', name: '', isFree: false, start: 5000, width: 1 },
  ])
})

for (const text of ['192.0.2.0', '300.0.2.0/24', '::1::/8', '192.0.2.0/33'])
  test(`“${text}” is no network`, () => assert.equal(readCidr(text), undefined))
