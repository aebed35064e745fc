import assert from 'node:assert/strict'
import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { connect, createServer } from 'node:tls'
import { isAppError } from '@octet/core/errors.ts'
import {
  assert as check,
  array,
  asyncProperty,
  constantFrom,
  domain,
  ipV4,
  ipV6,
  property,
  string,
  uniqueArray,
} from 'fast-check'
import * as z from 'zod'
import { noOpenssl, runBeside } from '../../lib/keys/peers.testing.ts'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import keyPair from '../key-pair/tool.ts'
import x509 from '../x509/tool.ts'
import { readAlternativeNames } from './alternative-names.ts'
import tool from './tool.ts'

type Input = z.input<typeof tool.input>
type Output = z.output<typeof tool.output>
const NOW = new Date('2026-11-29T12:34:56.789Z')
const random = (sizeBytes: number) => crypto.getRandomValues(new Uint8Array(sizeBytes))
const host = (now: Date) => createTestHost({ random, now: () => now })
const ask = (input: Input, now = NOW) => answerTool(tool, input, host(now)) as Promise<Output>
const refuses = async (input: Input, key: string, field?: string) =>
  assert.rejects(ask(input), (error) => {
    if (!isAppError(error)) throw error
    assert.deepEqual([error.key, error.details['field']], [key, field])
    return true
  })

/** What OpenSSL prints of a certificate or request, without the bytes of its key and signature. */
function show(pem: string): string {
  const kind = pem.includes('REQUEST') ? 'req' : 'x509'
  const text = runBeside({ 'it.pem': pem }, 'openssl', [kind, '-in', 'it.pem', '-noout', '-text']).toString()
  return text.replaceAll(/^ +(?:[0-9a-f]{2}:)+[0-9a-f]{0,2}\n/gm, '')
}

const authority = await ask({ action: 'authority', commonName: 'Test Root CA', organization: 'Example 示例' })
const issuer = `${authority.certificate}${authority.privateKey}`

const KINDS = ['p256', 'p384', 'p521', 'rsa2048', 'ed25519', 'ed448'] as const

for (const kind of KINDS) {
  test(`${kind}: OpenSSL’s library holds the certificate to be signed by its own key, for its names and its days`, async () => {
    const made = await ask({ kind, names: 'example.com *.example.net 2001:db8::1 192.0.2.7', days: 90 })
    const theirs = new X509Certificate(made.certificate!)
    assert.ok(theirs.verify(theirs.publicKey))
    assert.ok(theirs.checkPrivateKey(createPrivateKey(made.privateKey!)))
    assert.equal(theirs.checkHost('example.com'), 'example.com')
    assert.equal(theirs.checkHost('a.example.net'), '*.example.net')
    assert.equal(theirs.checkHost('example.net'), undefined)
    assert.deepEqual([theirs.checkIP('192.0.2.7'), theirs.checkIP('2001:DB8::1')], ['192.0.2.7', '2001:DB8::1'])
    assert.equal(theirs.ca, false)
    assert.equal(new Date(theirs.validFrom).toISOString(), '2026-11-29T12:34:56.000Z')
    assert.equal(new Date(theirs.validTo).toISOString(), '2027-02-27T12:34:55.000Z')
    assert.equal(theirs.serialNumber, made.serial?.toUpperCase())
    assert.equal(theirs.fingerprint256, made.sha256)
    assert.equal(theirs.subject, 'CN=example.com')
  })

  test(`${kind}: OpenSSL holds the request to be signed by its own key`, { skip: noOpenssl }, async () => {
    const { request, privateKey, certificate } = await ask({ action: 'request', kind, names: 'example.com', country: 'de' })
    assert.equal(certificate, undefined)
    const files = { 'r.csr': request!, 'k.pem': privateKey! }
    assert.match(show(request!), /Subject: C = DE, CN = example\.com\n[^]*DNS:example\.com/)
    runBeside(files, 'openssl', ['req', '-in', 'r.csr', '-noout', '-verify'])
    const own = runBeside(files, 'openssl', ['pkey', '-in', 'k.pem', '-pubout']).toString()
    assert.equal(runBeside(files, 'openssl', ['req', '-in', 'r.csr', '-noout', '-pubkey']).toString(), own)
  })
}

test('what the tool for certificates reads is what was asked for', async () => {
  const subject = { organization: 'A, B + C', unit: '研发', locality: '北京', state: ' Beijing ', country: 'cn', commonName: 'x' }
  const made = await ask({ names: 'a.example', ...subject })
  const read = (await answerTool(x509, { text: made.certificate! }, host(NOW))) as z.output<typeof x509.output>
  const [one] = read.certificates!
  assert.equal(one!.subject, String.raw`C=CN, ST=Beijing, L=北京, O=A\, B \+ C, OU=研发, CN=x`)
  assert.deepEqual([one!.subject, one!.issuer, one!.sha256], [made.subject, made.issuer, made.sha256])
  assert.deepEqual([one!.serial, one!.notBefore, one!.notAfter], [made.serial, made.notBefore, made.notAfter])
  assert.deepEqual([one!.names, one!.usages], [['dns: a.example'], ['digitalSignature', 'serverAuth']])
})

/** A server with the certificate, and a client that trusts only the authority. */
async function shakeHands(made: Output, ca: string, servername: string): Promise<string | undefined> {
  const server = createServer({ cert: made.chain ?? made.certificate!, key: made.privateKey! }, (socket) => socket.end())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const client = connect({ port, host: '127.0.0.1', ca, servername })
  try {
    await once(client, 'secureConnect')
    return undefined
  } catch (error) {
    return (error as NodeJS.ErrnoException).code
  } finally {
    client.destroy()
    server.close()
  }
}

test('a client that trusts the authority shakes hands with a server that has its certificate, and only under its names', async () => {
  const today = new Date()
  const [root, other] = await Promise.all([ask({ action: 'authority' }, today), ask({ action: 'authority' }, today)])
  const made = await ask({ action: 'issue', names: 'www.example', issuer: `${root.certificate}${root.privateKey}` }, today)
  assert.equal(await shakeHands(made, root.certificate!, 'www.example'), undefined)
  assert.equal(await shakeHands(made, root.certificate!, 'ftp.example'), 'ERR_TLS_CERT_ALTNAME_INVALID')
  assert.equal(await shakeHands(made, other.certificate!, 'www.example'), 'UNABLE_TO_VERIFY_LEAF_SIGNATURE')
})

test('an intermediate authority is sent along, and cannot make another one', { skip: noOpenssl }, async () => {
  const today = new Date()
  const root = await ask({ action: 'authority', kind: 'rsa2048' }, today)
  const between = await ask(
    { action: 'issue', isAuthority: true, kind: 'p384', issuer: `${root.certificate}${root.privateKey}` },
    today,
  )
  assert.equal(between.chain, undefined, 'a root is never sent')
  // The key stands before, as some files have it, and the root comes along.
  const own = `${between.privateKey}${between.certificate}${root.certificate}`
  const made = await ask({ action: 'issue', names: 'www.example', issuer: own }, today)
  assert.equal(made.chain, `${made.certificate}${between.certificate}`)
  assert.equal(await shakeHands(made, root.certificate!, 'www.example'), undefined)
  const files = { 'root.pem': root.certificate!, 'between.pem': between.certificate!, 'it.pem': made.certificate! }
  const words = ['verify', '-x509_strict', '-purpose', 'sslserver', '-CAfile', 'root.pem', '-untrusted', 'between.pem', 'it.pem']
  assert.match(runBeside(files, 'openssl', words).toString(), /^it\.pem: OK/)
  const { notes } = await ask({ action: 'issue', isAuthority: true, issuer: own }, today)
  assert.match(notes.join('\n'), /pathLen 0/)
})

test('an authority that OpenSSL made issues for a request that OpenSSL made', { skip: noOpenssl }, async () => {
  const run = (line: string, out: string) => runBeside({}, 'sh', ['-c', `${line} 2>/dev/null && cat ${out}`]).toString()
  const subject = `-nodes -keyout k.pem -utf8 -subj '/C=DE/O=Größe/CN=other'`
  const theirs = run(`openssl req -x509 -newkey rsa:2048 ${subject} -days 30 -out c.pem`, 'c.pem k.pem')
  const wanted = run(
    `openssl req -new -newkey ed25519 ${subject} -addext 'subjectAltName=DNS:a.example,IP:::1,otherName:1.2.3;UTF8:x' -out r.pem`,
    'r.pem',
  )
  const today = new Date()
  const made = await ask({ action: 'issue', request: wanted, issuer: theirs, days: 3650, commonName: '' }, today)
  assert.equal(made.privateKey, undefined)
  assert.deepEqual([made.subject, made.names], ['C=DE, O=Größe, CN=other', ['a.example', '::1', '[0]']])
  assert.match(made.notes[0]!, /ends with its authority/)
  const words = ['verify', '-CAfile', 'ca.pem', 'it.pem']
  assert.match(runBeside({ 'ca.pem': theirs, 'it.pem': made.certificate! }, 'openssl', words).toString(), /OK/)
  // Names that are typed stand in place of those that were asked for, and so does the subject.
  const typed = await ask({ action: 'issue', request: wanted, issuer: theirs, names: 'b.example', commonName: 'b' }, today)
  assert.deepEqual([typed.subject, typed.names], ['CN=b', ['b.example']])
})

const RSA = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

const COMMANDS: Input[] = [
  { names: 'example.com *.example.net 192.0.2.1 ::1 ann@example.com URI:urn:a:b', days: 7 },
  { kind: 'rsa2048', hash: 'sha512', purpose: 'both', names: 'a', organization: "O'Neil / $HOME + `x` = 示例", country: 'ie' },
  { action: 'request', kind: 'ed25519', names: '', organization: 'Only' },
  { action: 'request', kind: 'p384', purpose: 'any', names: '例え.jp' },
  { action: 'authority', kind: 'p521', unit: 'Unit', locality: 'Town', state: 'State' },
  { action: 'issue', issuer, names: 'www.example', purpose: 'client', days: 5 },
  { action: 'issue', issuer, isAuthority: true, kind: 'rsa2048', organization: 'Example' },
  { kind: 'own', key: RSA, names: 'www.example' },
]

for (const input of COMMANDS)
  test(
    `the openssl command makes the same: ${JSON.stringify({ ...input, issuer: undefined, key: undefined })}`,
    { skip: noOpenssl },
    async () => {
      const today = new Date()
      const made = await ask(input, today)
      const line = `{ ${made.command}; } 2>/dev/null && cat ${input.action === 'request' ? 'request.csr' : 'certificate.pem'}`
      const files = { 'ca.pem': authority.certificate!, 'ca-key.pem': authority.privateKey!, 'private.pem': RSA }
      const theirs = runBeside(files, 'sh', ['-c', line]).toString()
      assert.deepEqual(toFacts(show(made.text)), toFacts(show(theirs)))
    },
  )

/** What both say in an order of their own; moments, serial numbers and those of keys are each one's own. */
function toFacts(text: string): string[] {
  const lines = text.split('\n').map((one) => one.trim())
  const kept = lines.filter(
    (one) => !/^(?:Not (?:Before|After)|Serial Number|(?:[0-9A-F]{2}:){19}|Attributes|Requested)|Key Identifier/.test(one),
  )
  return kept.toSorted()
}

test('a private key that is there already is used, whatever form it has', async () => {
  for (const kind of ['p256', 'ed25519', 'rsa2048'] as const) {
    const pair = (await answerTool(keyPair, { kind, newPassphrase: 'open sesame' }, host(NOW))) as z.output<typeof keyPair.output>
    const made = await ask({ kind: 'own', key: pair.privatePkcs8!, passphrase: 'open sesame', names: 'a.example' })
    assert.equal(made.privateKey, undefined)
    assert.equal(new X509Certificate(made.certificate!).publicKey.export({ type: 'spki', format: 'pem' }), pair.publicSpki)
  }
  const key = (await answerTool(keyPair, { kind: 'x25519' }, host(NOW))) as z.output<typeof keyPair.output>
  await refuses({ kind: 'own', key: key.publicSpki! }, 'bad_input', 'key')
  await refuses({ kind: 'own', key: key.privatePkcs8!, names: 'a.example' }, 'unsupported_value')
  await refuses({ kind: 'own', key: '' }, 'bad_input', 'key')
})

test('what a terminal shows has the key that was made, and not one that was there', async () => {
  const made = await ask({ names: 'a.example' })
  assert.equal(made.text, made.certificate! + made.privateKey!)
  const asked = await ask({ action: 'request', names: 'a.example' })
  assert.equal(asked.text, asked.request! + asked.privateKey!)
  const own = await ask({ kind: 'own', key: RSA, names: 'a.example' })
  assert.equal(own.text, own.certificate)
})

test('a new private key is locked where a passphrase was chosen', async () => {
  const { privateKey } = await ask({ names: 'a.example', newPassphrase: '口令' })
  assert.match(privateKey!, /^-----BEGIN ENCRYPTED PRIVATE KEY-----/)
  assert.equal(createPrivateKey({ key: privateKey!, passphrase: '口令' }).asymmetricKeyType, 'ec')
})

test('moments beyond 2049 are written with four digits of the year, and those of before 2000 with two', async () => {
  const made = await ask({ names: 'a', from: '1999-12-31T23:59:59+08:00', days: 36_500 })
  const theirs = new X509Certificate(made.certificate!)
  assert.deepEqual([made.notBefore, made.notAfter], ['1999-12-31T15:59:59Z', '2099-12-06T15:59:58Z'])
  assert.deepEqual(
    [Date.parse(theirs.validFrom), Date.parse(theirs.validTo)],
    [made.notBefore, made.notAfter].map((one) => Date.parse(one!)),
  )
})

const REFUSED: [Input, string, string?][] = [
  [{}, 'bad_input', 'names'],
  [{ action: 'request', names: ' ' }, 'bad_input', 'names'],
  [{ names: 'example.com:443' }, 'bad_input', 'names'],
  [{ names: 'a.*.example' }, 'bad_input', 'names'],
  [{ names: '**.example' }, 'bad_input', 'names'],
  [{ names: '192.0.2.0/24' }, 'bad_input', 'names'],
  [{ names: '192.0.2.256' }, 'bad_input', 'names'],
  [{ names: 'IP:example.com' }, 'bad_input', 'names'],
  [{ names: 'DNS:192.0.2.1' }, 'bad_input', 'names'],
  [{ names: 'a@b@c' }, 'bad_input', 'names'],
  [{ names: `${'a'.repeat(64)}.example` }, 'bad_input', 'names'],
  [{ names: Array.from({ length: 201 }, (_, i) => `n${i}.example`).join(' ') }, 'too_large', 'names'],
  [{ country: 'Germany' }, 'bad_input', 'country'],
  [{ organization: 'x'.repeat(65) }, 'bad_input', 'organization'],
  [{ commonName: 'a\0.example.com' }, 'bad_input', 'commonName'],
  [{ names: 'a.example', from: '2026-02-30' }, 'bad_input', 'from'],
  [{ names: 'a.example', from: 'tomorrow' }, 'bad_input', 'from'],
  [{ names: 'a.example', from: '1949-12-31' }, 'bad_input', 'from'],
  [{ action: 'issue', issuer: '' }, 'bad_input', 'issuer'],
  [{ action: 'issue', issuer: authority.certificate! }, 'bad_input', 'issuer'],
  [{ action: 'issue', issuer: authority.privateKey! }, 'bad_input', 'issuer'],
  [{ action: 'issue', issuer, request: 'no request' }, 'bad_input', 'request'],
  [{ action: 'issue', issuer, names: 'a.example', from: '2100-01-01' }, 'bad_input', 'from'],
]
for (const [input, key, field] of REFUSED)
  test(`refused with ${key}: ${JSON.stringify(input).slice(0, 80)}`, () => refuses(input, key, field))

test('a certificate of no authority, another key, and a request that was changed are refused', async () => {
  const leaf = await ask({ names: 'a.example' })
  await refuses({ action: 'issue', issuer: `${leaf.certificate}${leaf.privateKey}` }, 'unsupported_value')
  await refuses({ action: 'issue', issuer: `${authority.certificate}${leaf.privateKey}` }, 'bad_input', 'issuer')
  const { request } = await ask({ action: 'request', names: 'a.example' })
  const der = Buffer.from(request!.replaceAll(/-----.*-----|\s/g, ''), 'base64')
  der[der.indexOf('a.example', 'latin1')] = 0x62
  const changed = `-----BEGIN CERTIFICATE REQUEST-----\n${der.toString('base64')}\n-----END CERTIFICATE REQUEST-----`
  await refuses({ action: 'issue', issuer, request: changed }, 'unsupported_value')
})

const NOTES: [Input, RegExp][] = [
  [{ commonName: 'My server' }, /Without names/],
  [{ names: '*.example.com' }, /example\.com itself is not covered/],
  [{ names: 'a.example', days: 826 }, /825 days/],
  [{ names: 'a.example', kind: 'ed25519' }, /Browsers do not take/],
  [{ names: 'a.example', from: '2020-01-01', days: 1 }, /expired already/],
  [{ names: 'a.example', from: '2030-01-01' }, /not valid yet/],
  [{ action: 'authority' }, /keep it offline/],
]
for (const [input, note] of NOTES)
  test(`it is said: ${note.source}`, async () => assert.match((await ask(input)).notes.join('\n'), note))

test('names are read as they are meant', () => {
  const read = (text: string) => readAlternativeNames(text).map(({ kind, value }) => `${kind}:${value}`)
  assert.deepEqual(read('https://Example.COM:8443/path, example.com'), ['DNS:example.com'])
  assert.deepEqual(read('DNS:*.bücher.example. IP:[2001:DB8:0::1] email:Ann@Bücher.example'), [
    'DNS:*.xn--bcher-kva.example',
    'IP:2001:db8::1',
    'email:Ann@xn--bcher-kva.example',
  ])
  assert.deepEqual(read('spiffe://example.org/db URI:https://example.org/a localhost _dmarc.example'), [
    'URI:spiffe://example.org/db',
    'URI:https://example.org/a',
    'DNS:localhost',
    'DNS:_dmarc.example',
  ])
})

test('the common name is a name too where it is all that was typed', async () => {
  assert.deepEqual((await ask({ commonName: 'www.example' })).names, ['www.example'])
  assert.equal((await ask({ commonName: 'Ann Example' })).names, undefined)
})

test('any list of names and addresses is held for all of them', () => {
  const names = uniqueArray(
    constantFrom(domain(), ipV4(), ipV6()).chain((one) => one),
    { minLength: 1, maxLength: 5 },
  )
  return check(
    asyncProperty(names, async (list) => {
      const made = await ask({ names: list.join('\n') })
      const theirs = new X509Certificate(made.certificate!)
      for (const one of made.names!) {
        const held = /^[\d.]+$|:/.test(one) ? theirs.checkIP(one) : theirs.checkHost(one)
        assert.notEqual(held, undefined, one)
      }
      assert.ok(theirs.verify(theirs.publicKey))
    }),
    { numRuns: 30 },
  )
})

test('whatever is typed as a name is read or refused', () =>
  check(
    property(array(string({ unit: 'grapheme' })), (words) => {
      try {
        readAlternativeNames(words.join('\n'))
      } catch (error) {
        if (!isAppError(error)) throw error
      }
    }),
  ))
