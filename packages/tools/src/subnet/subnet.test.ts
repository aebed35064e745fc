import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { BITS, formatAddress, MAX_VALUE, type Address } from '@octet/core/ip/address.ts'
import { contains, countAddresses, parseCidr, toCidr, toMask } from '@octet/core/ip/cidr.ts'
import { countRange, mergeRanges, toRange } from '@octet/core/ip/range.ts'
import { describeNetwork } from './describe.ts'
import { readNetwork } from './network/read-network.ts'
import { findPrefix, parseNetmask, toBinary, toHexMask } from '../lib/netmask.ts'
import { findCommon, listParts, parseWants, planSubnets, toPrefixForHosts, toPrefixForParts } from './plan.ts'
import { toHosts } from './describe.ts'

const address = fc
  .constantFrom(4 as const, 6 as const)
  .chain((version) => fc.bigInt(0n, MAX_VALUE[version]).map((value): Address => ({ version, value })))
const network = address.chain((inside) =>
  fc.integer({ min: 0, max: BITS[inside.version] }).map((prefix) => toCidr(inside, prefix)),
)

test('a mask reads back from each of its spellings', () => {
  fc.assert(
    fc.property(fc.constantFrom(4 as const, 6 as const), fc.nat(128), (version, length) => {
      const prefix = length % (BITS[version] + 1)
      const mask = toMask(version, prefix)
      const spellings = [formatAddress(mask), `/${prefix}`]
      if (version === 4) spellings.push(toHexMask(4, mask.value), toBinary(4, mask.value))
      for (const spelling of spellings) assert.equal(parseNetmask(spelling, version).prefix, prefix, spelling)
      if (prefix > 0 && prefix < BITS[version])
        assert.equal(parseNetmask(formatAddress({ version, value: MAX_VALUE[version] ^ mask.value })).prefix, prefix)
    }),
  )
})

test('an address takes one prefix or mask and nothing behind it', () => {
  for (const text of ['10.0.0.0/8 9', '10.0.0.0/8/9', '10.0.0.0 255.0.0.0 x'])
    assert.throws(() => readNetwork(text), { key: 'bad_input' })
  assert.equal(readNetwork(' 10.0.0.0 / 8 ').prefix, 8)
})

test('only masks with all ones in front have a prefix', () => {
  assert.equal(findPrefix(4, 0xffff00ffn), undefined)
  assert.equal(findPrefix(4, 0n), 0)
  assert.equal(parseNetmask('255.0.255.0').prefix, undefined)
  for (const text of ['/33', '256.0.0.0', 'abc', '', '129']) assert.throws(() => parseNetmask(text, 4), { name: 'AppError' })
})

test('a wildcard of IPv6 is written without an IPv4 address at its end', () => {
  // Python's ipaddress: ip_network('2001:db8::/80').hostmask
  const wildcards = [79, 80, 81, 112].map(
    (prefix) => describeNetwork({ version: 6, value: 0x20010db8n << 96n }, prefix, 'en').wildcard,
  )
  assert.deepEqual(wildcards, ['::1:ffff:ffff:ffff', '::ffff:ffff:ffff', '::7fff:ffff:ffff', '::ffff'])
})

test('the facts of 192.0.2.77/26', () => {
  const facts = describeNetwork({ version: 4, value: 0xc000024dn }, 26, 'en')
  assert.deepEqual(
    [
      facts.network,
      facts.mask,
      facts.wildcard,
      facts.firstHost,
      facts.lastHost,
      facts.broadcast,
      facts.hosts,
      facts.previous,
      facts.next,
      facts.supernet,
    ],
    [
      '192.0.2.64/26',
      '255.255.255.192',
      '0.0.0.63',
      '192.0.2.65',
      '192.0.2.126',
      '192.0.2.127',
      '62',
      '192.0.2.0/26',
      '192.0.2.128/26',
      '192.0.2.0/25',
    ],
  )
  assert.equal(facts.reverseZones, '64/26.2.0.192.in-addr.arpa')
  assert.equal(facts.class, 'C')
})

test('the ends of the address space have no neighbours', () => {
  assert.equal(describeNetwork({ version: 4, value: 0n }, 0, 'en').next, '')
  assert.equal(describeNetwork({ version: 6, value: MAX_VALUE[6] }, 128, 'en').next, '')
  assert.equal(describeNetwork({ version: 6, value: 0n }, 64, 'zh').previous, '')
})

for (const [text, mask, expected] of [
  ['192.0.2.77/26', '', 26],
  ['192.0.2.77 255.255.255.0', '', 24],
  ['192.0.2.77/255.255.0.0', '', 16],
  ['192.0.2.77', '0.0.0.15', 28],
  ['192.0.2.77', '', 32],
  ['2001:db8::1', 'ffff:ffff::', 32],
  ['2001:db8::1 / 64', '', 64],
] as const)
  test(`${text} with “${mask}” has prefix ${expected}`, () => assert.equal(readNetwork(text, mask).prefix, expected))

test('parts of a network are in it, do not meet, and fill it', () => {
  fc.assert(
    fc.property(network, fc.nat(8), (cidr, more) => {
      const prefix = Math.min(cidr.prefix + more, BITS[cidr.version])
      const { parts, total } = listParts(cidr, prefix)
      assert.equal(BigInt(parts.length), total)
      assert.ok(parts.every((part) => contains(cidr, part)))
      assert.deepEqual(mergeRanges(parts.map(toRange)), [toRange(cidr)])
    }),
  )
})

test('a prefix for so many hosts holds them, and the next longer one does not', () => {
  fc.assert(
    fc.property(fc.constantFrom(4 as const, 6 as const), fc.bigInt(1n, 1n << 31n), (version, hosts) => {
      const count = (prefix: number) => {
        const { first, last } = toHosts({ version, value: 0n, prefix })
        return last - first + 1n
      }
      const prefix = toPrefixForHosts(version, hosts)
      assert.ok(count(prefix) >= hosts)
      if (prefix < BITS[version]) assert.ok(count(prefix + 1) < hosts)
    }),
  )
})

test('a plan keeps its networks apart, inside, large enough, and accounts for every address', () => {
  const wants = fc.array(
    fc.bigInt(1n, 500n).map((hosts) => ({ name: 'n', hosts })),
    { minLength: 1, maxLength: 20 },
  )
  fc.assert(
    fc.property(wants, (list) => {
      const cidr = parseCidr('10.0.0.0/16').network
      const { rows, free } = planSubnets(cidr, list)
      const ranges = [...rows.map((row) => toRange(parseCidr(row.network, { strict: true }).network)), ...free.map(toRange)]
      assert.deepEqual(mergeRanges(ranges), [toRange(cidr)])
      assert.equal(
        ranges.reduce((sum, range) => sum + countRange(range), 0n),
        countAddresses(cidr),
      )
      assert.ok(rows.every((row) => BigInt(row.hosts) >= BigInt(row.wanted)))
    }),
  )
})

test('a plan that does not fit says how much is missing', () => {
  const cidr = parseCidr('192.0.2.0/28').network
  assert.throws(() => planSubnets(cidr, [{ name: '', hosts: 20n }]), /needs 32 addresses, the network has 16/)
  assert.throws(() => toPrefixForParts(cidr, 17n), /too few/)
})

test('wants are read with the name on either side', () => {
  assert.deepEqual(parseWants('销售部 100人\n50台 访客\nIT: 20 hosts'), [
    { name: '销售部', hosts: 100n },
    { name: '访客', hosts: 50n },
    { name: 'IT', hosts: 20n },
  ])
  assert.deepEqual(parseWants('50 sales\nlab: 20，2'), [
    { name: 'sales', hosts: 50n },
    { name: 'lab', hosts: 20n },
    { name: '', hosts: 2n },
  ])
  assert.throws(() => parseWants('50\nmany'), /line 2/)
  assert.throws(() => parseWants(''), { name: 'AppError' })
})

test('the common network holds both ends and no longer prefix does', () => {
  fc.assert(
    fc.property(address, fc.bigInt(0n, MAX_VALUE[6]), (one, raw) => {
      const last = raw & MAX_VALUE[one.version]
      const common = findCommon(one, last)
      const other = { version: one.version, value: last }
      assert.ok(contains(common, one) && contains(common, other))
      if (one.value !== last) assert.ok(!contains(toCidr(one, common.prefix + 1), other))
    }),
  )
})
