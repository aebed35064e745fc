import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import type { DnsAnswer } from '@octet/core/probe/dns.ts'
import type { WhoisResult } from '@octet/core/probe/whois.ts'
import { toAgo } from './ago.ts'
import { compareFacts, toDnsFacts, toWhoisFacts } from './facts.ts'
import { forgetAnswers, noteAnswer, setKeeping } from './kept-answers.ts'

const kept = new Map<string, string>()
const storage = {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, text: string) => void kept.set(name, text),
  removeItem: (name: string) => void kept.delete(name),
}
beforeEach(() => {
  kept.clear()
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, value: storage })
})

const answer = (type: string, values: readonly (readonly [type: string, data: string])[], rest: Partial<DnsAnswer> = {}) =>
  ({
    question: { name: 'example.com', type },
    rcode: 'NOERROR',
    answers: values.map(([of, data], index) => ({
      name: 'example.com.',
      ttl: 300 - index,
      class: 'IN',
      type: of,
      data,
      fields: null,
    })),
    ...rest,
  }) as unknown as DnsAnswer

test('records are compared without their TTL and order; signatures are not', () => {
  const before = toDnsFacts([
    answer('A', [
      ['A', '192.0.2.1'],
      ['A', '192.0.2.2'],
      ['RRSIG', 'A 13 2 300 1'],
    ]),
  ])
  const after = toDnsFacts([
    answer('A', [
      ['A', '192.0.2.2'],
      ['A', '192.0.2.3'],
      ['RRSIG', 'A 13 2 300 2'],
    ]),
  ])
  assert.deepEqual(compareFacts(before, after), [{ field: 'A', added: ['192.0.2.3'], removed: ['192.0.2.1'] }])
  assert.deepEqual(
    compareFacts(
      after,
      toDnsFacts([
        answer('A', [
          ['A', '192.0.2.3'],
          ['A', '192.0.2.2'],
        ]),
      ]),
    ),
    [],
  )
})

test('a type that failed this time is not called removed, one that has become empty is', () => {
  const before = toDnsFacts([answer('A', [['A', '192.0.2.1']]), answer('MX', [['MX', '10 mx.example.']])])
  assert.deepEqual(compareFacts(before, toDnsFacts([answer('A', [['A', '192.0.2.1']])])), [])
  assert.deepEqual(compareFacts(before, toDnsFacts([answer('MX', [])])), [
    { field: 'MX', added: [], removed: ['10 mx.example.'] },
  ])
  assert.deepEqual(toDnsFacts([answer('A', [], { rcode: 'SERVFAIL' })]), {}, 'a server that failed says nothing of records')
})

test('an alias that has come, and a name that has gone', () => {
  const before = toDnsFacts([answer('A', [['A', '192.0.2.1']])])
  assert.deepEqual(
    compareFacts(
      before,
      toDnsFacts([
        answer('A', [
          ['CNAME', 'b.example.'],
          ['A', '192.0.2.1'],
        ]),
      ]),
    ),
    [{ field: 'CNAME', added: ['b.example.'], removed: [] }],
  )
  assert.deepEqual(
    compareFacts(before, toDnsFacts([answer('A', [], { rcode: 'NXDOMAIN' })])).map(({ field }) => field),
    ['rcode', 'A'],
  )
})

test('of a registration what people watch is compared, not the days that are left', () => {
  const result: WhoisResult = {
    query: 'example.com',
    kind: 'domain',
    unicode: null,
    source: 'rdap',
    askedAt: '2026-01-01T00:00:00Z',
    isRegistered: true,
    registrar: { name: 'One', ianaId: null, url: null },
    created: null,
    updated: null,
    expires: '2027-01-01',
    ageDays: null,
    daysLeft: 300,
    statuses: [],
    nameServers: ['a.example'],
    isSigned: null,
    network: null,
    abuse: null,
    contacts: [{ roles: ['registrant'], name: null, organization: 'Org', country: null, email: null, phone: null }],
    redactions: [],
    notes: [],
    raw: [],
  }
  const later = { ...result, daysLeft: 299, askedAt: '2026-01-02T00:00:00Z' }
  assert.deepEqual(compareFacts(toWhoisFacts(result), toWhoisFacts(later)), [])
  const moved = { ...later, registrar: { name: 'Two', ianaId: null, url: null }, isSigned: true, contacts: [] }
  assert.deepEqual(compareFacts(toWhoisFacts(result), toWhoisFacts(moved)), [
    { field: 'registrar', added: ['Two'], removed: ['One'] },
    { field: 'contacts', added: [], removed: ['Org'] },
  ])
})

test('an answer is compared with the last one of its question; the change stays known', () => {
  assert.deepEqual(noteAnswer('q', { A: ['1'] }, 1000), { lastAt: undefined, changes: [], earlier: undefined })
  assert.deepEqual(noteAnswer('other', { A: ['9'] }, 1500)?.lastAt, undefined)
  assert.deepEqual(noteAnswer('q', { A: ['1'] }, 2000), { lastAt: 1000, changes: [], earlier: undefined })
  const changes = [{ field: 'A', added: ['2'], removed: ['1'] }]
  assert.deepEqual(noteAnswer('q', { A: ['2'] }, 3000), { lastAt: 2000, changes, earlier: undefined })
  assert.deepEqual(noteAnswer('q', { A: ['2'] }, 4000), { lastAt: 3000, changes: [], earlier: { from: 2000, to: 3000, changes } })
})

test('what failed in between is compared with what was known before', () => {
  noteAnswer('q', { A: ['1'], MX: ['m'] }, 1)
  noteAnswer('q', { A: ['1'] }, 2)
  assert.deepEqual(noteAnswer('q', { A: ['1'], MX: ['n'] }, 3)?.changes, [{ field: 'MX', added: ['n'], removed: ['m'] }])
})

test('so many answers are kept and no more, none that is very long, and none when told so', () => {
  for (let i = 0; i < 80; i++) noteAnswer(`q${i}`, { A: [String(i)] }, i)
  assert.equal(JSON.parse(kept.get('answers') ?? '').answers.length, 60)
  assert.equal(noteAnswer('q0', { A: ['0'] }, 100)?.lastAt, undefined, 'the oldest went first')
  noteAnswer('long', { TXT: ['x'.repeat(7000)] }, 100)
  assert.equal(noteAnswer('long', { TXT: ['x'.repeat(7000)] }, 101)?.lastAt, undefined)
  forgetAnswers()
  assert.equal(kept.size, 0)
  noteAnswer('q', { A: ['1'] }, 1)
  setKeeping(false)
  assert.equal(kept.get('answers'), '{"isOff":true,"answers":[]}')
  assert.equal(noteAnswer('q', { A: ['1'] }, 2), undefined)
  setKeeping(true)
  assert.equal(noteAnswer('q', { A: ['1'] }, 3)?.lastAt, undefined)
})

for (const text of [
  '{{',
  '5',
  'null',
  '{"answers":5}',
  '{"answers":[null,{"key":"q"},{"key":"q","versions":[{"firstAt":1,"lastAt":1,"facts":{"A":5}}]}]}',
])
  test(`${text} is nothing that was kept`, () => {
    kept.set('answers', text)
    assert.deepEqual(noteAnswer('q', { A: ['1'] }, 9)?.lastAt, undefined)
  })

test('how long ago', () => {
  assert.deepEqual([toAgo(3 * 86_400_000 + 5, 'en'), toAgo(90_000, 'zh'), toAgo(59_000, 'en')], ['3 days ago', '1分钟前', 'now'])
})
