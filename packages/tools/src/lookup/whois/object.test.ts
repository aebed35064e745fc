import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAppError } from '@octet/core/errors.ts'
import { parseWhoisObject } from './object.ts'

const CASES: readonly [string, string, string][] = [
  ['AS15169', 'asn', '15169'],
  ['15169', 'asn', '15169'],
  ['asn 4200000000', 'asn', '4200000000'],
  ['8.8.8.8', 'ip', '8.8.8.8'],
  ['2001:4860::8888', 'ip', '2001:4860::8888'],
  ['8.8.8.8/24', 'ip', '8.8.8.0/24'],
  ['https://www.bbc.co.uk/news', 'domain', 'bbc.co.uk'],
  ['WWW.Example.COM', 'domain', 'example.com'],
  ['www.例子.中国', 'domain', 'xn--fsqu00a.xn--fiqs8s'],
  ['com', 'domain', 'com'],
  ['１２７。０。０。１', 'ip', '127.0.0.1'],
  ['ＡＳ１５１６９', 'asn', '15169'],
  ['８.８.８.８／２４', 'ip', '8.8.8.0/24'],
  ['AS1.10', 'asn', '65546'],
  ['::ffff:192.0.2.1', 'ip', '192.0.2.1'],
  ['192.0.2.0 - 192.0.2.255', 'ip', '192.0.2.0/24'],
  ['192.0.2.1-192.0.2.5', 'ip', '192.0.2.0/29'],
  ['192.0.2.7-192.0.2.7', 'ip', '192.0.2.7'],
  ['2001:db8:: – 2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', 'ip', '2001:db8::/32'],
  ['0.0.0.0-255.255.255.255', 'ip', '0.0.0.0/0'],
  ['1.2.0.192.in-addr.arpa', 'ip', '192.0.2.1'],
  ['2.0.192.in-addr.arpa.', 'ip', '192.0.2.0/24'],
  ['8.b.d.0.1.0.0.2.ip6.arpa', 'ip', '2001:db8::/32'],
  ['in-addr.arpa', 'domain', 'in-addr.arpa'],
  ['*.www.example.com', 'domain', 'example.com'],
  ['example.com\r\nexample.org', 'domain', 'example.com\r\nexample.org'], // two names are not one: refused later
  ['1.2.3.4.5', 'domain', '1.2.3.4.5'], // is refused later, as it was typed
]
for (const [text, kind, name] of CASES)
  test(`${text} → ${kind} ${name}`, () => assert.deepEqual(parseWhoisObject(text, false), { kind, name }))

test('the whole name when asked for', () => assert.equal(parseWhoisObject('www.example.com', true).name, 'www.example.com'))
test('a range that runs backwards is refused', () =>
  assert.throws(() => parseWhoisObject('192.0.2.9-192.0.2.1', false), { key: 'bad_input' }))
test('an AS number has 32 bits', () => assert.throws(() => parseWhoisObject('AS4294967296', false), { key: 'bad_input' }))
for (const text of ['???', '/24', '#'])
  test(`${text} is none of what is taken, which is named`, () =>
    assert.throws(
      () => parseWhoisObject(text, false),
      (error) => isAppError(error) && error.key === 'bad_input' && /a domain.*a network.*an AS/.test(error.message),
    ))
