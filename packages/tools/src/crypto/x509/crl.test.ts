import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noOpenssl, runBeside } from '../../lib/keys/peers.testing.ts'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import type { DecodedCrl } from './crl.ts'
import { REASON_NAMES } from './crl-words.ts'
import type { Decoded } from './decode.ts'
import tool from './tool.ts'

type Answer = { text: string; certificates?: Decoded[]; revocationLists?: DecodedCrl[]; notes: string[] }
const ask = (input: object, { now = new Date(), lang = 'en' as 'en' | 'zh' } = {}) =>
  answerTool(tool, input, createTestHost({ now: () => now, lang })) as Promise<Answer>
async function askOne(input: object): Promise<DecodedCrl> {
  const { revocationLists = [] } = await ask(input)
  assert.equal(revocationLists.length, 1)
  return revocationLists[0]!
}

const CONFIG = `[ca]
default_ca=d
[d]
database=index.txt
crlnumber=number
certificate=ca.pem
private_key=ca.key
default_md=sha256
crl_extensions=e
[e]
authorityKeyIdentifier=keyid
`
const EXTENSIONS = `issuingDistributionPoint=critical,@i
2.5.29.27=critical,ASN1:INTEGER:4
issuerAltName=URI:http://ca.example/
freshestCRL=URI:http://ca.example/delta.crl
[i]
fullname=URI:http://ca.example/a.crl
onlyuser=TRUE
onlysomereasons=keyCompromise,CACompromise
`
const row = (serial: string, revoked: string) => `R\t300101000000Z\t${revoked}\t${serial}\tunknown\t/CN=a\n`
const ROWS = [
  row('01', '200101000000Z,keyCompromise'),
  row('80', '200103000000Z,keyTime,20191231120000Z'),
  row('81', '490103000000Z,removeFromCRL'),
  row('82', '990103000000Z,CAkeyTime,20491231120000Z'),
  ...['affiliationChanged', 'superseded', 'cessationOfOperation', 'certificateHold', 'unspecified'].map((reason, i) =>
    row(`90${i}0`, `200104000000Z,${reason}`),
  ),
  row('FFEE0000000000000000000000000000000001', '200102000000Z'),
].join('')

const EC = 'ec -pkeyopt ec_paramgen_curve:P-256'
type Recipe = { rows?: string; key?: string; config?: string; options?: string; more?: string; issuer?: string }

/** A list, the certificate of its issuer and what more a script prints, each behind a line of `====`. */
function make({ rows = ROWS, key = EC, config = CONFIG, options = '', more = '', issuer = '' }: Recipe = {}): string[] {
  const script = [
    `openssl req -x509 -newkey ${key} -nodes -keyout ca.key -out ca.pem -subj '/C=CN/O=Octet, Inc./CN=中文' -utf8 -days 100 ${issuer}`,
    `openssl ca -config c.cnf -gencrl -crldays 30 ${options} -out a.crl`,
    `(cat a.crl; echo ====; cat ca.pem; ${more ? `echo ====; ${more}` : ''})`,
  ].join(' && ')
  const files = { 'c.cnf': config, 'index.txt': rows, number: '1000' }
  return runBeside(files, 'sh', ['-c', script]).toString().split('====\n')
}

const toIso = (text: string) => new Date(text).toISOString().replace('.000', '')
/** Words of OpenSSL as ours: without blanks, in small letters. */
const toPlain = (text = '') => text.replaceAll(/\W/g, '').toLowerCase()

test('a revocation list reads as `openssl crl -text` reads it', { skip: noOpenssl }, async () => {
  const [crl = '', , text = '', digests = ''] = make({
    key: 'rsa:2048',
    config: CONFIG + EXTENSIONS,
    more: 'openssl crl -in a.crl -noout -text; echo ====; openssl crl -in a.crl -noout -fingerprint -sha256; openssl crl -in a.crl -noout -fingerprint -sha1',
  })
  const ours = await askOne({ text: crl })
  const find = (pattern: RegExp) => pattern.exec(text)?.[1] ?? ''
  assert.equal(ours.issuer, String.raw`C=CN, O=Octet\, Inc., CN=中文`)
  assert.equal(ours.thisUpdate, toIso(find(/Last Update: (.*)/)))
  assert.equal(ours.nextUpdate, toIso(find(/Next Update: (.*)/)))
  assert.equal(ours.number, find(/CRL Number: \s+(\d+)/))
  assert.deepEqual([ours.isDelta, ours.isOutOfDate, ours.signature], [true, false, 'unchecked'])
  assert.equal(ours.signatureAlgorithm, 'RSASSA-PKCS1-v1_5 with SHA-256')
  assert.deepEqual(
    digests
      .trim()
      .split('\n')
      .map((line) => line.split('=')[1]),
    [ours.sha256, ours.sha1],
  )
  const theirs = text
    .slice(text.indexOf('Revoked Certificates'), text.lastIndexOf('Signature Algorithm'))
    .split('Serial Number: ')
    .slice(1)
  const invalid = /Invalidity Date: \s+(.*)/
  assert.equal(ours.count, 10)
  assert.deepEqual(
    ours.revocations.map(({ serial, revokedAt, reason, invalidAt }) => [
      serial.toUpperCase(),
      revokedAt,
      reason?.toLowerCase(),
      invalidAt,
    ]),
    theirs.map((entry) => [
      entry.split('\n')[0],
      toIso(/Revocation Date: (.*)/.exec(entry)?.[1] ?? ''),
      toPlain(/Reason Code: \s+(.*)/.exec(entry)?.[1]) || undefined,
      invalid.test(entry) ? toIso(invalid.exec(entry)?.[1] ?? '') : undefined,
    ]),
  )
  assert.deepEqual(
    Object.fromEntries(ours.extensions.map(({ name, value, isCritical }) => [`${name}${isCritical ? '!' : ''}`, value])),
    {
      'Authority key identifier': find(/Authority Key Identifier: \s+(.*)/)
        .replaceAll(':', '')
        .toLowerCase(),
      'Issuing distribution point!':
        'http://ca.example/a.crl\nonlyContainsUserCerts: TRUE\nonlySomeReasons: keyCompromise, cACompromise',
      'Delta CRL indicator!': '4',
      'Issuer alternative name': 'url: http://ca.example/',
      'Freshest CRL': 'http://ca.example/delta.crl',
      'CRL number': '4096',
    },
  )
})

for (const [name, recipe, algorithm] of [
  ['RSA', { key: 'rsa:2048', options: '-md sha512' }, 'RSASSA-PKCS1-v1_5 with SHA-512'],
  ['RSA with SHA-1', { key: 'rsa:2048', options: '-md sha1' }, 'RSASSA-PKCS1-v1_5 with SHA-1'],
  [
    'RSA-PSS with a salt of its own length',
    { key: 'rsa:2048', options: '-sigopt rsa_padding_mode:pss -sigopt rsa_pss_saltlen:17' },
    'RSA-PSS with SHA-256',
  ],
  ['P-256', {}, 'ECDSA with SHA-256'],
  ['P-521', { key: 'ec -pkeyopt ec_paramgen_curve:P-521', options: '-md sha384' }, 'ECDSA with SHA-384'],
  ['Ed25519', { key: 'ed25519', options: '-md null' }, 'Ed25519'],
  ['Ed448', { key: 'ed448', options: '-md null' }, 'Ed448'],
] as const)
  test(
    `the signature of a list holds with the issuer’s certificate and with no other: ${name}`,
    { skip: noOpenssl },
    async () => {
      const [crl = '', issuer = ''] = make(recipe)
      const list = await askOne({ text: `${crl}\n${issuer}` })
      assert.deepEqual([list.signature, list.signatureAlgorithm], ['valid', algorithm])
      const [, other = ''] = make(recipe)
      const { revocationLists, notes } = await ask({ text: crl + other })
      assert.equal(revocationLists?.[0]?.signature, 'invalid')
      assert.match(notes.join('\n'), /signature of the list does not match/)
      assert.equal((await askOne({ text: crl + other + issuer })).signature, 'valid')
      const base64 = crl.replaceAll(/-----.*-----/g, '')
      const der = Buffer.from(base64, 'base64')
      der[100] = der[100]! ^ 1
      const broken = `-----BEGIN X509 CRL-----\n${der.toString('base64')}\n-----END X509 CRL-----\n`
      assert.notEqual((await ask({ text: broken + issuer }).catch(() => undefined))?.revocationLists?.[0]?.signature, 'valid')
    },
  )

test('a signature of a kind that is not worked with is not called wrong', { skip: noOpenssl }, async () => {
  const [crl = '', issuer = ''] = make({ key: 'ec -pkeyopt ec_paramgen_curve:brainpoolP320r1' })
  assert.equal((await askOne({ text: crl + issuer })).signature, 'unsupported')
  const [sha3 = '', own = ''] = make({ options: '-md sha3-256' })
  assert.equal((await askOne({ text: sha3 + own })).signature, 'unsupported')
})

test('DER, bare Base64 and a list beside a key are read', { skip: noOpenssl }, async () => {
  const [crl = '', issuer = ''] = make()
  const base64 = crl.replaceAll(/-----.*-----/g, '')
  const expected = await askOne({ text: crl })
  assert.deepEqual(await askOne({ text: base64 }), expected)
  assert.deepEqual(await askOne({ file: new Blob([Buffer.from(base64, 'base64')]) }), expected)
  const key = '-----BEGIN PRIVATE KEY-----\nMIGH\n-----END PRIVATE KEY-----\n'
  const { text, certificates, notes } = await ask({ text: key + crl })
  assert.deepEqual([text, certificates], [expected.issuer, undefined])
  assert.match(notes[0] ?? '', /Not decoded: PRIVATE KEY/)
  assert.equal(
    (await ask({ text: crl + issuer.replaceAll('CERTIFICATE', 'TRUSTED CERTIFICATE') })).revocationLists?.[0]?.signature,
    'valid',
  )
})

test('what to do while on hold is read as OpenSSL reads it', { skip: noOpenssl }, async () => {
  const instructions = ['None', 'CallIssuer', 'Reject']
  const rows = instructions.map((name, i) => row(`0${i + 1}`, `200101000000Z,holdInstruction,holdInstruction${name}`))
  const [crl = '', , text = ''] = make({ rows: rows.join(''), more: 'openssl crl -in a.crl -noout -text' })
  const { revocations } = await askOne({ text: crl })
  assert.deepEqual(
    revocations.map(({ reason, hold }) => [reason, hold]),
    [...text.matchAll(/Hold Instruction Code: *\n *Hold Instruction (.*)/g)].map(([, words = '']) => [
      'certificateHold',
      words.replace(' ', '').replace(/^./, (char) => char.toLowerCase()),
    ]),
  )
  assert.equal(revocations.length, 3)
})

/** The same authority with its name in another spelling: RFC 5280 §7.1 and OpenSSL take it for one, for another if it has other words. */
for (const [name, isSame] of [
  ['/C=CN/O=OCTET,   inc./CN=中文', true],
  ['/C=CN/O= octet, Inc. /CN=中文', true],
  ['/C=CN/O=Octet Inc./CN=中文', false],
  ['/O=Octet, Inc./C=CN/CN=中文', false],
] as const)
  test(`${name} is ${isSame ? 'the issuer' : 'another one'}`, { skip: noOpenssl }, async () => {
    const again = `openssl req -x509 -key ca.key -out b.pem -subj '${name}' -utf8 -days 9 && cat b.pem`
    const judge = 'openssl verify -crl_check -CAfile b.pem -CRLfile a.crl b.pem 2>&1; true'
    const [crl = '', , other = '', verdict = ''] = make({ more: `${again}; echo ====; ${judge}` })
    assert.equal((await askOne({ text: crl + other })).signature, isSame ? 'valid' : 'unchecked')
    assert.equal(!verdict.includes('unable to get certificate CRL'), isSame, verdict)
  })

for (const [usage, state] of [
  ['keyCertSign', 'notAllowed'],
  ['keyCertSign,cRLSign', 'valid'],
] as const)
  test(`a list of an issuer for ${usage} only: ${state}`, { skip: noOpenssl }, async () => {
    const issuer = `-addext keyUsage=critical,${usage}`
    const judge = 'openssl verify -crl_check -CAfile ca.pem -CRLfile a.crl ca.pem 2>&1; true'
    const [crl = '', ca = '', verdict = ''] = make({ issuer, more: judge })
    const { revocationLists, notes } = await ask({ text: crl + ca })
    assert.equal(revocationLists?.[0]?.signature, state)
    assert.equal(/lacks cRLSign/.test(notes.join()), state === 'notAllowed')
    assert.equal(/key usage does not include CRL signing/.test(verdict), state === 'notAllowed', verdict)
  })

test('a PKCS #7 bundle is read with its lists', { skip: noOpenssl }, async () => {
  const [crl = '', issuer = '', both = '', alone = ''] = make({
    more: 'openssl crl2pkcs7 -in a.crl -certfile ca.pem && echo ==== && openssl crl2pkcs7 -in a.crl',
  })
  assert.deepEqual(await ask({ text: both }), await ask({ text: issuer + crl }))
  assert.deepEqual((await ask({ text: alone })).revocationLists, (await ask({ text: crl })).revocationLists)
})

test('more lists than are shown are counted', { skip: noOpenssl }, async () => {
  const [crl = ''] = make()
  const { revocationLists, notes } = await ask({ text: crl.repeat(21) })
  assert.equal(revocationLists?.length, 20)
  assert.ok(notes.includes('The first 20 of 21 revocation lists are shown'))
})

test('an empty list, an old one and one for later are told', { skip: noOpenssl }, async () => {
  const [crl = ''] = make({ rows: '' })
  const later = await ask({ text: crl }, { now: new Date(Date.now() + 40 * 86_400_000) })
  assert.deepEqual([later.revocationLists?.[0]?.count, later.revocationLists?.[0]?.isOutOfDate], [0, true])
  assert.match(later.notes.join(), /out of date since/)
  assert.match((await ask({ text: crl }, { now: new Date(0) })).notes.join(), /dated in the future/)
  assert.match((await ask({ text: crl }, { now: new Date(0), lang: 'zh' })).notes.join(), /尚未到来/)
})

test('a certificate that came with a list is looked up in it', { skip: noOpenssl }, async () => {
  const sign =
    'openssl req -newkey ed25519 -nodes -keyout k -subj /CN=leaf -out r && openssl x509 -req -in r -CA ca.pem -CAkey ca.key -set_serial 0x80 -out leaf 2>/dev/null && cat leaf'
  const [crl = '', issuer = '', leaf = ''] = make({ more: sign })
  const { notes } = await ask({ text: crl + issuer + leaf })
  assert.ok(notes.includes('The certificate 80 was revoked at 2020-01-03T00:00:00Z (Key compromised)'), notes.join())
  const [another = ''] = make({ key: 'ed25519', options: '-md null', rows: row('79', '200101000000Z') })
  assert.doesNotMatch((await ask({ text: another + issuer + leaf })).notes.join(), /was revoked/)
})

test('an entry is found by its serial number however that is written', { skip: noOpenssl }, async () => {
  const [crl = ''] = make()
  for (const serial of [
    'ffee0000000000000000000000000000000001',
    'FF:EE:00:00 00:00:00:00:00:00:00:00:00:00:00:00:00:00:01',
    '0x0FFEE0000000000000000000000000000000001',
  ])
    assert.deepEqual(
      (await askOne({ text: crl, serial })).revocations.map(({ revokedAt }) => revokedAt),
      ['2020-01-02T00:00:00Z'],
    )
  assert.match((await ask({ text: crl, serial: '83' })).notes.join(), /83 is not on the list/)
  await assert.rejects(ask({ text: crl, serial: 'xyz' }), /serial: expected hexadecimal digits/)
})

test('of 60,000 entries the first 200 are shown, and any is found', { skip: noOpenssl }, async () => {
  const rows = Array.from({ length: 60_000 }, (_, i) =>
    row((0x10_0000 + i).toString(16).toUpperCase(), '200101000000Z,superseded'),
  )
  const [crl = '', issuer = ''] = make({ rows: rows.join('') })
  const file = new Blob([crl, issuer])
  const { revocationLists, notes } = await ask({ file })
  const [list] = revocationLists ?? []
  assert.deepEqual([list?.count, list?.revocations.length, list?.signature], [60_000, 200, 'valid'])
  assert.match(notes.join(), /first 200 of 60000/)
  assert.equal((await askOne({ file, serial: (0x10_0000 + 59_999).toString(16) })).revocations.length, 1)
})

test('a list with a wrong byte anywhere is read or refused', { skip: noOpenssl }, async () => {
  const [crl = '', issuer = ''] = make({ config: CONFIG + EXTENSIONS })
  const whole = Buffer.from(crl.replaceAll(/-----.*-----/g, ''), 'base64')
  for (let at = 0; at < whole.length; at += 5) {
    const broken = Buffer.from(whole)
    broken[at] = broken[at]! ^ 0xff
    const text = `-----BEGIN X509 CRL-----\n${broken.toString('base64')}\n-----END X509 CRL-----\n${issuer}`
    const outcome = await ask({ text }).catch((error: unknown) => error)
    assert.ok(!(outcome instanceof Error) || outcome.name === 'AppError', `at ${at}: ${String(outcome)}`)
    if (!(outcome instanceof Error)) assert.notEqual((outcome as Answer).revocationLists?.[0]?.signature, 'valid', `at ${at}`)
  }
  for (let size = 0; size < whole.length; size += 50)
    await assert.rejects(ask({ text: whole.subarray(0, size).toString('base64') || ' ' }), { name: 'AppError' })
})

test('reasons stand at their numbers (RFC 5280 §5.3.1)', () => {
  assert.deepEqual([REASON_NAMES[1], REASON_NAMES[8], REASON_NAMES[10]], ['keyCompromise', 'removeFromCRL', 'aACompromise'])
})
