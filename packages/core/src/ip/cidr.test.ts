import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { isAppError } from '../errors.ts'
import { formatAddress, MAX_VALUE, parseAddress, type IpVersion } from './address.ts'
import {
  contains,
  countAddresses,
  findSupernet,
  formatCidr,
  parseCidr,
  splitCidr,
  toCidr,
  toLastAddress,
  toMask,
} from './cidr.ts'
import {
  countRange,
  formatRange,
  intersectRanges,
  mergeRanges,
  parseRange,
  subtractRanges,
  toCidrs,
  toRange,
  type IpRange,
} from './range.ts'
import { findReversed, toReverseName, toReverseZones } from './reverse-name.ts'

const network = (text: string) => parseCidr(text).network

test('host bits are cut off and reported', () => {
  const { network, address, hasHostBits } = parseCidr('10.1.2.3/8')
  assert.deepEqual([formatCidr(network), formatAddress(address), hasHostBits], ['10.0.0.0/8', '10.1.2.3', true])
})

test('host bits are refused when strict', () => assert.throws(() => parseCidr('10.1.2.3/8', { strict: true }), /10\.0\.0\.0\/8/))

for (const text of [
  '',
  '10.0.0.0/33',
  '10.0.0.0/-1',
  '10.0.0.0/08',
  '10.0/8',
  '::/129',
  '::1/',
  'x/8',
  '10.0.0.0/8/8',
  '1.2.3.4/ 8',
])
  test(`${JSON.stringify(text)} is not a network`, () =>
    assert.throws(
      () => parseCidr(text),
      (error) => isAppError(error) && error.key === 'bad_input',
    ))

for (const text of ['1.2.3.9-1.2.3.1', '1.2.3.4-::1', '1.2.3.4-', '1.2.3.4-1.2.3.5-1.2.3.6'])
  test(`${text} is not a range`, () => assert.throws(() => parseRange(text), isAppError))

for (const [range, cidrs] of [
  ['192.0.2.0-192.0.2.255', '192.0.2.0/24'],
  ['192.0.2.1 - 192.0.2.6', '192.0.2.1/32 192.0.2.2/31 192.0.2.4/31 192.0.2.6/32'],
  ['0.0.0.0-255.255.255.255', '0.0.0.0/0'],
  ['10.0.0.0-10.1.255.255', '10.0.0.0/15'],
  ['::-::2', '::/127 ::2/128'],
  ['fe80::-ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', 'fe80::/9 ff00::/8'],
] as const)
  test(`${range} is ${cidrs}`, () => assert.equal(toCidrs(parseRange(range)).map(formatCidr).join(' '), cidrs))

test('networks: mask, split, supernet, last', () => {
  assert.equal(formatAddress(toMask(4, 20)), '255.255.240.0')
  assert.equal(formatAddress(toMask(6, 48)), 'ffff:ffff:ffff::')
  assert.deepEqual([...splitCidr(network('10.0.0.0/30'), 32)].map(formatCidr), [
    '10.0.0.0/32',
    '10.0.0.1/32',
    '10.0.0.2/32',
    '10.0.0.3/32',
  ])
  assert.equal(formatCidr(findSupernet(network('10.1.0.0/16'))!), '10.0.0.0/15')
  assert.equal(findSupernet(network('0.0.0.0/0')), undefined)
  assert.equal(formatAddress(toLastAddress(network('2001:db8::/126'))), '2001:db8::3')
  assert.throws(() => [...splitCidr(network('10.0.0.0/30'), 8)], isAppError)
})

test('containment never mixes families', () => {
  assert.ok(contains(network('10.0.0.0/8'), parseAddress('10.9.9.9')))
  assert.ok(contains(network('10.0.0.0/8'), network('10.1.0.0/16')))
  assert.ok(!contains(network('10.1.0.0/16'), network('10.0.0.0/8')))
  assert.ok(!contains(network('0.0.0.0/0'), parseAddress('::1')))
})

for (const [cidr, zones] of [
  ['192.0.2.7/32', '7.2.0.192.in-addr.arpa'],
  ['10.0.0.0/8', '10.in-addr.arpa'],
  ['10.2.0.0/15', '2.10.in-addr.arpa 3.10.in-addr.arpa'],
  ['2001:db8::/32', '8.b.d.0.1.0.0.2.ip6.arpa'],
  ['2001:db8::/31', '8.b.d.0.1.0.0.2.ip6.arpa 9.b.d.0.1.0.0.2.ip6.arpa'],
] as const)
  test(`the reverse zones of ${cidr}`, () => assert.equal(toReverseZones(network(cidr)).join(' '), zones))

const versions = fc.constantFrom<IpVersion>(4, 6)
const addresses = versions.chain((version) => fc.bigInt(0n, MAX_VALUE[version]).map((value) => ({ version, value })))
const cidrs = addresses.chain((address) => fc.nat(address.version === 4 ? 32 : 128).map((prefix) => toCidr(address, prefix)))
/** Ranges near zero, so that they meet each other often. */
const smallRanges = fc.array(
  fc.tuple(versions, fc.nat(60), fc.nat(20)).map(([version, first, size]): IpRange => {
    return { version, first: BigInt(first), last: BigInt(first + size) }
  }),
  { maxLength: 8 },
)

test('reverse names can be read back', () =>
  fc.assert(fc.property(addresses, (address) => findReversed(toReverseName(address))!.value === address.value)))

test('networks and ranges survive being written and read', () =>
  fc.assert(
    fc.property(cidrs, (cidr) => {
      assert.deepEqual(parseCidr(formatCidr(cidr), { strict: true }).network, cidr)
      assert.deepEqual(toCidrs(toRange(cidr)), [cidr])
      assert.deepEqual(parseRange(formatRange(toRange(cidr))), toRange(cidr))
      assert.equal(countRange(toRange(cidr)), countAddresses(cidr))
    }),
  ))

test('the networks of a range are exactly the range', () =>
  fc.assert(
    fc.property(addresses, fc.bigInt(0n, 1n << 40n), ({ version, value }, size) => {
      const last = value + size > MAX_VALUE[version] ? MAX_VALUE[version] : value + size
      const range = { version, first: value, last }
      assert.deepEqual(mergeRanges(toCidrs(range).map(toRange)), [range])
    }),
  ))

const has = (ranges: readonly IpRange[], version: IpVersion, value: bigint) =>
  ranges.some((range) => range.version === version && range.first <= value && value <= range.last)

test('set arithmetic agrees with asking address by address', () =>
  fc.assert(
    fc.property(smallRanges, smallRanges, (a, b) => {
      const [merged, less, common] = [mergeRanges([...a, ...b]), subtractRanges(a, b), intersectRanges(a, b)]
      for (const version of [4, 6] as const)
        for (let value = 0n; value < 85n; value++) {
          const [inA, inB] = [has(a, version, value), has(b, version, value)]
          assert.equal(has(merged, version, value), inA || inB)
          assert.equal(has(less, version, value), inA && !inB)
          assert.equal(has(common, version, value), inA && inB)
        }
      for (const result of [merged, less, common]) assert.deepEqual(mergeRanges(result), result)
    }),
  ))
