import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { DnssecResult } from '@octet/core/probe/dns.ts'
import { createGuard } from '../../guard/guard.ts'
import { rr, startDnsServer, type DnsTestServer, type Script } from '../../testing/dns-server.ts'
import { createWorld, createZone, type TestZone } from '../../testing/signed-zone.ts'
import { createDnsClient } from '../client.ts'
import { toOptRecord, type Message, type Rr } from '../message.ts'
import { writeName } from '../names.ts'
import { readRdata, toRdataText } from '../rdata.ts'
import { findType, TYPES } from '../types.ts'
import { digestAs } from './algorithms.ts'
import { validateFromRoot } from './validate.ts'

const a = (name: string) => rr(name, 'A', { address: '192.0.2.1' })
const delegate = (zone: TestZone) => [rr(zone.name, 'NS', { name: 'ns.test.' }), ...(zone.ds ? [zone.ds] : [])]
const SIGNED_AT = new Date('2026-01-10T00:00:00Z')
const common = { signedAt: SIGNED_AT }
const alias = (name: string, to: string) => rr(name, 'CNAME', { name: to })

const secure = createZone({
  ...common,
  name: 'secure.test.',
  algorithm: 15,
  records: [
    a('www.secure.test.'),
    a('*.wild.secure.test.'),
    a('b.wild.secure.test.'),
    alias('alias.secure.test.', 'www.secure.test.'),
    alias('out.secure.test.', 'www.unsigned.test.'),
    alias('broken.secure.test.', 'www.bogus.test.'),
    alias('round.secure.test.', 'again.secure.test.'),
    alias('again.secure.test.', 'round.secure.test.'),
    rr('zz.wild.secure.test.', 'MX', { preference: 10, exchange: 'www.secure.test.' }),
    rr('moved.secure.test.', 'DNAME', { name: 'secure.test.' }),
    a('deep.empty.secure.test.'),
  ],
})
const nsec3 = createZone({
  ...common,
  name: 'n3.test.',
  algorithm: 8,
  denial: 'nsec3',
  records: [a('www.n3.test.'), a('*.wild.n3.test.'), a('deep.empty.n3.test.')],
})
const unsigned = createZone({ name: 'unsigned.test.', denial: 'unsigned', records: [a('www.unsigned.test.')] })
const bogus = createZone({
  ...common,
  name: 'bogus.test.',
  spoils: 'A',
  records: [a('www.bogus.test.'), rr('www.bogus.test.', 'TXT', { texts: ['fine'] })],
})
const expired = createZone({ ...common, name: 'old.test.', signedAt: new Date('2025-01-01'), records: [a('www.old.test.')] })
const hidden = createZone({ name: 'hidden.optout.test.', denial: 'unsigned', records: [a('www.hidden.optout.test.')] })
const optOut = createZone({
  ...common,
  name: 'optout.test.',
  denial: 'nsec3-opt-out',
  records: [...delegate(hidden), a('www.optout.test.'), alias('*.optout.test.', 'www.optout.test.'), a('*.wild.optout.test.')],
})
const below = createZone({ name: 'below.costly.test.', denial: 'unsigned', records: [a('www.below.costly.test.')] })
const costly = createZone({
  ...common,
  name: 'costly.test.',
  denial: 'nsec3',
  iterations: 150,
  records: [...delegate(below), a('www.costly.test.'), a('*.wild.costly.test.')],
})
const rogue = createZone({ ...common, name: 'rogue.test.', records: [a('www.rogue.test.')] })
const other = createZone({ ...common, name: 'rogue.test.', records: [] })
const twofold = createZone({ ...common, name: 'two.test.', records: [a('www.two.test.')] })
const stray = createZone({ ...common, name: 'stray.test.', records: [a('www.stray.test.')] })
const sha1 = createZone({ ...common, name: 'sha1.test.', records: [a('www.sha1.test.')] })

/** DS records of these digests, the first of them for another key where so wanted. */
function toDs({ name, records, ds }: TestZone, digests: readonly number[], isFirstWrong = false): Rr[] {
  const key = records.find(({ type }) => type === TYPES.DNSKEY)!
  return digests.map((digestType, index) => {
    const fields = readRdata(TYPES.DS, ds!.rdata)!
    const right = digestAs(digestType, writeName(name), key.rdata)!
    const digest = index === 0 && isFirstWrong ? right.replaceAll(/./g, '0') : right
    return rr(name, 'DS', { ...fields, digestType, digest })
  })
}

const tld = createZone({
  ...common,
  name: 'test.',
  denial: 'nsec3',
  records: [
    ...[secure, nsec3, unsigned, bogus, expired, optOut, costly, other].flatMap(delegate),
    rr('two.test.', 'NS', { name: 'ns.test.' }),
    ...toDs(twofold, [2, 1], true),
    ...delegate(stray),
    rr('stray.test.', 'DS', { keyTag: 7, algorithm: 13, digestType: 2, digest: '00'.repeat(32) }),
    rr('sha1.test.', 'NS', { name: 'ns.test.' }),
    ...toDs(sha1, [1]),
  ],
})
const root = createZone({ ...common, name: '.', algorithm: 8, records: delegate(tld) })

const world = createWorld([
  root,
  tld,
  secure,
  nsec3,
  unsigned,
  bogus,
  expired,
  optOut,
  hidden,
  costly,
  below,
  rogue,
  twofold,
  sha1,
  stray,
])
const anchors = [toRdataText(TYPES.DS, root.ds!.rdata)]
const guard = createGuard()
const now = () => new Date('2026-01-20T00:00:00Z')

let server: DnsTestServer
before(async () => void (server = await startDnsServer(world)))
after(() => server[Symbol.asyncDispose]())

async function validate(name: string, type: number = TYPES.A, port = server.port, at = now): Promise<DnssecResult> {
  const client = createDnsClient({ guard, systemServers: [{ transport: 'udp', host: '127.0.0.1', port, isTrusted: true }] })
  let last: DnssecResult | undefined
  for await (last of validateFromRoot({ name, type }, { client, anchors, now: at }));
  return last!
}

const CASES: readonly [name: string, type: number, state: DnssecResult['state'], kinds: string][] = [
  ['www.secure.test.', TYPES.A, 'secure', 'answer'],
  ['WWW.Secure.Test.', TYPES.A, 'secure', 'answer'],
  ['x.wild.secure.test.', TYPES.A, 'secure', 'wildcard'],
  ['y.x.wild.n3.test.', TYPES.A, 'secure', 'wildcard'],
  ['alias.secure.test.', TYPES.A, 'secure', 'alias answer'],
  ['out.secure.test.', TYPES.A, 'insecure', 'alias answer'],
  ['broken.secure.test.', TYPES.A, 'bogus', 'alias answer'],
  ['none.secure.test.', TYPES.A, 'secure', 'no-name'],
  ['none.n3.test.', TYPES.A, 'secure', 'no-name'],
  ['a.b.none.n3.test.', TYPES.A, 'secure', 'no-name'],
  ['www.secure.test.', TYPES.MX, 'secure', 'no-data'],
  ['www.n3.test.', TYPES.AAAA, 'secure', 'no-data'],
  ['empty.secure.test.', TYPES.A, 'secure', 'no-data'],
  ['empty.n3.test.', TYPES.A, 'secure', 'no-data'],
  ['secure.test.', TYPES.DS, 'secure', 'answer'],
  ['unsigned.test.', TYPES.DS, 'secure', 'no-data'],
  ['www.unsigned.test.', TYPES.A, 'insecure', 'answer'],
  ['none.unsigned.test.', TYPES.A, 'insecure', 'no-name'],
  ['www.hidden.optout.test.', TYPES.A, 'insecure', 'answer'],
  ['www.bogus.test.', TYPES.A, 'bogus', 'answer'],
  ['www.bogus.test.', TYPES.TXT, 'secure', 'answer'],
  ['www.old.test.', TYPES.A, 'bogus', 'answer'],
  ['www.rogue.test.', TYPES.A, 'bogus', 'answer'],
  ['none.costly.test.', TYPES.A, 'insecure', 'no-name'],
  ['www.costly.test.', TYPES.A, 'secure', 'answer'],
  ['x.wild.costly.test.', TYPES.A, 'insecure', 'wildcard'],
  ['www.below.costly.test.', TYPES.A, 'insecure', 'answer'],
  ['none.below.costly.test.', TYPES.A, 'insecure', 'no-name'],
  ['none.test.', TYPES.A, 'secure', 'no-name'],
  ['x.wild.optout.test.', TYPES.A, 'insecure', 'wildcard'],
  ['x.wild.optout.test.', TYPES.MX, 'insecure', 'no-data'],
  ['x.optout.test.', TYPES.A, 'insecure', 'wildcard answer'],
  ['www.sha1.test.', TYPES.A, 'secure', 'answer'],
  ['www.two.test.', TYPES.A, 'bogus', 'answer'],
]
for (const [name, type, state, kinds] of CASES)
  test(`${name} TYPE${type} is ${state} (${kinds})`, async () => {
    const result = await validate(name, type)
    assert.equal(result.state, state, JSON.stringify(result.reason))
    assert.equal(result.proofs.map(({ kind }) => kind).join(' '), kinds)
    assert.equal(result.reason === null, state === 'secure', 'what is not secure says why')
  })

test('signatures that are about to end, SHA-1, short keys and stray DS are told', async () => {
  const advice = async (name: string, at?: string) => {
    const { checks } = await validate(name, TYPES.A, server.port, at ? () => new Date(at) : now)
    return checks.map(({ id, text }) => `${id} ${text.en.split(/: (?!is)/)[1] ?? text.en}`)
  }
  assert.deepEqual(await advice('www.secure.test.'), ['short-key .'])
  const [ending] = await advice('www.secure.test.', '2026-02-07T00:00:00Z')
  assert.match(ending!, /^expiry the signature over \S+ \S+ ends on 2026-02-09 00:00 UTC and has not been renewed/)
  assert.deepEqual(await advice('www.secure.test.', '2026-02-05T00:00:00Z'), ['short-key .'], 'renewal may be due any day')
  assert.deepEqual(await advice('www.sha1.test.'), ['sha1-digest sha1.test.', 'short-key .'])
  const stray = await advice('www.stray.test.')
  assert.match(stray.join(), /stray-ds stray\.test\. \d+$/)
})

test('the chain names its zones, keys and DS', async () => {
  const { chain } = await validate('www.secure.test.')
  assert.deepEqual(
    chain.map(({ zone, state }) => `${zone} ${state}`),
    ['. secure', 'test. secure', 'secure.test. secure'],
  )
  assert.deepEqual(
    chain[2]!.keys.map(({ algorithm, bits, role, isTrusted, signs }) => ({ algorithm, bits, role, isTrusted, signs })),
    [{ algorithm: 'ED25519', bits: 256, role: 'KSK', isTrusted: true, signs: true }],
  )
  assert.equal(chain[2]!.ds[0]!.matches, true)
})

test('a signature that has expired is named with its date', async () => {
  const { reason } = await validate('www.old.test.')
  assert.match(reason!.en, /expired on 2025-01-31/)
})

/** A resolver that lies: each changes one answer of the true world. */
const LIES: readonly [string, Script, DnssecResult['state']][] = [
  [
    'signatures stripped below a signed zone',
    (question, query) => strip(world(question, query), question.name.endsWith('secure.test.')),
    'bogus',
  ],
  ['all signatures stripped', (question, query) => strip(world(question, query), true), 'indeterminate'],
  ['another address', (question, query) => replaceA(world(question, query)), 'bogus'],
  [
    'a denial without proof',
    (question, query) => (question.name.startsWith('www.') ? { rcode: 3 } : world(question, query)),
    'bogus',
  ],
  [
    'the denial of another name',
    (question, query) =>
      question.name.startsWith('www.') ? world({ ...question, name: 'none.secure.test.' }, query) : world(question, query),
    'bogus',
  ],
  [
    'DS withheld',
    (question, query) => (question.type === TYPES.DS && question.name === 'secure.test.' ? { rcode: 0 } : world(question, query)),
    'bogus',
  ],
  ['no DNSKEY of the root', (question, query) => (question.type === TYPES.DNSKEY ? {} : world(question, query)), 'indeterminate'],
  ['SERVFAIL', () => ({ rcode: 2 }), 'indeterminate'],
]
for (const [title, lie, state] of LIES)
  test(`${title}: ${state}`, async () => {
    await using liar = await startDnsServer(lie)
    const result = await validate('www.secure.test.', TYPES.A, liar.port)
    assert.equal(result.state, state, JSON.stringify(result.reason))
    assert.ok(result.reason)
  })

test('another address, signed in a zone whose denials cost too much: bogus; unsigned: insecure', async () => {
  await using liar = await startDnsServer((question, query) => replaceA(world(question, query)))
  assert.equal((await validate('www.costly.test.', TYPES.A, liar.port)).state, 'bogus')
  await using remover = await startDnsServer((question, query) =>
    strip(world(question, query), question.name === 'www.costly.test.' && question.type === TYPES.A),
  )
  const { state, reason } = await validate('www.costly.test.', TYPES.A, remover.port)
  assert.equal(state, 'insecure')
  assert.match(reason!.en, /hashed more than 100 times/)
})

test('a zone without denials answers for what it signs, and for nothing else', async () => {
  await using broken = await startDnsServer((question, query) => {
    const said = world(question, query) as Partial<Message>
    return question.name.endsWith('n3.test.') ? { ...said, authorities: [] } : said
  })
  const ask = async (name: string, type?: number) => (await validate(name, type, broken.port)).state
  assert.deepEqual(
    [await ask('www.n3.test.'), await ask('www.n3.test.', TYPES.MX), await ask('none.n3.test.')],
    ['secure', 'bogus', 'bogus'],
  )
})

test('a denial whose SOA is not signed: bogus, as resolvers have it', async () => {
  await using broken = await startDnsServer((question, query) => {
    const said = world(question, query) as Partial<Message>
    if (question.type !== TYPES.MX) return said
    const isOverSoa = ({ type, rdata }: Rr) => type === TYPES.RRSIG && readRdata(TYPES.RRSIG, rdata)!['covered'] === 'SOA'
    return { ...said, authorities: said.authorities!.filter((one) => !isOverSoa(one)) }
  })
  const { state, reason } = await validate('www.secure.test.', TYPES.MX, broken.port)
  assert.deepEqual([state, reason!.en], ['bogus', 'SOA of secure.test. has no signature'])
})

test('the NSEC of a wildcard, made to fit a name beside it, denies nothing (CVE-2017-15105)', async () => {
  const own = 'zz.wild.secure.test.'
  await using liar = await startDnsServer((question, query) =>
    question.name === own && question.type === TYPES.MX
      ? replay(query, '*.wild.secure.test.', TYPES.MX, own)
      : world(question, query),
  )
  assert.deepEqual([(await validate(own, TYPES.MX)).state, (await validate(own, TYPES.MX, liar.port)).state], ['secure', 'bogus'])
})

test('a failure of the resolver is told in both languages, with what the resolver adds', async () => {
  const option = Uint8Array.of(0, 15, 0, 8, 0, 22, ...Buffer.from('at ns1'))
  await using broken = await startDnsServer(() => ({
    rcode: 2,
    additionals: [{ ...toOptRecord({ udpSizeBytes: 1232, isDnssecOk: true }), rdata: option }],
  }))
  assert.deepEqual((await validate('www.secure.test.', TYPES.A, broken.port)).reason, {
    en: 'our resolver answered SERVFAIL for . DNSKEY (No Reachable Authority: at ns1)',
    zh: '本站解析器对 . DNSKEY 返回 SERVFAIL（没有可达的权威服务器：at ns1）',
  })
})

function strip(said: ReturnType<Script>, isActive: boolean): ReturnType<Script> {
  if (!isActive || !said || 'raw' in said) return said
  const keep = (section: typeof said.answers) => section?.filter(({ type }) => type !== TYPES.RRSIG) ?? []
  return { ...said, answers: keep(said.answers), authorities: keep(said.authorities) }
}

function replaceA(said: ReturnType<Script>): ReturnType<Script> {
  if (!said || 'raw' in said) return said
  return {
    ...said,
    answers: (said.answers ?? []).map((one) => (one.type === TYPES.A ? { ...one, rdata: Uint8Array.of(10, 0, 0, 1) } : one)),
  }
}

/** Answers of the true world about another question, as records of another name. */
function replay(query: Message, name: string, type: number, as: string): Required<Pick<Message, 'answers' | 'authorities'>> {
  const said = world({ name, type, class: 1 }, query) as Partial<Message>
  const rename = (section: readonly Rr[] = []) => section.map((one) => (one.name === name ? { ...one, name: as } : one))
  return { answers: rename(said.answers), authorities: rename(said.authorities) }
}

test('the NSEC of a wildcard under another name proves nothing: bogus', async () => {
  const lie: Script = (question, query) => {
    if (question.name !== 'www.secure.test.' || question.type !== TYPES.A) return world(question, query)
    // “z.wild … b.wild” would turn round the end of the zone and deny whatever comes behind it
    const forged = replay(query, '*.wild.secure.test.', TYPES.MX, 'z.wild.secure.test.')
    const top = replay(query, 'secure.test.', TYPES.MX, 'secure.test.')
    return { rcode: 3, authorities: [...forged.authorities, ...top.authorities] }
  }
  await using liar = await startDnsServer(lie)
  assert.equal((await validate('www.secure.test.', TYPES.A, liar.port)).state, 'bogus')
})

test('a wildcard without proof that the name itself is not there: bogus', async () => {
  const lie: Script = (question, query) =>
    question.name === 'x.wild.secure.test.' && question.type === TYPES.A
      ? { answers: replay(query, question.name, TYPES.A, question.name).answers }
      : world(question, query)
  await using liar = await startDnsServer(lie)
  assert.equal((await validate('x.wild.secure.test.', TYPES.A, liar.port)).state, 'bogus')
})

test('a denial that proves less than it says: bogus', async () => {
  const lie: Script = (question, query) =>
    question.name === 'www.secure.test.' && question.type === TYPES.MX
      ? { ...world(question, query), rcode: 3 } // the name is said not to exist, the proof says that it has no MX
      : world(question, query)
  await using liar = await startDnsServer(lie)
  assert.equal((await validate('www.secure.test.', TYPES.MX, liar.port)).state, 'bogus')
})

for (const [leads, state] of [
  ['www.secure.test.', 'secure'],
  ['b.wild.secure.test.', 'bogus'],
] as const)
  test(`a DNAME that leads to www.secure.test., a CNAME beside it to ${leads}: ${state}`, async () => {
    const redirect: Script = (question, query) => {
      if (question.name !== 'www.moved.secure.test.') return world(question, query)
      const { answers } = replay(query, 'moved.secure.test.', findType('DNAME')!, 'moved.secure.test.')
      return { answers: [...answers, alias(question.name, leads)] }
    }
    await using resolver = await startDnsServer(redirect)
    const result = await validate('www.moved.secure.test.', TYPES.A, resolver.port)
    assert.equal(result.state, state, JSON.stringify(result.reason))
    assert.equal(
      result.records.some(({ type }) => type === 'A'),
      state === 'secure',
    )
  })

test('aliases that lead in a circle end, and nothing is said of the answer', async () => {
  const result = await validate('round.secure.test.')
  assert.equal(result.state, 'indeterminate')
  assert.match(result.reason!.en, /more than 8/)
})

test('a wildcard does not answer below a name that exists: bogus', async () => {
  const lie: Script = (question, query) => {
    if (question.name !== 'x.b.wild.secure.test.' || question.type !== TYPES.A) return world(question, query)
    return replay(query, 'x.wild.secure.test.', TYPES.A, question.name)
  }
  await using liar = await startDnsServer(lie)
  assert.equal((await validate('x.b.wild.secure.test.')).state, 'secure')
  assert.equal((await validate('x.b.wild.secure.test.', TYPES.A, liar.port)).state, 'bogus')
})
