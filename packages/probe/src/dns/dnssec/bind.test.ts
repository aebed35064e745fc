import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { DnssecResult } from '@octet/core/probe/dns.ts'
import { createGuard } from '../../guard/guard.ts'
import { startBind, type Bind } from '../../testing/bind.ts'
import { skipWithout } from '../../testing/peers.ts'
import { createDnsClient } from '../client.ts'
import { toAsk } from '../question.ts'
import { toRdataText } from '../rdata.ts'
import { toDnsAnswer } from '../to-answer.ts'
import { findType, TYPES } from '../types.ts'
import { validateFromRoot } from './validate.ts'

const skip = skipWithout('named', 'dnssec-signzone', 'dnssec-keygen', 'delv', 'dig', 'bash')
console.log(skip ? `# BIND left out: ${skip}` : '# real peer: BIND (named, dnssec-signzone, delv, dig)')

const address = 'IN A 192.0.2.1'
const spoil = (signed: string) => signed.replaceAll(/^(www\.bogus\.test\.\s.*\sA\s+)192\.0\.2\.1$/gm, '$1192.0.2.66')
/** As a signer that has broken down leaves it: what it signs holds, what it denies does not. */
const leaveUnproven = (signed: string) => signed.replaceAll(/^.*\sRRSIG[ \t]+NSEC3 \d[^)]*\)\n/gm, '')
const ZONES = [
  { name: '.', lines: ['test. IN NS ns.test.', 'ns.test. IN A 192.0.2.53'] },
  {
    name: 'test.',
    denial: 'nsec3',
    lines: [`ns ${address}`, ...['secure', 'n3', 'open', 'plain', 'bogus', 'mute'].map((child) => `${child} IN NS ns.test.`)],
  },
  {
    name: 'secure.test.',
    lines: [
      `www ${address}`,
      `*.wild ${address}`,
      'alias IN CNAME www',
      'out IN CNAME www.plain.test.',
      `deep.empty ${address}`,
      'dn IN DNAME n3.test.',
      'https IN HTTPS 1 . alpn="h2,h3" port=8443 ipv4hint=192.0.2.1',
      'svcb IN SVCB 16 foo.example. mandatory=alpn,ipv4hint alpn=h2 ipv4hint=192.0.2.1',
      '_25._tcp IN TLSA 3 1 1 D2ABDE240D7CD3EE6B4B28C54DF034B97983A1D16E8A410E4561CB106618E971',
      'caa IN CAA 0 issue "ca.example; x=y"',
      'loc IN LOC 42 21 54 N 71 06 18 W -24m 30m',
      'uri IN URI 10 1 "https://example.com/"',
      'naptr IN NAPTR 100 50 "s" "http+I2R" "" _http._tcp.example.',
      'ssh IN SSHFP 4 2 0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef',
      'txt IN TXT "a \\"b\\"" "\\195\\164"',
      'csync IN CSYNC 66 3 A NS AAAA',
      'srv IN SRV 0 5 5060 sip.example.',
      'eui IN EUI48 00-00-5e-00-53-2a',
      'pgp IN OPENPGPKEY AQIDBA==',
      'hinfo IN HINFO "cpu" "os"',
      String.raw`a\.b IN TXT "dot"`,
      String.raw`My\032Printer._ipp._tcp IN TXT "space"`,
      String.raw`\000\255 IN TXT "bytes"`,
      '1.0/25 IN PTR host.example.',
      'small IN LOC 52 14 5.1 N 0 8 50 E 0m 0.5m 0m 1m',
      'ipsec IN IPSECKEY 10 1 2 192.0.2.38 AQNRU3mG7TVTO2BkR47usntb102uFJtugbo6BSGvgqt4AQ==',
      'ipsec6 IN IPSECKEY 10 2 2 2001:db8::1 AQID',
      'ipsecname IN IPSECKEY 10 3 2 gateway.example. AQID',
      'ipsecnone IN IPSECKEY 10 0 2 . AQID',
      'apl IN APL 1:192.168.32.0/21 !1:192.168.38.0/28 2:FF00::/8 1:0.0.0.0/0',
      'hip IN HIP 2 200100107B1A74DF365639CC39F1D578 AQIDBA== rvs.example. rvs2.example.',
      'nid IN NID 10 0014:4fff:ff20:ee64',
      'l64 IN L64 10 2001:0DB8:1140:1000',
      'amt IN AMTRELAY 10 0 1 203.0.113.15',
      'amtname IN AMTRELAY 10 1 3 relay.example.',
      'doa IN DOA 0 1 2 "text/plain" AQIDBA==',
      'nsap IN NSAP 0x47.0005.80.005a00.0000.0001.e133.ffffff000161.00',
      'ninfo IN NINFO "a" "b"',
    ],
  },
  { name: 'n3.test.', denial: 'nsec3', lines: [`www ${address}`, `*.wild ${address}`, `deep.empty ${address}`] },
  {
    name: 'open.test.',
    denial: 'opt-out',
    lines: [`www ${address}`, 'cut.above IN NS ns.test.', '*.wild IN A 192.0.2.1'],
  },
  { name: 'plain.test.', denial: 'unsigned', lines: [`www ${address}`] },
  { name: 'bogus.test.', lines: [`www ${address}`], breaks: spoil },
  { name: 'mute.test.', denial: 'nsec3', lines: [`www ${address}`, `*.wild ${address}`], breaks: leaveUnproven },
] as const

let bind: Bind
before(async () => {
  if (!skip) bind = await startBind(ZONES)
})
after(() => bind?.[Symbol.asyncDispose]())

function createClient() {
  return createDnsClient({
    guard: createGuard(),
    systemServers: [{ transport: 'udp', host: '127.0.0.1', port: bind.port, isTrusted: true }],
  })
}

async function validate(name: string, type: string): Promise<DnssecResult> {
  let last: DnssecResult | undefined
  for await (last of validateFromRoot({ name, type: findType(type)! }, { client: createClient(), anchors: [bind.anchor] }));
  return last!
}

/** What delv prints first → our state. */
const WORDS: Readonly<Record<DnssecResult['state'], RegExp>> = {
  secure: /^; (fully validated|negative response, fully validated)/,
  insecure: /^; (unsigned answer|negative response, unsigned answer)/,
  bogus: /resolution failed|;; |^$/,
  indeterminate: /never/,
}
const CASES: readonly [string, string, DnssecResult['state']][] = [
  ['www.secure.test.', 'A', 'secure'],
  ['x.wild.secure.test.', 'A', 'secure'],
  ['x.y.wild.n3.test.', 'A', 'secure'],
  ['alias.secure.test.', 'A', 'secure'],
  ['none.secure.test.', 'A', 'secure'],
  ['none.n3.test.', 'A', 'secure'],
  ['www.secure.test.', 'MX', 'secure'],
  ['empty.secure.test.', 'A', 'secure'],
  ['empty.n3.test.', 'A', 'secure'],
  ['www.dn.secure.test.', 'A', 'secure'],
  ['www.plain.test.', 'A', 'insecure'],
  ['out.secure.test.', 'A', 'insecure'],
  ['www.bogus.test.', 'A', 'bogus'],
  ['www.mute.test.', 'A', 'secure'],
  ['none.mute.test.', 'A', 'bogus'],
  ['www.mute.test.', 'MX', 'bogus'],
  ['x.wild.mute.test.', 'A', 'bogus'],
]
for (const [name, type, state] of CASES)
  test(`${name} ${type} is ${state}, as delv says`, { skip }, async () => {
    const result = await validate(name, type)
    assert.equal(result.state, state, JSON.stringify(result))
    const theirs = bind.delv(name, type)
    // of an alias into an unsigned zone delv prints the validated CNAME first
    if (name !== 'out.secure.test.') assert.match(theirs, WORDS[state])
  })

test('the root has no DS, which is proven', { skip }, async () => {
  assert.equal((await validate('.', 'DS')).state, 'secure')
  assert.match(bind.delv('.', 'DS'), WORDS.secure)
})

test('a name that exists only above unsigned delegations is open, not bogus (RFC 5155 §9.2)', { skip }, async () => {
  const { state, reason } = await validate('above.open.test.', 'A')
  assert.deepEqual([state, reason?.en], ['insecure', 'NSEC3 opt-out leaves open whether an unsigned name exists here'])
  assert.doesNotMatch(bind.delv('above.open.test.', 'A'), WORDS.bogus)
})

const RECORDS = [
  'https HTTPS',
  'svcb SVCB',
  '_25._tcp TLSA',
  'caa CAA',
  'loc LOC',
  'uri URI',
  'naptr NAPTR',
  'ssh SSHFP',
  'txt TXT',
  'csync CSYNC',
  'srv SRV',
  'eui EUI48',
  'pgp OPENPGPKEY',
  'hinfo HINFO',
  'small LOC',
  'ipsec IPSECKEY',
  'ipsec6 IPSECKEY',
  'ipsecname IPSECKEY',
  'ipsecnone IPSECKEY',
  'apl APL',
  'hip HIP',
  'nid NID',
  'l64 L64',
  'amt AMTRELAY',
  'amtname AMTRELAY',
  'doa DOA',
  'nsap NSAP',
  'ninfo NINFO',
  'www NSEC',
  '@ SOA',
  '@ DNSKEY',
  '@ NS',
]
for (const record of RECORDS)
  test(`${record} is written as dig writes it`, { skip }, async () => {
    const [host, type = ''] = record.split(' ')
    const name = host === '@' ? 'secure.test.' : `${host}.secure.test.`
    const { message } = await createClient().ask({ name, type: findType(type)! })
    const ours = message.answers.map((rr) => squeeze(toRdataText(rr.type, rr.rdata))).sort()
    const theirs = bind.dig(name, type, '+short', '+nosplit').trim().split('\n').map(squeeze).sort()
    assert.deepEqual(ours, theirs)
  })

test('a whole answer has the sections of dig', { skip }, async () => {
  const question = { name: 'alias.secure.test.', type: TYPES.A }
  const { dig } = toDnsAnswer(await createClient().ask(question), question)
  const pick = (text: string) =>
    text
      .split('\n')
      .map((line) => line.replaceAll(/\s+/g, ' ').trim())
      .filter((line) => /^[a-z].* IN |SECTION/.test(line))
  assert.deepEqual(pick(dig), pick(bind.dig('alias.secure.test.', 'A')))
})

const SPELLED = [
  [String.raw`a\.b.secure.test`, 'TXT', '"dot"'],
  [String.raw`A\046B.secure.test.`, 'TXT', '"dot"'],
  [String.raw`my\032printer._ipp._tcp.secure.test`, 'TXT', '"space"'],
  [String.raw`my\ printer._ipp._tcp.secure.test`, 'TXT', '"space"'],
  [String.raw`\000\255.secure.test`, 'TXT', '"bytes"'],
  [String.raw`1.0\/25.secure.test`, 'PTR', 'host.example.'],
] as const
for (const [name, type, data] of SPELLED)
  test(`${name} is asked for as dig asks`, { skip }, async () => {
    const { message } = await createClient().ask(toAsk({ name, type }, createGuard()))
    assert.deepEqual(
      message.answers.map((rr) => toRdataText(rr.type, rr.rdata)),
      [data],
    )
    assert.equal(bind.dig(name, type, '+short').trim(), data)
  })

test('a server speaks of itself in class CH, and ours is not asked to', { skip }, async () => {
  const question = { name: 'version.bind', type: 'TXT', class: 'CH' } as const
  const ask = toAsk({ ...question, server: '192.0.2.53' }, createGuard())
  const answered = await createClient().ask({ ...ask, server: undefined })
  const { dig, answers } = toDnsAnswer(answered, ask)
  const [told] = bind.dig('version.bind', 'TXT', 'CH', '+short').trim().split('\n')
  assert.deepEqual(
    answers.map(({ class: klass, data }) => [klass, data]),
    [['CH', told]],
  )
  assert.match(dig, /^;version\.bind\.\s+CH\s+TXT$/m)
  assert.throws(() => toAsk(question, createGuard()), /^AppError: server: expected/)
})

/** dig writes LOC with seven metres' precision and hexadecimal in its own case; neither is a difference. */
function squeeze(text: string): string {
  return text.replaceAll(/\s+/g, ' ').toUpperCase()
}
