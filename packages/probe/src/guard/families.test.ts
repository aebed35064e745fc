import assert from 'node:assert/strict'
import type { networkInterfaces } from 'node:os'
import { test } from 'node:test'
import { createFamilyFinder, hasFamily } from './families.ts'
import { createGuard } from './guard.ts'

const ROWS = {
  loopback: { address: '::1', internal: true },
  link: { address: 'fe80::1', internal: false },
  leaseless: { address: '169.254.3.4', internal: false },
  ipv4: { address: '198.51.100.7', internal: false },
  ipv6: { address: '2001:db8::7', internal: false },
} as const
/** A machine with these addresses. */
const has = (...names: readonly (keyof typeof ROWS)[]) =>
  createFamilyFinder(() => ({ eth0: names.map((name) => ROWS[name]) }) as unknown as ReturnType<typeof networkInterfaces>)

test('an address of the own link is none to leave by', () => {
  assert.deepEqual(has('loopback', 'link', 'ipv4')(), [4])
  assert.deepEqual(has('leaseless', 'ipv6')(), [6])
  assert.deepEqual(has('loopback')(), [])
})

const REACH: readonly [string, readonly (4 | 6)[], boolean][] = [
  ['2001:db8::1', [4], false],
  ['192.0.2.1', [6], false],
  ['::ffff:192.0.2.1', [4], true],
  ['::1', [4], true],
  ['192.0.2.1', [], true],
]
for (const [address, families, isThere] of REACH)
  test(`${address} with IPv${families.join(', ')}: ${isThere}`, () => assert.equal(hasFamily(address, families), isThere))

const dual = { host: 'dual.example.com', addresses: ['192.0.2.1', '2001:db8::1'] }
test('of a dual-stack target the address is chosen that the machine can reach', () => {
  assert.equal(createGuard({ families: has('ipv6') }).choose(dual), '2001:db8::1')
  assert.equal(createGuard({ families: has('ipv4') }).choose(dual), '192.0.2.1')
  assert.equal(createGuard({ families: has('ipv4', 'ipv6') }).choose(dual, 6), '2001:db8::1')
})

test('an address that was given as such is taken, whatever family is asked for', () => {
  const literal = { host: '192.0.2.1', addresses: ['192.0.2.1'] }
  assert.equal(createGuard({ families: has('ipv4') }).choose(literal, 6), '192.0.2.1')
})

test('a family that the machine lacks is named, and is no fault of the target', () => {
  assert.throws(() => createGuard({ families: has('ipv4') }).choose(dual, 6), {
    key: 'unavailable',
    message: /this server has no IPv6, so it cannot reach 2001:db8::1/,
  })
  const only4 = { host: 'old.example.com', addresses: ['192.0.2.1'] }
  assert.throws(() => createGuard({ families: has('ipv4') }).choose(only4, 6), { key: 'name_not_found' })
})
