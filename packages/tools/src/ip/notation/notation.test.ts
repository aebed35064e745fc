import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { formatAddress, MAX_VALUE, parseAddress, type Address } from '@octet/core/ip/address.ts'
import { fromEui64 } from '@octet/core/ip/eui64.ts'
import { toNotations } from './notations.ts'
import { readLoose } from './loose.ts'
import { readAddress } from './read-address.ts'

const address = fc.constantFrom(4 as const, 6 as const).chain((version) =>
  fc
    .oneof(
      fc.bigInt(0n, MAX_VALUE[version]),
      fc.bigInt(0n, 0xffffn).map((low) => (low << 64n) & MAX_VALUE[version]),
    )
    .map((value): Address => ({ version, value })),
)
/** Notations that say which address they mean. An IPv6 integer below 2^32 reads as IPv4, hence not `integer`. */
const WHOLE = new Set([
  'dotted',
  'hex',
  'dotted-hex',
  'octal',
  'dotted-octal',
  'binary',
  'short',
  'shorter',
  'arpa',
  'canonical',
  'full',
  'unpadded',
  'dotted-tail',
])

test('an address reads back from every notation', () => {
  fc.assert(
    fc.property(address, (wanted) => {
      for (const { id, value } of toNotations(wanted, 'en'))
        if (WHOLE.has(id)) assert.deepEqual(pick(readAddress(value).address), pick(wanted), `${id}: ${value}`)
      if (wanted.version === 4 || wanted.value > MAX_VALUE[4])
        assert.deepEqual(pick(readAddress(wanted.value.toString()).address), pick(wanted))
    }),
    { numRuns: 500 },
  )
})

const pick = ({ version, value }: Address) => ({ version, value })

for (const [text, expected] of [
  ['010.1', '8.0.0.1'],
  ['0x7f.1', '127.0.0.1'],
  ['127.1', '127.0.0.1'],
  ['2130706433', '127.0.0.1'],
  ['0300.0250.1', '192.168.0.1'],
  ['10.1.258', '10.1.1.2'],
  ['①②⑦.0.0.1', '127.0.0.1'],
  ['1.2.0.192.in-addr.arpa', '192.0.2.1'],
  ['42540766411282592856903984951653826561', '2001:db8::1'],
] as const)
  test(`${text} means ${expected}`, () => assert.equal(formatAddress(readAddress(text).address), expected))

for (const text of [
  '',
  '256.1.1.1',
  '1.2.3.4.5',
  '08.1',
  '1.2.65536',
  '4294967296.1',
  '0x',
  '::g',
  '340282366920938463463374607431768211456',
  '1:2:3:4:5:6:7:8:9',
  '1.2.3.4%eth0',
  '1.2.3.4/24/8',
])
  test(`“${text}” is refused`, () => assert.throws(() => readAddress(text), { name: 'AppError' }))

test('a leading zero is explained, plain addresses are not', () => {
  assert.match(readAddress('010.1').note!.en, /“010” is octal for 8; the last of 2 numbers fills 3 bytes/)
  assert.equal(readAddress('192.0.2.1').note, undefined)
  assert.equal(readLoose('1.2.3.4')?.note, undefined)
})

test('EUI-64 both ways, with the universal bit turned', () => {
  const made = fromEui64(parseAddress('2001:db8::').value, 0x00_00_5e_00_53_afn)
  assert.equal(formatAddress(made), '2001:db8::200:5eff:fe00:53af')
  fc.assert(
    fc.property(fc.bigInt(0n, (1n << 48n) - 1n), (mac) => {
      const value = toNotations(fromEui64(0n, mac), 'en').find(({ id }) => id === 'mac')?.value
      assert.equal(BigInt(`0x${value?.replaceAll(':', '')}`), mac)
    }),
  )
})

for (const [text, id, expected] of [
  ['192.0.2.33', '6to4', '2002:c000:221::/48'],
  ['192.0.2.33', 'nat64', '64:ff9b::c000:221'],
  ['192.0.2.33', 'mapped', '::ffff:192.0.2.33'],
  ['192.0.2.33', 'mapped-hex', '::ffff:c000:221'],
  ['192.0.2.33', 'signed', '-1073741279'],
  ['2001:db8::1:800:200e:8c6c', 'solicited', 'ff02::1:ff0e:8c6c'],
  ['2001:0:4136:e378:8000:63bf:3fff:fdd2', 'ipv4-teredo', '192.0.2.45'],
  ['2001:0:4136:e378:8000:63bf:3fff:fdd2', 'teredo-server', '65.54.227.120'],
  ['2001:0:4136:e378:8000:63bf:3fff:fdd2', 'teredo-port', '40000'],
  ['2001:0:4136:e378:8000:63bf:3fff:fdd2', 'teredo-flags', '0x8000 (cone)'],
  ['2002:c000:221::1', 'ipv4-6to4', '192.0.2.33'],
  ['64:ff9b::192.0.2.33', 'ipv4-nat64', '192.0.2.33'],
  ['2001:db8::c000:221', 'dotted-tail', '2001:db8::192.0.2.33'],
] as const)
  test(`${id} of ${text} is ${expected}`, () =>
    assert.equal(toNotations(parseAddress(text), 'en').find((row) => row.id === id)?.value, expected))

for (const [text, address, said] of [
  ['fe80::1%12', 'fe80::1', /^%12 names an interface/],
  ['fe80::1%eth0.5/64', 'fe80::1', /^%eth0\.5 /],
  ['192.0.2.5/24', '192.0.2.5', /^\/24 is the length of a network/],
  ['2001:db8::1/64', '2001:db8::1', /^\/64 /],
  ['192.0.2.5:8080', '192.0.2.5', /^:8080 is a port/],
  ['[2001:db8::1]:443', '2001:db8::1', /^:443 /],
] as const)
  test(`${text} is ${address}, and what was left out is said`, () => {
    const { address: found, note } = readAddress(text)
    assert.equal(formatAddress(found), address)
    assert.match(note?.en ?? '', said)
  })
