import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PollutionRow } from '@octet/core/probe/dns.ts'
import { judgePollution } from './pollution.ts'

const row = (id: string, way: PollutionRow['way'], more: Partial<PollutionRow> = {}): PollutionRow => ({
  id,
  name: id,
  server: '192.0.2.53',
  country: null,
  way,
  state: 'answered',
  answers: [],
  isControlAnswered: null,
  note: null,
  ...more,
})
const says = (...values: string[]) => ({ answers: [{ rcode: 'NOERROR', values, ms: 1 }] })
const TRUE = row('doh', 'encrypted', says('8.8.8.8', '8.8.4.4'))
const ASNS: Readonly<Record<string, number>> = { '8.8.8.8': 15169, '8.8.8.9': 15169, '157.240.1.1': 32934 }
const judge = (...rows: PollutionRow[]) => judgePollution('A', rows, (address) => ASNS[address])
const china = { country: 'CN' }

for (const [outcome, rows, verdict, mark] of [
  ['the same addresses agree', [row('cn', 'plain', { ...china, ...says('8.8.4.4') })], 'clean', 'same'],
  ['another address of the same network agrees', [row('cn', 'plain', { ...china, ...says('8.8.8.9') })], 'clean', 'network'],
  ['another network alone proves nothing', [row('cn', 'plain', { ...china, ...says('1.0.0.1') })], 'clean', 'other'],
  ['an address known from forged answers', [row('cn', 'plain', { ...china, ...says('8.7.198.45') })], 'forged', 'forged'],
  ['an address that is not on the Internet', [row('cn', 'plain', says('127.0.0.1'))], 'forged', 'forged'],
  ['an address of a company that forged answers carry', [row('cn', 'plain', says('157.240.1.1'))], 'forged', 'forged'],
  [
    'no record where there is one',
    [row('cn', 'plain', { ...china, answers: [{ rcode: 'NXDOMAIN', values: [], ms: 1 }] })],
    'suspected',
    'missing',
  ],
] as const)
  test(outcome, () => {
    const { verdict: found, rows: marked } = judge(TRUE, ...rows)
    assert.deepEqual([found, marked[1]!.mark], [verdict, mark])
  })

test('other networks for one resolver are no proof, for all inside a reason to look', () => {
  const other = (id: string) => row(id, 'plain', { ...china, ...says('1.0.0.1') })
  assert.equal(judge(TRUE, other('a'), row('b', 'plain', { ...china, ...says('8.8.8.8') })).verdict, 'clean')
  assert.equal(judge(TRUE, other('a'), other('b')).verdict, 'suspected')
})

test('two different answers to one question are a forgery, the same twice is none', () => {
  const answers = [
    { rcode: 'NOERROR', values: ['1.0.0.1'], ms: 8 },
    { rcode: 'NOERROR', values: ['8.8.8.8'], ms: 31 },
  ]
  assert.equal(judge(TRUE, row('us', 'plain', { answers })).verdict, 'forged')
  assert.equal(judge(TRUE, row('us', 'plain', { answers: [answers[1]!, answers[1]!] })).verdict, 'clean')
})

test('what answers for a root server forges; what answers for every name takes all DNS', () => {
  const bait = (more: Partial<PollutionRow>) => judge(TRUE, row('b.root', 'root', { isControlAnswered: false, ...more }))
  assert.deepEqual([bait({}).rows[1]!.mark, bait({}).findings[0]!.verdict], ['quiet', 'good'])
  assert.equal(bait(says('1.0.0.1')).verdict, 'forged')
  assert.equal(bait({ ...says('1.0.0.1'), isControlAnswered: true }).verdict, 'intercepted')
  assert.equal(judge(TRUE, row('own', 'silent', { state: 'silent', isControlAnswered: false })).rows[1]!.mark, 'quiet')
})

test('an address that encrypted answers give, too, is the name’s own', () => {
  const own = row('doh', 'encrypted', says('157.240.1.1', '10.0.0.1'))
  assert.equal(judge(own, row('cn', 'plain', says('157.240.1.1'))).verdict, 'clean')
  assert.equal(judge(own, row('cn', 'plain', says('10.0.0.1'))).verdict, 'clean')
})

test('who fails to resolve a name does not say that there is none', () => {
  const fails = (id: string, way: PollutionRow['way'], rcode: string) =>
    row(id, way, { ...china, answers: [{ rcode, values: [], ms: 1 }] })
  const { verdict, rows, findings } = judge(
    TRUE,
    fails('a', 'plain', 'SERVFAIL'),
    fails('b', 'plain', 'REFUSED'),
    row('c', 'plain', { ...china, ...says('8.8.8.8') }),
  )
  assert.deepEqual([verdict, rows[1]!.mark, rows[2]!.mark], ['clean', null, null])
  assert.ok(findings.some(({ text }) => text.en.startsWith('In plain UDP, 1 of 1 asked in China')))
  const late = { answers: [...says('8.8.8.8').answers, { rcode: 'SERVFAIL', values: [], ms: 9 }] }
  assert.equal(judge(TRUE, row('us', 'plain', late)).verdict, 'clean')
})

test('a name that cannot be resolved over TLS leaves nothing to compare by', () => {
  const broken = row('doh', 'encrypted', { answers: [{ rcode: 'SERVFAIL', values: [], ms: 1 }] })
  const cn = (id: string) => row(id, 'plain', { ...china, ...says('1.0.0.1') })
  const { verdict, findings } = judge(broken, cn('a'), cn('b'))
  assert.equal(verdict, 'unclear')
  assert.match(findings[0]!.text.en, /nothing to compare/)
})

test('a root server that was not reached shows nothing', () => {
  const { rows, findings } = judge(TRUE, row('b.root', 'root', { state: 'silent', isControlAnswered: false }))
  assert.deepEqual([rows[1]!.mark, findings.length], [null, 0])
})

test('addresses that DNS64 makes are no other network', () => {
  const none = row('doh', 'encrypted', says())
  const own = row('own', 'own', says('64:ff9b::c000:201'))
  assert.equal(judgePollution('AAAA', [none, own], () => undefined).rows[1]!.mark, 'same')
})

test('without an encrypted answer nothing is called clean', () => {
  const lost = row('doh', 'encrypted', { state: 'failed' })
  assert.equal(judge(lost, row('cn', 'plain', { ...china, ...says('8.8.8.8') })).verdict, 'unclear')
  assert.equal(judge(lost, row('cn', 'plain', { ...china, ...says('59.24.3.173') })).verdict, 'forged')
})

test('a resolver that gives forged answers over TLS has them in its memory', () => {
  const { findings } = judge(TRUE, row('cn', 'encrypted', { ...china, ...says('8.7.198.45') }))
  assert.ok(findings.some(({ verdict, text }) => verdict === 'bad' && text.en.includes('own cache')))
})
