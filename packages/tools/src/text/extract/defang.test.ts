import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { defang, refang } from './defang.ts'

for (const [what, find, harmless] of [
  ['ip', '192.0.2.1', '192[.]0[.]2[.]1'],
  ['ipv6', '2001:db8::1', '2001[:]db8[:][:]1'],
  ['domain', 'a.example.com', 'a[.]example[.]com'],
  ['email', 'a.b@example.com', 'a[.]b[@]example[.]com'],
  ['url', 'https://a.example/x.js?y=1.2', 'hxxps[://]a[.]example/x.js?y=1.2'],
  ['url', 'HTTP://a.example', 'hxxp[://]a[.]example'],
  ['hash', 'd41d8cd98f00b204e9800998ecf8427e', 'd41d8cd98f00b204e9800998ecf8427e'],
] as const) {
  test(`${find} is written ${harmless}`, () => assert.equal(defang(find, what), harmless))
  test(`${harmless} is read as ${find}`, () => assert.equal(refang(harmless).toLowerCase(), find.toLowerCase()))
}

for (const [text, plain] of [
  ['hxxp://a[.]example[.]com/x', 'http://a.example.com/x'],
  ['h**ps://a(.)example{.}com', 'https://a.example.com'],
  ['fxp://a[dot]example', 'ftp://a.example'],
  ['user (at) example (dot) com', 'user@example.com'],
  ['a [DOT] b', 'a.b'],
  ['10[.]0[.]0.1', '10.0.0.1'],
  [String.raw`example\.com`, 'example.com'],
  ['http://[2001:db8::1]/ (dotted) at home.', 'http://[2001:db8::1]/ (dotted) at home.'],
] as const)
  test(`${text} is read as ${plain}`, () => assert.equal(refang(text), plain))

test('what is made harmless comes back', () => {
  const links = fc.webUrl({ withQueryParameters: true }).filter((url) => refang(url) === url)
  fc.assert(fc.property(links, (url) => assert.equal(refang(defang(url, 'url')), url)))
})
