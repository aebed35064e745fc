import assert from 'node:assert/strict'
import {
  constants,
  createPrivateKey,
  generateKeyPairSync,
  privateDecrypt,
  publicEncrypt,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto'
import { test } from 'node:test'
import * as fc from 'fast-check'
import * as z from 'zod'
import { isAppError } from '@octet/core/errors.ts'
import { noOpenssl, runBeside } from '../../lib/keys/peers.testing.ts'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import type { HashName } from '../../lib/signatures/hashes.ts'
import tool from './tool.ts'

// Pages over plain http have no Web Crypto: nothing here may ask for it.
Object.defineProperty(crypto, 'subtle', { value: undefined })

type Input = z.input<typeof tool.input>
const host = createTestHost()
const ask = (input: Input) => answerTool(tool, input, host) as Promise<z.output<typeof tool.output>>

const toPair = ({ privateKey, publicKey }: { privateKey: KeyObject; publicKey: KeyObject }) => ({
  node: { privateKey, publicKey },
  secret: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  open: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
})
const makeRsa = (modulusLength: number, publicExponent = 65_537) =>
  toPair(generateKeyPairSync('rsa', { modulusLength, publicExponent }))
/** Sizes that do not end with a byte have bits and bytes of their own to fill. */
const rsa = { 2048: makeRsa(2048), 2047: makeRsa(2047), 2041: makeRsa(2041, 3), 1024: makeRsa(1024), 4096: makeRsa(4096) }
const ec = Object.fromEntries(
  ['P-256', 'P-384', 'P-521'].map((namedCurve) => [namedCurve, toPair(generateKeyPairSync('ec', { namedCurve }))]),
)
const ed = toPair(generateKeyPairSync('ed25519'))
const HASHES: readonly HashName[] = ['sha1', 'sha256', 'sha384', 'sha512']
const { RSA_PKCS1_OAEP_PADDING, RSA_PKCS1_PSS_PADDING, RSA_PKCS1_PADDING } = constants

for (const [bits, { node, secret, open }] of Object.entries(rsa)) {
  for (const hash of HASHES.filter((name) => bits !== '1024' || name !== 'sha512'))
    test(`RSA ${bits}, OAEP with ${hash}: Node decrypts what is encrypted here, and the other way`, async () => {
      for (const label of ['', 'etikett']) {
        const way = { padding: RSA_PKCS1_OAEP_PADDING, oaepHash: hash, ...(label && { oaepLabel: Buffer.from(label) }) }
        const { text } = await ask({ text: '中文', key: open, hash, label })
        assert.equal(privateDecrypt({ key: node.privateKey, ...way }, Buffer.from(text!, 'base64')).toString(), '中文')
        const theirs = publicEncrypt({ key: node.publicKey, ...way }, Buffer.from('中文')).toString('hex')
        assert.equal((await ask({ action: 'decrypt', text: theirs, key: secret, hash, label })).text, '中文')
      }
    })

  test(`RSA ${bits}, PKCS #1 v1.5: OpenSSL decrypts what is encrypted here, and the other way`, { skip: noOpenssl }, async () => {
    const { text } = await ask({ text: '中文', key: open, padding: 'pkcs1' })
    const args = 'pkeyutl -decrypt -inkey key -in sealed -pkeyopt rsa_padding_mode:pkcs1'.split(' ')
    assert.equal(runBeside({ key: secret, sealed: Buffer.from(text!, 'base64') }, 'openssl', args).toString(), '中文')
    const theirs = publicEncrypt({ key: node.publicKey, padding: RSA_PKCS1_PADDING }, Buffer.from('中文')).toString('base64')
    assert.equal((await ask({ action: 'decrypt', text: theirs, key: secret, padding: 'pkcs1' })).text, '中文')
  })

  for (const hash of HASHES)
    test(`RSA ${bits}, signatures with ${hash}: Node and this tool take each other's`, async () => {
      const base = { text: '中文', hash }
      const data = Buffer.from('中文')
      const pkcs1 = await ask({ ...base, action: 'sign', key: secret, scheme: 'pkcs1' })
      const deterministic = sign(hash, data, { key: node.privateKey, padding: RSA_PKCS1_PADDING }).toString('base64')
      assert.equal(pkcs1.text, deterministic)
      assert.equal(
        (await ask({ ...base, action: 'verify', key: open, scheme: 'pkcs1', signature: deterministic })).verdict,
        'valid',
      )
      const salts = bits === '1024' && hash === 'sha512' ? (['none'] as const) : (['hash', 'max', 'none'] as const)
      for (const saltLength of salts) {
        const { text } = await ask({ ...base, action: 'sign', key: secret, saltLength })
        const way = { key: node.publicKey, padding: RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_AUTO }
        assert.ok(verify(hash, data, way, Buffer.from(text!, 'base64')), `salt ${saltLength}`)
      }
      for (const saltLength of bits === '1024' ? [0, 20] : [0, 20, 33, constants.RSA_PSS_SALTLEN_MAX_SIGN]) {
        const theirs = sign(hash, data, { key: node.privateKey, padding: RSA_PKCS1_PSS_PADDING, saltLength })
        const found = await ask({ ...base, action: 'verify', key: open, signature: theirs.toString('hex') })
        assert.equal(found.verdict, 'valid', `salt ${saltLength}`)
        if (saltLength >= 0) assert.match(found.method, new RegExp(`salt ${saltLength}$`))
      }
    })
}

test('MGF1 with another hash, as Java has it', { skip: noOpenssl }, async () => {
  const { text, command } = await ask({ text: 'x', key: rsa[2048].open, mgfHash: 'sha1' })
  assert.match(command!, /rsa_oaep_md:sha256 -pkeyopt rsa_mgf1_md:sha1/)
  const args =
    'pkeyutl -decrypt -inkey key -in sealed -pkeyopt rsa_padding_mode:oaep -pkeyopt rsa_oaep_md:sha256 -pkeyopt rsa_mgf1_md:sha1'
  const files = { key: rsa[2048].secret, sealed: Buffer.from(text!, 'base64') }
  assert.equal(runBeside(files, 'openssl', args.split(' ')).toString(), 'x')
})

for (const [curve, { node, secret, open }] of Object.entries(ec))
  test(`${curve}: Node and this tool take each other's signatures, in both forms`, async () => {
    for (const hash of HASHES)
      for (const [ecForm, dsaEncoding] of [
        ['der', 'der'],
        ['raw', 'ieee-p1363'],
      ] as const) {
        const { text } = await ask({ action: 'sign', text: '中文', key: secret, hash, ecForm })
        assert.ok(verify(hash, Buffer.from('中文'), { key: node.publicKey, dsaEncoding }, Buffer.from(text!, 'base64')))
        const theirs = sign(hash, Buffer.from('中文'), { key: node.privateKey, dsaEncoding }).toString('base64')
        const found = await ask({ action: 'verify', text: '中文', key: open, hash, signature: theirs })
        assert.equal(found.verdict, 'valid')
        assert.match(found.method, ecForm === 'der' ? /DER$/ : /r‖s$/)
      }
  })

const toBase64Url = (hex: string) => Buffer.from(hex, 'hex').toString('base64url')

// RFC 8032 §7.1, test 2; RFC 6979 §A.2.5.
test('published signatures', async () => {
  const key =
    '{"kty":"OKP","crv":"Ed25519","d":"TM0Imyj_ltqdtsNG7BFOD1uKMZ81q6Yk2oz27U-4pvs","x":"PUAXw-hDiVqStwqnTRt-vJyYLM8uxJaMwM1V8Sr0Zgw"}'
  const { text } = await ask({ action: 'sign', text: '72', textFormat: 'hex', key, format: 'hex' })
  assert.equal(
    text,
    '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  )
  const p256 = JSON.stringify({
    kty: 'EC',
    crv: 'P-256',
    x: toBase64Url('60fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6'),
    y: toBase64Url('7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299'),
    d: toBase64Url('c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721'),
  })
  const signed = await ask({ action: 'sign', text: 'sample', key: p256, format: 'hex', ecForm: 'raw' })
  assert.equal(
    signed.text,
    'efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8',
  )
})

test('Ed25519: Node and this tool take each other’s signatures', async () => {
  const { text } = await ask({ action: 'sign', text: '中文', key: ed.secret })
  assert.equal(text, sign(null, Buffer.from('中文'), ed.node.privateKey).toString('base64'))
  assert.equal((await ask({ action: 'verify', text: '中文', key: ed.open, signature: text! })).verdict, 'valid')
  const { verdict, notes } = await ask({ action: 'verify', text: '中文\n', key: ed.open, signature: text! })
  assert.equal(verdict, 'invalid')
  assert.match(notes.join(), /line break at the end counts/)
})

for (const [name, { secret, open }] of [
  ['RSA', rsa[2048]],
  ['P-384', ec['P-384']!],
  ['Ed25519', ed],
] as const)
  test(`${name}: the openssl commands that are shown do the same`, { skip: noOpenssl }, async () => {
    const pem = { 'private.pem': secret, 'public.pem': open, 'plain.txt': '中文' }
    const run = (files: Record<string, string | Uint8Array>, command: string | undefined) =>
      runBeside({ ...pem, ...files }, 'sh', ['-c', command!])
    for (const scheme of name === 'RSA' ? (['pss', 'pkcs1'] as const) : (['pss'] as const)) {
      const signed = await ask({ action: 'sign', text: '中文', key: secret, scheme })
      const theirs = run({}, signed.command).toString()
      assert.equal((await ask({ action: 'verify', text: '中文', key: open, scheme, signature: theirs })).verdict, 'valid')
      const asHex = await ask({ action: 'sign', text: '中文', key: secret, scheme, format: 'hex' })
      const bytes = run({}, `${asHex.command} && cat signature.bin`)
      assert.equal(
        (await ask({ action: 'verify', text: '中文', key: open, scheme, signature: bytes.toString('hex') })).verdict,
        'valid',
      )
      const checked = await ask({ action: 'verify', text: '中文', key: open, scheme, signature: signed.text! })
      assert.match(run({ 'signature.b64': signed.text! }, checked.command).toString(), /Verified OK|Verified Successfully/)
    }
    for (const padding of name === 'RSA' ? (['oaep', 'pkcs1'] as const) : []) {
      const way = { padding, ...(padding === 'oaep' && { label: "l'été", hash: 'sha512' as const }) }
      const sealed = await ask({ text: '中文', key: open, ...way })
      const theirs = run({}, sealed.command).toString()
      assert.equal((await ask({ action: 'decrypt', text: theirs, key: secret, ...way })).text, '中文')
      const opened = await ask({ action: 'decrypt', text: sealed.text!, key: secret, ...way })
      assert.equal(run({ 'cipher.b64': sealed.text! }, opened.command).toString(), '中文')
    }
  })

const sealed = await ask({ text: 'x', key: rsa[2048].open, hash: 'sha384', mgfHash: 'sha1', label: 'a' })
const signed = await ask({ action: 'sign', text: 'x', key: rsa[2048].secret, hash: 'sha384' })
const failures: readonly (readonly [string, Input, RegExp])[] = [
  ['too long', { text: 'x'.repeat(191), key: rsa[2048].open }, /at most 190 bytes with this key and padding, got 191 bytes/],
  ['no room at all', { text: '', key: rsa[1024].open, hash: 'sha512' }, /1024 bits has no room for this hash/],
  [
    'a public key decrypts nothing',
    { action: 'decrypt', text: 'AAAA', key: rsa[2048].open },
    /expected the private key.*got a public key/,
  ],
  ['a public key signs nothing', { action: 'sign', text: 'x', key: rsa[2048].open }, /expected the private key, which signs/],
  ['a curve encrypts nothing', { text: 'x', key: ec['P-256']!.open }, /expected an RSA key.*got EC P-256/],
  ['no key', { text: 'x' }, /key: expected a key: PEM, OpenSSH, PuTTY or JWK, got nothing/],
  [
    'a large key',
    { text: 'x', key: toPair(generateKeyPairSync('rsa', { modulusLength: 4104 })).open },
    /at most 4096 bits, got 4104/,
  ],
  [
    'another hash',
    { action: 'decrypt', text: sealed.text!, key: rsa[2048].secret, label: 'a' },
    /OAEP with SHA-384, MGF1 with SHA-1: choose/,
  ],
  ['another label', { action: 'decrypt', text: sealed.text!, key: rsa[2048].secret, label: 'b' }, /the OAEP label is different/],
  [
    'another padding',
    { action: 'decrypt', text: (await ask({ text: 'x', key: rsa[2048].open, padding: 'pkcs1' })).text!, key: rsa[2048].secret },
    /PKCS #1 v1\.5: choose it/,
  ],
  [
    'another key',
    { action: 'decrypt', text: sealed.text!, key: toPair(generateKeyPairSync('rsa', { modulusLength: 2048 })).secret },
    /encrypted for another key/,
  ],
  ['another size', { action: 'decrypt', text: sealed.text!, key: rsa[4096].secret }, /blocks of 512 bytes, got 256 bytes/],
]
for (const [name, input, message] of failures) test(`refused: ${name}`, () => assert.rejects(ask(input), message))

const invalid: readonly (readonly [string, Partial<Input>, RegExp])[] = [
  ['another hash', { hash: 'sha256' }, /valid with: PSS, SHA-384, MGF1 SHA-384/],
  ['another scheme', { scheme: 'pkcs1' }, /valid with: PSS, SHA-384/],
  ['another text', { text: 'y', hash: 'sha384' }, /with this key, but over another text/],
  ['another text and hash', { text: 'y', hash: 'sha512' }, /with this key, but over another text/],
  ['another key', { key: rsa[2047].open, hash: 'sha384' }, /with another key/],
  ['another size', { key: rsa[1024].open }, /signatures of 128 bytes, got 256/],
]
for (const [name, change, reason] of invalid)
  test(`not valid, and why: ${name}`, async () => {
    const { verdict, notes } = await ask({ action: 'verify', text: 'x', key: rsa[2048].open, signature: signed.text!, ...change })
    assert.equal(verdict, 'invalid')
    assert.match(notes.join('\n'), reason)
  })

test('not valid, and why: what ends like PSS by chance need not be by this key', async () => {
  const key = { key: rsa[1024].node.publicKey, padding: constants.RSA_NO_PADDING }
  const chance = Array.from({ length: 65_536 }, (_, at) => Buffer.from(at.toString(16).padStart(256, '0'), 'hex')).find(
    (one) => publicEncrypt(key, one).at(-1) === 0xbc,
  )
  const { notes } = await ask({ action: 'verify', text: 'x', key: rsa[1024].open, signature: chance!.toString('base64') })
  assert.match(notes.join(), /with another key or over another text/)
})

test('a private key with numbers that do not fit is refused, one with the public key of another is told', async () => {
  const jwk = { ...rsa[2048].node.privateKey.export({ format: 'jwk' }), dp: 'Aw' }
  await assert.rejects(ask({ action: 'sign', text: 'x', key: JSON.stringify(jwk) }), /numbers of the private key do not match/)
  const other = {
    ...ed.node.privateKey.export({ format: 'jwk' }),
    x: generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }).x,
  }
  const { notes } = await ask({ action: 'sign', text: 'x', key: JSON.stringify(other) })
  assert.match(notes.join(), /belongs to another private key/)
})

test('a long text in blocks comes back', async () => {
  const text = '中文'.repeat(100)
  const { text: blocks } = await ask({ text, key: rsa[2048].open, padding: 'pkcs1', split: true })
  assert.equal(Buffer.from(blocks!, 'base64').length, 3 * 256)
  const { text: back, notes } = await ask({ action: 'decrypt', text: blocks!, key: rsa[2048].secret, padding: 'pkcs1' })
  assert.equal(back, text)
  assert.match(notes.join(), /Joined from 3 blocks/)
})

test('a locked key, a file and two keys at once', async () => {
  const locked = createPrivateKey(rsa[2048].secret).export({
    type: 'pkcs8',
    format: 'pem',
    cipher: 'aes-256-cbc',
    passphrase: 'p',
  })
  const file = new Blob([Uint8Array.of(0, 255, 1)])
  const { text } = await ask({ file, key: `${rsa[2048].open}\n${locked}`, passphrase: 'p' })
  const opened = await ask({ action: 'decrypt', text: text!, key: `${rsa[2048].open}\n${locked}`, passphrase: 'p' })
  assert.equal(opened.text, '00ff01')
})

test('any bytes come back from any padding, and are valid when signed', () =>
  fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 60 }),
      fc.constantFrom<HashName>(...HASHES),
      fc.constantFrom('oaep', 'pkcs1'),
      fc.constantFrom(rsa[2048], rsa[2047], rsa[2041]),
      async (bytes, hash, padding, pair) => {
        const hex = Buffer.from(bytes).toString('hex')
        const { text } = await ask({ text: hex, textFormat: 'hex', key: pair.open, hash, padding })
        const way = { action: 'decrypt', key: pair.secret, hash, padding, shown: 'hex' } as const
        assert.equal((await ask({ ...way, text: text! })).text, hex)
        const { text: signature } = await ask({ action: 'sign', text: hex, textFormat: 'hex', key: pair.secret, hash })
        const check = { action: 'verify', text: hex, textFormat: 'hex', key: pair.open, hash, signature: signature! } as const
        assert.equal((await ask(check)).verdict, 'valid')
      },
    ),
    { numRuns: 30 },
  ))

test('any bytes as ciphertext or signature are worked on or refused', () =>
  fc.assert(
    fc.asyncProperty(
      fc.oneof(fc.uint8Array({ maxLength: 300, minLength: 1 }), fc.uint8Array({ minLength: 256, maxLength: 256 })),
      fc.constantFrom('oaep', 'pkcs1'),
      fc.constantFrom(rsa[2048], ec['P-256']!, ec['P-521']!, ed),
      async (bytes, way, pair) => {
        const text = Buffer.from(bytes).toString('base64')
        const inputs = [
          { action: 'decrypt', text, key: pair.secret, padding: way },
          { action: 'verify', signature: text, key: pair.open, scheme: way === 'oaep' ? 'pss' : way },
        ] as const
        for (const input of inputs)
          await ask(input).then(
            ({ verdict }) => assert.notEqual(verdict, 'valid'),
            (error: unknown) => {
              if (!isAppError(error)) throw error
            },
          )
      },
    ),
    { numRuns: 40 },
  ))
