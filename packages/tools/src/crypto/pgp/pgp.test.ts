import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { isAppError, toErrorMessage } from '@octet/core/errors.ts'
import * as fc from 'fast-check'
import type * as z from 'zod'
import { concatBytes, parseHex, readBlob, toHex } from '../../lib/bytes.ts'
import { noGpg, startGpg } from '../../lib/keys/peers.testing.ts'
import { createAead, EAX } from '../../lib/openpgp/aead.ts'
import { readKey, type Exchange, type PgpKey } from '../../lib/openpgp/key-packet.ts'
import { toSigner } from '../../lib/openpgp/secret-numbers.ts'
import { wrapFor } from '../../lib/openpgp/session-key.ts'
import { listBlocks } from '../../lib/openpgp/armor.ts'
import { DSA_KEY, LOCKED_SECRET, REVOKED_KEY } from '../../lib/openpgp/made.testing.ts'
import { readPackets } from '../../lib/openpgp/packets.ts'
import { toPem } from '../../lib/pem.ts'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import openpgp from '../openpgp/tool.ts'
import { tryWrap } from './encrypt.ts'
import { MESSAGE_FOR_ANN, PUBLIC_KEY_OF_ANN, SECRET_KEY_OF_ANN } from './examples.ts'
import * as made from './made.testing.ts'
import tool from './tool.ts'

// Pages over plain http have no Web Crypto: all is done without.
Object.defineProperty(crypto, 'subtle', { value: undefined, configurable: true })

type Input = z.input<typeof tool.input>
type Output = z.output<typeof tool.output>
const random = (sizeBytes: number) => Uint8Array.from(randomBytes(sizeBytes))
const ask = async (input: Input, { lang = 'en' as 'en' | 'zh', now = new Date() } = {}) =>
  (await answerTool(tool, input, createTestHost({ lang, random, now: () => now }))) as Output
const tell = async (input: z.input<typeof openpgp.input>) =>
  (await answerTool(openpgp, input, createTestHost({ now: () => new Date() }))) as z.output<typeof openpgp.output>
const encrypt = (input: Input) => ask({ action: 'encrypt', ...input })
const decrypt = (input: Input) => ask({ action: 'decrypt', ...input })
const states = ({ signatures = [] }: Pick<Output, 'signatures'>) => signatures.map(({ state }) => state)
const toBlock = async (blob: Blob) => toPem('PGP PUBLIC KEY BLOCK', await readBlob(blob))

const locked = await ask({ action: 'make', name: 'Bob', email: 'bob@x.test', keyPassphrase: 'open it', years: 1 })
const newer = await ask({ action: 'make', kind: 'v6', name: 'Cai 蔡', keyPassphrase: 'open it' })

test('a message for a key is read with its private part, and its signature checked', async () => {
  const { text, signatures, openedBy, cipher } = await decrypt({ text: MESSAGE_FOR_ANN, secretKey: SECRET_KEY_OF_ANN })
  assert.equal(text, 'The key is under the third flowerpot.\n钥匙在第三个花盆下面。\n')
  assert.deepEqual([signatures?.[0]?.state, signatures?.[0]?.signer], ['valid', 'Ann <ann@example.com>'])
  assert.match(String(openedBy), /^ECDH Curve25519 [0-9A-F]{16}$/)
  assert.equal(cipher, 'AES-256')
})

for (const [name, key, passphrase] of [
  ['Curve25519', { publicKey: PUBLIC_KEY_OF_ANN, privateKey: SECRET_KEY_OF_ANN }, ''],
  ['Curve25519, locked', locked, 'open it'],
  ['version 6, locked', newer, 'open it'],
] as const)
  test(`${name}: what is encrypted and signed comes out again, for a second key and a passphrase, too`, async () => {
    const own = { secretKey: key.privateKey!, keyPassphrase: passphrase }
    const text = 'häßlich 丑 \u{1f600}\n'.repeat(20_000)
    const publicKeys = `${key.publicKey}\n${PUBLIC_KEY_OF_ANN}`
    const sealed = await encrypt({ text, publicKeys, passphrase: 'a long passphrase', isSigned: true, ...own })
    assert.equal(sealed.recipients?.length, 2)
    for (const by of [own, { secretKey: SECRET_KEY_OF_ANN }, { passphrase: 'a long passphrase' }]) {
      const opened = await decrypt({ text: sealed.text, publicKeys: key.publicKey!, ...by })
      assert.equal(opened.text, text)
      assert.deepEqual(states(opened), ['valid'])
    }
    const { recipients } = await tell({ text: sealed.text })
    assert.equal(recipients?.length, 2)
  })

test('keys of version 6 alone get the way of RFC 9580, and others the one that all read', async () => {
  const read = async (publicKeys: string) =>
    (await tell({ text: (await encrypt({ text: 'x', publicKeys })).text })).packets.at(-1)?.says
  assert.equal(await read(newer.publicKey!), 'AES-256 OCB')
  assert.equal(await read(`${newer.publicKey}\n${PUBLIC_KEY_OF_ANN}`), 'MDC')
})

for (const form of ['clear', 'detached', 'message'] as const)
  for (const [name, key] of [
    ['version 4', locked],
    ['version 6', newer],
  ] as const)
    test(`${form}, ${name}: the signature holds, and no more once a letter is another`, async () => {
      const text = '- dashes\nFrom me  \n\n-----BEGIN PGP MESSAGE-----\nend'
      const signed = await ask({ action: 'sign', form, text, secretKey: key.privateKey!, keyPassphrase: 'open it' })
      const check = (block: string, original: string) =>
        tell({ text: block, key: key.publicKey!, ...(form === 'detached' && { original: new Blob([original]) }) })
      assert.deepEqual(states((await check(signed.text, text)) as Output), ['valid'])
      if (form !== 'message')
        assert.deepEqual(
          states((await check(signed.text.replace('dashes', 'dishes'), text.replace('dashes', 'dishes'))) as Output),
          ['changed'],
        )
    })

test('a key that is made has a user, an end, two uses and a revocation that revokes it', async () => {
  const { users, keys } = await tell({ text: locked.publicKey! })
  assert.deepEqual(
    users?.map(({ user, state }) => [user, state]),
    [['Bob <bob@x.test>', 'valid']],
  )
  assert.deepEqual(
    keys?.map(({ state, uses }) => [state, uses]),
    [
      ['valid', 'certify, sign'],
      ['valid', 'encrypt'],
    ],
  )
  assert.equal(keys?.[0]?.expires, locked.expires)
  assert.equal(keys?.[0]?.fingerprint, locked.fingerprint)
  const revoked = await tell({ text: locked.revocation! })
  assert.equal(revoked.keys?.[0]?.state, 'revoked')
  assert.match((await tell({ text: locked.privateKey! })).keys?.[0]?.secret ?? '', /^locked: AES-256, 65,011,712 bytes hashed$/)
  assert.match((await tell({ text: newer.privateKey! })).keys?.[0]?.secret ?? '', /^locked: AES-256 OCB, Argon2 /)
  assert.deepEqual(
    (await tell({ text: newer.publicKey! })).users?.map(({ user, state }) => [user, state]),
    [['Cai 蔡', 'valid']],
  )
})

test('files keep their bytes and their names; a name chooses no folder', async () => {
  const bytes = random(100_000)
  const file = new File([bytes], '../../etc/pässwd.bin')
  for (const isFile of [false, true]) {
    const { file: sealed } = await encrypt({ file, passphrase: 'a long passphrase', isFile })
    assert.equal((sealed as File).name, isFile ? '../../etc/pässwd.bin.gpg' : '../../etc/pässwd.bin.asc')
    const { file: opened, text, notes } = await decrypt({ file: sealed, passphrase: 'a long passphrase' })
    assert.equal((opened as File).name, 'pässwd.bin')
    assert.equal(toHex(await readBlob(opened!)), toHex(bytes))
    assert.equal(text, '')
    assert.match(notes.join(), /no text/)
  }
})

for (const [name, message, by] of [
  ['version 6, X448, EAX', made.V6_EAX, { secretKey: made.V6_KEY, keyPassphrase: 'open it' }],
  ['version 6, X448, OCB', made.V6_OCB, { secretKey: made.V6_KEY, keyPassphrase: 'open it' }],
  ['version 6, X448, GCM', made.V6_GCM, { secretKey: made.V6_KEY, keyPassphrase: 'open it' }],
  ['a passphrase by Argon2, EAX', made.V6_EAX, { passphrase: 'words' }],
  ['a passphrase by Argon2, GCM', made.V6_GCM, { passphrase: 'words' }],
  ['the AEAD of before RFC 9580, EAX', made.OLD_AEAD, { passphrase: 'words' }],
  ['the AEAD of before RFC 9580, OCB', made.OLD_OCB, { passphrase: 'words' }],
] as const)
  test(`what another program encrypted is read: ${name}`, async () => {
    const opened = await decrypt({ text: message, ...by })
    assert.equal(opened.text, 'made elsewhere\n')
  })

for (const [name, message, cipher] of [
  ['CAST5 and bzip2', made.CAST5_BZIP2, 'CAST5'],
  ['IDEA, which nothing in it names', made.BARE_IDEA, 'IDEA'],
] as const)
  test(`an old message without a check is read if that is allowed, with a warning: ${name}`, async () => {
    const opened = await decrypt({ text: message, passphrase: 'words', allowsUnchecked: true })
    assert.deepEqual([opened.text, opened.cipher], ['made by an old program\n', cipher])
    assert.match(opened.notes[0]!, /may have been changed on the way/)
    const inChinese = await ask({ action: 'decrypt', text: message, passphrase: 'words', allowsUnchecked: true }, { lang: 'zh' })
    assert.match(inChinese.notes[0]!, /篡改/)
    await assert.rejects(decrypt({ text: message, passphrase: 'words' }), /allow messages without a check/)
    await assert.rejects(
      decrypt({ text: message, passphrase: 'wörds', allowsUnchecked: true }),
      (error) => isAppError(error) && ['bad_input', 'unsupported_value'].includes(error.key),
    )
    await assert.rejects(decrypt({ text: message, allowsUnchecked: true }), /passphrase/i)
  })

test('a key that GnuPG 1.4 locked with CAST5 signs', async () => {
  const own = { secretKey: made.CAST5_KEY, keyPassphrase: 'words' }
  const { text } = await ask({ action: 'sign', text: 'old', ...own })
  assert.equal((await tell({ text: `${text}\n${made.CAST5_KEY}` })).signatures?.[0]?.state, 'valid')
  await assert.rejects(ask({ action: 'sign', text: 'old', ...own, keyPassphrase: 'no' }), { key: 'wrong_passphrase' })
})

test('what another program signed within a message holds against its key', async () => {
  const { publicKeys, ...by } = { publicKeys: made.V6_KEY, passphrase: 'words' }
  assert.deepEqual(states(await decrypt({ text: made.V6_OCB, publicKeys, ...by })), ['valid'])
  assert.deepEqual(states(await decrypt({ text: made.V6_OCB, ...by })), ['noKey'])
})

// Bellare, Rogaway, Wagner: The EAX Mode of Operation, appendix G.
for (const [key, nonce, also, message, sealed] of [
  [
    '233952DEE4D5ED5F9B9C6D6FF80FF478',
    '62EC67F9C3A4A407FCB2A8C49031A8B3',
    '6BFB914FD07EAE6B',
    '',
    'E037830E8389F27B025A2D6527E79D01',
  ],
  [
    '91945D3F4DCBEE0BF45EF52255F095A4',
    'BECAF043B0A23D843194BA972C66DEBD',
    'FA3BFD4806EB53FA',
    'F7FB',
    '19DD5C4C9331049D0BDAB0277408F67967E5',
  ],
] as const)
  test(`EAX seals ${message || 'nothing'} as its authors did`, async () => {
    const read = (hex: string) => parseHex(hex, 'test')
    const aead = await createAead(EAX, read(key))
    assert.equal(toHex(aead.seal(read(nonce), read(message), read(also))).toUpperCase(), sealed)
    assert.equal(toHex(aead.open(read(nonce), read(sealed), read(also))!).toUpperCase(), message)
    assert.equal(aead.open(read(nonce), read(sealed), read('00')), undefined)
  })

for (const [name, input, expected] of [
  ['nothing', {}, /Please paste “Text or message”/],
  ['a text without a key', { text: 'x' }, /Please paste “Public keys”/],
  ['a key that is none', { text: 'x', publicKeys: 'hello' }, /-----BEGIN PGP … KEY BLOCK/],
  ['a signature without a private key', { action: 'sign', text: 'x' }, /Please paste “Private key”/],
  ['a public key that is to sign', { action: 'sign', text: 'x', secretKey: PUBLIC_KEY_OF_ANN }, /only its public part/],
  [
    'a file that is to be signed in the clear',
    { action: 'sign', file: new Blob(['x']), secretKey: SECRET_KEY_OF_ANN },
    /beside the file/,
  ],
  ['a text that is no message', { action: 'decrypt', text: 'hello' }, /-----BEGIN PGP MESSAGE-----/],
  ['a public key in place of a message', { action: 'decrypt', text: PUBLIC_KEY_OF_ANN }, /-----BEGIN PGP MESSAGE-----/],
  [
    'half a message',
    { action: 'decrypt', text: toHalf(MESSAGE_FOR_ANN), secretKey: SECRET_KEY_OF_ANN },
    /damaged or cut off|check fails/,
  ],
  ['a message without a key', { action: 'decrypt', text: MESSAGE_FOR_ANN }, /the private key of [0-9A-F]{16} \(ECDH\)/],
  [
    'another key',
    { action: 'decrypt', text: MESSAGE_FOR_ANN, secretKey: newer.privateKey! },
    /the private key of [0-9A-F]{16} .*, got [0-9A-F]{16}/,
  ],
  [
    'a locked key without its passphrase',
    { action: 'sign', text: 'x', secretKey: locked.privateKey! },
    /expected the passphrase/,
  ],
  [
    'a wrong passphrase of a key',
    { action: 'sign', text: 'x', secretKey: locked.privateKey!, keyPassphrase: 'no' },
    /does not open this key/,
  ],
  [
    'a wrong one of version 6',
    { action: 'sign', text: 'x', secretKey: newer.privateKey!, keyPassphrase: 'no' },
    /does not open this key/,
  ],
  [
    'a wrong passphrase of a message',
    { action: 'decrypt', text: made.V6_OCB, passphrase: 'no' },
    /the message was encrypted with/,
  ],
  [
    'a wrong one of an old message',
    { action: 'decrypt', text: made.OLD_OCB, passphrase: 'no' },
    /the message was encrypted with/,
  ],
  ['a name with brackets', { action: 'make', name: 'A <b>' }, /other than < and >/],
  ['a key of nobody', { action: 'make' }, /Please enter “Name”/],
] as const)
  test(`${name} is refused with words in both languages`, async () => {
    await assert.rejects(ask(input as Input), expected)
    await assert.rejects(
      ask(input as Input, { lang: 'zh' }),
      (error) => isAppError(error) && /\p{Script=Han}/u.test(toErrorMessage(error, 'zh')),
    )
  })

/** The armour of the first half of the bytes. */
function toHalf(block: string): string {
  const lines = block.split('\n')
  return [...lines.slice(0, 8), '-----END PGP MESSAGE-----'].join('\n')
}

test('nothing is encrypted for a key that is revoked, expired or only signs', async () => {
  const refuse = (publicKeys: string, expected: RegExp, now = new Date()) =>
    assert.rejects(ask({ text: 'x', publicKeys }, { now }), expected)
  await refuse(await toBlock(REVOKED_KEY), /only signs/)
  await refuse(locked.publicKey!, /not to be used: expired/, new Date(new Date(locked.expires!).getTime() + 1_000))
  const [[open], [revoked]] = [listBlocks(locked.publicKey!, 'test'), listBlocks(locked.revocation!, 'test')]
  const [primary] = await readPackets(open!.bytes)
  const whole = concatBytes(revoked!.bytes, open!.bytes.subarray(2 + primary!.body.length))
  await refuse(toPem('PGP PUBLIC KEY BLOCK', whole), /not to be used: revoked/)
})

test('keys whose numbers are none are refused with words', async () => {
  const session = { key: new Uint8Array(32), cipher: 9 }
  const bare = { name: 'x', keyId: 'x', fingerprint: '00', version: 4, algorithm: 0, verifier: undefined } as unknown as PgpKey
  const oid = Uint8Array.of(1)
  const exchanges: Exchange[] = [
    { type: 'elgamal', p: 0n, g: 1n, y: 1n },
    { type: 'x25519', point: new Uint8Array(32) },
    { type: 'ecdh', curve: 'P-256', oid, point: new Uint8Array(65), hash: 8, cipher: 9 },
    { type: 'ecdh', curve: 'another curve', oid, point: new Uint8Array(65), hash: 8, cipher: 9 },
    { type: 'ecdh', curve: 'Curve25519', oid, point: new Uint8Array(33).fill(9), hash: 3, cipher: 2 },
  ]
  for (const exchange of exchanges)
    await assert.rejects(
      tryWrap(bare, () => wrapFor({ ...bare, exchange }, session, { isNew: false, random })),
      isAppError,
    )
  const [own] = listBlocks(newer.privateKey!, 'test')
  const packets = await readPackets(own!.bytes)
  const key = readKey(packets[0]!.body, { isSecret: true })
  assert.throws(() => toSigner(key, new Uint8Array(5)), isAppError)
  assert.throws(() => toSigner(key, new Uint8Array(32)), isAppError)
})

test('ElGamal is encrypted for; a lock that is not supported is named', async () => {
  const sealed = await encrypt({ text: 'x', publicKeys: await toBlock(DSA_KEY) })
  assert.equal(sealed.recipients?.[0]?.algorithm.startsWith('ElGamal'), true)
  await assert.rejects(
    ask({
      action: 'sign',
      text: 'x',
      secretKey: toPem('PGP PRIVATE KEY BLOCK', await readBlob(LOCKED_SECRET)),
      keyPassphrase: 'no',
    }),
    (error) => isAppError(error),
  )
})

test('a message whose bytes are changed anywhere does not come out changed', async () => {
  const bytes = await readBlob((await encrypt({ text: 'x'.repeat(300), publicKeys: PUBLIC_KEY_OF_ANN, isFile: true })).file!)
  const newBytes = await readBlob((await encrypt({ text: 'x'.repeat(300), publicKeys: newer.publicKey!, isFile: true })).file!)
  const cases = [
    { bytes, by: { secretKey: SECRET_KEY_OF_ANN } },
    { bytes: newBytes, by: { secretKey: newer.privateKey!, keyPassphrase: 'open it' } },
  ]
  await fc.assert(
    fc.asyncProperty(fc.nat(), fc.integer({ min: 1, max: 255 }), async (at, change) => {
      const [one] = at % 10 === 0 ? [cases[1]!] : [cases[0]!] // the newer way takes a passphrase each time
      const changed = Uint8Array.from(one.bytes)
      changed[at % changed.length]! ^= change
      const answer = await decrypt({ file: new Blob([changed]), ...one.by }).catch((error: unknown) => error)
      assert.ok(isAppError(answer) || (answer as Output).text === 'x'.repeat(300), String(answer))
    }),
    { numRuns: 60 },
  )
})

test('whatever is changed in a private key or in a message for a passphrase, there is an answer in words', async () => {
  const [own] = listBlocks(newer.privateKey!, 'test')
  const [first, second] = [made.V6_OCB, made.OLD_OCB].map((text) => listBlocks(text, 'test')[0]!.bytes)
  const change = (bytes: Uint8Array, changes: readonly [at: number, to: number][]) => {
    const changed = Uint8Array.from(bytes)
    for (const [at, to] of changes) changed[at % bytes.length] = to
    return changed
  }
  const changes = fc.array(fc.tuple(fc.nat({ max: 600 }), fc.nat({ max: 255 })), { minLength: 1, maxLength: 3 })
  await fc.assert(
    fc.asyncProperty(changes, fc.nat({ max: 2 }), async (wanted, which) => {
      const isKey = which === 0
      const bytes = change([own!.bytes, first!, second!][which]!, wanted)
      const answer = isKey
        ? ask({ action: 'sign', text: 'x', secretKey: toPem('PGP PRIVATE KEY BLOCK', bytes), keyPassphrase: 'no' })
        : decrypt({ file: new Blob([bytes]), passphrase: 'words' })
      const found = await answer.catch((error: unknown) => error)
      assert.ok(
        isAppError(found) || ['made elsewhere\n', 'x'].some((text) => (found as Output).text.includes(text)),
        String(found),
      )
    }),
    { numRuns: 60 },
  )
})

test('GnuPG reads what is made here, and what it makes is read here', { skip: noGpg }, async () => {
  using gpg = startGpg()
  const pass = ['--passphrase', 'open it']
  const write = (name: string, content: string) => (writeFileSync(gpg.toPath(name), content), gpg.toPath(name))
  const rsa = await ask({ action: 'make', kind: 'rsa3072', name: 'Ria', keyPassphrase: 'open it' })
  for (const [key, user] of [
    [locked, 'bob@x.test'],
    [rsa, 'Ria'],
  ] as const) {
    const own = { secretKey: key.privateKey!, keyPassphrase: 'open it' }
    gpg.run(...pass, '--import', write('key', key.privateKey!))
    const sealed = await encrypt({ text: 'one\r\ntwo\n', publicKeys: key.publicKey!, isSigned: true, ...own })
    assert.equal(gpg.run(...pass, '--decrypt', write('sealed', sealed.text)), 'one\r\ntwo\n')
    for (const form of ['clear', 'message'] as const) {
      const signed = await ask({ action: 'sign', form, text: '- a \nFrom b', ...own })
      gpg.run('--verify', write('signed', signed.text))
    }
    const beside = await ask({ action: 'sign', form: 'detached', text: 'three', ...own })
    gpg.run('--verify', write('beside', beside.text), write('data', 'three'))
    assert.throws(() => gpg.run('--verify', gpg.toPath('beside'), write('data', 'four')), /BAD signature/)
    for (const more of [
      ['-r', user],
      ['-R', user, '--cipher-algo', 'AES192'],
      ['-r', user, '--symmetric', '--compress-algo', 'zlib'],
    ]) {
      gpg.run(...pass, '-u', user, '--sign', '--encrypt', ...more, '--output', 'theirs', write('text', 'four\n'))
      const file = new Blob([readFileSync(gpg.toPath('theirs'))])
      const opened = await decrypt({ file, ...own })
      assert.deepEqual([opened.text, states(opened)], ['four\n', ['valid']])
      if (more.includes('--symmetric')) assert.equal((await decrypt({ file, passphrase: 'open it' })).text, 'four\n')
    }
    // As GnuPG locks it again.
    const exported = gpg.run(...pass, '--armor', '--export-secret-keys', user)
    const opened = await decrypt({ text: sealed.text, secretKey: exported, keyPassphrase: 'open it' })
    assert.equal(opened.text, 'one\r\ntwo\n')
    gpg.run('--import', write('revocation', key.revocation!))
    assert.match(gpg.run('--with-colons', '--list-keys', user), /^pub:r:/m)
  }
})

test('what GnuPG encrypts with every cipher and compresses in every way is read', { skip: noGpg }, async () => {
  using gpg = startGpg()
  const text = 'four 四\n'.repeat(5000)
  writeFileSync(gpg.toPath('text'), text)
  const ciphers = 'IDEA 3DES CAST5 BLOWFISH AES AES192 AES256 TWOFISH CAMELLIA128 CAMELLIA192 CAMELLIA256'.split(' ')
  for (const [at, cipher] of ciphers.entries())
    for (const isUnchecked of [false, true]) {
      const compression = ['uncompressed', 'zip', 'zlib', 'bzip2'][at % 4]!
      const more = ['--cipher-algo', cipher, '--compress-algo', compression, ...(isUnchecked ? ['--rfc2440'] : [])]
      gpg.run('--passphrase', 'words', '--symmetric', '--s2k-count', '65536', ...more, '--output', 'theirs', gpg.toPath('text'))
      const file = new Blob([readFileSync(gpg.toPath('theirs'))])
      const opened = await decrypt({ file, passphrase: 'words', allowsUnchecked: isUnchecked })
      assert.equal(await opened.file!.text(), text, `${cipher}, ${compression}`)
    }
})
