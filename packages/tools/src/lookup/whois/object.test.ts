import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseWhoisObject } from './object.ts'

const CASES: readonly [string, string, string][] = [
  ['AS15169', 'asn', '15169'],
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
  ['1.2.3.4.5', 'domain', '1.2.3.4.5'], // is refused later, as it was typed
]
for (const [text, kind, name] of CASES)
  test(`${text} → ${kind} ${name}`, () => assert.deepEqual(parseWhoisObject(text, false), { kind, name }))

test('the whole name when asked for', () => assert.equal(parseWhoisObject('www.example.com', true).name, 'www.example.com'))
test('an AS number has 32 bits', () => assert.throws(() => parseWhoisObject('AS4294967296', false), { key: 'bad_input' }))
