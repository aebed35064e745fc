import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '@octet/core/errors.ts'
import { noNamed, runBeside } from '../../lib/keys/peers.testing.ts'
import { RECORD_TYPES } from './record-types.ts'
import { runZoneFile, type ZoneFileOutput } from './run.ts'
import tool from './tool.ts'
import type { Form } from './write-zone.ts'

const TOP = `$ORIGIN example.com.
$TTL 3600
@ IN SOA ns1 hostmaster 1 7200 900 1209600 3600
@ IN NS ns1
@ IN NS ns2.example.net.
ns1 IN A 8.8.8.8
`
const LINES = TOP.split('\n').length - 1
const NOW = Date.UTC(2026, 10, 30)

type Options = { origin?: string; form?: Form; other?: string; lang?: 'en' | 'zh' }
function check(zone: string, { origin = '', form = 'full', other = '', lang = 'en' }: Options = {}): ZoneFileOutput {
  return runZoneFile({ zone, origin, form, other }, lang, NOW)
}

/** What is found in the lines behind a zone's top, `level line text`, counted from the first of them. */
function findIn(records: string): string[] {
  const { findings } = check(`${TOP}${records}\n`)
  return findings.flatMap(({ level, line, text }) =>
    level === 'ok' ? [] : [`${level} ${line === undefined ? '-' : line - LINES} ${text}`],
  )
}

test('the page says how many types of records there are', () => {
  const count = Object.keys(RECORD_TYPES).length
  assert.match(tool.about?.en ?? '', new RegExp(`\\b${count} types of records`))
  assert.match(tool.about?.zh ?? '', new RegExp(`${count} 种记录类型`))
})

test('a zone without faults is good', () => {
  assert.deepEqual(findIn('www IN AAAA 2001:4860::1'), [])
  assert.deepEqual(check(TOP).findings, [{ level: 'ok', text: 'Nothing is wrong with it' }])
})

/** Records behind the top of a zone, and what must be found in them. */
const FOUND: readonly (readonly [records: string, ...found: RegExp[]])[] = [
  ['a IN CNAME www.example.net.\na IN TXT "x"', /^error 1 a\.example\.com\. is an alias .*: TXT$/],
  ['a IN CNAME b.example.net.\na IN CNAME c.example.net.', /^error 1 .* has 2 CNAME records/],
  ['@ IN CNAME b.example.net.', /^error 1 example\.com\. is an alias .*: SOA, NS$/],
  ['@ IN MX 10 mail\nmail IN CNAME ns1', /^error 1 MX leads to mail\.example\.com\., which is an alias/],
  ['@ IN MX 10 mail', /^warning 1 MX leads to mail\.example\.com\., which does not exist/],
  ['@ IN MX 10 mail\nmail IN TXT "x"', /^warning 1 MX leads to mail\.example\.com\., which has no address/],
  ['@ IN NS ns3', /^error 1 NS leads to ns3\.example\.com\., which does not exist/],
  ['@ IN MX 10 192.0.2.1', /^error 1 MX leads to a name, not to an address: 192\.0\.2\.1$/],
  ['@ IN MX 10 192.0.2.1.', /^error 1 MX leads to a name, not to an address: 192\.0\.2\.1$/],
  [
    'a IN CNAME www.example.com',
    /^error 1 CNAME leads to www\.example\.com\.example\.com\.; is the dot behind www\.example\.com missing\?$/,
  ],
  ['a IN CNAME x.cdn.test.net', /^error 1 CNAME .*is the dot behind x\.cdn\.test\.net missing\?$/],
  ['a IN CNAME b\nb IN CNAME a', /^error 1 a\.example\.com\. is an alias that leads back/, /^error 2 b\.example\.com\./],
  ['*.w IN A 8.8.8.8\n@ IN MX 5 any.w'],
  ['*.w IN A 8.8.8.8\nc.b.w IN TXT "x"\n@ IN MX 5 b.w', /^warning 3 MX leads to b\.w\.example\.com\., which has no address/],
  ['a.*.w IN A 8.8.8.8', /^note 1 “\*” stands for others only as the first label/, /^warning 1 .* is no name of a host/],
  ['a_b IN A 8.8.8.8', /^warning 1 a_b\.example\.com\. is no name of a host/],
  ['@ IN TXT "v=spf1 -all"\n@ IN TXT "v=spf1 " "mx -all"', /^error 2 example\.com\. has 2 SPF records/],
  ['@ IN TXT "v=spf1 mx +all"', /^warning 1 This SPF lets everybody send/],
  ['@ IN SPF "v=spf1 -all"', /^warning 1 The type SPF is no longer read/],
  ['_dmarc IN TXT "p=none"', /^error 1 _dmarc\.example\.com\. does not begin with v=DMARC1/],
  ['_dmarc IN TXT "v=DMARC1; p=none"\n_dmarc IN TXT "v=DMARC1; p=reject"', /^error 2 _dmarc\.example\.com\. has 2 DMARC records/],
  ['s._domainkey IN TXT "v=DKIM1; k=rsa"', /^error 1 s\._domainkey\.example\.com\. has no key/],
  ['s._domainkey IN TXT "v=DKIM1; p="'],
  ['@ IN MX 0 .\n@ IN MX 10 ns1', /^error 1 example\.com\. says that it takes no mail/],
  ['d IN DNAME other.test.\nx.d IN A 8.8.8.8', /^error 2 Nothing may stand below d\.example\.com\./],
  ['sub IN NS ns.sub', /^error 1 ns\.sub\.example\.com\. serves sub\.example\.com\. from below it/],
  [
    'sub IN NS ns.sub\nns.sub IN A 8.8.8.8\nwww.sub IN CNAME ns1\nx.sub IN TXT "x"',
    /^warning 3 2 records at or below sub\.example\.com\. are never answered/,
  ],
  [
    's IN DS 1 8 2 00',
    /^error 1 A digest of this kind has 32 bytes, and this one 1$/,
    /^error 1 s\.example\.com\. has DS, but no NS/,
  ],
  ['@ IN DS 0 0 0 00', /^error 1 DS belongs to the zone above/],
  ['a 60 IN A 8.8.8.8\na 70 IN A 8.8.4.4', /^warning 2 a\.example\.com\. A has TTLs of 60 and 70/],
  ['a IN A 8.8.8.8\nA IN A 8.8.8.8', /^warning 2 This stands in line 7 already$/],
  ['a.example.net. IN A 8.8.8.8', /^error 1 a\.example\.net\. is not in the zone example\.com\./],
  ['sub IN SOA a b 1 2 1 4 5', /^error 1 A SOA stands at sub/, /^note 1 Expire \(4\) is less than a week/],
  ['@ IN SOA ns1 h 2 7200 900 1209600 3600', /^error 1 There is a second SOA/],
  [
    'a IN A 10.0.0.1\nb IN A 10.0.0.2\nc IN AAAA fd00::1',
    /^note 1 10\.0\.0\.1 and 1 more cannot be reached .*10\.0\.0\.0\/8, Private use$/,
    /^note 3 fd00::1 cannot/,
  ],
  ['k IN DNSKEY 256 3 5 AQID', /^warning 1 Algorithm 5 must no longer sign/],
  ['k IN DNSKEY 257 2 13 AQID', /^error 1 The protocol of a key is 3, not 2/],
  [
    'a IN RRSIG A 13 3 60 20260101000000 20250101000000 1 example.com. AQID',
    /^error 1 The signature of a\.example\.com\. A ended on 2026-01-01$/,
  ],
  [
    'a IN RRSIG A 13 3 60 20280101000000 20270101000000 1 example.com. AQID',
    /^error 1 The signature of a\.example\.com\. A begins on 2027-01-01$/,
  ],
  ['@ IN NSEC3PARAM 1 0 5 -', /^warning 1 5 extra iterations/],
  ['@ IN CAA 0 isue "x"', /^warning 1 “isue” is no tag of CAA$/],
  ['@ IN CAA 128 isue "x"', /^error 1 “isue” is no tag of CAA, and marked as critical/],
  ['@ IN CAA 1 issue ";"', /^warning 1 Of the flags of CAA/],
  ['@ IN HTTPS 0 www.example.net. alpn=h2', /^warning 1 With the priority 0 it is an alias/],
  ['h IN SSHFP 4 2 00', /^error 1 A digest of this kind has 32 bytes/],
  ['_25._tcp IN TLSA 4 2 3 00', /^warning 1 4 2 3 are not usage/],
  ['a IN ALIAS www.example.net.', /^warning 1 ALIAS is an invention/],
  ['a 3000000000 IN A 8.8.8.8', /^error 1 A TTL of 3000000000 is over 2147483647/],
  ['a IN A 8.8.8.8 80', /^error 1 “80” is more than A holds$/],
  ['a IN A 8.8.8.256', /^error 1 “8\.8\.8\.256” is no IPv4 address$/],
  ['a IN A', /^error 1 A is not complete$/],
  ['a IN FOO x', /^error 1 “FOO” is no type of record$/],
  ['a CH A 8.8.8.8', /^error 1 Class CH is not of the Internet/],
  ['a IN TXT "x', /^error 1 A quotation mark that is not closed/],
  ['a IN TXT "x" )', /^error 1 A “\)” without its “\(”$/],
  ['a IN TXT ( "x"', /^error 1 A “\(” that is never closed$/],
  ['a..b IN A 8.8.8.8', /^error 1 “a\.\.b” has an empty label$/],
  [`${'a'.repeat(64)} IN A 8.8.8.8`, /^error 1 .* longer than the 63 bytes of a label$/],
  [`${'a.'.repeat(125)}x IN A 8.8.8.8`, /^error 1 .* longer than the 255 bytes of a name$/],
  [String.raw`a\999 IN A 8.8.8.8`, /^error 1 “\\999” is no byte$/],
  ['bücher IN A 8.8.8.8', /^error 1 “bücher” must be written xn--bcher-kva in a zone file$/],
  ['a IN CNAME bücher.example.', /^error 1 “bücher\.example\.” must be written xn--bcher-kva\.example\. in a zone file$/],
  [`a IN TXT "${'x'.repeat(300)}"`, /^error 1 A string is longer than 255 bytes/],
  ['$INCLUDE other.zone', /^warning 1 “other\.zone” is not read here: put its records in place of this line/],
  ['$FOO x', /^error 1 \$FOO is not known$/],
  ['$GENERATE 3-1 a$ A 8.8.8.$', /^error 1 “3-1” is no range/],
  ['a IN HTTPS 1 . alpn=h2 alpn=h3', /^error 1 alpn stands there twice$/],
  ['a IN HTTPS 1 . mandatory=port', /^error 1 mandatory names port, which is not there once$/],
  ['a IN NAPTR 1 1 "s" "x" "abc" .', /^error 1 The fifth field of NAPTR/],
  [String.raw`a IN CNAME \# 3 016100`, /^error 1 CNAME is read by its names here/],
  [String.raw`a IN TXT \# 2 0161`],
  ['a IN NSEC b.example.com. A FOO', /^error 1 “FOO” is no type of record$/],
]

for (const [records, ...found] of FOUND)
  test(`finds in ${JSON.stringify(records.length > 60 ? `${records.slice(0, 60)}…` : records)}: ${found.map(String).join(', ') || 'nothing'}`, () => {
    const lines = findIn(records)
    for (const pattern of found)
      assert.ok(
        lines.some((line) => pattern.test(line)),
        `${String(pattern)} in ${JSON.stringify(lines)}`,
      )
    if (found.length === 0) assert.deepEqual(lines, [])
  })

test('every finding is said in Chinese, too', () => {
  for (const [records] of FOUND)
    for (const { text } of check(`${TOP}${records}\n`, { lang: 'zh' }).findings) assert.match(text, /\p{Script=Han}/u)
})

/** A record, and its data as they are written in whole. */
const WRITTEN: readonly (readonly [record: string, whole: string])[] = [
  ['a 1h30m IN A 192.0.2.1', 'a.example.com. 5400 IN A 192.0.2.1'],
  ['a IN 5 aaaa 2001:DB8::0:1', 'a.example.com. 5 IN AAAA 2001:db8::1'],
  ['a TYPE15 10 @', 'a.example.com. 3600 IN MX 10 example.com.'],
  [String.raw`a\.b TXT a\032b "c;\"d" é \195\169`, String.raw`a\.b.example.com. 3600 IN TXT "a b" "c;\"d" "\195\169" "\195\169"`],
  ['a TXT ( "x" ; what follows is not data\n  "y" )', 'a.example.com. 3600 IN TXT "x" "y"'],
  [String.raw`\097 CLASS1 A 192.0.2.1`, 'a.example.com. 3600 IN A 192.0.2.1'],
  ['a LOC 52 14 05 N 00 08 50 E 10m', 'a.example.com. 3600 IN LOC 52 14 5.000 N 0 8 50.000 E 10.00m 1m 10000m 10m'],
  ['a NSEC b ( TYPE731 AAAA A A )', 'a.example.com. 3600 IN NSEC b.example.com. A AAAA TYPE731'],
  [
    'a HTTPS 1 . port=0443 alpn="h3,h2" mandatory=port,alpn',
    'a.example.com. 3600 IN HTTPS 1 . mandatory=alpn,port alpn=h3,h2 port=443',
  ],
  ['a DNSKEY 256 3 ECDSAP256SHA256 ( AQ\n ID )', 'a.example.com. 3600 IN DNSKEY 256 3 13 AQID'],
  ['a APL 1:192.0.2.0/24 !2:2001:DB8::/32', 'a.example.com. 3600 IN APL 1:192.0.2.0/24 !2:2001:db8::/32'],
  ['a IPSECKEY 10 3 2 gw AQID', 'a.example.com. 3600 IN IPSECKEY 10 3 2 gw.example.com. AQID'],
  [String.raw`a TYPE731 \# 3 ( ab cd ef )`, String.raw`a.example.com. 3600 IN TYPE731 \# 3 ABCDEF`],
  [
    'a RRSIG A 13 3 3600 2000000000 1900000000 1 @ AQID',
    'a.example.com. 3600 IN RRSIG A 13 3 3600 20330518033320 20300317174640 1 example.com. AQID',
  ],
  ['$GENERATE 9-10 h${1,3,x} A 192.0.2.$', 'h00a.example.com. 3600 IN A 192.0.2.9\nh00b.example.com. 3600 IN A 192.0.2.10'],
  ['$GENERATE 18-18 ${0,3,n}.p PTR x$$', String.raw`2.1.p.example.com. 3600 IN PTR x\$.example.com.`],
  ['$ORIGIN sub\n@ A 192.0.2.1\n  A 192.0.2.2', 'sub.example.com. 3600 IN A 192.0.2.1\nsub.example.com. 3600 IN A 192.0.2.2'],
]

for (const [record, whole] of WRITTEN)
  test(`${JSON.stringify(record)} is ${whole}`, () => {
    assert.equal(check(`$TTL 3600\n${record}\n`, { origin: 'example.com' }).text, `${whole}\n`)
  })

test('what is written is read again as the same, in every form that is a zone file', () => {
  const source = `${TOP}${WRITTEN.map(([record]) => record).join('\n')}\n`
  const full = check(source).text
  assert.equal(check(check(source, { form: 'zone' }).text).text, full)
  assert.equal(check(full).text, full)
})

test('records as BIND itself writes them', { skip: noNamed }, () => {
  const source = `${TOP}${WRITTEN.filter(([record, whole]) => whole.includes(' 3600 IN') && !record.includes('HTTPS'))
    .map(([record]) => record)
    .join('\n')}\n`
  const options = ['-i', 'none', '-k', 'ignore', '-s', 'full', '-o', '-', 'example.com', 'z']
  const theirs = runBeside({ z: source }, 'named-compilezone', options).toString()
  const toLines = (text: string) =>
    text
      .split('\n')
      .filter((line) => / IN /.test(line) || /\tIN\t/.test(line))
      .map((line) => line.replaceAll(/\s+/g, ' ').trim())
      .sort()
  assert.deepEqual([...new Set(toLines(check(source).text))], toLines(theirs))
})

test('a file that names no zone is read with the one that is given, or says that it is needed', () => {
  assert.equal(check('www 60 IN A 192.0.2.1', { origin: 'example.com.' }).text, 'www.example.com. 60 IN A 192.0.2.1\n')
  assert.throws(
    () => check('www 60 IN A 192.0.2.1'),
    (error) => error instanceof AppError && error.key === 'bad_input' && error.details?.['field'] === 'origin',
  )
  assert.equal(check('www.example.com. 60 IN A 192.0.2.1').zone, undefined)
})

test('a terminal shows what is found as comments above the zone, which stays one', () => {
  const { checked = '' } = check(`${TOP}a IN A 8.8.8.8 80\n`, { form: 'zone' })
  assert.match(checked, /^; 7: error: “80” is more than A holds\n\n\$ORIGIN example\.com\.\n/)
  assert.equal(check(checked).text, check(TOP).text)
  assert.equal(check(TOP).checked, undefined)
})

test('what holds no record is refused with the reason of its first line', () => {
  for (const text of ['', '; nothing', 'hello world'])
    assert.throws(
      () => check(text, { origin: 'x' }),
      (error) => error instanceof AppError && error.key === 'bad_input' && error.details?.['field'] === 'zone',
    )
  assert.throws(() => check('www 60 IN A x', { origin: 'x' }), /line 1: “x” is no IPv4 address/)
})

test('a transfer, which ends as it began, has one SOA', () => {
  const soa = 'example.com. 60 IN SOA ns1.example.net. h.example.net. 7 7200 900 1209600 3600'
  const servers = ['a', 'b'].map((name) => `example.com. 60 IN NS ${name}.example.net.`)
  const { records, serial, findings } = check([soa, ...servers, soa].join('\n'))
  assert.deepEqual(
    { records, serial, findings },
    { records: 3, serial: 7, findings: [{ level: 'ok', text: 'Nothing is wrong with it' }] },
  )
})

test('a TTL that nobody wrote is that of the record before, else of the SOA, and is told once', () => {
  const { text, findings } = check(
    '@ IN SOA ns.x.net. h 1 7200 900 1209600 300\n IN NS ns.x.net.\n IN NS b.x.net.\na 60 IN A 8.8.8.8\nb IN A 8.8.8.8',
    { origin: 'example.com' },
  )
  assert.deepEqual(text.match(/ \d+ IN \w+/g), [' 300 IN SOA', ' 300 IN NS', ' 300 IN NS', ' 60 IN A', ' 60 IN A'])
  assert.deepEqual(findings, [{ level: 'warning', line: 1, text: 'There is no TTL and no $TTL: servers take 300' }])
  assert.throws(() => check('a IN A 8.8.8.8', { origin: 'x' }), /There is no TTL, and no \$TTL before/)
})

test('two zones differ by their records, however they are written', () => {
  const same = check(TOP, {
    other:
      'EXAMPLE.com. 3600 SOA NS1.example.com. ( hostmaster.example.com. 1 2h 15m 2w 1h )\n 1h NS ns2.example.net.\n 1h NS ns1.example.com.\nns1.example.com. 1h A 8.8.8.8',
  })
  assert.deepEqual([same.isEqual, same.changes], [true, []])
  const { isEqual, changes } = check(TOP, { other: TOP.replace('8.8.8.8', '8.8.4.4').replace('@ IN NS ns1\n', '') })
  assert.equal(isEqual, false)
  assert.deepEqual(
    changes?.map(({ change, name, type, before, after }) => [change, name, type, before, after]),
    [
      ['changed', 'example.com.', 'NS', '3600 ns1.example.com.\n3600 ns2.example.net.', '3600 ns2.example.net.'],
      ['changed', 'ns1.example.com.', 'A', '3600 8.8.8.8', '3600 8.8.4.4'],
    ],
  )
})

test('what cannot be read of the second file is told, as it is missing in the comparison', () => {
  const { findings } = check(TOP, { other: `${TOP}a IN A x\n` })
  assert.deepEqual(findings, [{ level: 'error', text: `Second file, line ${LINES + 1}: “x” is no IPv4 address` }])
})

test('nsupdate is told to drop an alias first and a name server last, and takes a new time with what it adds', () => {
  const before = `${TOP}a IN CNAME ns1\nb 60 IN A 8.8.8.8\n`
  const after = `${TOP.replace('ns2', 'ns3')}a IN A 8.8.8.8\nb 90 IN A 8.8.8.8\n`
  assert.deepEqual(check(before, { other: after, form: 'nsupdate' }).text.split('\n'), [
    'zone example.com.',
    'update delete a.example.com. CNAME ns1.example.com.',
    'update add example.com. 3600 IN NS ns3.example.net.',
    'update add a.example.com. 3600 IN A 8.8.8.8',
    'update add b.example.com. 90 IN A 8.8.8.8',
    'update delete example.com. NS ns2.example.net.',
    'send',
    '',
  ])
})

test('more records than are held are refused, and a long file takes time in proportion', () => {
  assert.throws(
    () => check('$TTL 1\n$GENERATE 1-200000 a$ A 192.0.2.1', { origin: 'x' }),
    (error) => error instanceof AppError && error.key === 'too_large',
  )
  const { records, text } = check('$TTL 1\n$GENERATE 1-20000 a$ A 8.8.8.8', { origin: 'x', form: 'csv' })
  assert.deepEqual([records, text.split('\n').slice(0, 2)], [20_000, ['name,ttl,type,data', 'a1.x.,1,A,8.8.8.8']])
})

test('a long chain of aliases, and many that lead to a name with many records, are followed once each', () => {
  const chain = check(`${TOP}$GENERATE 1-30000 a$ CNAME a\${1}\na30001 A 8.8.8.8`)
  assert.deepEqual(chain.findings, [{ level: 'ok', text: 'Nothing is wrong with it' }])
  const crowd = check(`${TOP}$GENERATE 1-30000 many TXT x$\n$GENERATE 1-30000 b$ CNAME many\n$GENERATE 1-9000 d$ DNAME x.test.`)
  assert.deepEqual(crowd.findings, [{ level: 'ok', text: 'Nothing is wrong with it' }])
})
