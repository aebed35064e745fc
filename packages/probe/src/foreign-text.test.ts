import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { isAppError } from '@octet/core/errors.ts'
import { anyCharacter } from '@octet/core/testing/any-character.ts'
import { parseServer } from './dns/client.ts'
import { checkUrl } from './http/url.ts'
import { parseFilings } from './icp/parse-filings.ts'
import { parseTags } from './mail/txt.ts'
import { readPictureFormat } from './page/picture-format.ts'
import { readHead } from './page/read-head.ts'
import { RobotsFile } from '@octet/core/robots/robots-file.ts'
import { parseReply } from './ping/mtr-packet.ts'
import { parsePingLine } from './ping/ping.ts'
import { parseTracerouteLine } from './ping/traceroute-line.ts'
import { readDer } from './tls/der.ts'
import { parseOcsp } from './tls/ocsp.ts'
import { readRdap } from './whois/rdap.ts'
import { findReferral, parseWhois } from './whois/parse-whois.ts'
import { toDate } from './whois/registry-date.ts'

/** What peers send is read, or refused with a known error; whatever it is, nothing else is thrown. */
const readOrRefuse = (read: () => unknown) => {
  try {
    read()
  } catch (error) {
    if (!isAppError(error)) throw error
  }
}

/** A sample with pieces taken out, doubled or put in. */
const changed = (sample: string) =>
  fc
    .array(
      fc.record({
        at: fc.nat(sample.length),
        cut: fc.nat(20),
        put: fc.oneof(
          fc.string({ unit: anyCharacter, maxLength: 12 }),
          fc.constantFrom(':', '\n', '\r\n\r\n', '\0', '9'.repeat(40), sample),
        ),
      }),
      { minLength: 1, maxLength: 4 },
    )
    .map((edits) => edits.reduce((text, { at, cut, put }) => text.slice(0, at) + put + text.slice(at + cut), sample))

const WHOIS = `Domain Name: EXAMPLE.COM
Registrar WHOIS Server: whois.registrar.example
Creation Date: 1995-08-14T04:00:00Z
Registry Expiry Date: 2027-08-13T04:00:00Z
Domain Status: clientTransferProhibited https://icann.org/epp
Name Server: A.IANA-SERVERS.NET
DNSSEC: signedDelegation
Registrant Organization: Example Org
inetnum: 192.0.2.0 - 192.0.2.255
refer: whois.nic.io
`
const LINES: readonly [string, string, (text: string) => unknown][] = [
  ['whois answers about names', WHOIS, (text) => parseWhois(text, 'domain')],
  ['whois answers about addresses', WHOIS, (text) => parseWhois(text, 'ip')],
  ['referrals', 'ReferralServer: whois://whois.ripe.net:43', findReferral],
  ['dates', '14-Aug-1995 10:20:30 UTC+8', toDate],
  ['replies of mtr-packet', '7 ttl-expired ip-4 192.0.2.1 round-trip-time 1250 mpls 16,0,1,254', parseReply],
  ['lines of ping', '64 bytes from 192.0.2.1: icmp_seq=3 ttl=57 time=12.3 ms', parsePingLine],
  ['lines of traceroute', ' 3  192.0.2.1  1.200 ms  192.0.2.9  1.300 ms *', (text) => parseTracerouteLine(text, '192.0.2.9')],
  ['tags of DMARC, DKIM and BIMI', 'v=DMARC1; p=none; rua=mailto:a@example.com; pct=100', parseTags],
  ['names of DNS servers', 'tls://dns.example:853', parseServer],
  ['URLs to fetch', 'https://example.com:443/path?a=b#c', checkUrl],
  [
    'robots.txt',
    'User-agent: GPTBot\nDisallow: /a*b$\n\nUser-agent: *\nAllow: /%E4',
    (text) => new RobotsFile(text).find('gptbot', text),
  ],
  [
    'filing numbers',
    '京ICP备12345678号-1 京公网安备11010102000001号',
    (text) => parseFilings({ text, links: [{ href: text, text }], title: text }),
  ],
]
for (const [what, sample, read] of LINES)
  test(`${what}: any text is read or refused`, () =>
    fc.assert(
      fc.property(fc.oneof(changed(sample), fc.string({ unit: anyCharacter, maxLength: 300 })), (text) =>
        readOrRefuse(() => read(text)),
      ),
      { numRuns: 300 },
    ))

test('RDAP: any JSON of the right outline is read', () => {
  const entity = fc.record(
    {
      objectClassName: fc.string(),
      handle: fc.string({ unit: anyCharacter }),
      roles: fc.array(fc.constantFrom('registrar', 'abuse', 'registrant', '')),
      vcardArray: fc.tuple(fc.constant('vcard'), fc.array(fc.array(fc.jsonValue(), { maxLength: 5 }))),
    },
    { requiredKeys: [] },
  )
  const answer = fc.record(
    {
      ldhName: fc.string({ unit: anyCharacter }),
      status: fc.array(fc.string()),
      events: fc.array(fc.record({ eventAction: fc.constantFrom('registration', 'expiration', 'x'), eventDate: fc.string() })),
      nameservers: fc.array(fc.record({ ldhName: fc.string() })),
      entities: fc.array(entity),
      remarks: fc.array(fc.record({ description: fc.array(fc.string()) })),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(answer, (rdap) => readOrRefuse(() => readRdap(rdap as Parameters<typeof readRdap>[0], 'domain'))),
    { numRuns: 300 },
  )
})

/** Types, lengths and contents of a SEQUENCE, more often well-formed than random bytes are. */
const der = fc.letrec<{ node: Uint8Array }>((tie) => ({
  node: fc.oneof(
    { depthSize: 'small' },
    fc
      .tuple(fc.constantFrom(0x02, 0x03, 0x04, 0x05, 0x06, 0x0a, 0x0c, 0x17, 0x18, 0x80), fc.uint8Array({ maxLength: 20 }))
      .map(([tag, body]) => Uint8Array.of(tag, body.length, ...body)),
    fc.tuple(fc.constantFrom(0x30, 0x31, 0xa0, 0xa1, 0xa3), fc.array(tie('node'), { maxLength: 4 })).map(([tag, parts]) => {
      const body = Buffer.concat(parts)
      return body.length < 128
        ? Uint8Array.of(tag, body.length, ...body)
        : Uint8Array.of(tag, 0x82, body.length >> 8, body.length & 255, ...body)
    }),
  ),
})).node

const anyBytes = fc.oneof(der, fc.uint8Array({ maxLength: 200 }))

test('DER: any bytes are read, or refused as too short', () =>
  fc.assert(
    fc.property(anyBytes, (bytes) => {
      try {
        for (const { whole } of readDer(bytes)) assert.ok(whole.length >= 2)
      } catch (error) {
        assert.ok(error instanceof RangeError, String(error))
      }
    }),
    { numRuns: 500 },
  ))

test('OCSP: bytes that are no answer about the certificate are none', () =>
  fc.assert(
    fc.property(anyBytes, (bytes) => assert.equal(parseOcsp(bytes, bytes, bytes), undefined)),
    { numRuns: 500 },
  ))

test('pictures: any bytes have a format, or none', () => {
  const heads = [
    '\x89PNG\r\n\x1a\n',
    '\xff\xd8\xff\xe0',
    'GIF89a',
    'RIFF\0\0\0\0WEBPVP8X',
    '\0\0\0\x18ftypavif',
    'BM',
    '\0\0\x01\0',
    '<svg',
  ]
  const file = fc
    .tuple(fc.constantFrom('', ...heads), fc.uint8Array({ maxLength: 200 }))
    .map(([head, rest]) => Buffer.concat([Buffer.from(head, 'latin1'), rest]))
  fc.assert(
    fc.property(file, (bytes) => {
      const { width, height } = readPictureFormat(bytes) ?? { width: null, height: null }
      assert.equal(width === null, height === null)
    }),
    { numRuns: 500 },
  )
})

test('documents: any text is read', () =>
  fc.assert(
    fc.asyncProperty(
      changed('<html lang=en><title>a</title><meta name="b" content="c &amp; d"><link rel=icon href=/e>'),
      async (html) => {
        const { title, metas, links } = await readHead(html)
        for (const text of [title ?? '', ...metas.flatMap(({ name, value }) => [name, value]), ...links.map(({ href }) => href)])
          assert.ok(text.length <= 2_000)
      },
    ),
    { numRuns: 300 },
  ))
