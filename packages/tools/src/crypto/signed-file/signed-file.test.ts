import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { assert as check, asyncProperty, nat } from 'fast-check'
import { isAppError } from '@octet/core/errors.ts'
import { DER, listParts, readFirst, writeDer, writeInteger, writeOid } from '../../lib/der.ts'
import { noOpenssl, runBeside } from '../../lib/keys/peers.testing.ts'
import { toPem } from '../../lib/pem.ts'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import makeCertificate from '../make-certificate/tool.ts'
import { AUTHORITY, CHANGED_PDF, SIGNED_MAIL, SIGNED_PDF, SIGNED_TEXT } from './examples.ts'
import {
  attribute,
  makeCms,
  makePdf,
  makeProgram,
  makeSm2,
  makeToken,
  octets,
  signProgram,
  toMaker,
  type Maker,
} from './made.testing.ts'
import { utcTime } from '../x509/made.testing.ts'
import type { Row } from './to-row.ts'
import tool from './tool.ts'

const NOW = new Date('2027-01-01T00:00:00Z')
const TEXT = new TextEncoder().encode('Octet pays 100.00\r\n')
const OTHER = new TextEncoder().encode('Octet pays 900.00\r\n')
const TIMESTAMP = '1.2.840.113549.1.9.16.2.14'
const SIGNING_TIME = '1.2.840.113549.1.9.5'

type Given = { file?: Uint8Array | Blob; original?: Uint8Array; text?: string; trusted?: string }
type Answer = { text: string; signatures: Row[]; notes: string[]; content?: string; certificates?: string; file?: File }

async function read({ file, original, ...texts }: Given, now = NOW): Promise<Answer> {
  const toBlob = (bytes: Uint8Array | Blob) => (bytes instanceof Blob ? bytes : new Blob([bytes as BlobPart]))
  const input = { ...texts, ...(file && { file: toBlob(file) }), ...(original && { original: toBlob(original) }) }
  return (await answerTool(tool, input, { ...createTestHost(), now: () => now })) as Answer
}

const states = ({ signatures }: Answer) => signatures.map(({ state }) => state)

type Made = { certificate: string; privateKey: string }
const makePair = async (input: object): Promise<Made> =>
  (await answerTool(
    makeCertificate,
    { days: 3650, ...input },
    { ...createTestHost(), random: randomBytes, now: () => new Date('2026-01-01T00:00:00Z') },
  )) as unknown as Made
const makeSigner = async (kind = 'p256', commonName = 'Signer'): Promise<Maker> =>
  toMaker(await makePair({ action: 'authority', commonName, kind }))

test('the examples are read: a PDF, one that was added to, a text in its signature, a mail', async () => {
  const pdf = await read({ text: SIGNED_PDF, trusted: AUTHORITY })
  const [row] = pdf.signatures
  assert.deepEqual(
    [row?.state, row?.covers, row?.trust, row?.name, row?.reason, row?.location],
    ['valid', 'all', 'trusted', 'Wang Fang', '合同审批', 'Shanghai'],
  )
  assert.deepEqual(row?.chain, ['C=CN, O=Octet Example, CN=Octet Example Signing CA'])
  assert.deepEqual(pdf.notes, [])

  const changed = await read({ text: CHANGED_PDF })
  assert.deepEqual(states(changed), ['extended'])
  assert.match(changed.text, /^Added to afterwards: /)
  assert.equal(changed.signatures[0]?.covers, 'earlier')
  assert.match(changed.notes[0] ?? '', /^184 bytes were added after the last valid signature/)
  assert.equal(Buffer.from(await changed.file!.arrayBuffer()).toString('base64'), SIGNED_PDF, 'the version that was signed')

  const text = await read({ text: SIGNED_TEXT })
  assert.deepEqual([states(text), text.content], [['valid'], 'Octet pays 100.00 EUR to Wang Fang.\r\n'])
  const mail = await read({ text: SIGNED_MAIL })
  assert.deepEqual(states(mail), ['valid'])
  assert.match(mail.content ?? '', /^Content-Type: text\/plain/)
})

test('each kind of key is checked: a changed content, a changed signature and another key are told apart', async () => {
  const makers = [...(await Promise.all(['rsa2048', 'p256', 'ed25519'].map((kind) => makeSigner(kind)))), await makeSm2()]
  for (const maker of makers) {
    const held = octets(TEXT)
    const algorithm = (answer: Answer) => answer.signatures[0]?.algorithm
    const whole = await read({ file: await makeCms(maker, TEXT, { held }) })
    assert.deepEqual(states(whole), ['valid'], algorithm(whole))
    assert.equal(whole.content, 'Octet pays 100.00\r\n')
    const altered = await read({ file: await makeCms(maker, TEXT, { held: octets(OTHER) }) })
    assert.deepEqual(states(altered), ['altered'], algorithm(altered))
    const spoilt = await read({ file: await makeCms(maker, TEXT, { held, isSpoilt: true }) })
    assert.deepEqual(states(spoilt), ['wrong'], algorithm(spoilt))
  }
  assert.equal(
    (await read({ file: await makeCms(makers[3]!, TEXT, { held: octets(TEXT) }) })).signatures[0]?.algorithm,
    'SM2, SM3',
  )
})

test('a signature in a file of its own needs what it is over, and says so', async () => {
  const cms = await makeCms(await makeSigner(), TEXT)
  assert.deepEqual(states(await read({ file: cms })), ['missing'])
  assert.deepEqual(states(await read({ file: cms, original: TEXT })), ['valid'])
  assert.deepEqual(states(await read({ file: cms, original: OTHER })), ['altered'])
  const whole = await makeCms(await makeSigner(), TEXT, { held: octets(TEXT) })
  const other = await read({ file: whole, original: OTHER })
  assert.deepEqual(states(other), ['valid'])
  assert.match(other.notes[0] ?? '', /the file that you gave as the original is another/)
})

test('PEM, Base64 and what other programs name differently are read alike, and the content keeps its name', async () => {
  const cms = await makeCms(await makeSigner(), TEXT, { held: octets(TEXT) })
  for (const label of ['CMS', 'PKCS7', 'PKCS #7 SIGNED DATA'])
    assert.deepEqual(states(await read({ text: toPem(label, cms) })), ['valid'])
  const base64 = Buffer.from(cms).toString('base64')
  assert.deepEqual(states(await read({ text: base64 })), ['valid'])
  assert.deepEqual(states(await read({ file: Buffer.from(base64) })), ['valid'])
  const named = await read({ file: new File([cms], 'order.xml.p7m') })
  assert.equal(named.file?.name, 'order.xml')
})

test('a certificate that is not in it is taken from the trusted ones', async () => {
  const maker = await makeSigner()
  const cms = await makeCms(maker, TEXT, { held: octets(TEXT), certificates: [] })
  const unknown = await read({ file: cms })
  assert.deepEqual([states(unknown), unknown.text], [['noCertificate'], 'Not checked: unknown signer'])
  const known = await read({ file: cms, trusted: toPem('CERTIFICATE', maker.certificate) })
  assert.deepEqual([states(known), known.signatures[0]?.trust], [['valid'], 'trusted'])
})

test('a chain that ends elsewhere is not trusted, and one with a certificate that signed nothing is broken', async () => {
  const root = await makePair({ action: 'authority', commonName: 'Root', kind: 'p256' })
  const twin = await makePair({ action: 'authority', commonName: 'Root', kind: 'p256' })
  const own = await makePair({
    action: 'issue',
    commonName: 'Signer',
    names: 'a.example',
    issuer: `${root.certificate}${root.privateKey}`,
    kind: 'p256',
  })
  const below = await makePair({
    action: 'issue',
    commonName: 'Below',
    names: 'b.example',
    issuer: `${root.certificate}${root.privateKey}`,
    kind: 'p256',
  })
  const cms = await makeCms(toMaker(own), TEXT, { held: octets(TEXT) })
  const trust = async (trusted: string) => (await read({ file: cms, trusted })).signatures[0]?.trust
  assert.equal(await trust(root.certificate), 'trusted')
  assert.equal(await trust(twin.certificate), 'unknown')
  assert.equal(await trust(`${twin.certificate.repeat(150)}${root.certificate}`), 'trusted', 'among as many as a browser has')
  assert.equal(await trust(below.certificate), 'unknown')
  assert.equal((await read({ file: cms })).signatures[0]?.trust, undefined)
})

test('a time stamp tells when, unless it is one of something else', async () => {
  const [maker, authority] = [await makeSigner(), await makeSigner('rsa2048', 'Clock')]
  const stamp = async (toStamped: (signature: Uint8Array) => Uint8Array, oid = TIMESTAMP) => {
    const unsigned = async (signature: Uint8Array) => [
      attribute(oid, await makeToken(authority, toStamped(signature), '20260601120000Z')),
    ]
    const more = [attribute(SIGNING_TIME, utcTime('260501000000Z'))]
    return read({ file: await makeCms(maker, TEXT, { held: octets(TEXT), more, unsigned }) })
  }
  for (const oid of [TIMESTAMP, '1.3.6.1.4.1.311.3.3.1']) {
    const own = await stamp((signature) => signature, oid)
    const { clock, signedAt, timestampBy } = own.signatures[0]!
    assert.deepEqual([clock, signedAt, timestampBy], ['timestamp', '2026-06-01T12:00:00Z', 'Clock'])
  }
  const other = await stamp(() => TEXT)
  assert.deepEqual([other.signatures[0]?.clock, other.signatures[0]?.signedAt], ['signer', '2026-05-01T00:00:00Z'])
  assert.match(other.notes[0] ?? '', /time stamp does not hold/)
})

test('a time stamp alone is checked against what it is of', async () => {
  const token = await makeToken(await makeSigner('p256', 'Clock'), TEXT, '20260601120000Z')
  const outcomes = await Promise.all([
    read({ file: token }),
    read({ file: token, original: TEXT }),
    read({ file: token, original: OTHER }),
  ])
  assert.deepEqual(outcomes.flatMap(states), ['missing', 'valid', 'altered'])
  assert.deepEqual(outcomes[1]!.signatures[0]?.purpose, 'timestamp')
  const answer = writeDer(DER.sequence, writeDer(DER.sequence, writeInteger(0n)), token)
  assert.deepEqual(states(await read({ file: answer, original: TEXT })), ['valid'], 'in the answer of an authority')
})

test('a certificate that had run out is told, unless a time stamp says that it was signed before', async () => {
  const [maker, authority] = [await makeSigner(), await makeSigner('p256', 'Clock')]
  const late = new Date('2040-01-01T00:00:00Z')
  const cms = await makeCms(maker, TEXT, { held: octets(TEXT) })
  assert.match((await read({ file: cms }, late)).notes[0] ?? '', /expired at .* nobody can tell/)
  const unsigned = async (signature: Uint8Array) => [
    attribute(TIMESTAMP, await makeToken(authority, signature, '20260601120000Z')),
  ]
  const stamped = await read({ file: await makeCms(maker, TEXT, { held: octets(TEXT), unsigned }) }, late)
  assert.doesNotMatch(stamped.notes.join('\n'), /expired/)
  const more = [attribute(SIGNING_TIME, utcTime('400501000000Z'))]
  const outside = await read({ file: await makeCms(maker, TEXT, { held: octets(TEXT), more }) }, late)
  assert.match(outside.notes[0] ?? '', /was not valid when it was signed/)
})

test('signatures of a PDF are told with how much of the file each is over', async () => {
  const maker = await makeSigner()
  const make = (content: Uint8Array) => makeCms(maker, content)
  const first = await makePdf({ make, words: "/M(D:20260601120000+08'00')/Reason(a \\(b\\) \\351)" })
  const one = await read({ file: first })
  assert.deepEqual(states(one), ['valid'])
  assert.deepEqual(
    [one.signatures[0]?.covers, one.signatures[0]?.signedAt, one.signatures[0]?.reason],
    ['all', '2026-06-01T04:00:00Z', 'a (b) é'],
  )
  const second = await read({ file: await makePdf({ make, before: first, words: CERTIFIED }) })
  assert.deepEqual(
    second.signatures.map(({ state, covers, purpose }) => [state, covers, purpose]),
    [
      ['valid', 'earlier', 'signature'],
      ['valid', 'all', 'certification'],
    ],
  )
  assert.equal(second.signatures[1]?.allows, 'nothing')
  const changed = first.slice()
  changed[20]! ^= 1
  assert.deepEqual(states(await read({ file: changed })), ['altered'])
})

const CERTIFIED = '/Reference[<</Type/SigRef/TransformMethod/DocMDP/TransformParams<</Type/TransformParams/V/1.2/P 1>>>>]'

test('a signature of a PDF that leaves out more than itself is not valid', async () => {
  const maker = await makeSigner()
  const file = await makePdf({ make: (content) => makeCms(maker, content), gap: '/Contents 9 0 R' })
  assert.deepEqual(states(await read({ file })), ['gap'])
})

test('what stands behind the last valid signature of a PDF is told, though one that does not hold is over it', async () => {
  const maker = await makeSigner()
  const first = await makePdf({ make: (content) => makeCms(maker, content) })
  for (const [make, state] of [
    [() => makeCms(maker, TEXT), 'altered'],
    [() => Promise.resolve(TEXT), 'unsupported'],
    [async () => (await makeCms(maker, TEXT)).subarray(0, 100), 'damaged'],
  ] as const) {
    const answer = await read({ file: await makePdf({ make, before: first }) })
    assert.deepEqual(states(answer), ['extended', state])
    assert.match(answer.notes[0] ?? '', /added after the last valid signature/)
    assert.equal(answer.file?.size, first.length)
  }
})

test('old and other formats of PDF are read: a hash in it, a time stamp of the whole, and those that are not known', async () => {
  const maker = await makeSigner()
  const sha1 = (content: Uint8Array) => createHash('sha1').update(content).digest()
  const hashed = await makePdf({
    format: 'adbe.pkcs7.sha1',
    make: (content) => makeCms(maker, sha1(content), { held: octets(sha1(content)) }),
  })
  assert.deepEqual(states(await read({ file: hashed })), ['valid'])
  hashed[20]! ^= 1
  assert.deepEqual(states(await read({ file: hashed })), ['altered'])
  // What is kept in it besides is not what is asked about.
  const held = await makePdf({ make: (content) => makeCms(maker, content, { held: octets(OTHER) }) })
  assert.deepEqual(states(await read({ file: held })), ['valid'])
  const kept = await makePdf({ make: () => makeCms(maker, TEXT, { held: octets(TEXT) }) })
  assert.deepEqual(states(await read({ file: kept })), ['altered'])
  const stamped = await read({
    file: await makePdf({ format: 'ETSI.RFC3161', make: (content) => makeToken(maker, content, '20260601120000Z') }),
  })
  assert.deepEqual(
    stamped.signatures.map(({ state, purpose, signedAt }) => [state, purpose, signedAt]),
    [['valid', 'timestamp', '2026-06-01T12:00:00Z']],
  )
  const foreign = await makePdf({ format: 'GM.sm2seal', make: () => Promise.resolve(TEXT) })
  assert.deepEqual(states(await read({ file: foreign })), ['unsupported'])
})

test('a PDF without a signature is told as such', async () => {
  const answer = await read({ file: new TextEncoder().encode('%PDF-1.7\n1 0 obj\n<</Type/Catalog>>\nendobj\n/ByteRange [0 1 2') })
  assert.deepEqual([answer.text, answer.signatures], ['Not signed', []])
})

test('a file that is made of places for signatures is read to its end, and no more than so many are checked', async () => {
  const places = `%PDF-1.7\n${'1 0 obj<</Type/Sig/ByteRange[0 1 3 1]/Contents<00>'.repeat(20_000)}`
  assert.equal((await read({ file: new TextEncoder().encode(places) })).text, 'Not signed')
  const [maker, data] = [await makeSigner(), octets(TEXT)]
  const cms = await makeCms(maker, TEXT, { held: data })
  const [, wrapped] = listParts(readFirst(cms))
  const [signed] = listParts(wrapped!)
  const parts = listParts(signed!)
  const signers = Array.from({ length: 30 }, () => listParts(parts.at(-1)!)[0]!.raw)
  const many = writeDer(DER.sequence, ...parts.slice(0, -1).map(({ raw }) => raw), writeDer(0x31, ...signers))
  const file = writeDer(DER.sequence, writeOid('1.2.840.113549.1.7.2'), writeDer(0xa0, many))
  const answer = await read({ file })
  assert.equal(answer.signatures.length, 20)
  assert.match(answer.notes[0] ?? '', /first 20 signatures are shown/)
})

test('programs of Windows are read, also with several signatures, one within another', async () => {
  const [one, other] = [await makeSigner(), await makeSigner('rsa2048')]
  for (const isWide of [false, true]) {
    const program = makeProgram(isWide)
    assert.equal((await read({ file: program })).text, 'Not signed')
    const both = await signProgram(program, [one, other])
    assert.deepEqual(states(await read({ file: both })), ['valid', 'valid'])
    const [inner] = await signCopies(program, other)
    const nested = await signProgram(program, [one], () => [attribute('1.3.6.1.4.1.311.2.4.1', inner!)])
    assert.deepEqual(states(await read({ file: nested })), ['valid', 'valid'])
    nested[100 + 64]! ^= 1
    assert.deepEqual(states(await read({ file: nested })), ['altered', 'altered'])
    assert.deepEqual(
      states(await read({ file: (await signProgram(program, [one])).fill(7, 0x58 + 64, 0x58 + 68) })),
      ['valid'],
      'but for its checksum',
    )
  }
})

/** The signatures of a program as they stand in it, without their lengths. */
async function signCopies(program: Uint8Array<ArrayBuffer>, maker: Maker): Promise<Uint8Array[]> {
  const signed = await signProgram(program, [maker])
  const view = new DataView(signed.buffer)
  return [signed.subarray(program.length + 8, program.length + view.getUint32(program.length, true))]
}

const HEAD = 'From: a@a.example\r\nSubject: s\r\nMIME-Version: 1.0\r\n'
const PART = 'Content-Type: text/plain\r\n\r\nhello\r\n--not a boundary\r\n'

async function makeMail(maker: Maker, { type = 'application/pkcs7-signature', boundary = 'b=_(1)' } = {}): Promise<string> {
  const cms = Buffer.from(await makeCms(maker, new TextEncoder().encode(PART)))
    .toString('base64')
    .replaceAll(/.{76}/g, '$&\r\n')
  return `Content-Type: multipart/signed;\r\n\tprotocol="${type}"; boundary="${boundary}"\r\n\r\nwords\r\n--${boundary}\r\n${PART}\r\n--${boundary}\r\nContent-Type: ${type}; name=smime.p7s\r\nContent-Transfer-Encoding: base64\r\n\r\n${cms}\r\n--${boundary}--\r\nmore`
}

test('signed mails are read with the lines of any system, and within others', async () => {
  const maker = await makeSigner()
  const signed = await makeMail(maker)
  const outer = `${HEAD}Content-Type: multipart/mixed; boundary=outer\r\n\r\n--outer\r\n${signed}\r\n--outer\r\nContent-Type: text/plain\r\n\r\na footer\r\n--outer--\r\n`
  for (const mail of [HEAD + signed, (HEAD + signed).replaceAll('\r\n', '\n'), outer]) {
    const answer = await read({ text: mail })
    assert.deepEqual([states(answer), answer.content], [['valid'], PART])
  }
  assert.deepEqual(states(await read({ text: (HEAD + signed).replace('hello', 'hallo') })), ['altered'])
  const cms = Buffer.from(await makeCms(maker, TEXT, { held: octets(TEXT) })).toString('base64')
  const whole = `${HEAD}Content-Type: application/x-pkcs7-mime; smime-type=signed-data; name=smime.p7m\r\nContent-Transfer-Encoding: base64\r\n\r\n${cms}\r\n`
  assert.deepEqual(states(await read({ file: Buffer.from(whole) })), ['valid'])
})

test('what is no signature that can be read is refused in words', async () => {
  const maker = await makeSigner()
  const refused = async (given: Given) => {
    const error = await read(given).then(
      () => undefined,
      (reason: unknown) => reason,
    )
    assert.ok(isAppError(error), `expected words, got ${String(error)}`)
    return error.message
  }
  assert.match(await refused({}), /choose “Signed file”/)
  assert.match(await refused({ file: Buffer.from('PK\u0003\u0004') }), /“ZIP” .*Office files, JAR and APK are not/)
  assert.match(await refused({ file: new Uint8Array() }), /an empty file/)
  assert.match(await refused({ text: HEAD + (await makeMail(maker, { type: 'application/pgp-signature' })) }), /OpenPGP/)
  assert.match(
    await refused({ file: Buffer.from(`${HEAD}Content-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\n\r\nwords\r\n--a--`) }),
    /no signature of S\/MIME/,
  )
  const enveloped = writeDer(DER.sequence, writeOid('1.2.840.113549.1.7.3'), writeDer(0xa0, writeDer(DER.sequence)))
  assert.match(await refused({ file: enveloped }), /may be encrypted/)
  assert.match(await refused({ file: (await makeCms(maker, TEXT)).subarray(0, 300) }), /is damaged or part of it is missing/)
})

test('files that end too early or have a byte changed give a verdict or words, never another fault', async () => {
  const maker = await makeSigner()
  const token = (signature: Uint8Array) => makeToken(maker, signature, '20260601120000Z')
  const unsigned = async (signature: Uint8Array) => [attribute(TIMESTAMP, await token(signature))]
  const files = [
    await makeCms(maker, TEXT, { held: octets(TEXT), unsigned }),
    await makePdf({ make: (content) => makeCms(maker, content), words: CERTIFIED }),
    await signProgram(makeProgram(true), [maker]),
    new TextEncoder().encode(HEAD + (await makeMail(maker))),
  ]
  await check(
    asyncProperty(nat({ max: files.length - 1 }), nat(), nat({ max: 255 }), nat({ max: 3 }), async (which, place, byte, way) => {
      const file = files[which]!.slice()
      const at = place % file.length
      const spoilt = way === 0 ? file.subarray(0, at) : file.fill(byte, at, at + way)
      const outcome = await read({ file: spoilt }).catch((error: unknown) => error)
      assert.ok(!(outcome instanceof Error) || isAppError(outcome), String(outcome))
    }),
    { numRuns: 300 },
  )
})

test('what OpenSSL signs holds here, in each of its ways', { skip: noOpenssl }, async () => {
  const own = await makePair({ action: 'authority', commonName: 'Signer', kind: 'rsa2048' })
  const files = { 'c.pem': own.certificate, 'k.pem': own.privateKey, 't.txt': TEXT }
  const ways = [
    [],
    ['-keyid'],
    ['-noattr'],
    ['-stream'],
    ['-md', 'sha1'],
    ['-md', 'sha512', '-keyopt', 'rsa_padding_mode:pss', '-keyopt', 'rsa_pss_saltlen:20'],
  ]
  for (const way of ways) {
    const args = [
      'cms',
      '-sign',
      '-binary',
      '-nodetach',
      '-in',
      't.txt',
      '-signer',
      'c.pem',
      '-inkey',
      'k.pem',
      '-outform',
      'DER',
    ]
    const answer = await read({ file: runBeside(files, 'openssl', [...args, ...way]) })
    assert.deepEqual([states(answer), answer.content], [['valid'], 'Octet pays 100.00\r\n'], way.join(' '))
    assert.equal(/SHA-1 is broken/.test(answer.notes.join('\n')), way.includes('sha1'))
  }
  const mail = runBeside(files, 'openssl', ['smime', '-sign', '-in', 't.txt', '-text', '-signer', 'c.pem', '-inkey', 'k.pem'])
  assert.deepEqual(states(await read({ file: mail })), ['valid'])
})

test('OpenSSL accepts what the tests sign', { skip: noOpenssl }, async () => {
  const own = await makePair({ action: 'authority', commonName: 'Signer', kind: 'p256' })
  const cms = await makeCms(toMaker(own), TEXT)
  const args = [
    'cms',
    '-verify',
    '-binary',
    '-inform',
    'DER',
    '-in',
    's.p7s',
    '-content',
    't.txt',
    '-CAfile',
    'c.pem',
    '-purpose',
    'any',
  ]
  const verified = runBeside({ 's.p7s': cms, 't.txt': TEXT, 'c.pem': own.certificate }, 'openssl', args)
  assert.equal(verified.toString(), 'Octet pays 100.00\r\n')
})
