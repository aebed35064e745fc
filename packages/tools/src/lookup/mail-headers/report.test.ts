import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { isAppError } from '@octet/core/errors.ts'
import tool from './tool.ts'
import { toHeaderChecks } from './checks.ts'
import { readFacts } from './facts.ts'
import type { HeadersReport } from './report.ts'

const run = (text: string) => tool.run({ text }, {} as never) as HeadersReport
/** Ids of checks with their verdicts. */
const judge = (text: string) => Object.fromEntries(toHeaderChecks(readFacts(text)).map(({ id, verdict }) => [id, verdict]))
const words = (text: string, id: string) => toHeaderChecks(readFacts(text)).find((check) => check.id === id)?.text

const WHOLE = `From: a@example.com
Date: Tue, 3 Nov 2026 14:00:00 +0000
Message-ID: <1@example.com>
Received: from a.example.com ([203.0.113.1]) by mx.example.org with ESMTPS; Tue, 3 Nov 2026 14:00:01 +0000
`
const results = (text: string) => `${WHOLE}Authentication-Results: mx.example.org; ${text}\n`

test('the way is told in the order of travel, with what each step took', () => {
  const { hops, totalSeconds, origin } = run(tool.examples[0]!.input.text)
  assert.deepEqual(
    hops.map(({ hop, from, tls, delaySeconds }) => [hop, from, tls, delaySeconds]),
    [
      [1, 'laptop', 'TLS', undefined],
      [2, 'out.example.com', 'TLS 1.3, TLS_AES_256_GCM_SHA384', 2],
      [3, undefined, undefined, 1],
    ],
  )
  assert.equal(totalSeconds, 3)
  assert.equal(origin, undefined, 'documentation addresses are not public')
  assert.equal(run(WHOLE.replace('203.0.113.1', '9.9.9.9')).origin, '9.9.9.9')
})

test('the message is told with its encoded words read and its time in UTC', () => {
  const { message, headers } = run(tool.examples[0]!.input.text)
  assert.deepEqual(message, {
    from: 'Børge <borge@example.com>',
    to: 'ann@example.org',
    subject: '下午茶',
    date: '2026-11-03T14:12:20Z',
    returnPath: '<bounce@mail.example.com>',
    messageId: '<1@example.com>',
  })
  assert.equal(headers.length, 11)
})

test('a forged sender is pointed out', () => {
  const { text } = tool.examples[1]!.input
  assert.deepEqual(judge(text), {
    'display-name': 'bad',
    'reply-to': 'notice',
    dmarc: 'bad',
    spf: 'notice',
    dkim: 'notice',
    'message-id': 'notice',
  })
})

for (const [text, expected] of [
  [
    'spf=pass smtp.mailfrom=b@mail.example.com; dkim=pass header.d=example.com; dmarc=pass',
    { spf: 'good', dkim: 'good', dmarc: 'good' },
  ],
  [
    'spf=pass smtp.mailfrom=b@example.net; dkim=pass header.d=example.net; dmarc=fail',
    { spf: 'notice', dkim: 'notice', dmarc: 'bad' },
  ],
  ['spf=fail smtp.mailfrom=a@example.com; dkim=fail; dmarc=none', { spf: 'bad', dkim: 'bad', dmarc: 'notice' }],
  ['dkim=pass header.i=@news.example.com; dkim=fail header.d=example.net', { spf: 'notice', dkim: 'good', dmarc: 'notice' }],
] as const)
  test(`of ${text} only what speaks for the sender counts`, () => {
    const { spf, dkim, dmarc } = judge(results(text)) as Record<'spf' | 'dkim' | 'dmarc', string>
    assert.deepEqual({ spf, dkim, dmarc }, expected)
  })

test('only the result that stands first is judged: those below may be made up', () => {
  const text = `${results('dmarc=fail')}Authentication-Results: evil.example; dmarc=pass\n`
  assert.equal(judge(text)['dmarc'], 'bad')
  assert.deepEqual(
    run(text).authentication.map(({ by, result }) => [by, result]),
    [
      ['mx.example.org', 'fail'],
      ['evil.example', 'pass'],
    ],
  )
})

const filters = (...lines: readonly string[]) => `${lines.join('\n')}\n${WHOLE}`
const DMARC = 'Authentication-Results: mx.example.org; dmarc=pass header.from=example.com'
const DKIM = 'Authentication-Results: mx.example.org;\n dkim=pass header.d=example.com'
for (const [what, text, expected] of [
  ['each filter of the last server is heard', filters(DMARC, DKIM), { dmarc: 'good', dkim: 'good' }],
  ['a filter of another server is not', filters(DMARC, DKIM.replace('mx.', 'mx2.')), { dmarc: 'good', dkim: 'notice' }],
  ['nor one from before the last server', `${DMARC}\n${WHOLE}${DKIM}`, { dmarc: 'good', dkim: 'notice' }],
  ['and none speaks twice of a method', filters(DMARC.replace('pass', 'fail'), DMARC), { dmarc: 'bad', dkim: 'notice' }],
] as const)
  test(what, () => {
    const { dmarc, dkim } = judge(text) as Record<'dmarc' | 'dkim', string>
    assert.deepEqual({ dmarc, dkim }, expected)
  })

const set = (instance: number, cv: string, domain = 'list.example') => `ARC-Seal: i=${instance}; a=rsa-sha256; cv=${cv};
 d=${domain}; s=s1; b=dGVzdA==
ARC-Message-Signature: i=${instance}; a=rsa-sha256; d=${domain}; s=s1; h=from; bh=a; b=b
ARC-Authentication-Results: i=${instance}; mx.${domain}; dkim=pass header.d=example.com
`
for (const [what, text, verdict, said] of [
  [
    'two whole sets',
    `${set(2, 'pass', 'b.example')}${set(1, 'none')}`,
    'good',
    /2 sets, whole and in order, sealed last by b\.example/,
  ],
  ['one set', set(1, 'none'), 'good', /ARC: 1 set,/],
  ['a first set that claims another before it', set(1, 'pass'), 'bad', /seal 1 by list\.example says cv=pass/],
  ['a chain that a server found broken', `${set(2, 'fail')}${set(1, 'none')}`, 'bad', /seal 2 by list\.example says cv=fail/],
  ['a set that is missing', `${set(3, 'pass')}${set(1, 'none')}`, 'bad', /set 2 is not whole/],
  ['a set that stands twice', `${set(1, 'none')}${set(1, 'none')}`, 'bad', /set 1 is not whole/],
  [
    'a seal that lists fields',
    set(1, 'none').replace('a=rsa-sha256; cv', 'h=from:to; a=rsa-sha256; cv'),
    'bad',
    /seal 1 lists header fields/,
  ],
  ['a seal alone', 'ARC-Seal: i=1; cv=none; d=a.example\n', 'bad', /set 1 is not whole/],
] as const)
  test(`ARC with ${what} is ${verdict}`, () => {
    assert.equal(judge(`${text}${WHOLE}`)['arc'], verdict)
    assert.match(words(`${text}${WHOLE}`, 'arc')!.en, said)
  })

const SIGNED = 'DKIM-Signature: a=rsa-sha256; d=example.com; s=s1; h=from:to; '
for (const [what, text, id, verdict] of [
  ['two From fields', `${WHOLE}From: b@example.com`, 'doubled', 'bad'],
  ['no sender', WHOLE.replace(/^From.*\n/, ''), 'from', 'bad'],
  ['a look-alike domain', WHOLE.replace('a@example.com', 'a@xn--80ak6aa92e.com'), 'look-alike', 'bad'],
  ['a date after the first server', WHOLE.replace('14:00:00', '16:00:00'), 'date', 'notice'],
  ['a date two days before', WHOLE.replace('3 Nov 2026 14:00:00', '1 Nov 2026 14:00:00'), 'date', 'notice'],
  ['no date', WHOLE.replace(/^Date.*\n/m, ''), 'date', 'notice'],
  ['a time that runs backwards', `Received: by b.example; Tue, 3 Nov 2026 13:00:00 +0000\n${WHOLE}`, 'clocks', 'notice'],
  ['an hour on the way', `Received: by b.example; Tue, 3 Nov 2026 15:00:01 +0000\n${WHOLE}`, 'delay', 'notice'],
  ['a public hop without encryption', WHOLE.replace('203.0.113.1', '9.9.9.9').replace('ESMTPS', 'ESMTP'), 'encryption', 'notice'],
  ['no way', 'From: a@example.com', 'way', 'notice'],
  ['a line that is no field', `hello\n${WHOLE}`, 'unread', 'notice'],
  ['a signature without From', `${WHOLE}${SIGNED.replace('from:to', 'to')}`, 'signature-0-from', 'bad'],
  ['a signature by SHA-1', `${WHOLE}${SIGNED.replace('sha256', 'sha1')}`, 'signature-0-sha1', 'bad'],
  ['a signature of a part', `${WHOLE}${SIGNED}l=10`, 'signature-0-length', 'notice'],
  ['a signature that has expired', `${WHOLE}${SIGNED}x=1`, 'signature-0-expired', 'bad'],
  ['spam by SpamAssassin', `${WHOLE}X-Spam-Status: Yes, score=9.1 required=5.0`, 'spam', 'bad'],
  ['spam by Exchange', `${WHOLE}X-MS-Exchange-Organization-SCL: 6`, 'spam', 'bad'],
  ['spam by Defender', `${WHOLE}X-Forefront-Antispam-Report: CIP:192.0.2.1;SCL:9;`, 'spam', 'bad'],
  ['not spam', `${WHOLE}X-Spam-Status: No, score=-1.9`, 'spam', 'good'],
  [
    'a list with one-click unsubscribe',
    `${WHOLE}List-Unsubscribe: <https://a.example>\nList-Unsubscribe-Post: List-Unsubscribe=One-Click`,
    'unsubscribe',
    'good',
  ],
  ['a list that none leaves', `${WHOLE}Precedence: bulk`, 'unsubscribe', 'notice'],
] as const)
  test(`${what} is ${verdict}`, () => assert.equal(judge(text)[id], verdict, JSON.stringify(judge(text))))

test('a sound message has nothing against it', () =>
  assert.deepEqual(
    Object.values(judge(results('spf=pass smtp.mailfrom=example.com; dkim=pass header.d=example.com; dmarc=pass'))),
    ['good', 'good', 'good'],
  ))

test('times are told in words', () =>
  assert.deepEqual(words(`Received: by b.example; Tue, 3 Nov 2026 15:02:01 +0000\n${WHOLE}`, 'delay'), {
    en: '1 h 2 min in transit over 2 servers',
    zh: '途经 2 台服务器，耗时 1 小时 2 分',
  }))

test('whatever comes is answered or refused, and the answer fits its schema', () => {
  const piece = fc.constantFrom(
    'From: ',
    'Received: ',
    'DKIM-Signature: ',
    'Authentication-Results: ',
    'by ',
    'from ',
    '(',
    ')',
    '"',
    ';',
    '=',
    '<',
    '>',
    '@',
    '\\',
    '\n',
    ' ',
    'a.example',
    '=?utf-8?B?',
    '?=',
    'Tue, 3 Nov 2026 14:00:00 +0000',
    'i=1',
    't=9999999999999',
    '\u0000',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 40 }), (pieces) => {
      try {
        tool.output.parse(run(pieces.join('')))
      } catch (error) {
        assert.ok(isAppError(error), String(error))
      }
    }),
  )
})
