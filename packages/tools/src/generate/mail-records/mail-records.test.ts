import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAppError } from '@octet/core/errors.ts'
import { array, assert as check, asyncProperty, constantFrom, oneof, record, string } from 'fast-check'
import type * as z from 'zod'
import { noNamed, runBeside } from '../../lib/keys/peers.testing.ts'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import { SERVICES, findService } from './services.ts'
import tool from './tool.ts'
import { splitStrings } from './zone-file.ts'

type Input = z.input<typeof tool.input>
type Output = z.output<typeof tool.output>
const random = (sizeBytes: number) => crypto.getRandomValues(new Uint8Array(sizeBytes))
const make = (input: Input) => answerTool(tool, input, createTestHost({ random })) as Promise<Output>
const spf = async (input: Omit<Input, 'make' | 'domain'>) => {
  const made = await make({ make: 'spf', domain: 'example.com', ...input })
  return { value: made.records[0]!.value, notes: made.notes.join('\n'), lookups: made.lookups }
}
const refuses = async (input: Input, field: string, key = 'bad_input') =>
  assert.rejects(make(input), (error) => {
    if (!isAppError(error)) throw error
    assert.deepEqual([error.key, error.details['field']], [key, field])
    return true
  })

const SPF: [name: string, input: Omit<Input, 'make' | 'domain'>, value: string][] = [
  [
    'services by any of their names',
    { senders: 'google workspace, 腾讯企业邮箱; SPF.mtasv.net.' },
    'include:_spf.google.com include:spf.mail.qq.com include:spf.mtasv.net ~all',
  ],
  ['two services on one line', { senders: 'amazon ses mailgun' }, 'include:amazonses.com include:mailgun.org ~all'],
  [
    'the domain itself and hosts',
    { senders: 'Example.COM. smtp.example.com\n邮件.example mx' },
    'a a:smtp.example.com a:xn--5nq051n.example mx ~all',
  ],
  ['a name that is no host is included', { senders: '_spf.mail.example' }, 'include:_spf.mail.example ~all'],
  [
    'networks that lie in one another or touch are joined',
    { senders: '192.0.2.0/25 192.0.2.128/25 192.0.2.7 192.0.2.7' },
    'ip4:192.0.2.0/24 ~all',
  ],
  [
    'but two large ones to none that counts as anyone',
    { senders: '104.0.0.0/8 105.0.0.0/8' },
    'ip4:104.0.0.0/8 ip4:105.0.0.0/8 ~all',
  ],
  ['one that is too large itself stays', { senders: '104.0.0.0/7 105.0.0.0/8' }, 'ip4:104.0.0.0/7 ~all'],
  [
    'a range, with blanks or not',
    { senders: '192.0.2.4-192.0.2.7\n192.0.2.8 - 192.0.2.9' },
    'ip4:192.0.2.4/30 ip4:192.0.2.8/31 ~all',
  ],
  [
    'host bits behind a prefix are cleared',
    { senders: '192.0.2.77/24 2001:DB8::1/32' },
    'ip4:192.0.2.0/24 ip6:2001:db8::/32 ~all',
  ],
  ['full-width letters and comments', { senders: '１９２．０．２．１ # office' }, 'ip4:192.0.2.1 ~all'],
  [
    'terms as they stand',
    { senders: '+include:_spf.example.com ?mx exists:%{i}.x.example' },
    '?mx include:_spf.example.com exists:%{i}.x.example ~all',
  ],
  [
    'an existing record keeps its order and its end',
    { senders: 'mx', current: 'v=spf1 -ip4:192.0.2.1 ip4:192.0.2.0/24 include:a.example -all' },
    '-ip4:192.0.2.1 ip4:192.0.2.0/24 include:a.example mx -all',
  ],
  [
    'what it has already is not added',
    { senders: 'MX 192.0.2.9 google', current: 'v=spf1 mx ip4:192.0.2.0/24 include:_spf.GOOGLE.com ?all' },
    'mx ip4:192.0.2.0/24 include:_spf.google.com ?all',
  ],
  [
    'of two places for the words of a refusal one is kept',
    { current: 'v=spf1 mx exp=why.example.com -all\nv=spf1 a EXP=other.example.com -all' },
    'mx a exp=why.example.com -all',
  ],
  [
    'of two redirects one is followed, the other included',
    { current: 'v=spf1 mx redirect=a.example.net\nv=spf1 redirect=b.example.net' },
    'mx include:b.example.net redirect=a.example.net',
  ],
  [
    'its strings are joined as they stand',
    { current: 'example.com. 300 IN TXT "v=spf1 include:a.exa" "mple -all"' },
    'include:a.example -all',
  ],
  ['two records become one', { current: '"v=spf1 mx -all"\n"v=spf1 a ~all"' }, 'mx a -all'],
  ['a redirect stays', { current: 'v=spf1 mx redirect=_spf.example.net' }, 'mx redirect=_spf.example.net'],
  [
    'a redirect beside an end is included',
    { current: 'v=spf1 redirect=_spf.example.net', ending: 'fail' },
    'include:_spf.example.net -all',
  ],
  ['+all and what stands behind it go', { current: 'v=spf1 mx +all a exp=e.example' }, 'mx exp=e.example ~all'],
  ['nobody', { ending: 'fail' }, '-all'],
  ['an address of IPv4 inside one of IPv6', { senders: '::ffff:192.0.2.1 ::ffff:192.0.2.0/120' }, 'ip4:192.0.2.0/24 ~all'],
  [
    'brackets and addresses of the Web',
    { senders: '[2001:db8::1] https://mail.example.net:8443/x' },
    'a:mail.example.net ip6:2001:db8::1 ~all',
  ],
  [
    'marks of quotation within a record',
    { current: 'v=spf1 include:a.example " "include:b.example -all' },
    'include:a.example include:b.example -all',
  ],
]
for (const [name, input, value] of SPF)
  test(`SPF: ${name}`, async () => assert.equal((await spf(input)).value, `v=spf1 ${value}`))

test('notes tell what hurts', async () => {
  const notesOf = async (senders: string, current = '') => (await spf({ senders, current })).notes
  assert.match(await notesOf('0.0.0.0/1'), /so large that nearly anyone/)
  assert.match(await notesOf('10.1.2.3'), /ip4:10\.1\.2\.3 is not an address on the Internet/)
  assert.match(await notesOf('', 'v=spf1 ptr +all'), /“ptr” is slow[^]*lets anyone send/)
  assert.match(await notesOf('', 'v=spf1 mx -all\nv=spf1 a -all'), /2 records were joined/)
  assert.match(await notesOf(''), /nobody may send/)
  const many = await spf({
    senders: SERVICES.slice(0, 11)
      .map(({ id }) => id)
      .join('\n'),
  })
  assert.equal(many.lookups, 11)
  assert.match(many.notes, /^Too many DNS lookups: 11 of 10/)
})

test('three hundred addresses: strings of 255 bytes, and a warning of the length', async () => {
  const senders = Array.from({ length: 300 }, (_, index) => `203.0.${113 + (index >> 7)}.${(index & 127) * 2}`).join('\n')
  const { value, notes } = await spf({ senders })
  const { parts } = await make({ make: 'spf', domain: 'example.com', senders: `${senders} mx` })
  assert.deepEqual(parts?.map(({ part, meaning }) => `${part} ${meaning}`).slice(0, 2), [
    'mx the mail servers of the domain (MX): may send',
    'ip4:203.0.113.0 … these 300 addresses and networks: may send',
  ])
  assert.equal(parts?.length, 3)
  const strings = splitStrings(value)
  assert.ok(strings.length > 15 && strings.every((text) => text.length <= 255))
  assert.equal(strings.join(''), value)
  assert.match(notes, /The record has \d{4} bytes[^]*more than 512 bytes/)
})

test('each service is found by its names and its include, and none has that of another', () => {
  for (const service of SERVICES)
    for (const word of [service.id, service.name.en, service.name.zh, service.include, ...service.aliases])
      assert.equal(findService(word), service, word)
})

test('addresses for reports are written as a URI needs it', async () => {
  const made = await make({
    make: 'dmarc',
    domain: 'example.com',
    reports: 'Ann <a+b@Example.com>, mailto://c!d@例子.中国!10M，e%2Cf@example.com',
  })
  assert.equal(
    made.records[0]!.value,
    'v=DMARC1; p=none; rua=mailto:a+b@example.com,mailto:c%21d@xn--fsqu00a.xn--fiqs8s!10m,mailto:e%2Cf@example.com',
  )
  assert.deepEqual(
    made.records.slice(1).map(({ name, zone }) => [name, zone]),
    [['example.com._report._dmarc.xn--fsqu00a.xn--fiqs8s', 'xn--fsqu00a.xn--fiqs8s']],
  )
})

const HOSTS: [domain: string, hosts: string[]][] = [
  ['example.com', ['@', '_dmarc', '_smtp._tls']],
  ['shop.example.co.uk.', ['shop', '_dmarc.shop', '_smtp._tls.shop']],
  ['_dmarc.example.com', ['@', '_dmarc', '_smtp._tls']],
  ['https://EXAMPLE.com/x', ['@', '_dmarc', '_smtp._tls']],
  ['ann@example.com', ['@', '_dmarc', '_smtp._tls']],
]
for (const [domain, hosts] of HOSTS)
  test(`hosts as panels want them, of ${domain}`, async () => {
    const made = await make({ domain, senders: 'mx', reports: 'a@example.com' })
    assert.deepEqual(
      made.records.filter(({ zone }) => zone === undefined).map(({ host }) => host),
      hosts,
    )
  })

test('what cannot be made is refused with the field that it stands in', async () => {
  await refuses({ domain: 'localhost' }, 'domain')
  await refuses({ domain: 'a..b' }, 'domain')
  await refuses({ domain: `${'a'.repeat(64)}.example` }, 'domain')
  await assert.rejects(make({ domain: '192.0.2.1' }), (error) => isAppError(error) && error.key === 'bad_domain')
  await refuses({ domain: 'example.com', senders: 'nonsense' }, 'senders')
  await refuses({ domain: 'example.com', senders: 'ip4:192.0.2.0/33' }, 'senders')
  await refuses({ domain: 'example.com', senders: 'include:example.com' }, 'senders')
  await refuses({ domain: 'example.com', current: 'v=spf1 foo -all' }, 'current')
  await refuses({ domain: 'example.com', current: 'hello' }, 'current')
  await refuses({ domain: 'example.com', current: 'v=spf1 include:a.example" "include:b.example -all' }, 'current')
  await refuses({ domain: 'example.com', senders: 'v=spf1 mx -all' }, 'senders')
  await refuses({ domain: 'example.com', senders: '~all' }, 'senders')
  await refuses({ domain: 'example.com', make: 'dmarc', reports: 'https://example.com/' }, 'reports')
  await refuses({ domain: 'example.com', reports: 'nobody' }, 'reports')
  await refuses({ domain: 'example.com', make: 'mta-sts' }, 'servers')
  await refuses({ domain: 'example.com', make: 'mta-sts', servers: 'http://x' }, 'servers')
  await refuses({ domain: 'example.com', make: 'tls-rpt' }, 'reports')
  await refuses({ domain: 'example.com', make: 'bimi', logo: 'https://example.com/a.png' }, 'logo')
  await refuses({ domain: 'example.com', make: 'dkim', selector: 'a b' }, 'selector')
  await refuses({ domain: 'example.com', make: 'dkim', key: 'own' }, 'publicKey')
})

test('a terminal gets the key, too', async () => {
  const { whole, text, privateKey } = await make({ make: 'dkim', domain: 'example.com', key: 'ed25519' })
  assert.equal(whole, `${text}\n${privateKey}`)
})

const WORDS = [
  'v=spf1',
  'mx',
  '-all',
  '"',
  '\\',
  ';',
  '\n',
  'ip4:192.0.2.1/24',
  'include:',
  '%{i}',
  '::',
  '例子',
  'a@b.example',
  'https://a.example/',
  '.',
  '\u202e',
  '\0',
  ' ',
]
const odd = oneof(
  string({ unit: 'binary', maxLength: 12 }),
  array(constantFrom(...WORDS), { maxLength: 8 }).map((all) => all.join('')),
)

test('a name that no SPF term may end in is refused in words', async () => {
  for (const senders of ['mx.', 'mail.123']) await refuses({ make: 'spf', domain: 'example.com', senders }, 'senders')
})

test('whatever is typed, it is refused in words or lines of printable ASCII come out', async () => {
  const kinds = constantFrom('all', 'spf', 'dmarc', 'mta-sts', 'tls-rpt', 'bimi', 'none', 'dkim')
  const input = record({
    make: kinds,
    domain: oneof(constantFrom('example.com', '例子.中国'), odd),
    senders: odd,
    current: odd,
    reports: odd,
    failures: odd,
    servers: odd,
    selector: odd,
    publicKey: odd,
    logo: odd,
    certificate: odd,
  })
  await check(
    asyncProperty(input, async (typed) => {
      try {
        const { text, records } = await make({ ...typed, key: 'own' } as Input)
        assert.match(text, /^[\n -~]*$/)
        assert.equal(text.split('\n').filter((line) => line !== '' && !line.startsWith('; ')).length, records.length)
      } catch (error) {
        if (!isAppError(error)) throw error
      }
    }),
    { numRuns: 400 },
  )
})

test('BIND takes the zone file, and so a name server', { skip: noNamed }, async () => {
  const zone = async (input: Omit<Input, 'domain'>) => (await make({ domain: 'example.com', ...input })).text
  const senders = Array.from({ length: 60 }, (_, index) => `203.0.113.${index * 2}`).join('\n')
  const lines = [
    'example.com. 60 IN SOA ns.example.com. a.example.com. 1 1 1 1 1',
    'example.com. 60 IN NS ns.example.com.',
    'ns.example.com. 60 IN A 192.0.2.53',
    await zone({ senders, reports: 'a@example.com', servers: 'mx.example.com' }),
    await zone({ make: 'dkim' }),
    await zone({ make: 'none' }),
    await zone({ make: 'bimi', logo: 'https://example.com/a.svg?x="y"' }),
  ]
  const files = { 'zone.txt': lines.join('\n') }
  const text = runBeside(files, 'named-compilezone', ['-i', 'none', '-o', '-', 'example.com', 'zone.txt']).toString()
  assert.match(text, /_dmarc\.example\.com\.\s+3600 IN TXT\s+"v=DMARC1; p=none; rua=mailto:a@example\.com"/)
  assert.match(text, /example\.com\.\s+3600 IN MX\s+0 \./)
})
