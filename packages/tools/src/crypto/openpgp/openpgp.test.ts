import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { deflateRawSync } from 'node:zlib'
import { isAppError } from '@octet/core/errors.ts'
import * as fc from 'fast-check'
import { noGpg, startGpg } from '../../lib/keys/peers.testing.ts'
import { toPem } from '../../lib/pem.ts'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import { FLAGS, listCertificates, type CheckedKey } from '../../lib/openpgp/certificate.ts'
import { SIGNED_TEXT, V6_KEY } from './examples.ts'
import * as made from '../../lib/openpgp/made.testing.ts'
import { readPackets } from '../../lib/openpgp/packets.ts'
import { checkSignature } from '../../lib/openpgp/signed-data.ts'
import tool from './tool.ts'

type Answer = {
  text: string
  signatures?: { state: string; signer?: string; keyId?: string; over: string; algorithm: string }[]
  users?: { user: string; state: string; others: number }[]
  keys?: {
    role: string
    algorithm: string
    uses?: string
    state: string
    expires?: string
    fingerprint: string
    keyId: string
    secret?: string
    reason?: string
  }[]
  recipients?: { id: string; algorithm: string }[]
  content?: string
  notes: string[]
  packets: { packet: string; size: number; says: string }[]
}
const NOW = new Date('2026-06-01T00:00:00Z')
const ask = async (input: object, { now = NOW, lang = 'en' as 'en' | 'zh' } = {}) =>
  (await answerTool(tool, input, createTestHost({ lang, now: () => now }))) as unknown as Answer
const toBytes = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer())
const armor = async (blob: Blob) => toPem('PGP PUBLIC KEY BLOCK', await toBytes(blob))
const original = new Blob([made.TEXT])

test('a key is told with its users and subkeys, what they are for and how long', async () => {
  const { users, keys, notes } = await ask({ file: made.ED_KEY })
  assert.deepEqual(users, [
    { user: 'ed <ed@x.test>', state: 'valid', signedAt: '2024-01-01T12:00:00Z', others: 0 },
    { user: 'Second ed <second-ed@x.test>', state: 'revoked', signedAt: '2024-01-03T12:00:00Z', others: 0 },
  ])
  assert.deepEqual(
    keys?.map(({ role, algorithm, uses, state, expires }) => [role, algorithm, uses, state, expires]),
    [
      ['primary', 'EdDSA Ed25519', 'certify, sign', 'valid', undefined],
      ['subkey', 'ECDH Curve25519', 'encrypt', 'valid', undefined],
      ['subkey', 'EdDSA Ed25519', 'sign', 'expired', '2026-01-01T12:00:00Z'],
    ],
  )
  assert.equal(keys?.[0]?.fingerprint, 'CA72 AB4F C9C5 520D 5D07 AC01 8671 A3DD 9125 2F66')
  assert.deepEqual(notes, [])
  const earlier = await ask({ file: made.ED_KEY }, { now: new Date('2025-01-01T00:00:00Z') })
  assert.equal(earlier.keys?.[2]?.state, 'valid')
})

test('a key that was revoked or has expired takes its users along', async () => {
  for (const [file, state] of [
    [made.REVOKED_KEY, 'revoked'],
    [made.EXPIRED_KEY, 'expired'],
  ] as const) {
    const { keys, users } = await ask({ file })
    assert.deepEqual([keys?.[0]?.state, users?.[0]?.state], [state, state])
  }
})

test('a user or a subkey that the key has not signed is told apart', async () => {
  const key = await toBytes(made.ED_KEY)
  const name = Buffer.from(key).indexOf('ed <ed@x.test>')
  const forged = Uint8Array.from(key)
  forged[name] = 'b'.charCodeAt(0)
  const { users, keys } = await ask({ file: new Blob([forged]) })
  assert.deepEqual([users?.[0]?.user, users?.[0]?.state], ['bd <ed@x.test>', 'unbound'])
  assert.equal(keys?.[0]?.state, 'unbound')
  // The subkeys of another key behind this one.
  const packets = split(await toBytes(made.P256_KEY))
  const subkeys = packets.slice(packets.findIndex(({ tag }) => tag === 14)).map(({ whole }) => whole)
  const foreign = await ask({ file: new Blob([key, ...subkeys]) })
  assert.ok(foreign.keys?.[3]?.state === 'unbound')
})

for (const [name, input, algorithm, over] of [
  ['DSA, detached', { file: made.DSA_SIGNATURE, key: made.DSA_KEY, original }, 'DSA 2048, SHA-256', 'a file'],
  ['ECDSA over a text', { file: made.P256_SIGNATURE, key: made.P256_KEY, original }, 'ECDSA P-256, SHA-256', 'a text'],
  ['EdDSA in a compressed message', { file: made.ED_MESSAGE, key: made.ED_KEY }, 'EdDSA Ed25519, SHA-256', 'a file'],
] as const)
  test(`${name}: the signature holds, and no more once something is changed`, async () => {
    const key = await armor(input.key)
    const { signatures, content } = await ask({ ...input, key }, { now: new Date('2024-03-01T00:00:00Z') })
    assert.deepEqual(
      signatures?.map((one) => [one.state, one.algorithm, one.over]),
      [['valid', algorithm, over]],
    )
    if (!('original' in input)) return assert.equal(content, made.TEXT)
    const changed = await ask({ ...input, key, original: new Blob([`${made.TEXT} `]) })
    assert.equal(changed.signatures?.[0]?.state, 'changed')
    assert.match(changed.text, /Not valid/)
    const missing = await ask({ file: input.file, key })
    assert.equal(missing.signatures?.[0]?.state, 'missing')
    const unknown = await ask({ file: input.file, original })
    assert.deepEqual([unknown.signatures?.[0]?.state, unknown.signatures?.[0]?.signer], ['noKey', undefined])
  })

/** The packets of a key as they stand, of the older form with a length of one or two bytes: tag, and body. */
function split(bytes: Uint8Array<ArrayBuffer>): { tag: number; whole: Uint8Array<ArrayBuffer>; body: Uint8Array<ArrayBuffer> }[] {
  const packets: { tag: number; whole: Uint8Array<ArrayBuffer>; body: Uint8Array<ArrayBuffer> }[] = []
  for (let at = 0; at < bytes.length;) {
    const head = (bytes[at]! & 3) === 1 ? 3 : 2
    const size = head === 3 ? bytes[at + 1]! * 256 + bytes[at + 2]! : bytes[at + 1]!
    packets.push({
      tag: (bytes[at]! >> 2) & 15,
      whole: bytes.slice(at, at + head + size),
      body: bytes.slice(at + head, at + head + size),
    })
    at += head + size
  }
  return packets
}

test('the signature of a key over its user is none over a file of the same bytes', async () => {
  const [key, user, certification] = split(await toBytes(made.ED_KEY))
  const framed = [
    Uint8Array.of(0x99, 0, key!.body.length),
    key!.body,
    Uint8Array.of(0xb4, 0, 0, 0, user!.body.length),
    user!.body,
  ]
  const { signatures } = await ask({
    file: new Blob([certification!.whole]),
    key: await armor(made.ED_KEY),
    original: new Blob(framed),
  })
  assert.equal(signatures?.[0]?.state, 'unsupported')
})

test('a key that is not for signing, or was made later, signs for nobody', async () => {
  const breathe = () => undefined
  const read = async (blob: Blob) => listCertificates(await readPackets(await toBytes(blob)), NOW, breathe)
  const { certificates } = await read(made.P256_KEY)
  const [signature] = (await read(made.P256_SIGNATURE)).loose
  const data = new TextEncoder().encode(made.TEXT)
  const outcome = (change: (key: CheckedKey) => CheckedKey) => {
    const changed = certificates.map((one) => ({ ...one, keys: one.keys.map(change) }))
    return checkSignature(signature!, { certificates: changed, data, now: NOW }).outcome
  }
  assert.equal(
    outcome((key) => key),
    'valid',
  )
  assert.equal(
    outcome((key) => ({ ...key, flags: FLAGS.communications })),
    'keyGone',
  )
  assert.equal(
    outcome((key) => ({ ...key, isPrimary: false, flags: undefined }) as unknown as CheckedKey),
    'keyGone',
  )
  assert.equal(
    outcome((key) => ({ ...key, key: { ...key.key, createdAt: NOW } })),
    'keyGone',
  )
  // Another certificate that has the same key in it, and comes first, takes nothing away.
  const thief = certificates.map((one) => ({ ...one, keys: one.keys.map((key) => ({ ...key, state: 'unbound' as const })) }))
  assert.equal(checkSignature(signature!, { certificates: [...thief, ...certificates], data, now: NOW }).outcome, 'valid')
})

test('what stands unsigned beside a signed text is not shown as its content', async () => {
  const literal = Buffer.concat([Buffer.of(0xcb, 6 + 5), Buffer.from('t\0\0\0\0\0LIES!')])
  const { signatures, content } = await ask({ text: toPem('PGP MESSAGE', literal) + SIGNED_TEXT })
  assert.deepEqual([signatures?.[0]?.state, content], ['valid', 'Release 1.2.0\n- a dash\nEnd.'])
  assert.equal((await ask({ text: toPem('PGP MESSAGE', literal) })).content, 'LIES!')
})

test('why a key was revoked is told', async () => {
  const { keys } = await ask({ file: made.REVOKED_KEY })
  assert.equal(keys?.[0]?.reason, 'no reason given')
})

test('a text signature holds whatever the lines end with', async () => {
  const key = await armor(made.P256_KEY)
  const windows = new Blob([made.TEXT.replaceAll('\n', '\r\n')])
  const { signatures } = await ask({ file: made.P256_SIGNATURE, key, original: windows })
  assert.equal(signatures?.[0]?.state, 'valid')
})

test('a text signed in the clear holds with blanks at the ends of its lines, and not with another word', async () => {
  const { signatures, content } = await ask({ text: SIGNED_TEXT })
  assert.deepEqual([signatures?.[0]?.state, signatures?.[0]?.signer], ['valid', 'Ada Lovelace <ada@example.com>'])
  assert.equal(content, 'Release 1.2.0\n- a dash\nEnd.')
  assert.equal((await ask({ text: SIGNED_TEXT.replace('1.2.0\n', '1.2.0 \t\r\n') })).signatures?.[0]?.state, 'valid')
  assert.equal((await ask({ text: SIGNED_TEXT.replace('1.2.0', '1.2.1') })).signatures?.[0]?.state, 'changed')
})

test('keys of RFC 9580 are read, with the sum of what was changed', async () => {
  const { keys, text } = await ask({ text: V6_KEY })
  assert.match(text, /^Grace Hopper <grace@example\.org> · Ed25519 · Valid · 09BF 0184 D5DF/)
  assert.deepEqual(
    keys?.map(({ state, keyId }) => [state, keyId]),
    [
      ['valid', '09BF0184D5DF1E21'],
      ['valid', '78D9A5BFA0C8EAB3'],
    ],
  )
  const wrongSum = SIGNED_TEXT.replace('=afw8', '=afw9')
  assert.match((await ask({ text: wrongSum })).notes.join(), /sum behind a block does not match/)
})

test('how a private key is kept is told, and that one without a passphrase is open to all', async () => {
  const open = await ask({ file: made.ED_SECRET })
  assert.deepEqual(new Set(open.keys?.map(({ secret }) => secret)), new Set(['not locked']))
  assert.match(open.notes.join(), /not locked by a passphrase/)
  const locked = await ask({ file: made.LOCKED_SECRET })
  assert.match(locked.keys?.[0]?.secret ?? '', /^locked: AES-128, [\d,]+ bytes hashed$/)
  assert.deepEqual(locked.notes, [])
})

test('whom a message is for is told where it says so', async () => {
  const { text, recipients, packets } = await ask({ file: made.ENCRYPTED })
  assert.equal(text, 'Encrypted for 2 keys')
  assert.deepEqual(recipients, [
    { id: '1AF239D28BFC8C70', algorithm: 'ECDH' },
    { id: 'not named', algorithm: 'ECDH' },
  ])
  assert.deepEqual([packets.at(-1)?.packet, packets.at(-1)?.says], ['Encrypted and protected data', 'MDC'])
  assert.equal((await ask({ file: made.ENCRYPTED }, { lang: 'zh' })).text, '已加密，收件人密钥 2 把')
})

test('old algorithms are said to be', async () => {
  assert.match((await ask({ file: made.DSA_KEY })).notes.join(), /DSA or ElGamal/)
})

for (const [name, input, expected] of [
  ['nothing', {}, /Please paste/],
  ['a text that is no OpenPGP', { text: 'hello' }, /-----BEGIN PGP/],
  ['a file that is no OpenPGP', { file: new Blob(['hello']) }, /-----BEGIN PGP/],
  ['a key that is none', { text: SIGNED_TEXT, key: 'hello' }, /-----BEGIN PGP/],
  ['half a key', { file: made.ED_KEY.slice(0, 40) }, /damaged or cut off/],
] as const)
  test(`${name} is refused with words`, async () => {
    await assert.rejects(ask(input), expected)
  })

test('what unpacks to more than fits the memory is refused, in one packet and in many', async () => {
  const pack = (bytes: Buffer) => {
    const body = Buffer.concat([Buffer.of(1), deflateRawSync(bytes)])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(body.length)
    return Buffer.concat([Buffer.of(0xc8, 255), length, body])
  }
  const marker = Buffer.from([0xca, 3, 0x50, 0x47, 0x50])
  const padding = (bytes: number) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(bytes)
    return Buffer.concat([Buffer.of(0xd5, 255), length, Buffer.alloc(bytes)])
  }
  const mebibytes = (count: number) => pack(padding(count * 1024 * 1024))
  for (const file of [mebibytes(65), Buffer.concat([mebibytes(30), mebibytes(30), mebibytes(30)]), pack(mebibytes(65))])
    await assert.rejects(ask({ file: new Blob([file]) }), { key: 'too_large' })
  const { packets } = await ask({ file: new Blob([pack(Buffer.concat(Array.from({ length: 40_000 }, () => marker)))]) })
  assert.equal(packets.length > 0, true)
  const many = pack(Buffer.concat(Array.from({ length: 30_000 }, () => marker)))
  await assert.rejects(ask({ file: new Blob([Buffer.concat([many, many])]) }), { key: 'too_large' })
})

test('whatever is changed in a file, there is an answer in words', async () => {
  const files = await Promise.all(
    [made.P256_KEY, made.ED_SECRET, made.ED_MESSAGE, made.ENCRYPTED, made.DSA_SIGNATURE].map(toBytes),
  )
  const change = fc.record({ at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }), to: fc.nat(255) })
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...files), fc.array(change, { minLength: 1, maxLength: 4 }), async (file, changes) => {
      const bytes = Uint8Array.from(file)
      for (const { at, to } of changes) bytes[Math.floor(at * bytes.length)] = to
      const answer = await ask({ file: new Blob([bytes]), original }).catch((error: unknown) => error)
      assert.ok(isAppError(answer) || (answer as Answer).packets.length > 0, String(answer))
    }),
  )
})

test('what GnuPG makes, of keys it made, is told as GnuPG tells it', { skip: noGpg }, async () => {
  using gpg = startGpg()
  const text = '- one  \ntwo\r\n-----three\nend'
  writeFileSync(gpg.toPath('text'), text)
  for (const algorithm of ['ed25519', 'nistp384', 'rsa2048']) {
    const user = `${algorithm} <${algorithm}@x.test>`
    gpg.run('--quick-gen-key', user, algorithm, 'default', '2y')
    const key = gpg.run('--armor', '--export', user)
    for (const how of [['--clearsign'], ['--armor', '--sign'], ['--armor', '--textmode', '--detach-sign']]) {
      gpg.run('--local-user', user, '--output', 'signed', ...how, 'text')
      const signed = readFileSync(gpg.toPath('signed'), 'utf8')
      const { signatures } = await ask({ text: signed, key, original: new Blob([text]) }, { now: new Date() })
      assert.deepEqual([signatures?.[0]?.state, signatures?.[0]?.signer], ['valid', user], `${algorithm} ${how.join(' ')}`)
    }
    const [, fingerprint] = /^fpr:+(\w+):/m.exec(gpg.run('--with-colons', '--list-keys', user)) ?? []
    const { keys } = await ask({ text: key }, { now: new Date() })
    assert.deepEqual([keys?.[0]?.fingerprint.replaceAll(' ', ''), keys?.[0]?.state], [fingerprint, 'valid'])
  }
})

test(
  'a mail that GnuPG signed holds, whatever the file made of its lines, and not with another word',
  { skip: noGpg },
  async () => {
    using gpg = startGpg()
    gpg.run('--quick-gen-key', 'Ann <ann@x.test>', 'ed25519', 'default', '2y')
    const signed = 'Content-Type: text/plain; charset=utf-8\r\n\r\nHello Bob, \r\nDas Paket wiegt 3 kg.\r\n'
    writeFileSync(gpg.toPath('part'), signed)
    gpg.run('--armor', '--output', 'signature', '--detach-sign', 'part')
    const mail = [
      'From: Ann <ann@x.test>',
      'Subject: parcel',
      'Content-Type: multipart/mixed; boundary=outer',
      '',
      '--outer',
      'Content-Type: multipart/signed; micalg=pgp-sha256;',
      '\tprotocol="application/pgp-signature"; boundary="inner"',
      '',
      '--inner',
      `${signed.replaceAll('\r\n', '\n')}`,
      '--inner',
      'Content-Type: application/pgp-signature; name="signature.asc"',
      '',
      readFileSync(gpg.toPath('signature'), 'utf8'),
      '--inner--',
      '--outer--',
    ].join('\n')
    const key = gpg.run('--armor', '--export', 'ann@x.test')
    const now = new Date()
    const { signatures, content } = await ask({ text: mail, key }, { now })
    assert.deepEqual([signatures?.length, signatures?.[0]?.state], [1, 'valid'])
    assert.match(content ?? '', /Hello Bob/)
    const file = new Blob([mail.replace('3 kg', '4 kg')])
    assert.equal((await ask({ file, key }, { now })).signatures?.[0]?.state, 'changed')
  },
)
