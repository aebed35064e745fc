import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatAddress, parseAddress } from './address.ts'
import { findEmbeddedIpv4, toMapped } from './embedded.ts'
import { findSpecial, isOffInternet, SPECIAL_BLOCKS } from './special.ts'

for (const [address, block, rfc, global] of [
  ['0.0.0.0', '0.0.0.0/32', 'RFC 1122 §3.2.1.3', false],
  ['0.1.2.3', '0.0.0.0/8', 'RFC 791 §3.2', false],
  ['10.255.255.255', '10.0.0.0/8', 'RFC 1918', false],
  ['100.64.0.1', '100.64.0.0/10', 'RFC 6598', false],
  ['127.0.0.1', '127.0.0.0/8', 'RFC 1122 §3.2.1.3', false],
  ['169.254.169.254', '169.254.0.0/16', 'RFC 3927', false],
  ['172.31.0.1', '172.16.0.0/12', 'RFC 1918', false],
  ['192.0.0.9', '192.0.0.9/32', 'RFC 7723', true],
  ['192.0.0.171', '192.0.0.170/31', 'RFC 8880', false],
  ['192.0.2.1', '192.0.2.0/24', 'RFC 5737', false],
  ['192.88.99.1', '192.88.99.0/24', 'RFC 7526', false],
  ['198.19.255.255', '198.18.0.0/15', 'RFC 2544', false],
  ['224.0.0.251', '224.0.0.0/24', 'RFC 5771 §4', false],
  ['239.1.1.1', '239.0.0.0/8', 'RFC 2365', false],
  ['250.0.0.1', '240.0.0.0/4', 'RFC 1112 §4', false],
  ['255.255.255.255', '255.255.255.255/32', 'RFC 919', false],
  ['::', '::/128', 'RFC 4291 §2.5.2', false],
  ['::1', '::1/128', 'RFC 4291 §2.5.3', false],
  ['::ffff:8.8.8.8', '::ffff:0:0/96', 'RFC 4291 §2.5.5.2', false],
  ['64:ff9b::808:808', '64:ff9b::/96', 'RFC 6052', true],
  ['64:ff9b:1::1', '64:ff9b:1::/48', 'RFC 8215', false],
  ['100::1', '100::/64', 'RFC 6666', false],
  ['2001::1', '2001::/32', 'RFC 4380', false],
  ['2001:20::1', '2001:20::/28', 'RFC 7343', true],
  ['2001:db8::1', '2001:db8::/32', 'RFC 3849', false],
  ['2002:808:808::1', '2002::/16', 'RFC 3056', false],
  ['3fff:fff::1', '3fff::/20', 'RFC 9637', false],
  ['5f00::1', '5f00::/16', 'RFC 9602', false],
  ['4000::1', '4000::/3', 'RFC 4291 §4', false],
  ['fd00::1', 'fc00::/7', 'RFC 4193', false],
  ['fe80::1', 'fe80::/10', 'RFC 4291 §2.5.6', false],
  ['fec0::1', 'fec0::/10', 'RFC 3879', false],
  ['ff02::1', 'ff00::/8', 'RFC 4291 §2.7', false],
] as const)
  test(`${address} lies in ${block} of ${rfc}`, () => {
    const special = findSpecial(parseAddress(address))
    assert.deepEqual([special?.block, special?.rfc, special?.global], [block, rfc, global])
  })

for (const address of ['8.8.8.8', '100.128.0.0', '172.32.0.1', '198.20.0.0', '2606:4700::1', '2001:200::1', '3fff:1000::1'])
  test(`${address} is an ordinary address`, () => assert.equal(findSpecial(parseAddress(address)), undefined))

test('every address outside 2000::/3 is set aside for something', () => {
  for (let top = 0; top < 0x1_0000; top++)
    if (top < 0x2000 || top >= 0x4000)
      assert.ok(findSpecial({ version: 6, value: BigInt(top) << 112n }), `${top.toString(16)}:: has no block`)
})

test('every block has its name in both languages and its document', () => {
  for (const { block, name, rfc } of SPECIAL_BLOCKS) assert.ok(name.en && name.zh && /^RFC \d+/.test(rfc), block)
})

for (const [address, kind, inside] of [
  ['::ffff:192.0.2.1', 'mapped', '192.0.2.1'],
  ['::192.0.2.1', 'compatible', '192.0.2.1'],
  ['64:ff9b::192.0.2.33', 'nat64', '192.0.2.33'],
  ['2002:c000:204::1', '6to4', '192.0.2.4'],
  // The worked example of RFC 4380 §4: client 192.0.2.45 behind server 65.54.227.120
  ['2001:0000:4136:e378:8000:63bf:3fff:fdd2', 'teredo', '192.0.2.45'],
] as const)
  test(`${address} holds ${inside} (${kind})`, () => {
    const embedded = findEmbeddedIpv4(parseAddress(address))!
    assert.deepEqual([embedded.kind, formatAddress(embedded.address)], [kind, inside])
  })

test('ordinary addresses hold none', () => {
  for (const text of ['8.8.8.8', '::1', '::', '2606:4700::1111']) assert.equal(findEmbeddedIpv4(parseAddress(text)), undefined)
  assert.equal(formatAddress(toMapped(parseAddress('192.0.2.1'))), '::ffff:192.0.2.1')
})

test('private addresses are off the Internet; ordinary ones, special ones that are global, and words are not', () => {
  const texts = ['10.0.0.1', 'fe80::1', '8.8.8.8', '64:ff9b::1', 'mail.example']
  assert.deepEqual(texts.map(isOffInternet), [true, true, false, false, false])
})
