import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Measurement, MeasurementRow } from '@octet/core/probe/measurement.ts'
import { hasAnswer, toEndLines, toLiveLines } from './measure-lines.ts'

type Result = MeasurementRow['result']
const POINT = { id: 'a', continent: 'EU', latitude: 50, longitude: 8, tags: [] }
const FRANKFURT = { ...POINT, name: 'fra', country: 'DE', city: 'Frankfurt', cityZh: '法兰克福', asn: 3320, network: 'Telekom' }
const NOWHERE = { ...POINT, name: 'This server', nameZh: '本站服务器', country: null, city: null, asn: null, network: null }

const done = (data: object): Result => ({ status: 'finished', data: data as Record<string, unknown>, error: null })
const failed: Result = {
  status: 'failed',
  data: null,
  error: { key: 'timed_out', message: { en: 'No answer', zh: '未应答' } },
}
const running: Result = { status: 'in-progress', data: null, error: null }
const of = (type: Measurement['type'], ...results: Result[]): Measurement => ({
  id: 'x',
  type,
  status: 'finished',
  targets: ['example.com'],
  measurementOptions: {},
  locations: 'world',
  probesCount: results.length,
  credits: 3,
  createdAt: '',
  updatedAt: '',
  results: results.map((result, at) => ({ target: 'example.com', probe: at === 0 ? FRANKFURT : NOWHERE, result })),
})
const PING = { sent: 4, received: 3, lossPercent: 25, minMs: 1.234, medianMs: 12.34, avgMs: 20, maxMs: 123.4 }
const HOP = { sent: 3, received: 3, lossPercent: 0, bestMs: 1, avgMs: 2, worstMs: 3 }
const HOPS = [
  { ...HOP, ttl: 1, addresses: ['192.0.2.1'], names: ['gw.example'] },
  { ...HOP, ttl: 2, addresses: [], names: [], lossPercent: 100, bestMs: null, avgMs: null, worstMs: null },
  { ...HOP, ttl: 3, addresses: ['192.0.2.3'], names: [''] },
]
const EN = { lang: 'en', width: 100 } as const

test('a ping at its end: least, median and most of each point, loss, and the same over all', () =>
  assert.deepEqual(toEndLines(of('ping', done(PING), failed), EN), [
    'Point        Place          Network         Loss  Min ms  Median ms  Mean ms  Max ms',
    'fra          Frankfurt, DE  AS3320 Telekom   25%    1.23       12.3     20.0     123',
    'This server                                    –       –          –        –       –',
    '  No answer',
    '',
    '2 of 2 done, 1 failed or offline, fastest 20.0 ms, median 20.0 ms, slowest 20.0 ms, loss 25%',
  ]))

test('the same in Chinese, with Chinese names', () => {
  const lines = toEndLines(of('ping', done(PING), failed), { lang: 'zh', width: 100 })
  assert.match(lines[0]!, /^监测点 +位置 +网络 +丢包 +最短 ms +中位 ms +平均 ms +最长 ms$/)
  assert.match(lines[1]!, /^fra +法兰克福，DE +AS3320 Telekom +25% +1\.23 /)
  assert.match(lines[2]!, /^本站服务器 /)
  assert.equal(lines[3], '  未应答')
  assert.equal(lines.at(-1), '已完成 2 / 2，失败或离线 1，最快 20.0 ms，中位 20.0 ms，最慢 20.0 ms，丢包 25%')
})

test('a narrow terminal loses no figure', () => {
  const lines = toEndLines(of('ping', done(PING)), { lang: 'en', width: 40 })
  assert.ok(
    lines.slice(0, -1).every((line) => line.length <= 40),
    lines.join('\n'),
  )
  for (const part of ['Place Frankfurt, DE', 'Loss 25%', 'Min ms 1.23', 'Max ms 123'])
    assert.ok(lines.join('\n').includes(part), part)
})

test('while it runs, the first line says how far it is', () => {
  const [head, , ...rows] = toLiveLines({ ...of('ping', done(PING), running), status: 'in-progress' }, EN)
  assert.equal(head, 'Ping example.com: 1 of 2 done')
  assert.equal(rows.at(-1), '  running')
})

test('a route has its hops below it', () => {
  const lines = toEndLines(of('traceroute', done({ hops: HOPS, isReached: true, isComplete: true })), EN)
  assert.match(lines[1]!, /^fra .* 3 +reached +0% +1\.00 +2\.00 +3\.00$/)
  assert.deepEqual(lines.slice(2, 8), [
    '',
    'fra, Frankfurt, DE, AS3320 Telekom',
    'Hop  Host                    Loss  Min ms  Mean ms  Max ms',
    '  1  gw.example (192.0.2.1)    0%    1.00     2.00    3.00',
    '  2  *                       100%       –        –       –',
    '  3  192.0.2.3                 0%    1.00     2.00    3.00',
  ])
})

for (const [type, data, cells] of [
  [
    'dns',
    { rcode: 'NOERROR', answers: [{ data: '192.0.2.7' }, { data: '192.0.2.8' }], ms: 4 },
    /192\.0\.2\.7, 192\.0\.2\.8 +4\.00$/,
  ],
  ['dns', { rcode: 'NXDOMAIN', answers: [], ms: 4 }, /NXDOMAIN +4\.00$/],
  [
    'http',
    {
      status: 200,
      totalMs: 30,
      hops: [
        { status: 301, timing: {} },
        { status: 200, timing: { firstByteMs: 9 } },
      ],
    },
    /301 → 200 +9\.00 +30\.0$/,
  ],
  ['tls', { grade: 'A', protocol: 'TLSv1.3', certificates: [{ daysLeft: 60 }] }, /A +TLSv1\.3 +60$/],
  ['mtr', { hops: HOPS.slice(0, 1), isReached: false, isComplete: true }, /1 +not reached +– +– +– +–$/],
] as const)
  test(`${type}: ${cells.source}`, () => assert.match(toEndLines(of(type, done(data)), EN)[1]!, cells))

test('several targets stand apart', () => {
  const { results, ...rest } = of('ping', done(PING), done(PING))
  const two = {
    ...rest,
    targets: ['a.example', 'b.example'],
    results: results.map((row, at) => ({ ...row, target: at === 0 ? 'a.example' : 'b.example' })),
  }
  const lines = toEndLines(two, EN)
  assert.deepEqual([lines.indexOf('a.example'), lines.indexOf('b.example')], [0, 6])
  assert.equal(lines.filter((line) => line.startsWith('1 of 1 done')).length, 2)
})

for (const [name, measurement, expected] of [
  ['a reply', of('ping', failed, done(PING)), true],
  ['packets that are all lost', of('ping', done({ ...PING, received: 0, avgMs: null })), false],
  ['a failure', of('http', failed), false],
  ['a route that ends on the way', of('mtr', done({ hops: HOPS, isReached: false })), false],
  ['a certificate', of('tls', done({ grade: 'F' })), true],
] as const)
  test(`${name} is ${expected ? 'an answer' : 'none'}`, () => assert.equal(hasAnswer(measurement), expected))
