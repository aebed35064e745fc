import assert from 'node:assert/strict'
import { isIP, isIPv4, isIPv6, SocketAddress } from 'node:net'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { isAppError } from '../errors.ts'
import { findAddress, formatAddress, parseAddress } from './address.ts'
import { formatIpv4, parseIpv4 } from './ipv4.ts'
import { formatFullIpv6, formatIpv6, parseIpv6 } from './ipv6.ts'

const CANONICAL = [
  ['8.8.8.8', '8.8.8.8'],
  ['0.0.0.0', '0.0.0.0'],
  ['255.255.255.255', '255.255.255.255'],
  ['::', '::'],
  ['::1', '::1'],
  ['1::', '1::'],
  ['2001:DB8::1', '2001:db8::1'],
  // RFC 5952 §4: leading zeros, longest run, first of equals, a single group is written out
  ['2001:0db8:0000:0000:0001:0000:0000:0001', '2001:db8::1:0:0:1'],
  ['2001:db8:0:1:1:1:1:1', '2001:db8:0:1:1:1:1:1'],
  ['2001:0:0:1:0:0:0:1', '2001:0:0:1::1'],
  ['2001:db8::0:1', '2001:db8::1'],
  ['1:2:3:4:5:6:7::', '1:2:3:4:5:6:7:0'],
  ['::2:3:4:5:6:7:8', '0:2:3:4:5:6:7:8'],
  ['::ffff:192.0.2.1', '::ffff:192.0.2.1'],
  ['::FFFF:c000:201', '::ffff:192.0.2.1'],
  ['64:ff9b::192.0.2.33', '64:ff9b::c000:221'],
  ['1:2:3:4:5:6:7.8.9.10', '1:2:3:4:5:6:708:90a'],
] as const

for (const [text, canonical] of CANONICAL)
  test(`${text} is written ${canonical}`, () => assert.equal(formatAddress(parseAddress(text)), canonical))

const REFUSED = [
  ['', 'empty'],
  ['   ', 'only spaces'],
  [' 1.2.3.4', 'spaces'],
  ['1.2.3.4\n', 'spaces'],
  ['１.2.3.4', 'full-width'],
  ['1。2。3。4', 'full-width'],
  ['999.1.1.1', 'at most 255'],
  ['1.2.3.256', 'at most 255'],
  ['1.2.3', 'four numbers'],
  ['16909060', 'four numbers'],
  ['1.2.3.4.5', 'only four'],
  ['1..2.3', 'missing'],
  ['1.2.3.', 'missing'],
  ['010.1.1.1', 'octal'],
  ['1.2.3.04', 'octal'],
  ['0x7f.1', 'hexadecimal'],
  ['0x7f000001', 'hexadecimal'],
  ['1.2.3.4:80', 'port'],
  ['[::1]:80', 'brackets'],
  ['[::1]', 'brackets'],
  ['fe80::1%eth0', 'zone id'],
  ['1.2.3.4-1.2.3.9', 'range'],
  ['https://example.com/', 'network or a URL'],
  ['::g', 'digits 0–9 and a–f'],
  ['1::2::3', 'only once'],
  [':::', 'three colons'],
  ['1:2:3:4:5:6:7:8:9', 'here are more'],
  ['1:2:3:4:5:6:7::8', 'here are more'],
  ['1:2:3:4:5:6:7:8::', 'here are more'],
  ['1:2:3:4:5:6:7', 'here are fewer'],
  ['12345::', 'at most four digits'],
  ['::1.2.3', 'dotted end'],
  ['::1.2.3.256', 'dotted end'],
  ['::ffff:01.2.3.4', 'dotted end'],
  [':1:2:3:4:5:6:7', 'single colon'],
  ['1:2:3:4:5:6:7:', 'single colon'],
  ['example.com', 'host name'],
  ['hello', 'neither'],
] as const

for (const [text, word] of REFUSED)
  test(`${JSON.stringify(text)} is refused: ${word}`, () => {
    assert.throws(
      () => parseAddress(text),
      (error) => isAppError(error) && error.key === 'bad_address' && error.message.includes(word),
    )
  })

for (const text of ['10.0.0.0/8', '2001:db8::/32', '1.2.3.4/99'])
  test(`${text} is a network, not one address`, () =>
    assert.throws(
      () => parseAddress(text),
      (error) => isAppError(error) && error.key === 'not_one_address',
    ))

test('a very long text is refused with a short message', () =>
  assert.throws(
    () => parseAddress('1'.repeat(100_000)),
    (error) => isAppError(error) && error.message.length < 400,
  ))

test('IPv4 numbers survive being written and read', () =>
  fc.assert(fc.property(fc.nat(0xffff_ffff), (value) => parseIpv4(formatIpv4(value)) === value)))

const anyIpv6 = fc.oneof(
  fc.bigInt(0n, (1n << 128n) - 1n),
  fc
    .tuple(fc.nat(127), fc.nat(127), fc.bigInt(0n, (1n << 128n) - 1n))
    .map(([a, b, v]) => ((v >> BigInt(a)) << BigInt(b)) & ((1n << 128n) - 1n)),
)

test('IPv6 numbers survive being written and read, short and in full', () =>
  fc.assert(
    fc.property(anyIpv6, (value) => parseIpv6(formatIpv6(value)) === value && parseIpv6(formatFullIpv6(value)) === value),
  ))

test('IPv6 is written as the platform writes it', () =>
  fc.assert(
    fc.property(anyIpv6, (value) => {
      const text = formatIpv6(value)
      // The platform writes deprecated IPv4-compatible addresses with a dotted tail; RFC 5952 does not ask for it.
      if (value >> 32n === 0n) return isIPv6(text)
      return new SocketAddress({ address: formatFullIpv6(value), family: 'ipv6' }).address === text
    }),
  ))

test('nothing is accepted that the platform refuses', () =>
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'0123456789abcf:.%'), maxLength: 24 }), (text) => {
      const address = findAddress(text)
      const zoneless = text.includes('%') ? 0 : isIP(text)
      assert.equal(address?.version ?? 0, zoneless)
    }),
    { numRuns: 5000 },
  ))

test('near misses of addresses agree with the platform', () =>
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), fc.nat(40), fc.constantFrom('', ':', '.', '0', 'f', '::'), (text, at, extra) => {
      const bent = text.slice(0, at) + extra + text.slice(at + 1)
      assert.equal(findAddress(bent)?.version ?? 0, isIPv4(bent) ? 4 : isIPv6(bent) ? 6 : 0)
    }),
    { numRuns: 5000 },
  ))
