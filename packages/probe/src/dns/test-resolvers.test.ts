import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ResolverTest } from '@octet/core/probe/resolver-test.ts'
import { createGuard } from '../guard/guard.ts'
import { rr, startDnsServer, type Script } from '../testing/dns-server.ts'
import { createDnsClient, type DnsClient } from './client.ts'
import { testResolvers } from './test-resolvers.ts'
import { TYPES } from './types.ts'

const NO_FLAGS = { qr: true, aa: false, tc: false, rd: true, ra: true, ad: false, cd: false }
const SIGNATURE = {
  covered: 'A',
  algorithm: 13,
  labels: 2,
  originalTtl: 300,
  expiration: 1893456000,
  inception: 1735689600,
  keyTag: 1,
  signer: 'iana.org.',
  signature: 'AAAA',
} as const

/** An honest resolver that validates; tests change what it says to a name. */
function toScript(changes: Readonly<Record<string, ReturnType<Script>>> = {}): Script {
  return ({ name, type }) => {
    const key = name.endsWith('.com.') && !name.includes('google') ? 'missing' : name
    if (Object.hasOwn(changes, key)) return changes[key]
    if (name === '.') return { answers: [rr('.', 'NS', { name: 'a.root-servers.net.' })] }
    if (name === 'dns.google.') return { answers: [rr(name, 'A', { address: '8.8.8.8' })] }
    if (name === 'iana.org.')
      return {
        flags: { ...NO_FLAGS, ad: true },
        answers: [rr(name, 'A', { address: '192.0.2.8' }), rr(name, 'RRSIG', SIGNATURE)],
      }
    if (name === 'dnssec-failed.org.') return { rcode: 2 }
    if (type === TYPES.TXT) return { answers: [rr(name, 'TXT', { texts: ['192.0.2.53'] })] }
    return { rcode: 3 }
  }
}

async function testOn(script: Script, timeoutMs = 30_000): Promise<ResolverTest> {
  await using server = await startDnsServer(script)
  const real = createDnsClient({ guard: createGuard({ allowTargets: ['127.0.0.1/32'] }), systemServers: [] })
  // visitors may name no other port than 53
  const client: DnsClient = {
    ...real,
    ask: (question) => real.ask({ ...question, server: { ...question.server!, port: server.port } }),
  }
  const resolver = { id: 'one', name: 'One', server: '127.0.0.1', country: null }
  const values = await Array.fromAsync(testResolvers([resolver], { client, timeoutMs }))
  assert.equal(values[0]![0]!.state, 'waiting')
  return values.at(-1)![0]!
}

test('an honest validating resolver', async () => {
  const { state, medianMs, knownAnswer, missingName, dnssec, clientSubnet, note } = await testOn(toScript())
  assert.ok(medianMs !== null && medianMs > 0)
  assert.deepEqual(
    { state, knownAnswer, missingName, dnssec, clientSubnet, note },
    { state: 'answered', knownAnswer: 'right', missingName: 'honest', dnssec: 'validates', clientSubnet: 'no', note: null },
  )
})

const CHANGED = 'dns.google. → 192.0.2.99'
const FORGED = { answers: [rr('x.com.', 'A', { address: '192.0.2.99' })] }
const CASES: readonly [string, Parameters<typeof toScript>[0], Partial<ResolverTest>][] = [
  [
    'a name that does not exist leads somewhere',
    { missing: FORGED },
    { missingName: 'redirected', redirectedTo: ['192.0.2.99'] },
  ],
  ['a known answer is changed', { 'dns.google.': FORGED }, { knownAnswer: 'changed', note: { en: CHANGED, zh: CHANGED } }],
  ['a name that could not be resolved is no changed answer', { 'dns.google.': { rcode: 2 } }, { knownAnswer: 'unknown' }],
  ['a blocked name is no right answer', { 'dns.google.': { rcode: 3 } }, { knownAnswer: 'changed' }],
  [
    'wrong signatures are handed on',
    { 'dnssec-failed.org.': { answers: [rr('dnssec-failed.org.', 'A', { address: '192.0.2.1' })] } },
    { dnssec: 'passes' },
  ],
  [
    'signatures are dropped',
    {
      'iana.org.': { answers: [rr('iana.org.', 'A', { address: '192.0.2.8' })] },
      'dnssec-failed.org.': { answers: [rr('dnssec-failed.org.', 'A', { address: '192.0.2.1' })] },
    },
    { dnssec: 'no' },
  ],
  ['SERVFAIL for everything proves nothing', { 'iana.org.': { rcode: 2 } }, { dnssec: 'unknown' }],
  [
    'the client’s subnet is sent on',
    {
      'o-o.myaddr.l.google.com.': {
        answers: [rr('o-o.myaddr.l.google.com.', 'TXT', { texts: ['edns0-client-subnet 198.51.100.0/24'] })],
      },
    },
    { clientSubnet: 'yes' },
  ],
]
for (const [title, changes, expected] of CASES)
  test(title, async () => {
    const row = await testOn(toScript(changes))
    for (const [name, value] of Object.entries(expected)) assert.deepEqual(row[name as keyof ResolverTest], value, name)
  })

test('a resolver that refuses strangers is a row that failed, however fast', async () => {
  const { state, medianMs, note } = await testOn(() => ({ rcode: 5 }))
  assert.deepEqual([state, medianMs], ['failed', null])
  assert.match(note?.en ?? '', /127\.0\.0\.1 answered REFUSED/)
})

test('a silent resolver is a row that failed', async () => {
  const { state, medianMs, note } = await testOn(() => undefined, 1_000)
  assert.deepEqual([state, medianMs], ['failed', null])
  assert.match(note?.en ?? '', /No answer from 127\.0\.0\.1 within/)
  assert.match(note?.zh ?? '', /毫秒内/)
})
