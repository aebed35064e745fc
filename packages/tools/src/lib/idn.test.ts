import assert from 'node:assert/strict'
import { domainToASCII, domainToUnicode } from 'node:url'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { findAsciiHost, findPunycode, findUnicodeHost } from './idn.ts'

// RFC 3492 §7.1 (A), (B), (I), (L).
const rows = [
  ['ليهمابتكلموشعربي؟', 'egbpdaj6bu4bxfgehfvwxn'],
  ['他们为什么不说中文', 'ihqwcrb4cv8a8dqg056pqjye'],
  ['почемужеонинеговорятпорусски', 'b1abfaaepdrnnbgefbadotcwatmq2g4l'],
  ['3年B組金八先生', '3B-ww4c5e180e575a65lsy2b'],
  ['bücher', 'bcher-kva'],
] as const
for (const [label, coded] of rows)
  test(`punycode: ${label}`, () => {
    assert.equal(findPunycode(coded), label)
  })

test('every name reads as the platform reads it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }), (label) => {
      const ascii = domainToASCII(`${label}.com`)
      // An empty label is no host here, while the platform lets it pass.
      if (ascii && ascii.length < 64 && !ascii.split('.').includes(''))
        assert.equal(findUnicodeHost(ascii), domainToUnicode(ascii))
    }),
  )
})

test('hosts are those of the platform', () => {
  for (const host of ['例子.测试', 'münchen.de', 'xn--fiqs8s.cn', 'Example.COM', 'faß.de']) {
    assert.equal(findAsciiHost(host), domainToASCII(host))
    assert.equal(findUnicodeHost(domainToASCII(host)), domainToUnicode(domainToASCII(host)))
  }
  assert.equal(findAsciiHost('a b'), undefined)
  assert.equal(findUnicodeHost('xn--'), undefined)
  assert.equal(findUnicodeHost('xn--99999999'), undefined)
  // A control character, plain ASCII, a capital, a full stop: Punycode, but of no name.
  for (const label of ['xn--a', 'xn--abc-', 'xn--7ba', 'xn--ab-r13a'])
    assert.equal(findUnicodeHost(`${label}.com`), undefined, label)
  assert.equal(findUnicodeHost('XN--MNCHEN-3YA.de.'), 'münchen.de.')
  // Node's URL.canParse says yes to it, and new URL throws.
  assert.equal(findAsciiHost('A'.repeat(65_536)), undefined)
})
