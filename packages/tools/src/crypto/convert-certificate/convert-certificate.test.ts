import assert from 'node:assert/strict'
import { createPrivateKey, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { array, assert as check, asyncProperty, constantFrom, string, uint8Array } from 'fast-check'
import { isAppError } from '@octet/core/errors.ts'
import { noKeytool, noOpenssl, runBeside } from '../../lib/keys/peers.testing.ts'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import { JAVA_ONCE } from '../../testing/java-once.ts'
import makeCertificate from '../make-certificate/tool.ts'
import { EXAMPLE_AUTHORITY, EXAMPLE_KEY, EXAMPLE_SERVER } from './examples.ts'
import type { ConvertInput } from './input.ts'
import { readParts } from './read-parts.ts'
import type { ConvertOutput } from './run.ts'
import tool from './tool.ts'

const KEYTOOL = JAVA_ONCE.map((flag) => `-J${flag}`)
const ALL = `${EXAMPLE_SERVER}${EXAMPLE_KEY}${EXAMPLE_AUTHORITY}`
const PASSPHRASE = 'pässwörd 1'
const NOW = new Date('2027-01-01T00:00:00Z')

const convert = async (input: Partial<ConvertInput>): Promise<ConvertOutput> =>
  (await answerTool(tool, input, { ...createTestHost(), now: () => NOW })) as ConvertOutput

const toBytes = async (blob: Blob | undefined): Promise<Uint8Array> => new Uint8Array(await blob!.arrayBuffer())
const toBlob = (content: string | Uint8Array): Blob => new Blob([content as BlobPart])
const listSubjects = ({ certificates }: ConvertOutput) => certificates.map(({ subject }) => subject)

const NOTHING: ConvertInput = {
  text: '',
  passphrase: '',
  to: 'pem',
  newPassphrase: '',
  name: '',
  lock: 'modern',
  hasRoot: false,
}

type Made = { certificate: string; privateKey: string }
const make = async (input: object): Promise<Made> =>
  (await answerTool(makeCertificate, input, { ...createTestHost(), random: randomBytes })) as unknown as Made

/** A root, an authority below it and a certificate that it issued. */
async function makeChain(kind = 'p256') {
  const root = await make({ action: 'authority', commonName: 'Root', kind, days: 36500 })
  const issuer = `${root.certificate}${root.privateKey}`
  const between = await make({ action: 'issue', commonName: 'Between', isAuthority: true, issuer, kind, days: 30000 })
  const below = `${between.certificate}${between.privateKey}`
  const own = await make({ action: 'issue', names: 'a.example', issuer: below, kind, days: 20000 })
  return { root, between, own }
}

test('a chain in any order comes out as servers send it, without its root, and the key with it', async () => {
  const { root, between, own } = await makeChain()
  const text = `words\n${root.certificate}${own.privateKey}${between.certificate}more words\n${own.certificate}`
  const made = await convert({ text })
  assert.deepEqual(listSubjects(made), ['CN=a.example', 'CN=Between'])
  assert.deepEqual(
    made.certificates.map(({ role }) => role),
    ['own', 'authority'],
  )
  assert.equal(made.fullchain, `${own.certificate}${between.certificate}`)
  assert.equal(made.chain, between.certificate)
  assert.equal(made.privateKey, own.privateKey)
  assert.equal(made.hasKey, true)
  assert.match(made.notes.join(), /root is left out/)
  const whole = await convert({ text, hasRoot: true })
  assert.equal(whole.fullchain, `${own.certificate}${between.certificate}${root.certificate}`)
})

test('an issuer of the same name with another key is not taken for the one that signed', async () => {
  const [{ own, between }, other] = [await makeChain(), await makeChain()]
  const made = await convert({ text: `${own.certificate}${own.privateKey}${other.between.certificate}${between.certificate}` })
  assert.equal(made.fullchain, `${own.certificate}${between.certificate}`)
  assert.match(made.notes.join(), /Left out, since not above this certificate: CN=Between/)
})

test('a key of another certificate is refused, and both are named', async () => {
  const { own } = await makeChain()
  await assert.rejects(convert({ text: EXAMPLE_SERVER, keyFile: toBlob(own.privateKey) }), (error: Error) => {
    assert.match(error.message, /www\.example\.com.*another one/s)
    return true
  })
})

test('a server’s certificate without the one of its issuer is told', async () => {
  assert.match((await convert({ text: `${EXAMPLE_SERVER}${EXAMPLE_KEY}` })).notes.join(), /issuer is missing.*Example Issuing CA/)
  assert.doesNotMatch((await convert({ text: ALL })).notes.join(), /missing/)
})

test('each certificate of a trust store has a name of its own', async () => {
  const [one, other] = [await makeChain(), await makeChain()]
  for (const to of ['jks', 'pkcs12'] as const) {
    const text = `${one.root.certificate}${other.root.certificate}`
    const { file } = await convert({ text, to, newPassphrase: 'changeit', name: 'first' })
    const { certificates } = await readParts({ ...NOTHING, file, passphrase: 'changeit' })
    assert.deepEqual(
      certificates.map(({ name }) => name?.toLowerCase()),
      ['first', 'root'],
    )
  }
})

test('of a certificate that was renewed with its key the new one is taken', async () => {
  const { privateKey, certificate } = await make({ names: 'a.example', days: 20000 })
  const renewed = await make({ names: 'a.example', days: 30000, kind: 'own', key: privateKey })
  const made = await convert({ text: `${certificate}${renewed.certificate}${privateKey}` })
  assert.equal(made.certificate, renewed.certificate)
})

test('certificates of no one chain stay in their order, and none of them is called the own one', async () => {
  const [one, other] = [await makeChain(), await makeChain()]
  const made = await convert({ text: `${one.root.certificate}${other.root.certificate}` })
  assert.equal(made.fullchain, `${one.root.certificate}${other.root.certificate}`)
  assert.deepEqual(
    made.certificates.map(({ role }) => role),
    ['root', 'root'],
  )
  await assert.rejects(convert({ text: made.fullchain!, to: 'der' }), /one certificate/)
})

for (const lock of ['modern', 'old'] as const)
  test(`OpenSSL opens a file of PKCS #12, ${lock}, and it comes back as it was`, { skip: noOpenssl }, async () => {
    const made = await convert({ text: ALL, to: 'pkcs12', newPassphrase: PASSPHRASE, lock, name: 'Name 名' })
    const file = await toBytes(made.file)
    const legacy = lock === 'old' ? ['-legacy'] : []
    const args = ['pkcs12', '-in', 'a.p12', '-noenc', '-passin', `pass:${PASSPHRASE}`, ...legacy]
    const shown = runBeside({ 'a.p12': file }, 'openssl', args).toString()
    for (const block of [EXAMPLE_SERVER, EXAMPLE_AUTHORITY, EXAMPLE_KEY])
      assert.ok(shown.includes(block.trim()), `expected ${block} in ${shown}`)
    assert.match(shown, /friendlyName: Name/)
    assert.equal(shown.match(/localKeyID: ([\dA-F ]+)/g)?.length, 2)
    const back = await convert({ file: toBlob(file), passphrase: PASSPHRASE })
    assert.equal(back.fullchain, `${EXAMPLE_SERVER}${EXAMPLE_AUTHORITY}`)
    assert.equal(back.privateKey, EXAMPLE_KEY)
    await assert.rejects(convert({ file: toBlob(file), passphrase: 'another' }), /passphrase/i)
  })

test('OpenSSL reads a bundle of PKCS #7 and a certificate of DER', { skip: noOpenssl }, async () => {
  const bundle = await toBytes((await convert({ text: ALL, to: 'pkcs7' })).file)
  const shown = runBeside({ 'a.p7b': bundle }, 'openssl', ['pkcs7', '-inform', 'DER', '-in', 'a.p7b', '-print_certs']).toString()
  assert.ok(shown.includes(EXAMPLE_SERVER.trim()) && shown.includes(EXAMPLE_AUTHORITY.trim()), shown)
  assert.equal((await convert({ file: toBlob(bundle) })).fullchain, `${EXAMPLE_SERVER}${EXAMPLE_AUTHORITY}`)
  const der = await toBytes((await convert({ text: ALL, to: 'der' })).file)
  assert.equal(runBeside({ 'a.cer': der }, 'openssl', ['x509', '-inform', 'DER', '-in', 'a.cer']).toString(), EXAMPLE_SERVER)
  assert.equal((await convert({ file: toBlob(der) })).certificate, EXAMPLE_SERVER)
})

test('files that OpenSSL wrote are read, an encrypted key of DER too', { skip: noOpenssl }, async () => {
  const files = { 'cert.pem': EXAMPLE_SERVER, 'key.pem': EXAMPLE_KEY, 'chain.pem': EXAMPLE_AUTHORITY }
  const args = ['pkcs12', '-export', '-in', 'cert.pem', '-inkey', 'key.pem', '-certfile', 'chain.pem', '-passout', 'pass:abc']
  const made = await convert({ file: toBlob(runBeside(files, 'openssl', args)), passphrase: 'abc' })
  assert.equal(made.fullchain, `${EXAMPLE_SERVER}${EXAMPLE_AUTHORITY}`)
  const lock = ['pkcs8', '-topk8', '-in', 'key.pem', '-outform', 'DER', '-passout', 'pass:abc']
  const keyFile = toBlob(runBeside(files, 'openssl', lock))
  const chainFile = toBlob(EXAMPLE_AUTHORITY)
  const parts = await convert({ file: toBlob(EXAMPLE_SERVER), keyFile, chainFile, passphrase: 'abc' })
  assert.equal(parts.privateKey, EXAMPLE_KEY)
  assert.equal(parts.fullchain, `${EXAMPLE_SERVER}${EXAMPLE_AUTHORITY}`)
})

test('the key comes out encrypted where a passphrase is given for it', { skip: noOpenssl }, async () => {
  const { privateKey } = await convert({ text: ALL, newPassphrase: 'abc' })
  assert.match(privateKey!, /BEGIN ENCRYPTED PRIVATE KEY/)
  const args = ['pkey', '-in', 'key.pem', '-passin', 'pass:abc']
  assert.equal(runBeside({ 'key.pem': privateKey! }, 'openssl', args).toString(), EXAMPLE_KEY)
})

test('the command that is shown makes what opens the same', { skip: noOpenssl }, async () => {
  for (const lock of ['modern', 'old'] as const) {
    const { command } = await convert({ text: ALL, to: 'pkcs12', newPassphrase: 'abc', lock })
    const files = { 'certificate.pem': EXAMPLE_SERVER, 'private.pem': EXAMPLE_KEY, 'chain.pem': EXAMPLE_AUTHORITY }
    const made = runBeside(files, 'sh', ['-c', `${command} -passout pass:abc && cat certificate.p12`])
    const back = await convert({ file: toBlob(made), passphrase: 'abc' })
    assert.equal(back.fullchain, `${EXAMPLE_SERVER}${EXAMPLE_AUTHORITY}`)
    assert.equal(back.privateKey, EXAMPLE_KEY)
  }
})

for (const to of ['pkcs12', 'jks'] as const)
  test(`Java opens a key store of ${to}, and one of what to trust`, { skip: noKeytool }, async () => {
    const made = await convert({ text: ALL, to, newPassphrase: 'changeit', name: 'Site' })
    const list = [...KEYTOOL, '-list', '-v', '-keystore', 'a', '-storetype', to, '-storepass', 'changeit']
    const shown = runBeside({ a: await toBytes(made.file) }, 'keytool', list).toString()
    assert.match(shown, /Alias name: site/i)
    assert.match(shown, /Entry type: PrivateKeyEntry/)
    assert.match(shown, /Certificate chain length: 2/)
    const trust = await convert({ text: EXAMPLE_AUTHORITY, to, newPassphrase: 'changeit' })
    const trusted = runBeside({ a: await toBytes(trust.file) }, 'keytool', list).toString()
    assert.match(trusted, /Alias name: example issuing ca/i)
    assert.match(trusted, /Entry type: trustedCertEntry/)
  })

test('a key store that Java wrote is read', { skip: noKeytool }, async () => {
  const pkcs12 = await convert({ text: ALL, to: 'pkcs12', newPassphrase: 'changeit', name: 'site' })
  const words = '-importkeystore -noprompt -srckeystore a.p12 -srcstoretype pkcs12 -destkeystore a.jks -deststoretype jks'
  const secrets = '-srcstorepass changeit -deststorepass changeit'
  const script = `keytool ${KEYTOOL.join(' ')} ${words} ${secrets} 2>/dev/null && cat a.jks | base64`
  const made = runBeside({ 'a.p12': await toBytes(pkcs12.file) }, 'sh', ['-c', script]).toString()
  const jks = made.slice(made.lastIndexOf('/u3+7Q'))
  const back = await convert({ text: jks, passphrase: 'changeit' })
  assert.equal(back.fullchain, `${EXAMPLE_SERVER}${EXAMPLE_AUTHORITY}`)
  assert.equal(back.privateKey, EXAMPLE_KEY)
})

test('every kind of key goes through every store and back', async () => {
  for (const kind of ['rsa2048', 'p384', 'p521', 'ed25519', 'ed448']) {
    const { certificate, privateKey } = await make({ names: 'a.example', kind })
    for (const to of ['pkcs12', 'jks'] as const) {
      const { file } = await convert({ text: `${certificate}${privateKey}`, to, newPassphrase: PASSPHRASE })
      const back = await convert({ file: file!, passphrase: PASSPHRASE })
      assert.deepEqual([back.certificate, back.privateKey], [certificate, privateKey], `${kind} by ${to}`)
    }
  }
})

test('a damaged key store is told from a wrong passphrase', async () => {
  const { file } = await convert({ text: ALL, to: 'jks', newPassphrase: 'changeit' })
  const bytes = await toBytes(file)
  await assert.rejects(convert({ file: toBlob(bytes), passphrase: 'another' }), /passphrase does not open/)
  bytes[bytes.length - 30]! ^= 1
  await assert.rejects(convert({ file: toBlob(bytes), passphrase: 'changeit' }), /damaged/)
  await assert.rejects(convert({ file: toBlob(bytes.subarray(0, 200)), passphrase: 'changeit' }), isAppError)
})

test('Java’s passphrase of fewer than six characters is refused at its field', async () => {
  await assert.rejects(convert({ text: ALL, to: 'jks', newPassphrase: 'short' }), (error: unknown) => {
    assert.ok(isAppError(error) && error.details['field'] === 'newPassphrase')
    return true
  })
})

test('a key as JWK beside certificates is read; words in brackets are none', async () => {
  const jwk = JSON.stringify(createPrivateKey(EXAMPLE_KEY).export({ format: 'jwk' }))
  assert.equal((await convert({ text: `${EXAMPLE_SERVER}${jwk}` })).privateKey, EXAMPLE_KEY)
  assert.equal((await convert({ text: `[shop]\n{ready}\n${EXAMPLE_SERVER}` })).certificate, EXAMPLE_SERVER)
})

test('nothing, words, a lone key, a request: each is refused with what is wanted', async () => {
  await assert.rejects(convert({}), /a certificate/)
  await assert.rejects(convert({ text: 'hello, world!' }), isAppError)
  await assert.rejects(convert({ text: EXAMPLE_KEY }), /private key alone/)
  await assert.rejects(convert({ file: toBlob('') }), isAppError)
  await assert.rejects(convert({ text: EXAMPLE_SERVER, file: toBlob(new Uint8Array([1, 2, 3, 255])) }), isAppError)
})

test('any bytes and any changed byte of a store give an answer or an error that says what is wrong', async () => {
  const jks = await toBytes((await convert({ text: ALL, to: 'jks', newPassphrase: 'changeit' })).file)
  const bundle = await toBytes((await convert({ text: ALL, to: 'pkcs7' })).file)
  const fails = async (bytes: Uint8Array) => {
    try {
      await convert({ file: toBlob(bytes), passphrase: 'changeit' })
    } catch (error) {
      if (!isAppError(error)) throw error
    }
  }
  await check(asyncProperty(uint8Array({ maxLength: 300 }), fails), { numRuns: 300 })
  await check(
    asyncProperty(
      constantFrom(jks, bundle),
      array(uint8Array({ minLength: 2, maxLength: 2 }), { maxLength: 4 }),
      (source, changes) => {
        const bytes = Uint8Array.from(source)
        for (const [place = 0, value = 0] of changes) bytes[Math.floor((place / 256) * bytes.length)] = value
        return fails(bytes)
      },
    ),
    { numRuns: 300 },
  )
})

test('any passphrase and any name come back', async () => {
  const named = string({ unit: 'grapheme', minLength: 6, maxLength: 20 })
  await check(
    asyncProperty(named, named, async (passphrase, name) => {
      const { file } = await convert({ text: ALL, to: 'jks', newPassphrase: passphrase, name })
      assert.equal((await convert({ file: file!, passphrase })).privateKey, EXAMPLE_KEY)
    }),
    { numRuns: 20 },
  )
})
