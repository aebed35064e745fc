import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAppError } from '@octet/core/errors.ts'
import { readAuthentication, readReceivedSpf } from './authentication.ts'
import { readEncodedWords } from '../../lib/encoded-words.ts'
import { readHeader } from './header-fields.ts'
import { findMailDate } from './mail-date.ts'
import { readMailboxes } from './mailboxes.ts'
import { readReceived } from './received.ts'
import { readSignature } from './signature.ts'

test('the cipher that Exim notes is no part of the protocol', () => {
  const { protocol, tls } = readReceived(
    'from a.example (helo=a) by b.example with esmtpsa (TLS1.2) tls TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256 (Exim 4.96) id 1; Tue, 3 Nov 2026 06:12:24 +0000',
  )
  assert.deepEqual([protocol, tls], ['esmtpsa', 'TLS 1.2, TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256'])
})

test('an address in angle brackets is that address', () => {
  const [spf] = readAuthentication('mx.example.org; spf=none smtp.mailfrom=<a@example.com>')
  assert.equal(spf?.about['smtp.mailfrom'], 'a@example.com')
})

test('a header ends with the first empty line; folded lines belong together', () => {
  const { fields, unread } = readHeader(
    '\uFEFFFrom bob Tue Nov 3\r\nSubject: one\r\n\ttwo\r\nno field\r\nX-A:\r\n b\r\n\r\nBody: no\r\n',
  )
  assert.deepEqual(fields, [
    { name: 'Subject', value: 'one two' },
    { name: 'X-A', value: 'b' },
  ])
  assert.deepEqual(unread, [4])
})

test('a copy that is indented as a whole is read', () => {
  const { fields } = readHeader('\n    From: a@example.org\n      (folded)\n    To: b@example.org')
  assert.deepEqual(fields, [
    { name: 'From', value: 'a@example.org (folded)' },
    { name: 'To', value: 'b@example.org' },
  ])
})

test('what has no field is refused with what came', () => {
  assert.throws(
    () => readHeader('just words'),
    (error) => isAppError(error) && error.key === 'bad_input' && error.details['got'] === 'just words',
  )
})

for (const [text, read] of [
  ['=?UTF-8?B?5LiL5Y2I6Iy2?=', '下午茶'],
  ['=?utf-8?Q?B=C3=B8rge_?= =?utf-8?q?Olsen?= <b@example.org>', 'Børge Olsen <b@example.org>'],
  ['=?gb2312?B?1tDOxA==?=', '中文'],
  ['=?CP936?B?1tDOxA==?=', '中文'],
  ['=?ISO-2022-JP?B?GyRCRnxLXBsoQg==?=', '日本'],
  ['=?ISO-2022-JP?B?GyRCRnwbKEI=?= =?ISO-2022-JP?B?GyRCS1wbKEI=?=', '日本'],
  ['=?utf-8*en?Q?a=3Fb?= c', 'a?b c'],
  ['=?x-none?Q?a?=', '=?x-none?Q?a?='],
  ['2 =? 3', '2 =? 3'],
] as const)
  test(`the text ${text} is read`, () => assert.equal(readEncodedWords(text), read))

test('a character parted between two words is put together', () =>
  assert.equal(readEncodedWords('=?utf-8?Q?=E4=B8?=\r\n =?utf-8?Q?=8B?='), '下'))

for (const [text, iso] of [
  ['Tue, 03 Nov 2026 06:12:24 -0800 (PST)', '2026-11-03T14:12:24.000Z'],
  ['3 Nov 26 06:12 EST', '2026-11-03T11:12:00.000Z'],
  ['3 Nov 126 06:12 PDT', '2026-11-03T13:12:00.000Z'],
  ['Fri, 31 Dec 1999 23:59:60 GMT', '1999-12-31T23:59:59.000Z'],
  ['3 Nov 2026 14:12:23 +8', '2026-11-03T06:12:23.000Z'],
  ['3 Nov 2026 06:12:23 -800 (PST)', '2026-11-03T14:12:23.000Z'],
  ['3 Nov 2026 14:12:23 +08:00', '2026-11-03T06:12:23.000Z'],
  ['3 Nov 2026 19:42:23 GMT+5:30', '2026-11-03T14:12:23.000Z'],
  ['3 Nov 2026 14:12:23 UT', '2026-11-03T14:12:23.000Z'],
  ['1 Jan 70 00:00:00 +0545', '1969-12-31T18:15:00.000Z'],
  ['Tue, 3 Nov 2026 9:05:7 +0800 (CST)', '2026-11-03T01:05:07.000Z'],
  ['3 Nov 2026 9:5 +0800', '2026-11-03T01:05:00.000Z'],
] as const)
  test(`the date ${text} is ${iso}`, () => assert.equal(new Date(findMailDate(text)!).toISOString(), iso))

for (const text of [
  '31 Feb 2026 10:00:00 +0000',
  'yesterday',
  '2026-11-03T10:00:00Z',
  '3 Foo 2026 10:00:00 +0000',
  '3 Nov 2026 25:00:00 +0000',
])
  test(`${text} is no date of a message`, () => assert.equal(findMailDate(text), undefined))

test('names, comments, groups and bare addresses are told apart', () =>
  assert.deepEqual(
    readMailboxes(
      '"Olsen, Bob" <bob@example.org>, ann@example.org (Ann), Team: x@example.net, =?utf-8?Q?J=C3=BC?= <j@example.net>;',
    ),
    [
      { name: 'Olsen, Bob', address: 'bob@example.org' },
      { name: '', address: 'ann@example.org' },
      { name: '', address: 'x@example.net' },
      { name: 'Jü', address: 'j@example.net' },
    ],
  ))

const at = Date.UTC(2026, 10, 3, 14, 12, 23)
const none = {
  from: undefined,
  address: undefined,
  by: undefined,
  protocol: undefined,
  tls: false,
  recipient: undefined,
  timeMs: at,
}
const DATE = 'Tue, 3 Nov 2026 14:12:23 +0000'
for (const [what, value, trace] of [
  [
    'Postfix',
    `from out.example.com (mail.example.net [203.0.113.25]) (using TLSv1.3 with cipher TLS_AES_256_GCM_SHA384 (256/256 bits)) (No client certificate requested) by mx.example.org (Postfix) with ESMTPS id b2 for <ann@example.org>; ${DATE} (UTC)`,
    {
      from: 'out.example.com (mail.example.net)',
      address: '203.0.113.25',
      by: 'mx.example.org',
      protocol: 'ESMTPS',
      tls: 'TLS 1.3, TLS_AES_256_GCM_SHA384',
      recipient: 'ann@example.org',
    },
  ],
  [
    'Exchange',
    `from A.prod.example.com (2001:db8:12::1) by B.prod.example.com (2001:db8:12::2) with Microsoft SMTP Server (version=TLS1_2, cipher=TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384) id 15.20.1; ${DATE}`,
    {
      from: 'A.prod.example.com',
      address: '2001:db8:12::1',
      by: 'B.prod.example.com',
      protocol: 'Microsoft SMTP Server',
      tls: 'TLS 1.2, TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384',
    },
  ],
  [
    'Exim',
    `from [198.51.100.4] (helo=me) by mx.example.org with esmtpsa (TLS1.2:ECDHE_SECP256R1__RSA_SHA256:128) id 1; ${DATE}`,
    {
      from: '[198.51.100.4]',
      address: '198.51.100.4',
      by: 'mx.example.org',
      protocol: 'esmtpsa',
      tls: 'TLS 1.2, ECDHE_SECP256R1__RSA_SHA256',
    },
  ],
  ['qmail', `(qmail 1234 invoked by uid 89); ${DATE}`, {}],
  [
    'a tagged IPv6 address',
    `from a.example ([IPv6:2001:db8::5]) by b.example with LMTP; ${DATE}`,
    { from: 'a.example', address: '2001:db8::5', by: 'b.example', protocol: 'LMTP' },
  ],
  ['a date without its sign', `by b.example with HTTP ${DATE}`, { by: 'b.example', protocol: `HTTP ${DATE}` }],
  [
    'what is no address',
    'from a.example ([999.1.1.1]) by b.example; then',
    { from: 'a.example', by: 'b.example', timeMs: undefined },
  ],
] as const)
  test(`the line of ${what} is read`, () => assert.deepEqual(readReceived(value), { ...none, ...trace }))

test('results of servers are read with their names, reasons and quoted values', () => {
  const [dkim, spf, auth] = readAuthentication(
    'mx.example.org 1; dkim=fail (bad signature; really) reason="key too short" header.i = @example.com header.s=s1; spf=pass smtp.mailfrom="a b"@example.com; auth/1=none',
  )
  assert.deepEqual(dkim, {
    by: 'mx.example.org',
    method: 'dkim',
    result: 'fail',
    about: { 'header.i': '@example.com', 'header.s': 's1' },
    reason: 'key too short',
  })
  assert.equal(spf?.result, 'pass')
  assert.equal(auth?.method, 'auth')
})

test('a local part in quotes goes with its domain', () => {
  const [spf, dkim] = readAuthentication(
    'mx.example.org; spf=pass smtp.mailfrom="a b"@example.com; dkim=none header.i= "c"@example.net',
  )
  assert.equal(spf?.about['smtp.mailfrom'], 'a b@example.com')
  assert.equal(dkim?.about['header.i'], 'c@example.net')
})

test('a server that does not name itself, ARC with its number, and none at all are understood', () => {
  assert.deepEqual(
    readAuthentication('spf=pass (sender IP is 192.0.2.1) smtp.mailfrom=example.com; dkim=none').map(
      ({ by, method, result, reason }) => [by, method, result, reason],
    ),
    [
      ['', 'spf', 'pass', 'sender IP is 192.0.2.1'],
      ['', 'dkim', 'none', ''],
    ],
  )
  assert.deepEqual(
    readAuthentication('i=2; mx.example.org; arc=pass (i=1 spf=pass); dmarc=pass header.from=example.com').map(
      ({ by, method, result }) => [by, method, result],
    ),
    [
      ['mx.example.org', 'arc', 'pass'],
      ['mx.example.org', 'dmarc', 'pass'],
    ],
  )
  assert.deepEqual(readAuthentication('mx.example.org; none'), [])
})

test('Received-SPF is a result of SPF', () =>
  assert.deepEqual(
    readReceivedSpf(
      'SoftFail (mx.example.org: not permitted) client-ip=192.0.2.9; envelope-from=<a@example.com>; receiver=mx.example.org',
    ),
    {
      by: 'mx.example.org',
      method: 'spf',
      result: 'softfail',
      about: { 'smtp.mailfrom': 'a@example.com', ip: '192.0.2.9' },
      reason: 'mx.example.org: not permitted',
    },
  ))

test('a signature says what it covers', () =>
  assert.deepEqual(readSignature('v=1; a=rsa-SHA1; d=Example.com; s=s1; h=From : To:\tSubject; t=1; x=2; l=10; b=a= b='), {
    domain: 'example.com',
    selector: 's1',
    algorithm: 'rsa-sha1',
    signed: ['from', 'to', 'subject'],
    signedAt: 1,
    expiresAt: 2,
    bodyBytes: 10,
  }))

test('findings are read with comments and room wherever RFC 8601 §2.2 lets them stand', () => {
  const found = readAuthentication(
    '(first) mx.example.org 1; (by hand) spf (x) = (y) pass smtp . mailfrom = (z) a@example.com; dkim / 1=pass header.b=ab== header.s=sel (ok)',
  )
  assert.deepEqual(
    found.map(({ by, method, result, about }) => [by, method, result, about]),
    [
      ['mx.example.org', 'spf', 'pass', { 'smtp.mailfrom': 'a@example.com' }],
      ['mx.example.org', 'dkim', 'pass', { 'header.b': 'ab==', 'header.s': 'sel' }],
    ],
  )
})
