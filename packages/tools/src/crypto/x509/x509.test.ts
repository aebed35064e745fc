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
const readFixture = (name: string) => readFile(join(import.meta.dirname, 'fixtures', name), 'utf8')
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
  assert.equal(ours?.publicKey, 'EC P-256')
  assert.match(ours?.subject ?? '', /CN=example\.com/)
})

// Made by openssl 3.0; as `openssl req -text` shows it.
test('a request shows its attributes, and names of every kind', async () => {
  const [ours] = (await ask({ text: await readFixture('attributes.pem') })).certificates
  assert.deepEqual(ours?.attributes, [
    { name: 'System version (Microsoft)', value: '10.0.1' },
    { name: 'Challenge password', value: 'geheim123' },
    { name: 'Unstructured name', value: 'Größe 中' },
  ])
  assert.deepEqual(ours?.names, ['dns: example.com', 'other: 1.2.3.4 hi', 'dn: CN=inner', 'id: 1.2.3'])
  assert.equal(ours?.extensions[0]?.value, ours?.names.join('\n'))
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

// Made of the certificate above by `openssl crl2pkcs7 -nocrl -certfile`.
test('a PKCS #7 bundle is read as its certificates, as PEM and as DER', async () => {
  const bundle = await readFixture('bundle.p7b')
  const der = Uint8Array.from(Buffer.from(bundle.replaceAll(/-----.*-----/g, ''), 'base64'))
  for (const input of [{ text: bundle }, { file: new Blob([der]) }])
    assert.deepEqual(
      (await ask(input)).certificates,
      (await ask({ text: `${pem}\n${await readFixture('md5.pem')}` })).certificates,
    )
})

test('a file of PEM may begin with words', async () => {
  const words = 'Bag Attributes\n    localKeyID: 01\nsubject=CN = example.com\n'
  for (const before of [words, '# bundle\n', '\ufeff'])
    assert.equal((await ask({ file: new Blob([before, pem]) })).certificates.length, 1)
})

test('what lies beside certificates is named, keys with a warning', async () => {
  const key = '-----BEGIN PRIVATE KEY-----\nMIGH\n-----END PRIVATE KEY-----\n'
  const { certificates, notes } = await ask({ text: `${key}${pem}\n${key.replaceAll('PRIVATE KEY', 'DH PARAMETERS')}` })
  assert.equal(certificates.length, 1)
  assert.deepEqual(notes.slice(0, 2), [
    'Not decoded: PRIVATE KEY, DH PARAMETERS',
    'There is a private key in this text; keep it secret. To see whether it belongs to the certificate, use /crypto/keys',
  ])
  await assert.rejects(ask({ text: key }), /private key; keep it secret/)
})

test('more certificates than are shown are counted', async () => {
  const { certificates, notes } = await ask({ text: `${pem}\n`.repeat(21) })
  assert.equal(certificates.length, 20)
  assert.ok(notes.includes('The first 20 of 21 certificates are shown'))
})

test('a request is read', async () => {
  const { certificates } = await ask({ text: request })
  assert.equal(certificates[0]?.subject, 'CN=example.com')
  assert.deepEqual(certificates[0]?.names, ['dns: example.com'])
})

// The values as `openssl x509 -text` of OpenSSL 3.0 shows them, which made the certificate.
test('extensions are told in words, one of nobody in bytes', async () => {
  const { certificates } = await ask({ text: await readFixture('extensions.pem') })
  const values = Object.fromEntries((certificates[0]?.extensions ?? []).map(({ name, value }) => [name, value]))
  assert.deepEqual(values, {
    'Basic constraints': 'CA: TRUE, pathlen: 0',
    'Key usage': 'digitalSignature, nonRepudiation, keyCertSign, cRLSign',
    'Extended key usage':
      'serverAuth, clientAuth, codeSigning, emailProtection, timeStamping, OCSPSigning, msEncryptingFileSystem',
    'Subject alternative name':
      'dns: example.org\ndns: *.example.org\nip: 192.0.2.1\nip: 2001:db8::1\nemail: x@example.org\nurl: https://example.org/a\nid: 1.2.3.4\nupn: upn@example\ndn: C=UK, CN=My Name',
    'Subject key identifier': 'e9d431bdb19281c66bb87c8a2ae1851bad105d3e',
    'Authority key identifier': 'e9d431bdb19281c66bb87c8a2ae1851bad105d3e',
    'CRL distribution points': 'http://crl.example/c.crl\nldap://x',
    'Authority information access': 'OCSP: http://ocsp.example\nCA issuers: http://ca.example/c.cer',
    'Certificate policies': '2.23.140.1.2.1\n1.3.5.8\n  CPS: http://cps.example',
    'Name constraints': 'permitted dns: .example.org\nexcluded ip: 10.0.0.0/8',
    'TLS feature (OCSP must-staple)': 'status_request (OCSP must-staple)',
    'OCSP no check': '—',
    'Certificate transparency timestamps': `2023-11-14T22:13:20.123Z ${'ab'.repeat(32)}`,
    '1.2.3.4.5': '0c0568656c6c6f',
  })
})

// As `openssl x509 -text` shows them; the authority is named by issuer and serial number, which is below zero.
test('rarer extensions are told whole', async () => {
  const { certificates } = await ask({ text: await readFixture('odd.pem') })
  const { extensions = [], serial, notAfter } = certificates[0] ?? {}
  assert.equal(serial, '-ff')
  assert.equal(notAfter, '2136-05-30T15:00:37Z')
  assert.deepEqual(Object.fromEntries(extensions.map(({ name, value }) => [name, value])), {
    'Name constraints': 'permitted ip: 2001:db8::/32\nexcluded dn: C=US, O=Some Org',
    'Certificate policies': 'anyPolicy (2.5.29.32.0)\n1.3.5.8\n  CPS: http://cps.example/\n  notice: Notice (Org, 1, 2)',
    'Policy constraints': 'requireExplicitPolicy: 3, inhibitPolicyMapping: 0',
    'Inhibit anyPolicy': '2',
    'Policy mappings': '1.2.3.4 → 1.2.3.5',
    'CRL distribution points':
      'http://a.example/1.crl\nreasons: keyCompromise, cACompromise\nissuer: dn: C=US, O=Some Org\nrelative name: CN=relative',
    'Freshest CRL': 'http://f.example/d.crl',
    'Authority information access': 'OCSP: http://o.example/\ntime stamping: http://ts.example/',
    'Subject information access': 'CA repository: http://r.example/',
    'Extended key usage': 'msSmartcardLogon, ipsecIKE',
    'TLS feature (OCSP must-staple)': 'status_request (OCSP must-staple), status_request_v2',
    'Netscape certificate type': 'sslClient, sslServer',
    'Netscape comment': 'hello',
    'Subject key identifier': extensions.find(({ name }) => name === 'Subject key identifier')?.value,
    'Authority key identifier': 'issuer: dn: CN=odd\nserial: -ff',
    'Certificate template name (Microsoft)': 'WebServer',
  })
})

test('extensions have Chinese names in Chinese', async () => {
  const host = createTestHost({ lang: 'zh' })
  const { certificates } = (await answerTool(tool, { text: await readFixture('extensions.pem') }, host)) as {
    certificates: Decoded[]
  }
  const names = certificates[0]?.extensions.map(({ name }) => name) ?? []
  assert.equal(names[0], '基本约束')
  assert.deepEqual(
    names.filter((name) => !/\p{sc=Han}/u.test(name)),
    ['1.2.3.4.5'],
  )
})

for (const [name, publicKey, signature, note] of [
  ['extensions.pem', 'EC P-521', 'ECDSA with SHA-256', /^$/],
  ['odd.pem', 'EC brainpoolP256t1', 'ECDSA with SHA3-256', /^$/],
  ['pss.pem', 'RSA-PSS 2048 bit', 'RSA-PSS with SHA-256', /expires in/],
  ['sm2.pem', 'EC SM2', 'SM2 with SM3', /^$/],
  ['md5.pem', 'RSA 1024 bit', 'RSASSA-PKCS1-v1_5 with MD5', /signed with a broken hash/],
] as const)
  test(`${name}: ${publicKey}, ${signature}`, async () => {
    const { certificates, notes } = await ask({ text: await readFixture(name) })
    assert.equal(certificates[0]?.publicKey, publicKey)
    assert.equal(certificates[0]?.signatureAlgorithm, signature)
    assert.match(notes.join(), note)
  })

test('expired and not yet valid', async () => {
  assert.match((await ask({ text: pem }, '2050-01-01T00:00:00Z')).notes.join(), /expired at/)
  assert.match((await ask({ text: pem }, '2000-01-01T00:00:00Z')).notes.join(), /not valid before/)
})

const wrong = [
  ['-----BEGIN CERTIFICATE-----\nAAAA', /no complete/],
  ['-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----', /private key; keep it secret.*\/crypto\/keys/],
  ['-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----', /not a certificate/],
  ['-----BEGIN CERTIFICATE-----\nA?AA\n-----END CERTIFICATE-----', /“\?”/],
  ['hello', /expected lines from “-----BEGIN …”/],
  ['my cert', /expected lines from “-----BEGIN …”/],
] as const
for (const [text, message] of wrong) test(`refused: ${text.slice(0, 32)}`, async () => assert.rejects(ask({ text }), message))

test('a certificate with a wrong byte anywhere is read or refused', async () => {
  for (const name of ['odd.pem', 'pss.pem', 'request.pem']) {
    const der = Buffer.from((await readFixture(name)).replaceAll(/-----.*-----/g, ''), 'base64')
    for (let at = 0; at < der.length; at += 3) {
      const broken = Buffer.from(der)
      broken[at] = broken[at]! ^ 0xff
      const outcome = await ask({ text: broken.toString('base64') }).catch((error: unknown) => error)
      assert.ok(!(outcome instanceof Error) || outcome.name === 'AppError', `${name} at ${at}: ${String(outcome)}`)
    }
  }
})
