import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '@octet/core/errors.ts'
import { parseAddress } from '@octet/core/ip/address.ts'
import { toReverseName } from '@octet/core/ip/reverse-name.ts'
import { checkHost, type SpfDns, type SpfVerdict } from './check-host.ts'
import { expandMacros } from './spf-macro.ts'

/** Records by name and type; `FAILS` in place of a list: the server does not answer. */
const FAILS = 'FAILS'
type Zone = Readonly<
  Record<string, Readonly<Partial<Record<'TXT' | 'A' | 'AAAA' | 'MX' | 'PTR', readonly string[] | typeof FAILS>>>>
>

/** The zone of RFC 7208 appendix A, with addresses for documentation. */
const ZONE: Zone = {
  'example.com': { MX: ['mail-a.example.com', 'mail-b.example.com'], A: ['192.0.2.10', '192.0.2.11'] },
  'amy.example.com': { A: ['192.0.2.65'] },
  'bob.example.com': { A: ['192.0.2.66'] },
  'mail-a.example.com': { A: ['192.0.2.129'] },
  'mail-b.example.com': { A: ['192.0.2.130'] },
  'example.org': { MX: ['mail-c.example.org'] },
  'mail-c.example.org': { A: ['192.0.2.140'] },
  '10.2.0.192.in-addr.arpa': { PTR: ['example.com'] },
  '65.2.0.192.in-addr.arpa': { PTR: ['amy.example.com'] },
  '66.2.0.192.in-addr.arpa': { PTR: ['bob.example.com', 'liar.example.com'] },
  'liar.example.com': { A: ['192.0.2.1'] },
  'six.example.com': { AAAA: ['2001:db8::7'] },
  'broken.example.com': { TXT: FAILS, A: FAILS, MX: FAILS },
  '66.2.0.192.spf.example.com': { A: ['127.0.0.2'] },
  'why.example.com': { TXT: ['%{c} may not send for %{o}, %{l}%_says %{h}'] },
  'twice.example.com': { TXT: ['v=spf1 -all', 'v=spf1 +all'] },
  'pass.example.org': { TXT: ['v=spf1 +all'] },
  'fail.example.org': { TXT: ['v=spf1 -all exp=why.example.com'] },
}

function toDns(zone: Zone): SpfDns {
  const get = (type: keyof Zone[string]) => async (name: string) => {
    const found = zone[name.toLowerCase()]?.[type] ?? []
    if (found === FAILS) throw new AppError('target_failed', { reason: { en: 'no answer', zh: '没有应答' } })
    return [...found]
  }
  return {
    askText: get('TXT'),
    askAddresses: (name, version) => get(version === 4 ? 'A' : 'AAAA')(name),
    askMailHosts: get('MX'),
    askNames: (address) => get('PTR')(toReverseName(address)),
  }
}

function check(record: string, address = '192.0.2.65', more: Zone = {}): Promise<SpfVerdict> {
  const zone = { ...ZONE, 'example.com': { ...ZONE['example.com'], TXT: [record] }, ...more }
  const sender = { address: parseAddress(address), mailbox: 'strong-bad@example.com', helo: 'mx.example.org' }
  return checkHost('example.com', sender, { dns: toDns(zone), now: new Date(0) })
}

const MANY = Array.from({ length: 11 }, (_, index) => `h${index}.example.com`)
const CASES: readonly [record: string, address: string, result: SpfVerdict['result'], term: string | null][] = [
  ['v=spf1 +all', '192.0.2.65', 'pass', '+all'],
  ['v=spf1 a -all', '192.0.2.10', 'pass', 'a'],
  ['v=spf1 a -all', '192.0.2.65', 'fail', '-all'],
  ['v=spf1 a:example.org -all', '192.0.2.140', 'fail', '-all'],
  ['v=spf1 mx -all', '192.0.2.130', 'pass', 'mx'],
  ['v=spf1 mx:example.org -all', '192.0.2.140', 'pass', 'mx:example.org'],
  ['v=spf1 mx/30 mx:example.org/30 -all', '192.0.2.131', 'pass', 'mx/30'],
  ['v=spf1 mx/30 mx:example.org/30 -all', '192.0.2.141', 'pass', 'mx:example.org/30'],
  ['v=spf1 ptr -all', '192.0.2.65', 'pass', 'ptr'],
  ['v=spf1 ptr:liar.example.com -all', '192.0.2.66', 'fail', '-all'],
  ['v=spf1 ptr -all', '192.0.2.140', 'fail', '-all'],
  ['v=spf1 ip4:192.0.2.128/28 -all', '192.0.2.129', 'pass', 'ip4:192.0.2.128/28'],
  ['v=spf1 ip4:192.0.2.128/28 ~all', '192.0.2.65', 'softfail', '~all'],
  ['v=spf1 ip6:2001:db8::/32 -all', '2001:db8::1', 'pass', 'ip6:2001:db8::/32'],
  ['v=spf1 ip4:192.0.2.65 -all', '::ffff:192.0.2.65', 'pass', 'ip4:192.0.2.65'],
  ['v=spf1 a:six.example.com//64 -all', '2001:db8::1', 'pass', 'a:six.example.com//64'],
  ['v=spf1 a:six.example.com/0 -all', '2001:db8::1', 'fail', '-all'],
  ['v=spf1 exists:%{ir}.spf.%{d} -all', '192.0.2.66', 'pass', 'exists:%{ir}.spf.%{d}'],
  ['v=spf1 exists:%{ir}.spf.%{d02} -all', '192.0.2.66', 'pass', 'exists:%{ir}.spf.%{d02}'],
  ['v=spf1 ?ip4:192.0.2.0/24', '192.0.2.66', 'neutral', '?ip4:192.0.2.0/24'],
  ['v=spf1', '192.0.2.66', 'neutral', null],
  ['v=spf10 +all', '192.0.2.66', 'none', null],
  ['V=SPF1 IP4:192.0.2.66 -ALL', '192.0.2.66', 'pass', 'IP4:192.0.2.66'],
  ['v=spf1 include:pass.example.org -all', '192.0.2.66', 'pass', 'include:pass.example.org'],
  ['v=spf1 include:fail.example.org ?all', '192.0.2.66', 'neutral', '?all'],
  ['v=spf1 include:none.example.org +all', '192.0.2.66', 'permerror', 'include:none.example.org'],
  ['v=spf1 include:twice.example.com +all', '192.0.2.66', 'permerror', null],
  ['v=spf1 redirect=fail.example.org', '192.0.2.66', 'fail', '-all'],
  ['v=spf1 redirect=none.example.org', '192.0.2.66', 'permerror', 'redirect=none.example.org'],
  ['v=spf1 redirect=fail.example.org ?all', '192.0.2.66', 'neutral', '?all'],
  ['v=spf1 a:broken.example.com +all', '192.0.2.66', 'temperror', 'a:broken.example.com'],
  ['v=spf1 include:broken.example.com +all', '192.0.2.66', 'temperror', null],
  ['v=spf1 include:example.com -all', '192.0.2.66', 'permerror', 'include:example.com'],
  ['v=spf1 a:x1.example a:x2.example a:x3.example +all', '192.0.2.66', 'permerror', 'a:x3.example'],
  [`v=spf1 ${MANY.map((name) => `include:${name}`).join(' ')} +all`, '192.0.2.66', 'permerror', 'include:h10.example.com'],
  ['v=spf1 +all ip4:300.1.1.1', '192.0.2.66', 'permerror', 'ip4:300.1.1.1'],
  ['v=spf1 a/24/64 -all', '192.0.2.66', 'permerror', 'a/24/64'],
  ['v=spf1 exists:%{c}.example.com -all', '192.0.2.66', 'permerror', 'exists:%{c}.example.com'],
  ['v=spf1 exists:%{d0}.example.com -all', '192.0.2.66', 'permerror', 'exists:%{d0}.example.com'],
  ['v=spf1 a:example.123 -all', '192.0.2.66', 'permerror', 'a:example.123'],
  ['v=spf1 exp=a.example exp=b.example -all', '192.0.2.66', 'permerror', 'exp=b.example'],
]
const included = Object.fromEntries(MANY.map((name) => [name, { TXT: ['v=spf1 -all'] }]))
for (const [record, address, result, term] of CASES)
  test(`${record.slice(0, 60)} says ${result} of ${address}`, async () => {
    const verdict = await check(record, address, included)
    assert.deepEqual([verdict.result, verdict.term], [result, term])
    assert.equal(verdict.reason !== null, result.endsWith('error'), 'what broke the check is told, and only that')
  })

test('the explanation is that of the record that refuses', async () => {
  const said = '192.0.2.66 may not send for example.com, strong-bad says mx.example.org'
  assert.equal((await check('v=spf1 -all exp=why.example.com', '192.0.2.66')).explanation, said)
  assert.equal((await check('v=spf1 redirect=fail.example.org', '192.0.2.66')).explanation, said)
  assert.equal((await check('v=spf1 include:fail.example.org -all', '192.0.2.66')).explanation, null)
  assert.equal((await check('v=spf1 -all exp=none.example.com', '192.0.2.66')).explanation, null)
})

test('more than ten mail servers: permerror', async () => {
  const { result, reason } = await check('v=spf1 mx -all', '192.0.2.66', { 'example.com': { TXT: ['v=spf1 mx -all'], MX: MANY } })
  assert.deepEqual([result, reason!.en], ['permerror', '11 mail servers; more than 10 are not allowed'])
})

/** RFC 7208 §7.4. */
const MACROS: readonly [text: string, expanded: string][] = [
  ['%{s}', 'strong-bad@email.example.com'],
  ['%{o}', 'email.example.com'],
  ['%{d}', 'email.example.com'],
  ['%{d4}', 'email.example.com'],
  ['%{d2}', 'example.com'],
  ['%{d1}', 'com'],
  ['%{dr}', 'com.example.email'],
  ['%{d2r}', 'example.email'],
  ['%{l}', 'strong-bad'],
  ['%{l-}', 'strong.bad'],
  ['%{lr-}', 'bad.strong'],
  ['%{l1r-}', 'strong'],
  ['%{ir}.%{v}._spf.%{d2}', '3.2.0.192.in-addr._spf.example.com'],
  ['%{lr-}.lp._spf.%{d2}', 'bad.strong.lp._spf.example.com'],
  ['%{ir}.%{v}.%{l1r-}.lp._spf.%{d2}', '3.2.0.192.in-addr.strong.lp._spf.example.com'],
  ['%{d2}.trusted-domains.example.net', 'example.com.trusted-domains.example.net'],
  ['%{S} %% %_ %- %{t} %{r} %{p}', 'strong-bad%40email.example.com %   %20 0 unknown mx.example.org'],
]
const toFacts = (address: string) => ({
  address: parseAddress(address),
  sender: 'strong-bad@email.example.com',
  domain: 'email.example.com',
  helo: 'mx.example.org',
  now: new Date(0),
  findName: () => Promise.resolve('mx.example.org'),
})
for (const [text, expanded] of MACROS)
  test(`${text} is ${expanded}`, async () => assert.equal(await expandMacros(text, toFacts('192.0.2.3')), expanded))

test('an IPv6 address is taken apart by digits', async () =>
  assert.equal(
    await expandMacros('%{ir}.%{v}._spf.%{d2}', toFacts('2001:db8::cb01')),
    '1.0.B.C.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.B.D.0.1.0.0.2.ip6._spf.example.com',
  ))
