import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { MAX_VALUE } from '@octet/core/ip/address.ts'
import { parseCidr } from '@octet/core/ip/cidr.ts'
import { formatRange, mergeRanges, subtractRanges, toCidrs, toRange, type IpRange } from '@octet/core/ip/range.ts'
import { LIST_FORMATS, writeList } from '../../lib/network-list/write-list.ts'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import { readList } from '../../lib/network-list/read-list.ts'
import tool from './tool.ts'

const range = fc.constantFrom(4 as const, 6 as const).chain((version) =>
  fc.tuple(fc.bigInt(0n, MAX_VALUE[version]), fc.bigInt(0n, MAX_VALUE[version])).map(([a, b]): IpRange => ({
    version,
    first: a < b ? a : b,
    last: a < b ? b : a,
  })),
)

test('range → networks → range is the same, and each network stands alone', () => {
  fc.assert(
    fc.property(range, (wanted) => {
      const text = writeList(toCidrs(wanted), 'text', { name: 'n', action: 'deny' })
      assert.deepEqual(mergeRanges(readList(text, 'text')), [wanted])
      for (const line of text.split('\n')) parseCidr(line, { strict: true })
    }),
  )
})

test('a written list of ranges reads back', () => {
  fc.assert(
    fc.property(fc.array(range), (ranges) => assert.deepEqual(readList(ranges.map(formatRange).join('\n'), 'text'), ranges)),
  )
})

test('what is excluded and what is left together are the whole', () => {
  fc.assert(
    fc.property(fc.array(range, { maxLength: 8 }), fc.array(range, { maxLength: 8 }), (list, minus) => {
      const left = subtractRanges(list, minus)
      assert.deepEqual(mergeRanges([...left, ...minus]), mergeRanges([...list, ...minus]))
    }),
  )
})

for (const [text, expected] of [
  ['192.0.2.10-20', '192.0.2.10-192.0.2.20'],
  ['192.0.2.0/255.255.255.0', '192.0.2.0-192.0.2.255'],
  ['192.0.2.77/24', '192.0.2.0-192.0.2.255'],
  ['192.0.2.1 192.0.2.9', '192.0.2.1-192.0.2.9'],
  ['192.0.2.0 255.255.255.0', '192.0.2.0-192.0.2.255'],
  ['192.0.2.77\t255.255.255.255', '192.0.2.77-192.0.2.77'],
  ['192.0.2.0 0.0.0.255', '192.0.2.0-192.0.2.255'],
  ['240.0.0.0 255.255.255.255', '240.0.0.0-255.255.255.255'],
  ['192.0.2.*', '192.0.2.0-192.0.2.255'],
  ['10.1.*.*', '10.1.0.0-10.1.255.255'],
  ['# note\n2001:db8::/127 # end', '2001:db8::-2001:db8::1'],
  ['# note\r\n192.0.2.1 # end\r\n', '192.0.2.1-192.0.2.1'],
] as const)
  test(`${JSON.stringify(text)} is ${expected}`, () => assert.deepEqual(readList(text, 'text').map(formatRange), [expected]))

for (const text of ['192.0.2.9-192.0.2.1', '192.0.2.0/33', 'abc', '192.0.2.1-2001:db8::1', '192.0.2.0/255.0.255.0'])
  test(`${text} is refused with its line`, () => assert.throws(() => readList(`192.0.2.1\n${text}`, 'text'), /line 2/))

test('no line takes longer than its length', { timeout: 20_000 }, () => {
  const long = (piece: string) => piece.repeat(500_000)
  for (const text of [
    `${long(']')}x`,
    `${long('#')}\r`,
    `${long(';')}x`,
    `1/${long('.')}x`,
    `{"a":"${long(' ')}b"}`,
    `1${long('\t')}x`,
  ])
    assert.throws(() => readList(`${text}\nx`, 'text'), { key: 'bad_input' })
})

for (const [text, expected] of [
  ['192.0.2.1;192.0.2.3', ['192.0.2.1', '192.0.2.3']],
  ['192.0.2.1; 192.0.2.3,192.0.2.5;\r\n', ['192.0.2.1', '192.0.2.3', '192.0.2.5']],
  ['2001:db8::1;::1', ['2001:db8::1', '::1']],
  ['192.0.2.1 ; SBL123456', ['192.0.2.1']],
  ['192.0.2.1; 192.0.2.3 ; two of them', ['192.0.2.1', '192.0.2.3']],
  [';192.0.2.1\n192.0.2.3', ['192.0.2.3']],
] as const)
  test(`${JSON.stringify(text)} is ${expected.join(' and ')}`, () =>
    assert.deepEqual(
      readList(text, 'text').map(formatRange),
      expected.map((one) => `${one}-${one}`),
    ))

test('every format names every network, for both families', () => {
  const cidrs = ['192.0.2.0/24', '2001:db8::/32'].map((text) => parseCidr(text).network)
  for (const format of LIST_FORMATS) {
    const text = writeList(cidrs, format, { name: 'blocked', action: 'deny' })
    const names = format === 'range' ? cidrs.map((cidr) => formatRange(toRange(cidr))) : ['192.0.2.0/24', '2001:db8::/32']
    for (const name of names) assert.ok(text.includes(name), `${format}: ${name}`)
  }
})

test('ipset gets the whole address space as halves', () => {
  const text = writeList([parseCidr('0.0.0.0/0').network], 'ipset', { name: 'all', action: 'deny' })
  assert.deepEqual(text.split('\n').slice(1), ['add all4 0.0.0.0/1', 'add all4 128.0.0.0/1'])
})

test('a name that could end a command is refused', () => {
  assert.throws(() => writeList([], 'ipset', { name: 'x; reboot', action: 'deny' }), { name: 'AppError' })
})

test('the list itself is the first thing of the answer, the counts follow', async () => {
  for (const mode of ['merge', 'contains']) {
    const answer = await answerTool(tool, { mode, text: '192.0.2.0/24', other: '192.0.2.1' }, createTestHost())
    assert.equal(Object.keys(answer as object)[0], 'text')
  }
})

for (const [title, text] of [
  ['JSON', '["192.0.2.0/24", "198.51.100.7"]'],
  ['JSON on several lines', '[\r\n  "192.0.2.0/24",\r\n  "198.51.100.7"\r\n]'],
  ['YAML', "- 192.0.2.0/24\n- '198.51.100.7' # one"],
] as const)
  test(`a list in ${title} is read`, () =>
    assert.deepEqual(readList(text, 'text').map(formatRange), ['192.0.2.0-192.0.2.255', '198.51.100.7-198.51.100.7']))
