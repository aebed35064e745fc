import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findPort, parseTarget } from './target.ts'

const CASES: readonly [string, string, number | undefined][] = [
  ['example.com', 'example.com', undefined],
  [' https://user:pw@Example.com:8443/a?b#c ', 'Example.com', 8443],
  ['http://example.com', 'example.com', undefined], // the scheme names none
  ['http://example.com:80', 'example.com', 80],
  ['[2001:DB8::1]:443', '2001:db8::1', 443],
  ['2001:0db8:0:0::1', '2001:db8::1', undefined],
  ['1.1.1.1:53', '1.1.1.1', 53],
  ['example.com.', 'example.com', undefined],
  ['例子。中国', '例子.中国', undefined],
  ['127.0.0.1.', '127.0.0.1', undefined], // as it stands at the end of a sentence
  ['127.0.0.1.:53', '127.0.0.1', 53],
  ['127.1.', '127.1.', undefined],
  ['.', '.', undefined],
  ['0x7f.1', '0x7f.1', undefined],
  ['example.com/path', 'example.com', undefined],
  ['"example.com"', 'example.com', undefined],
  ['<https://example.com:8443/>', 'example.com', 8443],
  ['“例子.中国”，', '例子.中国', undefined],
  ['\u200bexample.com\ufeff', 'example.com', undefined],
  ['hxxps[://]evil[.]example[.]com/a', 'evil.example.com', undefined],
  ['192[.]0[.]2[.]1:80', '192.0.2.1', 80],
  ['evil(dot)example(dot)com', 'evil.example.com', undefined],
]
for (const [text, host, port] of CASES)
  test(`${text} → ${host}`, () => {
    assert.equal(parseTarget(text).host, host)
    assert.equal(findPort(text), port)
  })

test('an empty text is refused', () => assert.throws(() => parseTarget('  '), { key: 'bad_input' }))

for (const text of ['192.0.2.0/24', '2001:db8::/32', '“192.0.2.0/24”', '１９２.０.２.０／２４'])
  test(`${text} is a network, not its first address`, () => assert.throws(() => parseTarget(text), { key: 'bad_input' }))

for (const [text, host] of [
  ['192.0.2.1/32', '192.0.2.1'],
  ['2001:db8::1/128', '2001:db8::1'],
  ['http://192.0.2.1/24', '192.0.2.1'],
  ['192.0.2.1/24/x', '192.0.2.1'],
  ['example.com/24', 'example.com'],
] as const)
  test(`${text} is ${host}`, () => assert.equal(parseTarget(text).host, host))
