import assert from 'node:assert/strict'
import { createPublicKey, getCurves } from 'node:crypto'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
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
  await assert.rejects(ask({ action: 'decrypt', text, privateKey }), /C3 does not fit/)
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
