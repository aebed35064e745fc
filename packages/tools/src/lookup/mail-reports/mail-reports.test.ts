import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32, deflateRawSync, gzipSync } from 'node:zlib'
import tool from './tool.ts'
import { runMailReports } from './mail-reports.ts'

const [dmarc = '', tls = ''] = tool.examples.map(({ input }) => input.text)
const run = (text: string, file?: Blob) => runMailReports({ text, file }, 'en')
const toFile = (bytes: Uint8Array) => new Blob([Uint8Array.from(bytes)])

const record = (parts: { ip?: string; count?: number; dkim?: string; spf?: string; disposition?: string }) =>
  `<record><row><source_ip>${parts.ip ?? '192.0.2.1'}</source_ip><count>${parts.count ?? 1}</count><policy_evaluated>` +
  `<disposition>${parts.disposition ?? 'none'}</disposition><dkim>${parts.dkim ?? 'pass'}</dkim><spf>${parts.spf ?? 'pass'}</spf>` +
  `</policy_evaluated></row><identifiers><header_from>example.com</header_from></identifiers><auth_results/></record>`

const feedback = (records: string, policy = '<p>none</p>') =>
  `<feedback><report_metadata><org_name>a</org_name><report_id>1</report_id></report_metadata>` +
  `<policy_published><domain>example.com</domain>${policy}</policy_published>${records}</feedback>`

test('senders are added up, those that fail first, then those with the most mails', async () => {
  const { sources, total, passed, failed, rejected } = await run(
    feedback(
      record({ count: 2 }) +
        record({ ip: '192.0.2.2', count: 5, dkim: 'fail' }) +
        record({ count: 3 }) +
        record({ ip: '192.0.2.3', count: 1, dkim: 'fail', spf: 'fail', disposition: 'reject' }),
    ),
  )
  assert.deepEqual(
    sources?.map(({ ip, count, result }) => [ip, count, result]),
    [
      ['192.0.2.3', 1, 'fail'],
      ['192.0.2.1', 5, 'pass'],
      ['192.0.2.2', 5, 'pass'],
    ],
  )
  assert.deepEqual([total, passed, failed, rejected], [11, 10, 1, 1])
})

test('what fails, what is only watched and what SPF alone lets through is said', async () => {
  const { notes } = await run(feedback(record({ dkim: 'fail', spf: 'fail', count: 2 }) + record({ dkim: 'fail', count: 3 })))
  assert.equal(notes.length, 3)
  assert.match(notes[0]!, /^2 messages from 1 address failed\./)
  assert.match(notes[1]!, /p=none only watches/)
  assert.match(notes[2]!, /^3 messages passed by SPF alone/)
  assert.deepEqual((await run(feedback(record({})))).notes, [])
})

test('a share is never rounded to all or nothing', async () => {
  const { passedPercent } = await run(feedback(record({ count: 99_999 }) + record({ dkim: 'fail', spf: 'fail' })))
  assert.equal(passedPercent, 99.9)
})

test('names in a namespace, other orders and missing parts are read', async () => {
  const { reports, policies, sources } = await run(
    `<d:feedback xmlns:d="urn:ietf:params:xml:ns:dmarc-2.0"><d:version>1.0</d:version><d:policy_published>` +
      `<d:domain>example.com</d:domain><d:p>reject</d:p><d:testing>n</d:testing></d:policy_published>` +
      `<d:report_metadata><d:org_name>b</d:org_name><d:date_range><d:begin>soon</d:begin><d:end>86399</d:end></d:date_range></d:report_metadata>` +
      `<d:record><d:row><d:source_ip>2001:db8::1</d:source_ip><d:count>7</d:count></d:row></d:record></d:feedback>`,
  )
  assert.deepEqual(reports[0], { organization: 'b', id: '', domain: 'example.com', count: 7, end: '1970-01-01T23:59:59Z' })
  assert.deepEqual(policies, [{ domain: 'example.com', policy: 'p=reject; t=n', passed: 0, failed: 7 }])
  assert.deepEqual([sources?.[0]?.ip, sources?.[0]?.dkim, sources?.[0]?.disposition], ['2001:db8::1', 'none', 'none'])
})

test('a file is read as it comes: plain, by gzip, in a ZIP with others, as Base64', async () => {
  const zip = toZip([
    ['one.xml', dmarc],
    ['two.xml.gz', gzipSync(feedback(record({ count: 4 })))],
    ['readme.txt', 'hello'],
  ])
  assert.equal((await run('', toFile(Buffer.from(dmarc)))).total, 421)
  assert.equal((await run('', toFile(gzipSync(tls)))).kind, 'tls')
  assert.equal((await run(gzipSync(dmarc).toString('base64'))).total, 421)
  const { total, reports, policies } = await run('', toFile(zip))
  assert.deepEqual([total, reports.length, policies.length], [425, 2, 2])
})

test('a report that came twice counts once, which is told', async () => {
  const zip = toZip([
    ['one.xml', dmarc],
    ['again.xml', dmarc],
    ['two.xml', feedback(record({ count: 4 }))],
  ])
  const { total, reports, notes } = await run('', toFile(zip))
  assert.deepEqual([total, reports.length], [425, 2])
  assert.match(notes[0]!, /^1 report that came more than once counted once\./)
})

test('a report in a charset of its own is read', async () => {
  const written = feedback(record({})).replace('<org_name>a<', '<org_name>Société<')
  const head = (charset: string) => `<?xml version="1.0" encoding="${charset}"?>\n`
  const names = [
    Buffer.from(`${head('ISO-8859-1')}${written}`, 'latin1'),
    Buffer.from(`${head('UTF-8')}${written}`),
    Buffer.from(`${head('UTF-16')}${written}`),
    Buffer.from(`${head('x-odd')}${written}`),
    Buffer.from(`\ufeff${head('UTF-16')}${written}`, 'utf16le'),
    Buffer.from(`\ufeff${head('UTF-16')}${written}`, 'utf16le').swap16(),
  ]
  for (const bytes of names) assert.equal((await run('', toFile(bytes))).reports[0]?.organization, 'Société')
})

test('what was done is counted in whatever case it is written', async () => {
  const { rejected, quarantined } = await run(
    feedback(record({ disposition: 'Reject', dkim: 'Fail', spf: 'FAIL' }) + record({ disposition: 'QUARANTINE' })),
  )
  assert.deepEqual([rejected, quarantined], [1, 1])
})

test('numbers in quotation marks are read', async () => {
  const summary = { 'total-successful-session-count': '5', 'total-failure-session-count': '2' }
  const { passed, failed } = await run(
    JSON.stringify({ 'report-id': '1', policies: [{ policy: { 'policy-domain': 'example.com' }, summary }] }),
  )
  assert.deepEqual([passed, failed], [5, 2])
})

/** A mail with one attachment beside its words, as mail servers send their reports. */
function toMail(name: string, type: string, content: Uint8Array, subject = 'Report domain: example.com'): string {
  return [
    'Received: from out.example.net (out.example.net [192.0.2.1])',
    '\tby mx.example.com; Tue, 24 Nov 2026 00:10:00 +0000',
    'From: dmarc@example.net',
    'To: rua@example.com',
    `Subject: ${subject}`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary="b 1"',
    '',
    'For readers of old.',
    '--b 1',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'This is a report.',
    '--b 1',
    `Content-Type: ${type}; name="${name}"`,
    'Content-Transfer-Encoding: base64',
    `Content-Disposition: attachment; filename="${name}"`,
    '',
    ...(Buffer.from(content)
      .toString('base64')
      .match(/.{1,76}/g) ?? []),
    '--b 1--',
    '',
  ].join('\r\n')
}

test('a mail is read as it was saved or pasted, whatever its attachment is packed by', async () => {
  const zip = toZip([['example.net!example.com!1.xml', dmarc]])
  assert.equal((await run('', toFile(Buffer.from(toMail('a.zip', 'application/zip', zip))))).total, 421)
  assert.equal((await run(toMail('a.xml.gz', 'application/gzip', gzipSync(dmarc)))).total, 421)
  assert.equal((await run(toMail('a.json.gz', 'application/tlsrpt+gzip', gzipSync(tls)))).kind, 'tls')
  assert.equal((await run(toMail('a.xml', 'text/xml', Buffer.from(dmarc)))).total, 421)
  const forwarded = toMail('fwd.eml', 'message/rfc822', Buffer.from(toMail('a.zip', 'application/zip', zip)), 'Fwd')
  assert.equal((await run(forwarded)).total, 421)
})

test('a mail that is nothing but its attachment is read', async () => {
  const head = 'From: a@example.net\nTo: b@example.com\nSubject: Report\nDate: Tue, 24 Nov 2026 00:10:00 +0000\n'
  const type = 'Content-Type: application/gzip; name="a.xml.gz"\nContent-Transfer-Encoding: base64\n\n'
  assert.equal((await run(`${head}${type}${gzipSync(dmarc).toString('base64')}\n`)).total, 421)
})

test('the reports of a mailbox are added up', async () => {
  const mails = [1, 2, 3].map((count) => toMail(`${count}.xml.gz`, 'application/gzip', gzipSync(feedback(record({ count })))))
  const mailbox = mails.map((mail) => `From dmarc@example.net Tue Nov 24 00:10:00 2026\r\n${mail}\r\n`).join('')
  const { total, reports } = await run('', toFile(Buffer.from(mailbox)))
  assert.deepEqual([total, reports.length], [6, 3])
})

test('a line that begins like a mailbox and never ends takes no time', async () => {
  await assert.rejects(run(`From a@example.net ${'2026'.repeat(100_000)}`), /nothing of the kind/)
})

test('a mail without a report is refused', async () => {
  const picture = toMail('cat.png', 'image/png', Buffer.from('\x89PNG'))
  await assert.rejects(run(picture), /the mail that it came by; a complaint in its mail, got nothing of the kind/)
})

test('a word that reads as Base64 of no text is refused by an error that the tool names', async () => {
  await assert.rejects(run('true'), ({ key }: { key: string }) => tool.errors?.some((error) => error === key) === true)
})

test('TLS reports in a file with DMARC reports are left out and told', async () => {
  const zip = toZip([
    ['one.xml', dmarc],
    ['two.json', tls],
  ])
  const { kind, total, notes } = await run('', toFile(zip))
  assert.deepEqual([kind, total], ['dmarc', 421])
  assert.match(notes[0]!, /^1 report of another kind left out/)
})

test('a TLS report tells failures with their senders, receivers and reasons', async () => {
  const { kind, failures, passed, failed, policies } = await run(tls)
  assert.deepEqual([kind, passed, failed], ['tls', 5326, 303])
  assert.deepEqual(failures, [
    {
      type: 'certificate-expired',
      count: 303,
      domain: 'example.com',
      sender: '2001:db8:abcd:12::1',
      receiver: 'mx1.mail.example.com',
    },
  ])
  assert.match(policies[0]!.policy, /^sts; version: STSv1; mode: testing/)
})

test('a TLS report with odd members keeps what can be read', async () => {
  const { policies, failures, total } = await run(
    '{"report-id": 7, "policies": [{"policy": {"policy-type": "no-policy-found", "policy-domain": "example.com", "policy-string": "x"}, "summary": null, "failure-details": {}}]}',
  )
  assert.deepEqual(policies, [{ domain: 'example.com', policy: 'no-policy-found; x', passed: 0, failed: 0 }])
  assert.deepEqual([failures, total], [[], 0])
})

for (const [text, told] of [
  ['<html></html>', /expected a DMARC report \(XML\), a TLS report \(JSON\)/],
  ['<feedback><report_metadata></feedback>', /XML, line 1/],
  ['<feedback><a/></feedback>', /expected report_metadata and policy_published in feedback, got a/],
  ['{"policies": 1}', /expected a list of policies as in RFC 8460/],
  ['{"policies": [}', /JSON, line 1/],
  ['<!DOCTYPE feedback [<!ENTITY a "b">]><feedback>&a;</feedback>', /expected a DMARC report/],
] as const)
  test(`${text} is refused in words`, async () => {
    await assert.rejects(run(text), told)
  })

test('a ZIP without a report is refused by the names in it', async () => {
  await assert.rejects(run('', toFile(toZip([['a.txt', 'x']]))), /nothing of the kind/)
  await assert.rejects(
    run(
      '',
      toFile(
        toZip([
          ['a.xml', '<a/>'],
          ['b.xml', '<b/>'],
        ]),
      ),
    ),
    /got a\.xml, b\.xml/,
  )
})

test('files of an archive that are too much together are refused', async () => {
  const large = Buffer.alloc(30 * 2 ** 20, ' ')
  const zip = toZip(['a', 'b', 'c'].map((name) => [`${name}.xml`, large] as const))
  await assert.rejects(run('', toFile(zip)), /too large: at most 64/)
})

/** A ZIP archive of some files (PKWARE's APPNOTE, §4.3). */
function toZip(files: readonly (readonly [name: string, content: string | Uint8Array])[]): Buffer {
  const bodies: Buffer[] = []
  const list: Buffer[] = []
  let offset = 0
  for (const [name, text] of files) {
    const content = Buffer.from(text as string)
    const packed = deflateRawSync(content)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(content), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(content.length, 18)
    common.writeUInt16LE(name.length, 22)
    const body = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    list.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, tail, Buffer.from(name)]))
    bodies.push(body)
    offset += body.length
  }
  const directory = Buffer.concat(list)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...bodies, directory, end])
}
