import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import { parseAddress } from '@octet/core/ip/address.ts'
import type { MailProbe, MailReport } from '@octet/core/probe/mail.ts'
import { createDnsClient } from '../dns/client.ts'
import { toNormalName } from '../dns/names.ts'
import { createGuard } from '../guard/guard.ts'
import { createFetcher, type Fetcher } from '../http/fetch.ts'
import { rr, startDnsServer } from '../testing/dns-server.ts'
import { checkDane } from './dane.ts'
import { checkMailHosts, findUncovered } from './mail-hosts.ts'
import { toMailChecks } from './checks.ts'
import { UNHURRIED } from '../testing/unhurried.ts'
import { createMailProbe } from './mail-probe.ts'
import { checkMtaSts, readMtaSts } from './mta-sts.ts'
import { parseTags, TextBook } from './txt.ts'

/** In place of texts: the name cannot be asked for. */
const SERVFAIL = '(SERVFAIL)'

const TLSA = { usage: 3, selector: 1, matching: 1, data: 'AB'.repeat(32) }
const SIGNED = { qr: true, aa: false, tc: false, rd: true, ra: true, ad: true, cd: false }

/** Names with an address, beside those with texts. */
const ADDRESSED = new Set(['mx.example.com', 'example.com', 'v4.example'])

/** Names without MX. */
const BARE = new Set(['v4.example', 'v6.example', 'bare.example'])

async function report(
  texts: Readonly<Record<string, readonly string[]>>,
  domain = 'example.com',
  sender?: NonNullable<Parameters<MailProbe['report']>[1]>['sender'],
  selectors?: readonly string[],
): Promise<MailReport> {
  await using server = await startDnsServer(({ name, type }) => {
    const owner = toNormalName(name).slice(0, -1)
    if (texts[owner]?.[0] === SERVFAIL) return { rcode: 2 }
    if (owner === 'gone.example') return { rcode: 3 }
    if (type === 52 && texts[owner]) return { answers: [rr(name, 'TLSA', TLSA)], flags: SIGNED }
    if (type === 15 && BARE.has(owner)) return { answers: [] }
    if (type === 15)
      return {
        answers: [rr(name, 'MX', { preference: 10, exchange: 'mx.example.com.' })],
        ...(texts['signed-mx'] && { flags: SIGNED }),
      }
    if (type === 28 && owner === 'v6.example') return { answers: [rr(name, 'AAAA', { address: '2001:db8::1' })] }
    if (type === 1 && ADDRESSED.has(owner)) return { answers: [rr(name, 'A', { address: '8.8.8.8' })] }
    return { answers: (texts[owner] ?? []).map((text) => rr(name, 'TXT', { texts: text.match(/.{1,200}/gs) ?? [] })) }
  })
  const guard = createGuard({ resolver: async () => [] })
  const client = createDnsClient({
    guard,
    systemServers: [{ transport: 'udp', host: '127.0.0.1', port: server.port, isTrusted: true }],
  })
  const probe = createMailProbe({ guard, client, fetcher: createFetcher({ guard }), limits: UNHURRIED })
  return (await Array.fromAsync(probe.report(domain, { speaks: false, sender, selectors }))).at(-1)!
}
const verdict = ({ checks }: MailReport, id: string) => checks.find((one) => one.id === id)?.verdict

test('the SPF tree with its lookups', async () => {
  const result = await report({
    'example.com': ['other', 'v=spf1 a mx include:a.example ip4:192.0.2.0/24 -all'],
    'a.example': ['v=spf1 include:b.example ~all'],
    'b.example': ['v=spf1 exists:%{i}.x.example ?all'],
  })
  assert.deepEqual(
    result.spf.steps.map(({ depth, domain }) => `${depth} ${domain}`),
    ['0 example.com', '1 a.example', '2 b.example'],
  )
  assert.deepEqual([result.spf.lookups, result.spf.voidLookups, result.spf.all], [5, 0, '-all'])
  assert.deepEqual([verdict(result, 'spf'), verdict(result, 'spf-lookups'), verdict(result, 'spf-all')], ['good', 'good', 'good'])
})

test('what SPF says of a sending server, asked of DNS', async () => {
  const texts = {
    'example.com': ['v=spf1 mx include:%{l}.a.example -all exp=why.example'],
    'jo.a.example': ['v=spf1 ip4:192.0.2.0/24 -all'],
    'why.example': ['%{i} is not one of us'],
  }
  const ask = async (address: string) => {
    const { spf, checks } = await report(texts, 'example.com', { address: parseAddress(address), mailbox: 'jo@example.com' })
    return { ...spf.sender!, check: checks.find(({ id }) => id === 'spf-sender')! }
  }
  const mx = await ask('8.8.8.8')
  assert.deepEqual([mx.result, mx.term, mx.check.verdict], ['pass', 'mx', 'good'])
  const included = await ask('192.0.2.7')
  assert.equal(included.check.text.en, 'SPF for 192.0.2.7: pass, by “include:%{l}.a.example” of example.com')
  const other = await ask('198.51.100.1')
  assert.deepEqual([other.result, other.explanation, other.check.verdict], ['fail', '198.51.100.1 is not one of us', 'bad'])
})

for (const [terms, count] of [
  ['a mx a:v4.example a:v6.example/64 exists:v4.example', 0],
  ['a:none.example', 1],
  ['?a:gone.example/24 -mx:v4.example exists:v6.example', 3],
  ['exists:%{i}.none.example ptr:none.example', 0],
  ['include:none.example a:none.example', 2],
] as const)
  test(`SPF ${terms}: ${count} lookups without a record`, async () => {
    const { spf, checks } = await report({ 'example.com': [`v=spf1 ${terms} -all`] })
    assert.equal(spf.voidLookups, count)
    assert.equal(checks.find(({ id }) => id === 'spf-lookups')?.verdict, count > 2 ? 'bad' : 'good')
  })

test('a name that cannot be asked for is no lookup without a record', async () => {
  const long = `${'a'.repeat(70)}.example`
  const { spf, checks } = await report({
    'example.com': [`v=spf1 a:${long} a:bad..example include:${long} -all`],
  })
  assert.equal(spf.voidLookups, 0)
  assert.match(checks.find(({ id }) => id === 'spf-error')?.text.en ?? '', /^SPF: \S+: “a{60}” is not a domain name$/)
})

test('terms behind “all” are not read, and said to be so', async () => {
  const { spf, checks } = await report({ 'example.com': ['v=spf1 mx -all include:a.example exp=e.example redirect=r.example'] })
  assert.deepEqual([spf.lookups, spf.steps.length, spf.all], [1, 1, '-all'])
  assert.match(checks.find(({ id }) => id === 'spf-order')!.text.en, /: include:a\.example redirect=r\.example$/)
  const fine = await report({ 'example.com': ['v=spf1 mx -all exp=e.example'] })
  assert.equal(verdict(fine, 'spf-order'), undefined)
})

test('eleven lookups are too many', async () => {
  const includes = Array.from({ length: 11 }, (_, index) => `include:i${index}.example`)
  const texts = Object.fromEntries(includes.map((term) => [term.slice('include:'.length), ['v=spf1 -all']]))
  const result = await report({ ...texts, 'example.com': [`v=spf1 ${includes.join(' ')} -all`] })
  assert.deepEqual([result.spf.lookups, verdict(result, 'spf-lookups')], [11, 'bad'])
})

test('a loop, a second record, an empty include and a redirect', async () => {
  const loop = await report({ 'example.com': ['v=spf1 include:example.com -all'] })
  assert.match(loop.spf.steps[1]!.problem!.en, /back to itself/)
  const twice = await report({ 'example.com': ['v=spf1 -all', 'v=spf1 ~all'] })
  assert.equal(verdict(twice, 'spf-error'), 'bad')
  const empty = await report({ 'example.com': ['v=spf1 include:none.example +all'] })
  assert.deepEqual([empty.spf.voidLookups, verdict(empty, 'spf-all')], [1, 'bad'])
  const redirect = await report({ 'example.com': ['v=spf1 redirect=r.example'], 'r.example': ['v=spf1 -all'] })
  assert.deepEqual([redirect.spf.lookups, redirect.spf.steps[1]!.term], [1, 'redirect=r.example'])
  assert.deepEqual([redirect.spf.all, verdict(redirect, 'spf-all')], ['-all', 'good'])
})

for (const [record, broken] of [
  ['v=spf1 ipv4:192.0.2.1 -all', 'ipv4:192.0.2.1'],
  ['v=spf1 ip4:192.0.2 -all', 'ip4:192.0.2'],
  ['v=spf1 ip4:2001:db8::1 -all', 'ip4:2001:db8::1'],
  ['v=spf1 ip6:2001:db8::/129 -all', 'ip6:2001:db8::/129'],
  ['v=spf1 include: a.example -all', 'include:'],
  ['v=spf1 mx, -all', 'mx,'],
  ['v=spf1 -al', '-al'],
  ['v=spf1 include/a.example -all', 'include/a.example'],
  ['v=spf1 ptr/a.example -all', 'ptr/a.example'],
  ['v=spf1 ip4:192.0.2.1ip4:192.0.2.2 -all', 'ip4:192.0.2.1ip4:192.0.2.2'],
  ['v=spf1 a:192.0.2.1 -all', 'a:192.0.2.1'],
  ['v=spf1  +a/24//64 mx:m.example/24 ptr ip6:2001:db8::/32 exists:%{i}.x.example exp=e.example x-new=1 ~ALL ', undefined],
] as const)
  test(`SPF “${record}”: ${broken ?? 'fine'}`, async () => {
    const result = await report({ 'example.com': [record] })
    assert.equal(verdict(result, 'spf-error'), broken ? 'bad' : undefined)
    if (broken) assert.ok(result.spf.steps[0]!.problem!.en.includes(`“${broken}”`))
  })

test('what cannot be asked for is not said to be missing', async () => {
  const names = ['_dmarc.example.com', '_mta-sts.example.com', '_smtp._tls.example.com', 'google._domainkey.example.com']
  const result = await report(Object.fromEntries(names.map((name) => [name, [SERVFAIL]])))
  for (const id of ['dmarc', 'mta-sts', 'tls-rpt', 'dkim'])
    assert.match(result.checks.find((check) => check.id === id)!.text.en, /could not be looked up/)
  await assert.rejects(report({ 'example.com': [SERVFAIL] }), { key: 'target_failed' })
})

test('of several DMARC records none counts', async () => {
  const result = await report({ '_dmarc.example.com': ['v=DMARC1; p=reject', 'v=DMARC1; p=none'] })
  assert.deepEqual([result.dmarc.policy, verdict(result, 'dmarc')], [null, 'bad'])
  assert.match(result.checks.find(({ id }) => id === 'dmarc')?.text.en ?? '', /^several DMARC records/)
})

test('mail servers need an address and are no aliases', async () => {
  const mx = ['gone.example', 'alias.example', '192.0.2.7'].map((host) => ({ preference: 10, host }))
  await using server = await startDnsServer(({ name, type }) => {
    if (name !== 'alias.example.') return { rcode: 3 }
    const target = type === 1 ? [rr('m.example.', 'A', { address: '8.8.8.8' })] : []
    return { answers: [rr(name, 'CNAME', { name: 'm.example.' }), ...target] }
  })
  const client = createDnsClient({
    guard: createGuard({ resolver: async () => [] }),
    systemServers: [{ transport: 'udp', host: '127.0.0.1', port: server.port, isTrusted: true }],
  })
  const checks = await checkMailHosts(mx, client, { signal: undefined, timeoutMs: UNHURRIED.askMs })
  assert.deepEqual(
    checks.map(({ id, text }) => [id, text.en.split(': ')[1]]),
    [
      ['mx-literal', '192.0.2.7'],
      ['mx-address', 'gone.example'],
      ['mx-alias', 'alias.example'],
    ],
  )
})

test('a mail server that only its own network can reach is told', async () => {
  const mx = ['inside.example', 'both.example'].map((host) => ({ preference: 10, host }))
  await using server = await startDnsServer(({ name, type }) => {
    if (type === 1) return { answers: [rr(name, 'A', { address: '192.168.7.7' })] }
    return { answers: name === 'both.example.' ? [rr(name, 'AAAA', { address: '2001:4860:4860::8888' })] : [] }
  })
  const systemServers = [{ transport: 'udp', host: '127.0.0.1', port: server.port, isTrusted: true }] as const
  const client = createDnsClient({ guard: createGuard({ resolver: async () => [] }), systemServers })
  const checks = await checkMailHosts(mx, client, { signal: undefined, timeoutMs: UNHURRIED.askMs })
  assert.deepEqual(
    checks.map(({ id, verdict: one, text }) => [id, one, text.en.split(': ')[1]]),
    [['mx-inside', 'bad', 'inside.example']],
  )
})

test('an unreadable DKIM key is no short one', async () => {
  const { checks } = await report({ 'default._domainkey.example.com': ['v=DKIM1; k=rsa; p=MIGfMA0GCSqG'] })
  const dkim = checks.find(({ id }) => id === 'dkim')!
  assert.equal(dkim.verdict, 'bad')
  assert.match(dkim.text.en, /^faulty DKIM records, .*: default \(the key is cut off: 9 of 162 bytes\)$/)
})

test('an SPF record that is included twice is told', async () => {
  const once = { 'a.example': ['v=spf1 ip4:192.0.2.0/24 -all'], 'b.example': ['v=spf1 include:a.example -all'] }
  const twice = await report({ ...once, 'example.com': ['v=spf1 include:a.example include:b.example -all'] })
  assert.match(twice.checks.find(({ id }) => id === 'spf-twice')!.text.en, /: a\.example$/)
  const single = await report({ ...once, 'example.com': ['v=spf1 include:b.example -all'] })
  assert.equal(verdict(single, 'spf-twice'), undefined)
})

test('an MTA-STS policy names every mail server, “*.” being one label', () => {
  const mx = ['mx.example.com', 'a.mail.example.com', 'a.b.mail.example.com', 'MX2.example.com'].map((host) => ({
    preference: 1,
    host,
  }))
  const hosts = ['mx.example.com', '*.mail.example.com', 'mx2.example.com']
  assert.deepEqual(findUncovered(mx, { mode: 'enforce', hosts }), ['a.b.mail.example.com'])
  assert.deepEqual(findUncovered(mx, { mode: 'none', hosts }), [])
})

test('an SPF record that multiplies itself is cut', async () => {
  const texts = Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => [
      `l${index}.example`,
      [`v=spf1 include:l${index * 2 + 1}.example include:l${index * 2 + 2}.example -all`],
    ]),
  )
  const result = await report({ ...texts, 'example.com': ['v=spf1 include:l0.example -all'] })
  assert.ok(result.spf.steps.length < 80 && result.spf.lookups > 10)
})

test('DMARC of the organisation counts for a subdomain, by its sp', async () => {
  const result = await report(
    { '_dmarc.example.com': ['v=DMARC1; p=reject; sp=none; rua=mailto:a@example.com'] },
    'news.example.com',
  )
  assert.deepEqual([result.dmarc.policy, result.dmarc.from, verdict(result, 'dmarc')], ['none', 'example.com', 'notice'])
})

test('DKIM keys with their size', async () => {
  const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
  const key = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
  const result = await report({
    'google._domainkey.example.com': [`v=DKIM1; k=rsa; t=y; p=${key}`],
    'k1._domainkey.example.com': ['v=DKIM1; p='],
  })
  assert.deepEqual(
    result.dkim.map(({ selector, bits, isTesting, isRevoked }) => [selector, bits, isTesting, isRevoked]),
    [
      ['google', 1024, true, false],
      ['k1', null, false, true],
    ],
  )
  assert.equal(verdict(result, 'dkim'), 'notice')
})

test('nothing published is said plainly', async () => {
  const result = await report({})
  assert.deepEqual(Object.fromEntries(result.checks.map(({ id, verdict: one }) => [id, one])), {
    mx: 'good',
    spf: 'bad',
    dmarc: 'bad',
    dkim: 'notice',
    'mta-sts': 'notice',
    'tls-rpt': 'notice',
    dane: 'notice',
  })
})

test('an announced MTA-STS policy that cannot be fetched is a problem', async () => {
  const result = await report({ '_mta-sts.example.com': ['v=STSv1; id=1'] })
  assert.equal(verdict(result, 'mta-sts'), 'bad')
})

test('spaces within a tag take no longer than their length', { timeout: 5_000 }, () => {
  const value = `a${' '.repeat(200_000)}b`
  assert.deepEqual(parseTags(`v=DMARC1; p=${value} `), { v: 'DMARC1', p: value })
})

test('tags', () =>
  assert.deepEqual(parseTags('v=DMARC1; P = none ;rua=mailto:a=b@c; broken'), { v: 'DMARC1', p: 'none', rua: 'mailto:a=b@c' }))

test('TLSA records of the mail servers are read, and whether they are signed', async () => {
  const { dane, checks } = await report({ '_25._tcp.mx.example.com': ['any'] })
  assert.deepEqual(dane, [{ host: 'mx.example.com', records: [`3 1 1 ${TLSA.data}`], isValidated: true }])
  assert.equal(checks.find(({ id }) => id === 'dane')?.verdict, 'good')
  const without = await report({})
  assert.deepEqual([without.dane[0]!.records, verdict(without, 'dane')], [[], 'notice'])
})

test('signed TLSA records behind an MX record that is not are told', async () => {
  const signed = await report({ '_25._tcp.mx.example.com': ['any'], 'signed-mx': [] })
  assert.equal(verdict(signed, 'dane-mx'), undefined)
  assert.equal(verdict(await report({ '_25._tcp.mx.example.com': ['any'] }), 'dane-mx'), 'notice')
  assert.equal(verdict(await report({}), 'dane-mx'), undefined)
})

const DIGEST = 'AB'.repeat(32)
const ROWS: readonly [string, MailReport['dane'], RegExp][] = [
  [
    'an unsigned record',
    [{ host: 'a.example', records: [`3 1 1 ${DIGEST}`], isValidated: false }],
    /^notice .*DNSSEC.*a\.example$/,
  ],
  ['only PKIX usages', [{ host: 'a.example', records: [`1 1 1 ${DIGEST}`], isValidated: true }], /^bad .*do not count/],
  ['a digest that is cut', [{ host: 'a.example', records: ['3 1 1 AB'], isValidated: true }], /^bad .*can be used.*a\.example$/],
  [
    'one server without',
    [
      { host: 'a.example', records: [`3 1 1 ${DIGEST}`], isValidated: true },
      { host: 'b.example', records: [], isValidated: true },
    ],
    /^notice .*: b\.example$/,
  ],
]
for (const [title, rows, outcome] of ROWS)
  test(`DANE, ${title}: ${outcome.source}`, () => {
    const [check] = checkDane(rows)
    assert.match(`${check!.verdict} ${check!.text.en}`, outcome)
  })

test('keys that are all revoked sign no mail', async () => {
  const revoked = Object.fromEntries(['google', 'k1'].map((selector) => [`${selector}._domainkey.example.com`, ['v=DKIM1; p=']]))
  const { checks } = await report(revoked)
  const dkim = checks.find(({ id }) => id === 'dkim')!
  assert.equal(dkim.verdict, 'notice')
  assert.match(dkim.text.en, /revoked/)
})

test('TLS reports need an address, and one record in its spelling', async () => {
  const find = async (...texts: string[]) => verdict(await report({ '_smtp._tls.example.com': texts }), 'tls-rpt')
  const right = 'v=TLSRPTv1; rua=mailto:a@example.com'
  assert.deepEqual([await find(right), await find('other', right), await find('v=TLSRPTv1;')], ['good', 'good', 'bad'])
  assert.deepEqual([await find(right, 'v=TLSRPTv1; rua=mailto:b@example.com'), await find(right.toLowerCase())], ['bad', 'bad'])
})

test('a BIMI logo needs a DMARC policy that keeps forged mail away', async () => {
  const find = async (policy: string) =>
    verdict(
      await report({
        '_dmarc.example.com': [`v=DMARC1; ${policy}`],
        'default._bimi.example.com': ['v=BIMI1; l=https://example.com/logo.svg; a=https://example.com/logo.pem'],
      }),
      'bimi',
    )
  assert.deepEqual(
    [
      await find('p=reject'),
      await find('p=none'),
      await find('p=quarantine; pct=50'),
      await find('p=reject; t=y'),
      await find('p=quarantine'),
    ],
    ['good', 'bad', 'bad', 'bad', 'good'],
  )
})

/** Texts at a name, and what is said of them. */
const FAULTS: readonly [name: string, text: string, id: string, outcome: RegExp][] = [
  ['example.com', 'v=spf1;mx -all', 'spf', /^bad nobody reads the SPF record.*“v=spf1;mx -all”$/],
  ['example.com', '"v=spf1 mx -all"', 'spf', /^bad nobody reads/],
  ['example.com', 'SPF: v=spf1 mx -all', 'spf', /^bad nobody reads/],
  ['example.com', 'spf1 mx -all', 'spf', /^bad nobody reads/],
  ['example.com', 'v=spf1 ip4:192.0.2.1ip4:192.0.2.2 -all', 'spf-error', /^bad .*is two terms without a space/],
  ['example.com', 'v=spf1 include:a.exampleinclude:b.example -all', 'spf-error', /^bad .*is two terms without a space/],
  ['example.com', 'v=spf1 include:a.example-all', 'spf-error', /^bad .*is two terms without a space/],
  ['example.com', 'v=spf1 include:all-a.example -all', 'spf-error', /^bad SPF: all-a\.example: there is no SPF record/],
  ['example.com', 'v=spf1 a:192.0.2.1 -all', 'spf-error', /^bad .*names no domain; an address is written ip4:192\.0\.2\.1;/],
  ['example.com', 'v=spf1 ip4:2001:db8::1 -all', 'spf-error', /^bad .*holds an IPv6 address, which is written with ip6:/],
  ['example.com', 'v=spf1 ip4=192.0.2.1 include=a.example -all', 'spf-colon', /^bad .*: ip4=192\.0\.2\.1 include=a\.example$/],
  ['example.com', 'v=spf1\u00c2\u00a0mx -all', 'spf', /^bad nobody reads .*“v=spf1<U\+00A0>mx -all”$/],
  ['example.com', 'v=spf1\u00a0mx -all', 'spf', /^bad nobody reads .*“v=spf1\\160mx -all”$/],
  ['example.com', 'v=spf1\tmx -all', 'spf', /^bad nobody reads .*“v=spf1<U\+0009>mx -all”$/],
  ['example.com', 'v=spf1 mx\u00c2\u00a0a -all', 'spf-error', /^bad .*“mx<U\+00A0>a” is not an SPF term/],
  [
    'example.com',
    'v=spf1 include:a.example" "include:b.example -all',
    'spf-error',
    /^bad SPF: quotation marks in the record itself/,
  ],
  ['example.com', 'v=spf1 redirect=a.example ~all', 'spf-redirect', /^bad “redirect=a\.example” is ignored beside “all”/],
  ['example.com', 'v=spf1 ~all redirect=a.example', 'spf-order', /^bad .*: redirect=a\.example$/],
  ['example.com', 'v=spf1 mx redirect=a.example', 'spf-redirect', /^undefined/],
  ['_dmarc.example.com', ' v=DMARC1; p=reject', 'dmarc', /^bad .*not with “ v=DMARC1; p=reject”$/],
  ['_dmarc.example.com', '\u00ef\u00bb\u00bfv=DMARC1; p=reject', 'dmarc', /^bad .*not with “<U\+FEFF>v=DMARC1; p=reject”$/],
  [
    '_dmarc.example.com',
    'v=DMARC1; p=reject; rua=mailto://a@example.com',
    'dmarc-reports',
    /^bad DMARC names no mailto: address/,
  ],
  ['example.com', 'v=spf1 mx x-new=1 exp=e.example -all', 'spf-colon', /^undefined/],
  ['example.com', 'spf2.0/pra mx -all', 'spf', /^bad no SPF record$/],
  ['example.com', 'v=spf1 ip4:0.0.0.0/1 ip4:128.0.0.0/1 -all', 'spf-open', /^bad .*ip4:0\.0\.0\.0\/1$/],
  ['example.com', 'v=spf1 mx/2 -all', 'spf-open', /^bad .*mx\/2$/],
  ['example.com', 'v=spf1 ip6:2001:db8::/3 -all', 'spf-open', /^bad /],
  ['example.com', 'v=spf1 a/24//0 -all', 'spf-open', /^bad /],
  ['example.com', 'v=spf1 ip4:8.0.0.0/8 ip6:2001:db8::/32 mx/24//64 -ip4:0.0.0.0/0 ~all', 'spf-open', /^undefined/],
  ['_dmarc.example.com', 'v=DMARC1; p=reject; p=none', 'dmarc', /^bad a faulty DMARC record.*“p=” stands there twice$/],
  ['_dmarc.example.com', 'v=DMARC1; p:reject', 'dmarc', /^bad a faulty .*“p:reject” is not of the form name=value$/],
  [
    '_dmarc.example.com',
    'v=DMARC1; p=reject; rua=mailto:a@example.com;mailto:b@example.com',
    'dmarc',
    /^bad a faulty .*“mailto:b@/,
  ],
  [
    '_dmarc.example.com',
    'v=DMARC1; p=reject; rua=mailto:a@example.com,b@example.com',
    'dmarc-address',
    /^bad .* go to b@example\.com: /,
  ],
  ['_dmarc.example.com', 'v=DMARC1; p=reject; rua=mailto:a@example.com', 'dmarc-address', /^undefined/],
  ['_dmarc.example.com', 'v=DMARC1; p=reject; adkim=strict', 'dmarc-alignment', /^notice adkim=strict is neither/],
  ['_dmarc.example.com', 'v=DMARC1; p=reject; adkim=s; aspf=R', 'dmarc-alignment', /^undefined/],
  [
    '_dmarc.example.com.example.com',
    'v=DMARC1; p=reject',
    'misplaced',
    /^bad .* of _dmarc\.example\.com stands at _dmarc\.example\.com\.example\.com,/,
  ],
  ['example.com', 'v=DMARC1; p=reject', 'misplaced', /^bad .* stands at example\.com,/],
  ['_smtp._tls.example.com', '"v=TLSRPTv1; rua=mailto:a@example.com"', 'tls-rpt', /^bad TLS-RPT is not read/],
  ['_smtp._tls.example.com', 'v=TLSRPTv1; rua=mailto:a@example.com,https://r.example/tls', 'tls-rpt', /^good /],
  [
    '_smtp._tls.example.com',
    'v=TLSRPTv1; rua=mailto:a@example.com, b@example.com',
    'tls-rpt',
    /^bad no TLS reports go to b@example\.com:/,
  ],
  ['_smtp._tls.example.com', 'v=TLSRPTv1; rua=mailto://a@example.com', 'tls-rpt', /^bad TLS-RPT names no mailto/],
  ['_mta-sts.example.com', 'STSv1; id=1', 'mta-sts', /^bad MTA-STS: the record must begin/],
  ['default._bimi.example.com', 'v=BIMI1\\; l=https://example.com/a.svg', 'bimi', /^bad the BIMI record is not read/],
]
for (const [name, text, id, outcome] of FAULTS)
  test(`${name} TXT ${text}: ${id} ${outcome.source}`, async () => {
    const { checks } = await report({ [name]: [text] })
    const found = checks.find((one) => one.id === id)
    assert.match(found ? `${found.verdict} ${found.text.en}` : 'undefined', outcome)
  })

test('a sound record counts though a misspelt one stands beside it', async () => {
  const texts = { '_smtp._tls.example.com': ['v=TLSRPTv1; rua=mailto:a@example.com', 'TLSRPTv1; rua=mailto:a@example.com'] }
  assert.equal(verdict(await report(texts), 'tls-rpt'), 'good')
})

for (const [policy, words] of [
  ['p=reject; t=y', /tried out \(t=y\)/],
  ['p=reject; sp=none', /as a subdomain \(sp=none\)/],
  ['p=none; sp=none', /only with the DMARC policy/],
] as const)
  test(`why a BIMI logo is not shown with ${policy} is told`, async () => {
    const texts = {
      '_dmarc.example.com': [`v=DMARC1; ${policy}`],
      'default._bimi.example.com': ['v=BIMI1; l=https://example.com/a.svg'],
    }
    const found = (await report(texts)).checks.find(({ id }) => id === 'bimi')
    assert.equal(found?.verdict, 'bad')
    assert.match(found.text.en, words)
  })

test('the logo of the organisation counts for a subdomain without one', async () => {
  const texts = { 'default._bimi.example.com': ['v=BIMI1; l=https://example.com/a.svg'] }
  assert.equal((await report(texts, 'mail.example.com')).bimi.logo, 'https://example.com/a.svg')
  const own = { ...texts, 'default._bimi.mail.example.com': ['v=BIMI1; l=; a='] }
  assert.equal((await report(own, 'mail.example.com')).bimi.logo, null)
})

for (const [logo, outcome] of [
  ['l=https://example.com/a.svg; a=https://example.com/a.pem', 'good'],
  ['l=https://example.com/a.svg?b=.png; a=https://example.com/a.pem', 'good'],
  ['l=https://example.com/a.svg', 'notice'],
  ['l=https://example.com/a.png', 'bad'],
  ['l=https://example.com/a.svg; a=http://example.com/a.pem', 'bad'],
] as const)
  test(`BIMI ${logo}: ${outcome}`, async () => {
    const dmarc = { '_dmarc.example.com': ['v=DMARC1; p=reject'] }
    assert.equal(verdict(await report({ ...dmarc, 'default._bimi.example.com': [`v=BIMI1; ${logo}`] }), 'bimi'), outcome)
  })

test('a selector that was asked for and holds no key is told, and where its record stands instead', async () => {
  const { checks } = await report({ 'mine._domainkey.example.com.example.com': ['v=DKIM1; p=abc'] }, 'example.com', undefined, [
    'mine',
    'other',
  ])
  const say = (id: string) => checks.flatMap((one) => (one.id === id ? [one.text.en] : []))
  assert.deepEqual(say('dkim'), [])
  assert.match(say('dkim-selector')[0]!, /^no DKIM key at mine\._domainkey\.example\.com, other\._domainkey\.example\.com: /)
  assert.match(
    say('misplaced')[0]!,
    /^the record of mine\._domainkey\.example\.com stands at mine\._domainkey\.example\.com\.example\.com, /,
  )
})

test('a domain with neither MX nor address can get no mail', async () => {
  const { checks } = await report({}, 'v6.example')
  assert.equal(
    checks.some(({ id }) => id === 'mx-address'),
    false,
  )
  const bare = await report({}, 'bare.example')
  assert.match(bare.checks.find(({ id }) => id === 'mx-address')!.text.en, /^neither MX nor address/)
})

const AGREED = { 'example.com._report._dmarc.far.example': ['v=DMARC1'] }
for (const [title, tags, texts, expected] of [
  ['to the domain itself', 'rua=mailto:a@example.com', {}, 'good'],
  ['to a part of the same organisation', 'rua=mailto:a@mail.example.com!10m', {}, 'good'],
  ['to others that agree', 'rua=mailto:a@far.example', AGREED, 'good'],
  ['to others that do not', 'rua=mailto:a@example.com, mailto:b@far.example', {}, 'bad'],
  [
    'to others that could not be asked',
    'rua=mailto:b@far.example',
    { 'example.com._report._dmarc.far.example': [SERVFAIL] },
    'notice',
  ],
  ['on single mails to others that do not', 'rua=mailto:a@example.com; ruf=mailto:b@far.example', {}, 'bad'],
  ['to nobody', '', {}, 'notice'],
  ['to something else than a mail box', 'rua=https://example.com/', {}, 'bad'],
] as const)
  test(`DMARC reports ${title}: ${expected}`, async () => {
    const result = await report({ '_dmarc.example.com': [`v=DMARC1; p=reject; ${tags}`], ...texts })
    assert.equal(verdict(result, 'dmarc-reports'), expected)
  })

test('a DMARC policy that leaves mail out is told', async () => {
  const partial = await report({ '_dmarc.example.com': ['v=DMARC1; p=quarantine; pct=20; sp=none'] })
  assert.deepEqual([verdict(partial, 'dmarc-share'), verdict(partial, 'dmarc-subdomains')], ['notice', 'notice'])
  const whole = await report({ '_dmarc.example.com': ['v=DMARC1; p=quarantine; pct=100; sp=reject'] })
  assert.deepEqual([verdict(whole, 'dmarc-share'), verdict(whole, 'dmarc-subdomains')], [undefined, undefined])
})

const POLICIES: readonly [string, readonly [id: string, verdict: string][]][] = [
  ['v=dmarc1; p=reject', [['dmarc', 'bad']]],
  ['v=DMARC1; p=banana', [['dmarc', 'bad']]],
  ['v=DMARC1; p=reject; np=all', [['dmarc', 'bad']]],
  ['v=DMARC1; rua=mailto:a@example.com', [['dmarc', 'notice']]],
  ['v=DMARC1; sp=reject', [['dmarc', 'bad']]],
  ['v=DMARC1; rua=a@example.com', [['dmarc', 'bad']]],
  ['v = DMARC1 ; p=Reject', [['dmarc', 'good']]],
  [
    'v=DMARC1; p=Reject; t=Y; sp=None',
    [
      ['dmarc', 'good'],
      ['dmarc-testing', 'notice'],
      ['dmarc-subdomains', 'notice'],
    ],
  ],
  [
    'v=DMARC1; p=reject; t=y',
    [
      ['dmarc', 'good'],
      ['dmarc-testing', 'notice'],
    ],
  ],
  [
    'v=DMARC1; p=reject; t=n; np=none',
    [
      ['dmarc', 'good'],
      ['dmarc-subdomains', 'notice'],
    ],
  ],
]
for (const [record, outcome] of POLICIES)
  test(`DMARC “${record}”: ${outcome.map((one) => one.join(' ')).join(', ')}`, async () => {
    const { checks } = await report({ '_dmarc.example.com': [record] })
    const found = checks.filter(({ id }) => id.startsWith('dmarc') && id !== 'dmarc-reports')
    assert.deepEqual(
      found.map(({ id, verdict: one }) => [id, one]),
      outcome,
    )
  })

const TREES: readonly [
  title: string,
  domain: string,
  texts: Readonly<Record<string, string>>,
  from: string | null,
  policy: string | null,
][] = [
  [
    'the highest name with one',
    'a.b.example.com',
    { 'b.example.com': 'p=none', 'example.com': 'p=reject' },
    'example.com',
    'reject',
  ],
  [
    'a part that is an organisation',
    'a.b.example.com',
    { 'b.example.com': 'p=none; psd=n', 'example.com': 'p=reject' },
    'b.example.com',
    'none',
  ],
  ['a public suffix that speaks for all', 'example.com', { com: 'p=none; sp=quarantine; psd=y' }, 'com', 'quarantine'],
  [
    'a public suffix below an organisation',
    'a.example.com',
    { com: 'p=none; psd=y', 'example.com': 'p=reject' },
    'example.com',
    'reject',
  ],
  [
    'a name between a public suffix and its organisation',
    'a.b.example.com',
    { com: 'p=none; sp=quarantine; psd=y', 'b.example.com': 'p=reject' },
    'com',
    'quarantine',
  ],
  [
    'a suffix of one’s own, above which nobody looks',
    'a.b.psd.example.com',
    { 'example.com': 'p=none', 'psd.example.com': 'p=reject; psd=y' },
    'psd.example.com',
    'reject',
  ],
  ['a policy for subdomains without one for all', 'a.example.com', { 'example.com': 'sp=reject' }, 'example.com', null],
  ['a public suffix without a word on that', 'example.com', { com: 'p=reject' }, null, null],
]
for (const [title, domain, texts, from, policy] of TREES)
  test(`DMARC is looked for up the tree: ${title}`, async () => {
    const records = Object.entries(texts).map(([name, tags]) => [`_dmarc.${name}`, [`v=DMARC1; ${tags}`]] as const)
    const { dmarc } = await report(Object.fromEntries(records), domain)
    assert.deepEqual([dmarc.from, dmarc.policy], [from, policy])
  })

for (const [title, terms, outcome] of [
  ['an included record that lets everyone pass', 'include:open.example -all', /: open\.example: \+all$/],
  ['an included record whose pass is not taken', '-include:open.example -all', undefined],
  ['all of IPv4', 'ip4:0.0.0.0/0 -all', /: example\.com: ip4:0\.0\.0\.0\/0$/],
  ['all of IPv6', 'ip6:2001:db8::/0 -all', /: ip6:2001:db8::\/0$/],
  ['a prefix of 0 behind a name', 'a:v4.example/0 ~all', /: a:v4\.example\/0$/],
  ['a small network', 'a:v4.example/24 ip4:192.0.2.0/30 ?ip4:0.0.0.0/0 -all', undefined],
] as const)
  test(`SPF, ${title}: ${outcome ? 'open to anyone' : 'not open'}`, async () => {
    const { checks } = await report({ 'example.com': [`v=spf1 ${terms}`], 'open.example': ['v=spf1 +all'] })
    const open = checks.find(({ id }) => id === 'spf-open')
    if (outcome) assert.match(open?.text.en ?? '', outcome)
    else assert.equal(open, undefined)
  })

test('SPF tells which record is broken, and of “ptr”', async () => {
  const { checks } = await report({ 'example.com': ['v=spf1 ptr include:none.example -all'] })
  const find = (id: string) => checks.find((one) => one.id === id)?.text.en
  assert.equal(
    find('spf-error'),
    'SPF: none.example: there is no SPF record, for which receivers reject the whole record (permerror)',
  )
  assert.match(find('spf-ptr') ?? '', /: example\.com$/)
})

test('what a wildcard gives for every selector is no DKIM key', async () => {
  const { dkim, checks } = await report({ 'google._domainkey.example.com': ['v=DMARC1; p=reject'] })
  assert.deepEqual([dkim, checks.find(({ id }) => id === 'dkim')?.verdict], [[], 'notice'])
})

for (const [title, bits, tags, outcome] of [
  ['of 512 bits', 512, '', { dkim: 'bad', 'dkim-testing': undefined }],
  ['for SHA-1 alone', 2048, 'h=sha1;', { dkim: 'bad', 'dkim-testing': undefined }],
  ['for both hashes', 2048, 'h=sha1:sha256;', { dkim: 'good', 'dkim-testing': undefined }],
  ['on trial', 2048, 't=s:y;', { dkim: 'good', 'dkim-testing': 'notice' }],
] as const)
  test(`a DKIM key ${title}: ${outcome.dkim}`, async () => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: bits })
    const key = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
    const result = await report({ 'google._domainkey.example.com': [`v=DKIM1; ${tags} p=${key}`] })
    assert.deepEqual({ dkim: verdict(result, 'dkim'), 'dkim-testing': verdict(result, 'dkim-testing') }, outcome)
  })

const POLICY = 'version: STSv1\r\nmode: enforce\r\nmx: mx.example.com\r\nmax_age: 604800\r\n'
const STS_ROWS: readonly [
  title: string,
  records: readonly string[],
  policy: string,
  outcome: Readonly<Record<string, string>>,
  type?: string,
][] = [
  ['fine', ['v=STSv1; id=1'], POLICY, { 'mta-sts': 'good' }],
  ['a policy of an hour', ['v=STSv1; id=1'], POLICY.replace('604800', '3600'), { 'mta-sts': 'good', 'mta-sts-age': 'notice' }],
  ['a policy for other servers', ['v=STSv1; id=1'], POLICY.replace('mx.', 'old.'), { 'mta-sts': 'good', 'mta-sts-mx': 'bad' }],
  ['a policy without max_age', ['v=STSv1; id=1'], POLICY.replace(/max_age.*/, ''), { 'mta-sts': 'bad' }],
  ['a policy without servers', ['v=STSv1; id=1'], POLICY.replace(/mx:.*/, ''), { 'mta-sts': 'bad' }],
  ['a policy as HTML', ['v=STSv1; id=1'], POLICY, { 'mta-sts': 'bad' }, 'text/html'],
  ['a policy of more than 64 KB', ['v=STSv1; id=1'], POLICY + 'x: y\n'.repeat(13_100), { 'mta-sts': 'bad' }],
  ['a policy of nearly 64 KB', ['v=STSv1; id=1'], POLICY + 'x: y\n'.repeat(13_000), { 'mta-sts': 'good' }],
  ['a policy of a year', ['v=STSv1; id=1'], POLICY.replace('604800', '31557600'), { 'mta-sts': 'good' }],
  ['a policy of more than a year', ['v=STSv1; id=1'], POLICY.replace('604800', '31557601'), { 'mta-sts': 'bad' }],
  ['a name in capitals', ['v=STSv1; id=1'], POLICY.replace('mode', 'Mode'), { 'mta-sts': 'bad' }],
  ['a name away from its colon', ['v=STSv1; id=1'], POLICY.replace('mode:', 'mode :'), { 'mta-sts': 'bad' }],
  ['a line that is indented', ['v=STSv1; id=1'], POLICY.replace('mode:', ' mode:'), { 'mta-sts': 'bad' }],
  ['a byte order mark', ['v=STSv1; id=1'], `\ufeff${POLICY}`, { 'mta-sts': 'bad' }],
  ['white space behind values', ['v=STSv1; id=1'], POLICY.replaceAll('\r\n', ' \t\r\n'), { 'mta-sts': 'good' }],
  ['no white space', ['v=STSv1; id=1'], POLICY.replaceAll(': ', ':'), { 'mta-sts': 'good' }],
  ['the first of two modes', ['v=STSv1; id=1'], `${POLICY}mode: none\r\n`, { 'mta-sts': 'good' }],
  [
    'a server behind 60 others',
    ['v=STSv1; id=1'],
    POLICY.replace('mx:', `${'mx: a.example.com\r\n'.repeat(60)}mx:`),
    { 'mta-sts': 'good' },
  ],
  ['a record without id', ['v=STSv1;'], POLICY, { 'mta-sts': 'bad' }],
  ['a record in small letters', ['v=stsv1; id=1'], POLICY, { 'mta-sts': 'bad' }],
  ['two records', ['v=STSv1; id=1', 'v=STSv1; id=2'], POLICY, { 'mta-sts': 'bad' }],
]
for (const [title, records, policy, outcome, type = 'text/plain'] of STS_ROWS)
  test(`MTA-STS, ${title}: ${JSON.stringify(outcome)}`, async () => {
    const fetcher = {
      fetch: async (_: string, { maxBytes }: { maxBytes: number }) => ({
        status: 200,
        body: Buffer.from(policy).subarray(0, maxBytes),
        isCut: Buffer.byteLength(policy) > maxBytes,
      }),
      header: () => type,
    } as unknown as Fetcher // of what a fetcher gives only this is read
    const book = new TextBook(async () => [...records])
    const read = await readMtaSts('example.com', book, fetcher, { signal: undefined, timeoutMs: UNHURRIED.policyMs })
    const checks = checkMtaSts(read, [{ preference: 10, host: 'mx.example.com' }])
    assert.deepEqual(Object.fromEntries(checks.map(({ id, verdict: one }) => [id, one])), outcome)
  })

test('a domain that takes no mail is not asked to keep it encrypted on its way', async () => {
  const ids = (hosts: readonly string[]) => {
    const mx = hosts.map((host) => ({ preference: 0, host }))
    const mtaSts = { record: null, mode: null, hosts: [], maxAgeSeconds: null, problem: null }
    const checks = toMailChecks({ ...SILENT, mx, mtaSts }, new Set())
    return checks.filter(({ id }) => /^(mx|mta-sts|tls-rpt)$/.test(id)).map(({ id, verdict: one }) => `${id} ${one}`)
  }
  assert.deepEqual(ids(['.']), ['mx good'])
  assert.deepEqual(ids(['.', 'mx.example.com']), ['mx bad', 'mta-sts notice', 'tls-rpt notice'])
})

const SILENT = {
  domain: 'example.com',
  spf: { record: null, lookups: 0, voidLookups: 0, all: null, steps: [] },
  dmarc: { record: null, policy: null, tags: {}, from: null },
  dkim: [],
  tlsRpt: null,
  bimi: { record: null, logo: null, authority: null },
  dane: [],
}

test('texts of DNS are shown in UTF-8, and as bytes where they are none', async () => {
  const toBytes = (text: string) => Buffer.from(text).toString('latin1')
  const result = await report({
    'example.com': ['v=spf1 a:caf\xe9.example -all'],
    '_dmarc.example.com': [toBytes('v=DMARC1; p=reject; rua=mailto:a@example.com; note=策略')],
    'default._bimi.example.com': [toBytes('v=BIMI1; l=https://example.com/标志.svg')],
  })
  assert.equal(result.spf.record, String.raw`v=spf1 a:caf\233.example -all`)
  assert.match(result.checks.find(({ id }) => id === 'spf-error')?.text.en ?? '', /“a:caf\\233\.example” is not an SPF term/)
  assert.equal(result.dmarc.tags['note'], '策略')
  assert.equal(result.bimi.logo, 'https://example.com/标志.svg')
})
