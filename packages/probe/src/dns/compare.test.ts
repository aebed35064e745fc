import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rr } from '../testing/dns-server.ts'
import type { Answered } from './client.ts'
import { toComparison, toOutcome, type ComparisonRow } from './compare.ts'
import type { Rr } from './message.ts'
import { TYPES } from './types.ts'

const compare = (type: number, ...said: readonly { rcode?: number; answers?: readonly Rr[] }[]) =>
  toComparison(
    said.map(({ rcode = 0, answers = [] }, index): ComparisonRow => {
      const row = { id: `${index}`, name: 'R', server: '192.0.2.53', country: null, rcode: null, values: [], ttl: null }
      const outcome = toOutcome({ message: { rcode, answers }, ms: 1 } as unknown as Answered, type)
      return { ...row, ms: null, group: null, note: null, state: 'waiting', ...outcome }
    }),
    undefined,
    true,
  )
const mail = (exchange: string) => ({ answers: [rr('example.com.', 'MX', { preference: 10, exchange })] })
const text = (words: string) => ({ answers: [rr('example.com.', 'TXT', { texts: [words] })] })

test('a resolver that refuses has no say', () => {
  const { groups, resolvers } = compare(TYPES.MX, mail('mx.example.com.'), { rcode: 5 }, { rcode: 4 })
  assert.equal(groups.length, 1)
  assert.deepEqual(
    resolvers.map(({ state, rcode, group, note }) => [state, rcode, group, note?.en]),
    [
      ['answered', 'NOERROR', 1, undefined],
      ['failed', 'REFUSED', null, 'REFUSED'],
      ['failed', 'NOTIMP', null, 'NOTIMP'],
    ],
  )
})

test('a name that one validates and rejects is another answer', () => {
  assert.deepEqual(
    compare(TYPES.MX, mail('mx.example.com.'), { rcode: 2 }, { rcode: 3 }).groups.map(({ rcode }) => rcode),
    ['NOERROR', 'SERVFAIL', 'NXDOMAIN'],
  )
})

test('names in other capital letters are the same, texts are not', () => {
  assert.equal(compare(TYPES.MX, mail('mx.example.com.'), mail('MX.eXample.COM.')).groups.length, 1)
  assert.equal(compare(TYPES.TXT, text('v=Spf1'), text('v=spf1')).groups.length, 2)
})
