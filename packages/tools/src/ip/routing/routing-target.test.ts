import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findRoutingTarget } from './routing-target.ts'

const resolve = async (name: string) => (name === 'example.com' ? ['192.0.2.7', '2001:db8::7'] : [])

const ROWS = [
  ['AS15169', { kind: 'asn', asn: 15_169 }],
  [' as 4294967295 ', { kind: 'asn', asn: 4_294_967_295 }],
  ['ＡＳ１３３３５', { kind: 'asn', asn: 13_335 }],
  ['AS1.10', { kind: 'asn', asn: 65_546 }],
  ['::ffff:192.0.2.1', { kind: 'network', cidr: '192.0.2.1/32' }],
  ['8.8.8.8', { kind: 'network', cidr: '8.8.8.8/32' }],
  ['192.0.2.9/24', { kind: 'network', cidr: '192.0.2.0/24' }],
  ['2001:DB8::1/32', { kind: 'network', cidr: '2001:db8::/32' }],
  ['[2001:db8::1]:443', { kind: 'network', cidr: '2001:db8::1/128' }],
  ['https://example.com/a/b', { kind: 'network', cidr: '192.0.2.7/32' }],
] as const

for (const [text, target] of ROWS)
  test(`${text} asks about ${'asn' in target ? `AS${target.asn}` : target.cidr}`, async () =>
    assert.deepEqual(await findRoutingTarget(text, resolve), target))

for (const [text, key] of [
  ['AS4294967296', 'bad_input'],
  ['AS99999999999', 'bad_input'],
  ['192.0.2.0/33', 'bad_input'],
  ['nowhere.example', 'name_not_found'],
  ['  ', 'bad_input'],
] as const)
  test(`“${text}” is refused: ${key}`, () => assert.rejects(findRoutingTarget(text, resolve), { key }))
