import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import type { Decoded } from './decode.ts'
import tool from './tool.ts'

const ask = (input: object, now = '2026-12-01T00:00:00Z') =>
  answerTool(tool, input, createTestHost({ now: () => new Date(now) })) as Promise<{
    text: string
    certificates: Decoded[]
    notes: string[]
  }>
const pem = tool.examples[0]?.input.text ?? ''
const request = await readFile(join(import.meta.dirname, 'fixtures/request.pem'), 'utf8')

test('a certificate reads as OpenSSL’s library reads it', async () => {
  const { certificates } = await ask({ text: pem })
  const ours = certificates[0]
  const theirs = new X509Certificate(pem)
  assert.equal(ours?.sha256, theirs.fingerprint256)
  assert.equal(ours?.sha1, theirs.fingerprint)
  assert.equal(ours?.serial?.toUpperCase(), theirs.serialNumber)
  assert.equal(new Date(ours?.notAfter ?? 0).getTime(), new Date(theirs.validTo).getTime())
  assert.equal(ours?.isCa, theirs.ca)
  assert.deepEqual(ours?.names, ['dns: example.com', 'dns: *.example.com', 'ip: 203.0.113.7'])
  assert.deepEqual(ours?.usages, ['digitalSignature', 'serverAuth'])
  assert.equal(ours?.publicKey, 'ECDSA P-256')
  assert.match(ours?.subject ?? '', /CN=example\.com/)
})

test('DER, bare base64 and several blocks', async () => {
  const der = new X509Certificate(pem).raw
  assert.equal((await ask({ file: new Blob([Uint8Array.from(der)]) })).certificates.length, 1)
  assert.equal((await ask({ text: der.toString('base64') })).certificates[0]?.type, 'certificate')
  assert.deepEqual(
    (await ask({ text: `${pem}\n${request}` })).certificates.map(({ type }) => type),
    ['certificate', 'request'],
  )
})

test('a request is read', async () => {
  const { certificates } = await ask({ text: request })
  assert.equal(certificates[0]?.subject, 'CN=example.com')
  assert.deepEqual(certificates[0]?.names, ['dns: example.com'])
})

test('expired and not yet valid', async () => {
  assert.match((await ask({ text: pem }, '2050-01-01T00:00:00Z')).notes.join(), /expired at/)
  assert.match((await ask({ text: pem }, '2000-01-01T00:00:00Z')).notes.join(), /not valid before/)
})

const wrong = [
  ['-----BEGIN CERTIFICATE-----\nAAAA', /no whole/],
  ['-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----', /private key; keep it secret/],
  ['-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----', /not a certificate/],
  ['-----BEGIN CERTIFICATE-----\nA?AA\n-----END CERTIFICATE-----', /“\?”/],
] as const
for (const [text, message] of wrong) test(`refused: ${text.slice(0, 32)}`, async () => assert.rejects(ask({ text }), message))
