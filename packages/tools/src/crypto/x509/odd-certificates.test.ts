import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { test } from 'node:test'
import { concatBytes, parseHex, type Bytes } from '../../lib/bytes.ts'
import { writeDer, writeOid } from '../../lib/der.ts'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import type { Decoded } from './decode.ts'
import { ascii, makeCertificate, makeName, utcTime } from './made.testing.ts'
import tool from './tool.ts'

const host = createTestHost()
const read = async (...der: readonly Bytes[]) => {
  const file = new Blob([concatBytes(...der)])
  const { certificates, text } = (await answerTool(tool, { file }, host)) as { certificates: Decoded[]; text: string }
  return { ...certificates[0]!, count: certificates.length, text }
}

// As `openssl x509 -subject -nameopt RFC2253,-esc_msb,utf8` shows them, where it reads the certificate.
for (const [kind, value, text] of [
  ['a numeric string', '1203313233', '123'],
  ['a visible string', '1a03766973', 'vis'],
  ['a universal string', '1c0800004e2d0001f600', '中😀'],
  ['a BMP string', '1e044e2d6587', '中文'],
  ['half a BMP character', '1e03006100', '#1e03006100'],
  ['Teletex', '1404636166e9', 'café'],
  ['every line break', '0c08610a62434e3d780d', String.raw`a\0AbCN=x\0D`],
  ['NUL', '0c0361 00 62', String.raw`a\00b`],
  ['what separates', '0c05 20 2c2b23 20', String.raw`\ \,\+#\ `],
  ['a number', '020105', '#020105'],
] as const)
  test(`a name with ${kind}: ${text}`, async () => {
    const subject = makeName(['2.5.4.10', parseHex(value, 'value')], ['2.5.4.3', ascii(0x0c, 'x')])
    const certificate = await read(makeCertificate({ subject }))
    assert.equal(certificate.subject, `O=${text}, CN=x`)
    assert.equal(certificate.text, certificate.subject)
  })

test('the parts of a name of extended validation are named', async () => {
  const parts = [
    ['1.3.6.1.4.1.311.60.2.1.3', 'jurisdictionC'],
    ['2.5.4.15', 'businessCategory'],
    ['2.5.4.5', 'serialNumber'],
    ['2.5.4.97', 'organizationIdentifier'],
    ['2.5.4.9', 'street'],
    ['2.5.4.17', 'postalCode'],
    ['0.9.2342.19200300.100.1.1', 'UID'],
    ['1.2.3.4', '1.2.3.4'],
  ] as const
  const { subject } = await read(
    makeCertificate({ subject: makeName(...parts.map(([oid]) => [oid, ascii(0x0c, 'x')] as const)) }),
  )
  assert.equal(subject, parts.map(([, name]) => `${name}=x`).join(', '))
})

const GENERALIZED = 0x18
// As `openssl x509 -dates` reads them; what it calls a bad time value stays as it is.
for (const [written, time] of [
  [utcTime('2601010000Z'), '2026-01-01T00:00:00Z'],
  [utcTime('260101000000+0800'), '2025-12-31T16:00:00Z'],
  [utcTime('491231235959Z'), '2049-12-31T23:59:59Z'],
  [utcTime('500101000000Z'), '1950-01-01T00:00:00Z'],
  [ascii(GENERALIZED, '20260101000000.5Z'), '2026-01-01T00:00:00.5Z'],
  [ascii(GENERALIZED, '20260101000000-0130'), '2026-01-01T01:30:00Z'],
  [ascii(GENERALIZED, '00000101000000Z'), '0000-01-01T00:00:00Z'],
  [ascii(GENERALIZED, '20261301000000Z'), '20261301000000Z'],
  [ascii(GENERALIZED, '20260101000000'), '20260101000000'],
  [utcTime('260230000000Z'), '260230000000Z'],
] as const)
  test(`the time ${new TextDecoder().decode(written.subarray(2))} is ${time}`, async () => {
    const { notBefore } = await read(makeCertificate({ notBefore: written }))
    assert.equal(notBefore, time)
  })

test('an end that is no time counts no days', async () => {
  const { notAfter, daysLeft } = await read(makeCertificate({ notAfter: utcTime('260230000000Z') }))
  assert.deepEqual([notAfter, daysLeft], ['260230000000Z', undefined])
})

const [KEY_ID, NAMES] = ['2.5.29.14', '2.5.29.17']
test('an extension that cannot be read is shown as bytes, the others as ever', async () => {
  const names = writeDer(0x30, ascii(0x82, 'a.example'), writeDer(0x87, Uint8Array.of(1, 2, 3, 4, 5)))
  const { extensions, names: found } = await read(
    makeCertificate({
      extensions: [
        [KEY_ID, ascii(0x30, 'zz')],
        [NAMES, names],
      ],
    }),
  )
  assert.deepEqual(
    extensions.map(({ value }) => value),
    ['30027a7a', 'dns: a.example\nip: 0102030405'],
  )
  assert.deepEqual(found, ['dns: a.example', 'ip: 0102030405'])
})

test('a name of the directory among the names reads as the subject does', async () => {
  const name = makeName(['2.5.4.5', ascii(0x0c, 'a\nb\nc')])
  const { names } = await read(makeCertificate({ extensions: [[NAMES, writeDer(0x30, writeDer(0xa4, name))]] }))
  assert.deepEqual(names, [String.raw`dn: serialNumber=a\0Ab\0Ac`])
})

test('bytes behind a certificate are none of its fingerprint', async () => {
  const der = makeCertificate({})
  const { sha256 } = await read(der, Uint8Array.of(0, 0, 0))
  assert.equal(sha256, new X509Certificate(der).fingerprint256)
})

test('certificates in DER one behind the other are all read', async () => {
  assert.equal((await read(makeCertificate({}), makeCertificate({}))).count, 2)
})

test('a name of an unknown kind stands where the certificate has it', async () => {
  const other = writeDer(0xa0, writeOid('1.2.3'), writeDer(0xa0, ascii(0x0c, 'hi')))
  const { names } = await read(makeCertificate({ extensions: [[NAMES, writeDer(0x30, other, ascii(0x82, 'a.example'))]] }))
  assert.deepEqual(names, ['other: 1.2.3 hi', 'dns: a.example'])
})
