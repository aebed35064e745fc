import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runMailReports } from './mail-reports.ts'

const toMail = (fields: readonly string[], part = 'Subject: Tea') =>
  [
    'Received: from mx.example.net by mx.example.com; Wed, 25 Nov 2026 10:00:00 +0000',
    'From: <feedback@example.net>',
    'To: <abuse@example.com>',
    'Subject: FW: Tea',
    'Date: Wed, 25 Nov 2026 10:00:00 +0000',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=feedback-report; boundary="b1"',
    '',
    '--b1',
    'Content-Type: text/plain',
    '',
    'This is a report about a mail.',
    '',
    '--b1',
    'Content-Type: message/feedback-report',
    '',
    ...fields,
    '',
    '--b1',
    'Content-Type: message/rfc822',
    '',
    'From: <ann@example.com>',
    part,
    'Date: Wed, 25 Nov 2026 09:00:00 +0000',
    '',
    'Hello',
    '--b1--',
    '',
  ].join('\r\n')

const ABUSE = [
  'Feedback-Type: abuse',
  'User-Agent: ExampleLoop/1.0',
  'Version: 1',
  'Original-Mail-From: <ann@example.com>',
  'Original-Rcpt-To: <bob@example.net>',
  'Arrival-Date: Wed, 25 Nov 2026 11:00:00 +0200',
  'Reporting-MTA: dns; mail.example.net',
  'Source-IP: 192.0.2.1',
]

test('a complaint is read out of the mail that brings it', async () => {
  const answer = await runMailReports({ text: '', file: new Blob([toMail(ABUSE)]) }, 'en')
  assert.deepEqual(answer.complaints, [
    {
      type: 'abuse',
      count: 1,
      ip: '192.0.2.1',
      domain: 'example.com',
      sender: 'ann@example.com',
      receiver: 'bob@example.net',
      at: '2026-11-25T09:00:00Z',
    },
  ])
  assert.equal(answer.text, 'example.com: 1 mail reported (abuse 1)')
  assert.equal(answer.reports[0]?.organization, 'mail.example.net')
  assert.equal(answer.notes.length, 1)
})

test('why a mail failed is told; those that are alike are added up, the last time kept', async () => {
  const failure = (at: string, incidents = '') => `Feedback-Type: auth-failure
Version: 1
User-Agent: Example DMARC
Auth-Failure: dmarc
Identity-Alignment: dkim, spf
Authentication-Results: mx.example.net; dmarc=fail
  header.from=example.com
Delivery-Result: reject
Reported-Domain: example.com
Source-IP: 2001:db8::7
Arrival-Date: ${at}
${incidents}`
  const mails = [
    failure('Wed, 25 Nov 2026 08:00:00 +0000', 'Incidents: 4'),
    failure('Thu, 26 Nov 2026 08:00:00 +0000'),
    failure('Tue, 24 Nov 2026 08:00:00 +0000'),
  ].map((fields) => `From feedback@example.net Wed Nov 25 10:00:00 2026\r\n${toMail(fields.split('\n'))}`)
  const { complaints, total, kind, notes } = await runMailReports({ text: '', file: new Blob([mails.join('\r\n')]) }, 'en')
  assert.deepEqual([kind, total], ['feedback', 6])
  assert.deepEqual(complaints, [
    {
      type: 'auth-failure',
      count: 6,
      ip: '2001:db8::7',
      domain: 'example.com',
      reason: 'dmarc, alignment: dkim, spf',
      disposition: 'reject',
      at: '2026-11-26T08:00:00Z',
    },
  ])
  assert.match(notes.join(), /A check failed/)
})

test('the part alone may be pasted; odd times and numbers are left out', async () => {
  const text =
    'Feedback-Type: Fraud\nUser-Agent: x\nVersion: 1\nArrival-Date: soon\nIncidents: -3\nReported-Domain: a.example\nReported-Domain: b.example'
  const { complaints, text: summary } = await runMailReports({ text }, 'zh')
  assert.deepEqual(complaints, [{ type: 'fraud', count: 1, ip: '', domain: 'a.example, b.example' }])
  assert.equal(summary, 'a.example, b.example：1 封邮件被报告（fraud 1）')
})

test('beside a report of another kind it is counted as left out', async () => {
  const dmarc = `<feedback><report_metadata><org_name>a</org_name></report_metadata><policy_published><domain>example.com</domain></policy_published></feedback>`
  const part = [
    '',
    '--b1',
    'Content-Type: text/xml; name="a.xml"',
    'Content-Disposition: attachment; filename="a.xml"',
    '',
    dmarc,
  ]
  const mail = toMail(ABUSE).replace('\r\n--b1--', `${part.join('\r\n')}\r\n--b1--`)
  const { kind, notes } = await runMailReports({ text: '', file: new Blob([mail]) }, 'en')
  assert.equal(kind, 'dmarc')
  assert.match(notes[0] ?? '', /^1 report of another kind left out/)
})
