import assert from 'node:assert/strict'
import { createCipheriv } from 'node:crypto'
import { test } from 'node:test'
import type { AppError } from '@octet/core/errors.ts'
import * as fc from 'fast-check'
import * as z from 'zod'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import aes from '../aes/tool.ts'
import blowfish from '../blowfish/tool.ts'
import des from '../des/tool.ts'
import rabbit from '../rabbit/tool.ts'
import rc4 from '../rc4/tool.ts'
import { AES_MODE_NAMES, toAesSpec, toKeyBytes } from './aes.ts'
import { BLOCK_MODES } from './block-modes.ts'
import { DES_KINDS, toDesSpec, type DesKind } from './des.ts'
import { OLD_BLOCKS, type OldBlock } from './old-block-names.ts'
import { toOldBlockSpec } from './old-block.ts'
import { opensslVersion, runOpenssl, skipReason } from './openssl.testing.ts'
import { toRabbitSpec, toRc4Spec } from './stream.ts'
import type { Bytes } from '../../lib/bytes.ts'
import type { CipherOutput } from './fields.ts'
import type { CipherSpec } from './spec.ts'

const host = createTestHost()
const hex = (text: string): Bytes => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'))
const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const askAes = (input: z.input<typeof aes.input>) => answerTool(aes, input, host) as Promise<CipherOutput>
const askDes = (input: z.input<typeof des.input>) => answerTool(des, input, host) as Promise<CipherOutput>
const askOld = (input: z.input<typeof blowfish.input>) => answerTool(blowfish, input, host) as Promise<CipherOutput>
const askRc4 = (input: z.input<typeof rc4.input>) => answerTool(rc4, input, host) as Promise<CipherOutput>
const askRabbit = (input: z.input<typeof rabbit.input>) => answerTool(rabbit, input, host) as Promise<CipherOutput>

const KEY = hex('00112233445566778899aabbccddeeff102132435465768798a9bacbdcedfe0f')
const IV = hex('feffff7ffffffffffffffffffffffffe')
const message = Uint8Array.from({ length: 77 }, (_, i) => (i * 31 + 7) & 0xff)
const none = new Uint8Array(0)

test(`real peer: ${opensslVersion ?? 'openssl is absent'}`, () => assert.ok(true))

async function compare(spec: CipherSpec, keyBytes: number, provider: string[] = []): Promise<void> {
  const data = spec.blockBytes ? message.slice(0, 64) : message
  const parts = { key: KEY.slice(0, keyBytes), iv: IV.slice(16 - Math.min(16, spec.ivBytes), 16), aad: none, tagBytes: 0 }
  const args = [
    `-${spec.openssl}`,
    ...provider,
    '-K',
    toHex(parts.key),
    ...(spec.ivBytes ? ['-iv', toHex(parts.iv)] : []),
    ...(spec.blockBytes ? ['-nopad'] : []),
  ]
  const ours = await spec.encrypt(data, parts)
  assert.equal(toHex(ours), runOpenssl(args, data).toString('hex'))
  assert.deepEqual(await spec.decrypt(ours, parts), data)
}

for (const bits of [128, 192, 256])
  for (const mode of ['ecb', 'cbc', 'cfb', 'cfb8', 'cfb1', 'ofb', 'ctr'] as const)
    test(`openssl agrees: aes-${bits}-${mode}`, { skip: skipReason }, () => compare(toAesSpec(mode, bits / 8), bits / 8))
test('openssl agrees: chacha20', { skip: skipReason }, () => compare(toAesSpec('chacha20', 32), 32))

for (const kind of Object.keys(DES_KINDS) as DesKind[])
  for (const mode of Object.keys(BLOCK_MODES) as (keyof typeof BLOCK_MODES)[]) {
    const spec = toDesSpec(kind, mode)
    const provider = kind === 'des' ? ['-provider', 'legacy', '-provider', 'default'] : []
    if (spec.openssl)
      test(`openssl agrees: ${spec.openssl}`, { skip: skipReason }, () => compare(spec, spec.keySizes[0] ?? 8, provider))
  }
for (const kind of Object.keys(OLD_BLOCKS) as OldBlock[])
  for (const mode of Object.keys(BLOCK_MODES) as (keyof typeof BLOCK_MODES)[])
    for (const keyBytes of [16, 24, 32]) {
      const spec = toOldBlockSpec(kind, mode, keyBytes)
      if (spec.openssl && kind !== 'idea' && spec.keySizes.includes(keyBytes))
        test(`openssl agrees: ${spec.openssl}`, { skip: skipReason }, () =>
          compare(spec, keyBytes, kind === 'camellia' ? [] : ['-provider', 'legacy', '-provider', 'default']),
        )
    }
test('openssl agrees: rc4', { skip: skipReason }, () =>
  compare(toRc4Spec(16, 0), 16, ['-provider', 'legacy', '-provider', 'default']),
)

const LAYOUTS = [
  ['evp-md5', ['-md', 'md5']],
  ['evp-sha256', ['-md', 'sha256']],
  ['pbkdf2', ['-pbkdf2', '-iter', '10000', '-md', 'sha256']],
] as const
for (const [keySource, args] of LAYOUTS) {
  test(`openssl opens what we salted with ${keySource}, and we what it did`, { skip: skipReason }, async () => {
    for (const [bits, mode] of [
      [128, 'cbc'],
      [256, 'cbc'],
      [192, 'ctr'],
      [256, 'ecb'],
    ] as const) {
      const input = { keySource, key: 'pässword 密码', keyBits: bits, mode } as const
      const command = [`-aes-${bits}-${mode}`, ...args, '-pass', `pass:${input.key}`, '-a', '-A']
      const ours = await askAes({ ...input, text: '中文 😀 text' })
      assert.equal(runOpenssl([...command, '-d'], Buffer.from(ours.text)).toString(), '中文 😀 text')
      const theirs = runOpenssl(command, Buffer.from('中文 back')).toString()
      assert.equal((await askAes({ ...input, direction: 'decrypt', text: theirs })).text, '中文 back')
    }
  })
  test(`openssl opens 3DES with ${keySource}`, { skip: skipReason }, async () => {
    const { text } = await askDes({ kind: 'ede3', keySource, key: 'k', text: 'hello' })
    assert.equal(
      runOpenssl(['-des-ede3-cbc', ...args, '-pass', 'pass:k', '-a', '-A', '-d'], Buffer.from(text)).toString(),
      'hello',
    )
  })
}

test('openssl opens our RC4 with its key size only', { skip: skipReason }, async () => {
  const command = ['-rc4', '-md', 'md5', '-provider', 'legacy', '-provider', 'default', '-pass', 'pass:k', '-a', '-A']
  const { text } = await askRc4({ text: 'hello', key: 'k', keySize: 'openssl' })
  assert.equal(runOpenssl([...command, '-d'], Buffer.from(text)).toString(), 'hello')
  const other = await askRc4({ text: 'hello', key: 'k', keySize: 'cryptojs' })
  assert.notEqual(runOpenssl([...command, '-d'], Buffer.from(other.text)).toString(), 'hello')
  const theirs = runOpenssl(command, Buffer.from('back')).toString()
  assert.equal((await askRc4({ text: theirs, key: 'k', keySize: 'openssl', direction: 'decrypt' })).text, 'back')
})

test('the shown command opens what a passphrase sealed with older ciphers', { skip: skipReason }, async () => {
  for (const [kind, keyBits] of [
    ['blowfish', 128],
    ['cast5', 256],
    ['camellia', 192],
  ] as const) {
    const { command = '', text } = await askOld({ kind, keyBits, text: '中文', keySource: 'pbkdf2', key: 'k', iterations: 1000 })
    const words = command.replace('openssl enc ', '').replace(' -in plain.txt -out cipher.b64', '').replace('-e ', '-d ')
    assert.equal(runOpenssl(words.split(' '), Buffer.from(text)).toString(), '中文', command)
    assert.equal(
      (await askOld({ kind, keyBits, text, direction: 'decrypt', keySource: 'pbkdf2', key: 'k', iterations: 1000 })).text,
      '中文',
    )
  }
})

test('older ciphers take keys of every length that they know, and open what they sealed', async () => {
  for (const [kind, sizes] of Object.entries({
    blowfish: [4, 7, 56],
    twofish: [16, 24, 32],
    camellia: [24],
    cast5: [5, 10, 11, 16],
    idea: [16],
  }))
    for (const size of sizes)
      for (const mode of ['cbc', 'cfb1', 'ctr'] as const) {
        const common = {
          kind: kind as OldBlock,
          mode,
          key: toHex(KEY)
            .repeat(2)
            .slice(0, 2 * size),
          keyFormat: 'hex',
          ivPlace: 'first',
        } as const
        const sealed = await askOld({ ...common, text: 'older than you 老' })
        assert.equal(sealed.cipher.split('-')[1], String(8 * size))
        assert.equal((await askOld({ ...common, text: sealed.text, direction: 'decrypt' })).text, 'older than you 老')
      }
  for (const [kind, size, expected] of [
    ['blowfish', 3, /4–56 bytes.*got 3 bytes/],
    ['cast5', 17, /5–16 bytes.*got 17 bytes/],
    ['idea', 15, /16 bytes.*, got 15 bytes/],
    ['twofish', 20, /16, 24, 32 bytes/],
  ] as const)
    await assert.rejects(askOld({ kind, text: 'x', key: '00'.repeat(size), keyFormat: 'hex' }), expected)
})

test('the shown command is one that openssl obeys', { skip: skipReason }, async () => {
  const { command, text } = await askAes({ text: 'hello', keySource: 'pbkdf2', key: "it's", cipherFormat: 'base64' })
  assert.equal(
    command,
    String.raw`openssl enc -aes-256-cbc -e -pass 'pass:it'\''s' -md sha256 -pbkdf2 -iter 10000 -a -A -in plain.txt -out cipher.b64`,
  )
  assert.equal(
    runOpenssl(
      ['-aes-256-cbc', '-d', '-pass', "pass:it's", '-md', 'sha256', '-pbkdf2', '-iter', '10000', '-a', '-A'],
      Buffer.from(text),
    ).toString(),
    'hello',
  )
})

test('GCM and CCM are those of OpenSSL’s library, for every tag length', async () => {
  for (const bits of [128, 192, 256] as const)
    for (const tagBytes of [4, 8, 12, 14, 16]) {
      const parts = { key: KEY.slice(0, bits / 8), iv: KEY.slice(1, 13), aad: message.slice(0, 20), tagBytes }
      const gcm = createCipheriv(`aes-${bits}-gcm`, parts.key, parts.iv, { authTagLength: tagBytes }).setAAD(parts.aad)
      assert.equal(
        toHex(await toAesSpec('gcm', bits / 8).encrypt(message, parts)),
        toHex(Buffer.concat([gcm.update(message), gcm.final(), gcm.getAuthTag()])),
      )
      const ccm = createCipheriv(`aes-${bits}-ccm`, parts.key, parts.iv, { authTagLength: tagBytes })
      ccm.setAAD(parts.aad, { plaintextLength: message.length })
      const expected = Buffer.concat([ccm.update(message), ccm.final(), ccm.getAuthTag()])
      assert.equal(toHex(await toAesSpec('ccm', bits / 8).encrypt(message, parts)), toHex(expected))
    }
})

test('GCM of a large text (WebCrypto) equals that of a small one (JavaScript)', async () => {
  const data = new Uint8Array(70_000).fill(5)
  const parts = { key: KEY, iv: IV.slice(0, 12), aad: none, tagBytes: 16 }
  const cipher = createCipheriv('aes-256-gcm', parts.key, parts.iv)
  assert.equal(
    toHex(await toAesSpec('gcm', 32).encrypt(data, parts)),
    toHex(Buffer.concat([cipher.update(data), cipher.final(), cipher.getAuthTag()])),
  )
})

test('CTR carries through the whole counter, as OpenSSL’s library does', async () => {
  const iv = hex('ffffffffffffffffffffffffffffffff')
  const cipher = createCipheriv('aes-128-ctr', KEY.slice(0, 16), iv)
  assert.equal(
    toHex(await toAesSpec('ctr', 16).encrypt(message, { key: KEY.slice(0, 16), iv, aad: none, tagBytes: 0 })),
    cipher.update(message).toString('hex'),
  )
})

for (const mode of ['cbc', 'ctr'] as const)
  test(`large data in ${mode.toUpperCase()} (WebCrypto) is that of OpenSSL’s library`, async () => {
    const data = Uint8Array.from({ length: 70_000 - (70_000 % 16) }, (_, i) => (i * 31) & 0xff)
    const parts = { key: KEY, iv: hex('fffffffffffffffffffffffffffffffe'), aad: none, tagBytes: 0 }
    const sealed = await toAesSpec(mode, 32).encrypt(data, parts)
    assert.deepEqual(sealed, Uint8Array.from(createCipheriv(`aes-256-${mode}`, KEY, parts.iv).update(data)))
    assert.deepEqual(await toAesSpec(mode, 32).decrypt(sealed, parts), data)
  })

test('SIV: RFC 5297 §A.1', async () => {
  const parts = {
    key: hex('fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff'),
    iv: none,
    aad: hex('101112131415161718191a1b1c1d1e1f2021222324252627'),
    tagBytes: 16,
  }
  assert.equal(
    toHex(await toAesSpec('siv', 32).encrypt(hex('112233445566778899aabbccddee'), parts)),
    '85632d07c6e8f37f950acd320a2ecc9340c02b9690c4dc04daef7f6afe5c',
  )
})

test('the tool writes SIV as RFC 5297 has it, the tag in front, and opens it', async () => {
  const common = {
    mode: 'siv',
    key: 'fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff',
    keyFormat: 'hex',
    aad: '101112131415161718191a1b1c1d1e1f2021222324252627',
    aadFormat: 'hex',
    plainFormat: 'hex',
    cipherFormat: 'hex',
  } as const
  const sealed = '85632d07c6e8f37f950acd320a2ecc9340c02b9690c4dc04daef7f6afe5c'
  assert.equal((await askAes({ ...common, text: '112233445566778899aabbccddee' })).text, sealed)
  assert.equal((await askAes({ ...common, text: sealed, direction: 'decrypt' })).text, '112233445566778899aabbccddee')
  const moved = `${sealed.slice(32)}${sealed.slice(0, 32)}`
  assert.equal((await askAes({ ...common, tagPlace: 'last', text: '112233445566778899aabbccddee' })).text, moved)
})

test('GCM-SIV: RFC 8452 §C.1', async () => {
  const parts = { key: hex('01000000000000000000000000000000'), iv: hex('030000000000000000000000'), aad: none, tagBytes: 16 }
  assert.equal(
    toHex(await toAesSpec('gcm-siv', 16).encrypt(hex('0100000000000000'), parts)),
    'b5d839330ac7b786578782fff6013b815b287c22493a364c',
  )
})

test('ChaCha20-Poly1305: RFC 8439 §2.8.2', async () => {
  const parts = {
    key: hex(Array.from({ length: 32 }, (_, i) => (0x80 + i).toString(16)).join('')),
    iv: hex('070000004041424344454647'),
    aad: hex('50515253c0c1c2c3c4c5c6c7'),
    tagBytes: 16,
  }
  const text =
    "Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen would be it."
  const sealed = toHex(await toAesSpec('chacha20-poly1305', 32).encrypt(new TextEncoder().encode(text), parts))
  assert.ok(sealed.startsWith('d31a8d34648e60db7b86afbc53ef7ec2') && sealed.endsWith('1ae10b594f09e26a7e902ecbd0600691'))
})

// SP 800-67 and the classic DES test.
test('DES: the classic block', async () => {
  const { text } = await askDes({
    text: '4e6f772069732074',
    plainFormat: 'hex',
    mode: 'ecb',
    padding: 'none',
    key: '0123456789abcdef',
    keyFormat: 'hex',
    cipherFormat: 'hex',
  })
  assert.equal(text, '3fa40e8a984d4815')
})

// RFC 4503 Appendix A.1 and A.2; key 2 with the verified erratum 2504.
const RABBIT = [
  ['00000000000000000000000000000000', '', 'b15754f036a5d6ecf56b45261c4af702'],
  ['912813292e3d36fe3bfc62f1dc51c3ac', '', '3d2df3c83ef627a1e97fc38487e2519c'],
  ['8395741587e0c733e9e9ab01c09b0043', '', '0cb10dcda041cdac32eb5cfd02d0609b'],
  ['00000000000000000000000000000000', '0000000000000000', 'c6a7275ef85495d87ccd5d376705b7ed'],
  ['00000000000000000000000000000000', 'c373f575c1267e59', '1fcd4eb9580012e2e0dccc9222017d6d'],
  ['00000000000000000000000000000000', 'a6eb561ad2f41727', '445ad8c805858dbf70b6af23a151104d'],
] as const
for (const [key, iv, stream] of RABBIT)
  test(`Rabbit: RFC 4503 ${key} ${iv}`, async () => {
    const parts = { key: hex(key), iv: hex(iv), aad: none, tagBytes: 0 }
    assert.equal(toHex(await toRabbitSpec('rfc4503', iv !== '').encrypt(new Uint8Array(16), parts)), stream)
    const turned = { ...parts, key: parts.key.toReversed(), iv: parts.iv.toReversed() }
    assert.equal(
      toHex(await toRabbitSpec('estream', iv !== '').encrypt(new Uint8Array(16), turned)),
      toHex(hex(stream).reverse()),
    )
  })

test('Rabbit: what CryptoJS’s successor writes with a passphrase, we open, and the other way round', async () => {
  const { Rabbit, RabbitLegacy, Utf8 } = await import('crypto-es')
  for (const [variant, theirs] of [
    ['estream', Rabbit],
    ['legacy', RabbitLegacy],
  ] as const) {
    const sealed = theirs.encrypt('中文 😀 secret', 'pass').toString()
    assert.equal((await askRabbit({ text: sealed, key: 'pass', direction: 'decrypt', variant })).text, '中文 😀 secret')
    const ours = await askRabbit({ text: '返回', key: 'pass', variant })
    assert.equal(theirs.decrypt(ours.text, 'pass').toString(Utf8), '返回')
  }
})

// RFC 6229 §2, key of 128 bits 0102…10, and RC4-drop as a later part of the stream.
test('RC4: RFC 6229', async () => {
  const parts = { key: hex('0102030405060708090a0b0c0d0e0f10'), iv: none, aad: none, tagBytes: 0 }
  assert.equal(toHex(await toRc4Spec(16, 0).encrypt(new Uint8Array(16), parts)), '9ac7cc9a609d1ef7b2932899cde41b97')
  const long = await toRc4Spec(16, 0).encrypt(new Uint8Array(784), parts)
  assert.deepEqual(await toRc4Spec(16, 768).encrypt(new Uint8Array(16), parts), long.slice(768))
})

test('a ciphertext of few characters that is hex and Base64 is told, one of both cases is Base64', async () => {
  const options = { keySource: 'key', key: 'Key', direction: 'decrypt', plainFormat: 'hex' } as const
  const read = (text: string, cipherFormat: 'auto' | 'base64' | 'hex' = 'auto') => askRc4({ ...options, text, cipherFormat })
  const [asHex, asBase64] = [await read('abcd', 'hex'), await read('aBcD', 'base64')]
  assert.deepEqual([asHex.sizeBytes, asHex.notes], [2, []])
  const unclear = await read('abcd')
  assert.equal(unclear.text, asHex.text)
  assert.match(unclear.notes.join(), /read as hex; these characters are Base64, too/)
  const mixed = await read('aBcD')
  assert.deepEqual([mixed.text, mixed.notes], [asBase64.text, []])
  assert.deepEqual((await read('ABCDEF012345')).notes, [])
})

test('every AES mode opens what it sealed', async () => {
  for (const mode of AES_MODE_NAMES)
    for (const keyBits of [128, 192, 256] as const)
      await fc.assert(
        fc.asyncProperty(
          fc.string({ unit: 'grapheme' }),
          fc.constantFrom('last', 'first'),
          fc.constantFrom('first', 'last'),
          async (text, tagPlace, ivPlace) => {
            const key = toHex(Uint8Array.from({ length: toKeyBytes(mode, keyBits) }, (_, i) => i))
            const common = { mode, key, keyFormat: 'hex', keyBits, aad: 'a', tagPlace, ivPlace, plainFormat: 'text' } as const
            const sealed = await askAes({ ...common, text })
            if (!sealed.sizeBytes) return
            assert.equal((await askAes({ ...common, text: sealed.text, direction: 'decrypt' })).text, text)
          },
        ),
        { numRuns: 8 },
      )
})

test('every padding comes off again', async () => {
  for (const padding of ['pkcs7', 'iso7816', 'iso10126', 'x923'] as const)
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 40 }), async (bytes) => {
        const common = { key: toHex(KEY), keyFormat: 'hex', iv: toHex(IV), padding, plainFormat: 'hex' } as const
        const sealed = await askAes({ ...common, text: toHex(bytes) })
        assert.equal((await askAes({ ...common, text: sealed.text, direction: 'decrypt' })).text, toHex(bytes))
      }),
      { numRuns: 40 },
    )
})

test('a file is sealed and opened, byte for byte', async () => {
  const content = Uint8Array.from({ length: 100_001 }, (_, i) => (i * 7919) & 0xff)
  const common = { mode: 'gcm', keySource: 'scrypt', key: 'pass' } as const
  const sealed = await askAes({ ...common, file: new File([content], 'a.bin') })
  assert.equal(sealed.file instanceof File && sealed.file.name, 'a.bin.enc')
  const opened = await askAes({ ...common, file: sealed.file, direction: 'decrypt' })
  assert.deepEqual(new Uint8Array((await opened.file?.arrayBuffer()) ?? new ArrayBuffer()), content)
})

const FAILURES = [
  [
    'bad padding',
    { key: 'wrong wrong wrong wrong wrong 32', text: 'AAECAwQFBgcICQoLDA0ODw==', iv: '00'.repeat(16) },
    /does not end in PKCS#7 padding/,
  ],
  [
    'bad length',
    { key: '00'.repeat(16), keyFormat: 'hex', text: 'AAEC', cipherFormat: 'base64', iv: '00'.repeat(16) },
    /3 bytes, not a multiple of 16/,
  ],
  [
    'wrong tag',
    { mode: 'gcm', key: '00'.repeat(16), keyFormat: 'hex', text: '00'.repeat(20), iv: '00'.repeat(12) },
    /authentication tag does not match/,
  ],
  [
    'bad encoding',
    { key: '00'.repeat(16), keyFormat: 'hex', text: 'AA?=', iv: '00'.repeat(16) },
    /“\?” \(U\+003F\) at line 1, column 3/,
  ],
  ['key size', { key: 'short', text: 'AAEC', iv: '00'.repeat(16) }, /key: expected 16, 24, 32 bytes .*got 5 bytes/],
  [
    'a key of hex digits',
    { key: '0f'.repeat(32), text: 'AAEC' },
    /key: expected 16, 24, 32 bytes \(read as “Hex” it has 32: choose that format\)/,
  ],
  ['a key in Base64', { key: `${'A'.repeat(43)}=`, text: 'AAEC' }, /as “Base64” it has 32/],
  [
    'an iv of digits',
    { key: '00'.repeat(16), keyFormat: 'hex', text: 'AAEC', iv: '0123456789abcdef' },
    /iv: expected 16 bytes \(read as “Text \(UTF-8\)” it has 16/,
  ],
  [
    'an iv of letters',
    { key: '00'.repeat(16), keyFormat: 'hex', text: 'AAEC', iv: 'abcdefghijklmnop' },
    /iv: expected hexadecimal digits \(read as “Text \(UTF-8\)” it has 16/,
  ],
  ['iv size', { key: '00'.repeat(16), keyFormat: 'hex', text: 'AAEC', iv: '00' }, /iv: expected 16 bytes, got 1 byte$/],
  [
    'too short',
    { mode: 'gcm', key: '00'.repeat(16), keyFormat: 'hex', text: 'AAEC', cipherFormat: 'base64', iv: '00'.repeat(12) },
    /3 bytes, but salt, IV and tag alone take 16/,
  ],
  ['no passphrase', { keySource: 'pbkdf2', text: 'AAEC' }, /key: expected a passphrase/],
] as const
for (const [name, input, message] of FAILURES)
  test(`told apart: ${name}`, async () => assert.rejects(askAes({ ...input, direction: 'decrypt' }), message))

test('a lone surrogate is an error, not U+FFFD', async () => {
  await assert.rejects(askAes({ text: 'a\ud83d', key: '00'.repeat(16), keyFormat: 'hex' }), /paired surrogates/)
})

test('weak keys and parity are noticed', async () => {
  const weak = await askDes({ text: 'a', key: '0101010101010101', keyFormat: 'hex', mode: 'ecb' })
  assert.match(weak.notes.join(' '), /four weak keys/)
  const half = await askDes({ text: 'a', key: 'fe01fe01fe01fe01', keyFormat: 'hex' })
  assert.match(half.notes.join(' '), /semi-weak/)
  const even = await askDes({ text: 'a', key: '0000000000000000', keyFormat: 'hex' })
  assert.match(even.notes.join(' '), /parity/)
  const twice = await askDes({
    text: 'a',
    kind: 'ede3',
    key: '0123456789abcdef0123456789abcdef1032547698badcfe',
    keyFormat: 'hex',
  })
  assert.match(twice.notes.join(' '), /first two keys are equal/)
})

test('Argon2 asks for a salt', () =>
  assert.rejects(
    askDes({ text: 'x', key: 'pass', keySource: 'argon2', salted: false }),
    ({ key, details }: AppError) => key === 'bad_input' && details['field'] === 'salt',
  ))
