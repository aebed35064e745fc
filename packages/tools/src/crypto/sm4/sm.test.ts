import assert from 'node:assert/strict'
import { createCipheriv, createPublicKey, getCurves } from 'node:crypto'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import { createAesBlock } from '../../lib/block-ciphers/block.ts'
import { decryptGcmBlocks, encryptGcmBlocks } from '../cipher/gcm.ts'
import { runOpenssl, skipReason } from '../cipher/openssl.testing.ts'
import { toSm4Spec } from '../cipher/sm4.ts'
import sm2 from '../sm2/tool.ts'

type Answer = { text: string; publicKey: string; privateKey: string; verdict?: string }
const host = createTestHost({ random: (size) => crypto.getRandomValues(new Uint8Array(size)) })
const ask = (input: object) => answerTool(sm2, input, host) as Promise<Answer>
const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')
const none = new Uint8Array(0)

test('SM4: the block of GB/T 32907 §A.1', async () => {
  const block = Uint8Array.from(Buffer.from('0123456789abcdeffedcba9876543210', 'hex'))
  const parts = { key: block, iv: none, aad: none, tagBytes: 0 }
  assert.equal(toHex(await toSm4Spec('ecb').encrypt(block, parts)), '681edf34d206965e86b3e94f536e4246')
})

for (const mode of ['cbc', 'ecb', 'ctr', 'cfb', 'ofb'] as const)
  test(`openssl agrees: sm4-${mode}`, { skip: skipReason }, async () => {
    const spec = toSm4Spec(mode)
    const data = Uint8Array.from({ length: spec.blockBytes ? 64 : 77 }, (_, i) => i * 7)
    const parts = {
      key: Uint8Array.from({ length: 16 }, (_, i) => i),
      iv: new Uint8Array(spec.ivBytes).fill(0xff),
      aad: none,
      tagBytes: 0,
    }
    const args = [
      `-sm4-${mode}`,
      '-K',
      toHex(parts.key),
      ...(spec.ivBytes ? ['-iv', toHex(parts.iv)] : []),
      ...(spec.blockBytes ? ['-nopad'] : []),
    ]
    const sealed = await spec.encrypt(data, parts)
    assert.equal(toHex(sealed), runOpenssl(args, data).toString('hex'))
    assert.deepEqual(await spec.decrypt(sealed, parts), data)
  })

const RFC_8998 = {
  key: Buffer.from('0123456789abcdeffedcba9876543210', 'hex'),
  iv: Buffer.from('00001234567800000000abcd', 'hex'),
  aad: Buffer.from('feedfacedeadbeeffeedfacedeadbeefabaddad2', 'hex'),
  plain: Buffer.from([0xaa, 0xbb, 0xcc, 0xdd, 0xee, 0xff, 0xee, 0xaa].flatMap((byte) => Array<number>(8).fill(byte))),
}

for (const [mode, sealed] of [
  [
    'gcm',
    '17f399f08c67d5ee19d0dc9969c4bb7d5fd46fd3756489069157b282bb200735d82710ca5c22f0ccfa7cbf93d496ac15a56834cbcf98c397b4024a2691233b8d83de3541e4c2b58177e065a9bf7b62ec',
  ],
  [
    'ccm',
    '48af93501fa62adbcd414cce6034d895dda1bf8f132f042098661572e7483094fd12e518ce062c98acee28d95df4416bed31a2f04476c18bb40c84a74b97dc5b16842d4fa186f56ab33256971fa110f4',
  ],
] as const)
  test(`SM4-${mode.toUpperCase()}: RFC 8998 appendix A`, async () => {
    const [key, iv, aad, plain] = [RFC_8998.key, RFC_8998.iv, RFC_8998.aad, RFC_8998.plain].map((part) => Uint8Array.from(part))
    const parts = { key: key!, iv: iv!, aad: aad!, tagBytes: 16 }
    const spec = toSm4Spec(mode)
    assert.equal(toHex(await spec.encrypt(plain!, parts)), sealed)
    const whole = Uint8Array.from(Buffer.from(sealed, 'hex'))
    assert.deepEqual(await spec.decrypt(whole, parts), plain)
    whole[5]! ^= 1
    await assert.rejects(async () => spec.decrypt(whole, parts), { key: 'wrong_key' })
  })

test('GCM over blocks is that of Node for AES, with nonces, data and tags of any length', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ minLength: 1, maxLength: 40 }),
      fc.uint8Array({ maxLength: 70 }),
      fc.uint8Array({ maxLength: 40 }),
      fc.constantFrom(16, 12, 4),
      async (iv, data, aad, tagBytes) => {
        const key = Uint8Array.from({ length: 16 }, (_, i) => i)
        const theirs = createCipheriv('aes-128-gcm', key, iv, { authTagLength: tagBytes }).setAAD(aad)
        const sealed = Buffer.concat([theirs.update(data), theirs.final(), theirs.getAuthTag()])
        const options = { block: await createAesBlock(key), iv, aad, tagBytes }
        assert.equal(toHex(await encryptGcmBlocks(data, options)), sealed.toString('hex'))
        assert.deepEqual(await decryptGcmBlocks(sealed, options), Uint8Array.from(data))
      },
    ),
    { numRuns: 60 },
  )
})

test('SM2: what was sealed opens, in both orders and in ASN.1', async () => {
  const { publicKey, privateKey } = await ask({ action: 'keys' })
  for (const order of ['c1c3c2', 'c1c2c3'])
    for (const asn1 of [false, true])
      await fc.assert(
        fc.asyncProperty(
          fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).filter((text) => !/\p{Cc}/u.test(text)),
          async (text) => {
            const sealed = await ask({ action: 'encrypt', text, publicKey, order, asn1 })
            assert.equal((await ask({ action: 'decrypt', text: sealed.text, privateKey, order, asn1 })).text, text)
          },
        ),
        { numRuns: 5 },
      )
})

test('SM2: two key pairs are two', async () => {
  const [a, b] = [await ask({ action: 'keys' }), await ask({ action: 'keys' })]
  assert.notEqual(a.privateKey, b.privateKey)
  assert.match(a.privateKey, /^[0-9a-f]{64}$/)
  assert.match(a.publicKey, /^04[0-9a-f]{128}$/)
})

// The key pair of GB/T 32918.5 §A.2.
test('SM2: the public key of the standard’s example', async () => {
  const privateKey = '3945208f7b2144b13f36e38ac6d39f95889393692860b51a42fb81ef4df7c5b8'
  assert.equal(
    (await ask({ action: 'sign', text: 'a', privateKey })).publicKey,
    '0409f9df311e5421a150dd7d161e4bc5c672179fad1833fc076bb08ff356f35020ccea490ce26775a52dc6ea718cc1aa600aed05fbf35e084a6632f6072da9ad13',
  )
})

test('SM2: another key does not open it', async () => {
  const { publicKey } = await ask({ action: 'keys' })
  const { privateKey } = await ask({ action: 'keys' })
  const { text } = await ask({ action: 'encrypt', text: 'hello', publicKey })
  await assert.rejects(ask({ action: 'decrypt', text, privateKey }), /C3 does not match/)
})

test('SM2: signatures hold for the text and the key only', async () => {
  const { publicKey, privateKey } = await ask({ action: 'keys' })
  const { text: signature } = await ask({ action: 'sign', text: '中文', privateKey })
  assert.equal((await ask({ action: 'verify', text: '中文', publicKey, signature })).verdict, 'valid')
  assert.equal((await ask({ action: 'verify', text: '中文!', publicKey, signature })).verdict, 'invalid')
  await assert.rejects(ask({ action: 'verify', text: 'a', publicKey: '04', signature }), /a point of the SM2 curve/)
})

test(
  'SM2: keys have their parts on the curve that OpenSSL knows',
  { skip: getCurves().includes('SM2') ? false : 'OpenSSL without SM2' },
  async () => {
    const { publicKey } = await ask({ action: 'keys' })
    // SubjectPublicKeyInfo of an EC key on 1.2.156.10197.1.301 (GB/T 35276 §7).
    const der = Buffer.from(`3059301306072a8648ce3d020106082a811ccf5501822d034200${publicKey}`, 'hex')
    assert.equal(createPublicKey({ key: der, format: 'der', type: 'spki' }).type, 'public')
  },
)
