import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '@octet/core/errors.ts'
import type { Measurement, MeasurementRow, TaskError } from '@octet/core/probe/measurement.ts'
import { makeProbe } from '@octet/core/testing/measured.ts'
import { toTaskError } from '@octet/probe/point/run-job.ts'
import { judgeRun, toNextState, type MonitorState, type Verdict } from './judge.ts'
import type { MonitorRules } from './monitor.ts'

const RULES: MonitorRules = { lossPercent: 50, latencyMs: 200, onFailure: true, minPoints: 2, confirmations: 2 }
const probe = makeProbe('p', 'Tokyo')
const row = (data: object | null, status: MeasurementRow['result']['status'] = 'finished', key?: string): MeasurementRow => ({
  target: 'example.com',
  probe,
  result: { status, data: data as Record<string, unknown> | null, error: key ? { key, message: { en: key, zh: key } } : null },
})
const failed = (error: TaskError): MeasurementRow => ({
  target: 'example.com',
  probe,
  result: { status: 'failed', data: null, error },
})
const good = row({ lossPercent: 0, avgMs: 20, received: 3 })
const lossy = row({ lossPercent: 67, avgMs: 20, received: 1 })
const slow = row({ lossPercent: 0, avgMs: 250, received: 3 })
const silent = row({ lossPercent: 100, avgMs: null, received: 0 })
const away = row(null, 'offline')

const runs: [string, MeasurementRow[], Verdict['kind'], Partial<MonitorRules>?][] = [
  ['all well', [good, good, good], 'good'],
  ['one bad of three, two are needed', [good, lossy, good], 'good'],
  ['loss and time at two', [good, lossy, slow], 'bad'],
  ['silence at all', [silent, silent], 'bad'],
  ['silence where failures do not count', [silent, silent], 'good', { onFailure: false, lossPercent: null }],
  ['one judge of one is enough', [silent, away, away], 'bad'],
  ['all points away', [away, away], 'unknown'],
  ['a refusal of the point says nothing', [row(null, 'failed', 'too_many_requests')], 'unknown'],
  ['what the point lacks says nothing', [failed(toTaskError(new AppError('unavailable', { reason: 'no IPv6' })))], 'unknown'],
  ['a target that fails is a failure', [failed(toTaskError(new AppError('target_failed', { reason: 'refused' })))], 'bad'],
  ['an older point does not tell them apart', [row(null, 'failed', 'unavailable')], 'bad'],
  ['an error of the target is a failure', [row(null, 'failed', 'timed_out'), row(null, 'failed', 'name_not_found')], 'bad'],
]
for (const [name, results, kind, rules = {}] of runs)
  test(`${name}: ${kind}`, () =>
    assert.equal(judgeRun({ type: 'ping', results } as Measurement, { ...RULES, ...rules }).kind, kind))

const ofTime = (avgMs: number | null) => row({ lossPercent: avgMs === null ? 100 : 0, avgMs, received: avgMs === null ? 0 : 3 })
for (const [times, ms] of [
  [[30, 10, 20.04], 20],
  [[41.678], 41.7],
  [[null, 12], 12],
  [[4, 2], 2],
  [[null], null],
] as const)
  test(`points that took ${times.join(', ')} ms: ${ms}`, () =>
    assert.equal(judgeRun({ type: 'ping', results: times.map(ofTime) } as unknown as Measurement, RULES).ms, ms))

const ofPort = (protocol: string, outcomes: readonly string[]) =>
  row({ protocol, port: 8443, lossPercent: 0, avgMs: 1, received: 3, packets: outcomes.map((outcome) => ({ outcome })) })
const ports: [string, MeasurementRow, string][] = [
  ['a port that refuses', ofPort('tcp', ['refused', 'refused']), '1 of 1 result is bad. Tokyo: port 8443 is closed.'],
  ['a port that refuses at times', ofPort('tcp', ['refused', 'reply']), '1 of 1 result is good.'],
  ['a host asked by TCP for want of ICMP', ofPort('icmp', ['refused']), '1 of 1 result is good.'],
]
for (const [name, result, en] of ports)
  test(`${name}: ${en}`, () =>
    assert.equal(judgeRun({ type: 'ping', results: [result] } as unknown as Measurement, RULES).words.en, en))

test('a run in which no point could measure says why', () => {
  const error = toTaskError(new AppError('refused_target', { got: '10.0.0.1', reason: { en: 'private', zh: '内网' } }))
  const { words } = judgeRun({ type: 'ping', results: [away, failed(error)] } as Measurement, RULES)
  assert.equal(words.en, `No point could measure. Tokyo: ${error.message.en}`)
  assert.equal(words.zh, `没有监测点能够完成测量。Tokyo：${error.message.zh}`)
})

const hop = (lossPercent: number, avgMs: number) => ({ lossPercent, avgMs })
const toRedirects = (verdict: string) => ({ id: 'redirects', verdict, text: { en: 'a circle', zh: '循环' } })
const others: [string, Measurement['type'], object, Verdict['kind']][] = [
  ['an empty DNS answer', 'dns', { rcode: 'NOERROR', answers: [], ms: 3 }, 'bad'],
  ['a DNS answer', 'dns', { rcode: 'NOERROR', answers: [{}], ms: 3 }, 'good'],
  ['a server error', 'http', { status: 503, totalMs: 10 }, 'bad'],
  ['a page', 'http', { status: 200, totalMs: 10 }, 'good'],
  ['a circle of redirects', 'http', { status: 302, totalMs: 10, checks: [toRedirects('bad')] }, 'bad'],
  ['a circle that a cookie may end', 'http', { status: 302, totalMs: 10, checks: [toRedirects('notice')] }, 'good'],
  ['a certificate that is not trusted', 'tls', { isTrusted: false, problem: 'expired' }, 'bad'],
  ['a slow DNS answer', 'dns', { rcode: 'NOERROR', answers: [{}], ms: 200 }, 'bad'],
  ['a route that ends on the way', 'mtr', { isReached: false, hops: [] }, 'bad'],
  ['a route', 'traceroute', { isReached: true, hops: [hop(60, 900), hop(49, 199)] }, 'good'],
  ['a route that is slow at its end', 'traceroute', { isReached: true, hops: [hop(0, 3), hop(0, 200)] }, 'bad'],
  ['a route that loses much at its end', 'mtr', { isReached: true, hops: [hop(0, 3), hop(50, 20)] }, 'bad'],
]
const A = { name: 'a.example.', ttl: 60, class: 'IN', type: 'A', fields: null }
const cname = { ...A, type: 'CNAME', data: 'b.example.' }
const ofDns = (type: string, ...answers: object[]) => ({
  rcode: 'NOERROR',
  question: { name: 'a.example.', type },
  answers,
  ms: 3,
})
const ofTls = (report: object) => ({ isTrusted: true, problem: null, certificates: [], ...report })
const changes: [string, Measurement['type'], object, Partial<MonitorRules>, string][] = [
  ['a CNAME that leads nowhere', 'dns', ofDns('A', cname), {}, 'the answer is NOERROR, empty'],
  ['an answer behind a CNAME', 'dns', ofDns('A', cname, { ...A, data: '192.0.2.1' }), {}, ''],
  [
    'one of the answers expected',
    'dns',
    ofDns('A', cname, { ...A, data: '192.0.2.1' }),
    { answers: ['192.0.2.1', '192.0.2.2'] },
    '',
  ],
  [
    'another answer beside an expected one',
    'dns',
    ofDns('A', { ...A, data: '192.0.2.1' }, { ...A, data: '203.0.113.9' }),
    { answers: ['192.0.2.1'] },
    'another answer: 203.0.113.9',
  ],
  ['another spelling', 'dns', ofDns('AAAA', { ...A, type: 'AAAA', data: '2001:db8::1' }), { answers: ['2001:DB8:0::1'] }, ''],
  [
    'a name without its final dot',
    'dns',
    ofDns('MX', { ...A, type: 'MX', data: '10 Mx.example.' }),
    { answers: ['10 mx.example'] },
    '',
  ],
  ['a text in pieces', 'dns', ofDns('TXT', { ...A, type: 'TXT', data: '"v=spf1 " "-all"' }), { answers: ['v=spf1 -all'] }, ''],
  [
    'a certificate with days left',
    'tls',
    ofTls({ certificates: [{ daysLeft: 15, validTo: '2026-12-30T00:00:00.000Z' }] }),
    { certificateDays: 14 },
    '',
  ],
  [
    'a certificate that ends soon',
    'tls',
    ofTls({ certificates: [{ daysLeft: 1.4, validTo: '2026-12-30T00:00:00.000Z' }] }),
    { certificateDays: 14 },
    'the certificate ends in 1 day (2026-12-30)',
  ],
  ['one that ends soon where nobody asks', 'tls', ofTls({ certificates: [{ daysLeft: 1, validTo: '2026-12-30' }] }), {}, ''],
  ['a revoked certificate', 'tls', ofTls({ ocsp: { status: 'revoked' } }), {}, 'certificate: revoked'],
]
for (const [name, type, data, rules, fault] of changes)
  test(`${name}: ${fault || 'good'}`, () => {
    const { words, kind } = judgeRun({ type, results: [row(data)] } as Measurement, { ...RULES, ...rules })
    assert.equal(kind, fault ? 'bad' : 'good')
    assert.equal(words.en, fault ? `1 of 1 result is bad. Tokyo: ${fault}.` : '1 of 1 result is good.')
  })

test('why a certificate is not trusted is said in both languages', () => {
  const checks = [{ id: 'trust', verdict: 'bad', text: { en: 'not trusted: it has expired', zh: '不受信任：已过期' } }]
  const { words } = judgeRun(
    { type: 'tls', results: [row({ isTrusted: false, problem: 'x', checks })] } as unknown as Measurement,
    RULES,
  )
  assert.match(words.zh, /证书：不受信任：已过期/)
  assert.match(words.en, /certificate: not trusted: it has expired/)
})

for (const [name, type, data, kind] of others)
  test(`${name} is ${kind}`, () => assert.equal(judgeRun({ type, results: [row(data)] } as Measurement, RULES).kind, kind))

test('the words name the points and what is wrong with them', () => {
  const { words } = judgeRun({ type: 'ping', results: [lossy, slow, good] } as Measurement, RULES)
  assert.equal(words.en, '2 of 3 results are bad. Tokyo: loss 67%; Tokyo: 250 ms.')
  assert.equal(words.zh, '3 个结果中 2 个异常：Tokyo: 丢包 67%；Tokyo: 250 ms。')
})

test('a state changes after two runs in a row; what alternates never is news', () => {
  const follow = (verdicts: Verdict['kind'][]) => {
    let state: MonitorState = { state: 'unknown', streak: 0 }
    return verdicts.map((verdict) => {
      const next = toNextState(state, verdict, 2)
      state = next
      return next.isNews ? `${next.state}!` : next.state
    })
  }
  assert.deepEqual(follow(['good', 'bad', 'bad', 'bad', 'good', 'good']), ['good', 'good', 'bad!', 'bad', 'bad', 'good!'])
  assert.deepEqual(
    follow(['good', 'bad', 'good', 'bad', 'good', 'bad']),
    Array.from({ length: 6 }, () => 'good'),
  )
  assert.deepEqual(follow(['bad', 'unknown', 'bad']), ['unknown', 'unknown', 'bad!'], 'a run that says nothing breaks no row')
})

for (const [type, data] of [
  ['dns', { rcode: 'x'.repeat(400_000), answers: [], ms: 1 }],
  ['tls', { isTrusted: false, problem: 'x'.repeat(400_000) }],
] as const)
  test(`what a point says of ${type} stays short in words`, () => {
    const { kind, words } = judgeRun({ type, results: [row(data)] } as unknown as Measurement, RULES)
    assert.ok(kind === 'bad' && words.en.length < 300 && words.zh.length < 300, `${words.en.length} characters`)
  })
