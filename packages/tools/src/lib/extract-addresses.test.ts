import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extractAddresses, extractAddressesPaced } from './extract-addresses.ts'
import { createPacer } from './pacer.ts'

const rows: [string, string, [string, number][]][] = [
  ['a log line', '203.0.113.9 - - [01/Jan/2026:00:00:00 +0000] "GET /1.2.3 HTTP/1.1" 200', [['203.0.113.9', 1]]],
  ['counted and canonical', '2001:DB8:0::1, 2001:db8::1', [['2001:db8::1', 2]]],
  [
    'with a port',
    'from 198.51.100.7:443 to [2001:db8::5]:80',
    [
      ['198.51.100.7', 1],
      ['2001:db8::5', 1],
    ],
  ],
  ['end of a sentence', 'It was 192.0.2.1.', [['192.0.2.1', 1]]],
  ['not five numbers', '1.2.3.4.5', []],
  ['not above 255', '256.1.1.1', []],
  ['not a time', '12:34:56 and 00:00:00:01', []],
  [
    'full-width',
    '１９２．０．２．１，１９２。０。２。２；２００１：ｄｂ８：：１',
    [
      ['192.0.2.1', 1],
      ['192.0.2.2', 1],
      ['2001:db8::1', 1],
    ],
  ],
  [
    'the end of a Chinese sentence',
    '网关是192.0.2.1。192.0.2.2是备用¹',
    [
      ['192.0.2.1', 1],
      ['192.0.2.2', 1],
    ],
  ],
  ['mapped', '::ffff:192.0.2.1', [['::ffff:192.0.2.1', 1]]],
  [
    'in JSON',
    '{"ip":"192.0.2.7","v6":"2001:db8::2"}',
    [
      ['192.0.2.7', 1],
      ['2001:db8::2', 1],
    ],
  ],
]
for (const [name, text, found] of rows) test(name, () => assert.deepEqual([...extractAddresses(text)], found))

test('a megabyte of colons is read in linear time', () => {
  const started = performance.now()
  extractAddresses(':'.repeat(1e6) + 'a:'.repeat(5e5) + '1.'.repeat(5e5))
  assert.ok(performance.now() - started < 60_000)
})

test('a long text is read in parts, and no address is cut', async () => {
  const lines = Array.from({ length: 40_000 }, (_, i) => `１。2.${i % 200}.4|2001:db8::${(i % 5_000).toString(16)} 1.2.3.4.5`)
  const text = lines.join(' ')
  const { signal } = new AbortController()
  let turns = 0
  const timer = setInterval(() => turns++)
  const found = await extractAddressesPaced(text, createPacer(signal))
  clearInterval(timer)
  assert.deepEqual([...found], [...extractAddresses(text)])
  assert.ok(turns > 0, 'others had their turn')
})
