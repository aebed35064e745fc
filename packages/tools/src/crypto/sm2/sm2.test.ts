import assert from 'node:assert/strict'
import { createPrivateKey, createPublicKey, getCurves } from 'node:crypto'
import { test } from 'node:test'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import tool from './tool.ts'

type Answer = { text?: string; publicKey?: string; privateKey?: string; verdict?: string }
const ask = (input: object) => answerTool(tool, input, createTestHost()) as Promise<Answer>

// The key pair of GB/T 32918.5 §A.2, as `openssl pkcs8 -topk8` and `openssl pkey -pubout` write it.
const privateKey = '3945208f7b2144b13f36e38ac6d39f95889393692860b51a42fb81ef4df7c5b8'
const publicKey =
  '0409f9df311e5421a150dd7d161e4bc5c672179fad1833fc076bb08ff356f35020ccea490ce26775a52dc6ea718cc1aa600aed05fbf35e084a6632f6072da9ad13'
const PRIVATE_PEM = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqBHM9VAYItBG0wawIBAQQgOUUgj3shRLE/NuOK
xtOflYiTk2koYLUaQvuB7033xbihRANCAAQJ+d8xHlQhoVDdfRYeS8XGchefrRgz
/AdrsI/zVvNQIMzqSQziZ3WlLcbqcYzBqmAK7QX7814ISmYy9gctqa0T
-----END PRIVATE KEY-----`
const PUBLIC_PEM = `-----BEGIN PUBLIC KEY-----
MFkwEwYHKoZIzj0CAQYIKoEcz1UBgi0DQgAECfnfMR5UIaFQ3X0WHkvFxnIXn60Y
M/wHa7CP81bzUCDM6kkM4md1pS3G6nGMwapgCu0F+/NeCEpmMvYHLamtEw==
-----END PUBLIC KEY-----`

// Made by OpenSSL 3.0: `pkeyutl -encrypt`, and `pkeyutl -sign -rawin -digest sm3 -pkeyopt distid:…`.
const TEXT = 'message 中文'
const SEALED =
  '30780221009329384a32e3336a230ac29a5aa8a91053180ad052bf143ace96fbb1bbdd153f022100e3a77ce20de5fbc8d1b3ba73a31d949efbe4e010e82a32898eae7aae35bd39b504204a748d0be9a74faecbde1cf85fa7c5bdfb0a229f61a96357902e286a83125492040ecffe9b4cdf8194a69774307b48a4'
const SIGNATURES = {
  '1234567812345678':
    '304502205e10ea54243fb7e9aadf811dbca008784d4ba1604871cd1da8ad3438e9210d64022100fffc3787963bf2594095f3c6c03213660055d18a52f9575f172a9c4ab16d2d07',
  'ALICE123@YAHOO.COM':
    '3045022100c242a0ee5cfbf55d97a27b15877428055e82f46dc23e729018fd382ebc93bfe5022031bddda9ecdea7357b3da294dbe9f066569c88132c73de7e32c839715a7e17a7',
}

for (const key of [privateKey, PRIVATE_PEM, PRIVATE_PEM.replaceAll('\n', ' ')])
  test(`what OpenSSL sealed opens with ${key.length} characters of key`, async () => {
    assert.equal((await ask({ action: 'decrypt', text: SEALED, privateKey: key })).text, TEXT)
    assert.equal((await ask({ action: 'decrypt', text: SEALED, privateKey: key, asn1: true })).text, TEXT)
  })

for (const [userId, signature] of Object.entries(SIGNATURES))
  test(`what OpenSSL signed as ${userId} is valid, and for nobody else`, async () => {
    const verify = (input: object) => ask({ action: 'verify', text: TEXT, publicKey: PUBLIC_PEM, signature, ...input })
    assert.deepEqual(await verify({ userId }), { verdict: 'valid' })
    assert.deepEqual(await verify({ userId: 'someone else' }), { verdict: 'invalid' })
  })

for (const [name, input] of [
  ['nothing', { text: '' }],
  ['bytes', { text: '00ff', textFormat: 'hex' }],
  ['a text, as DER and by another name', { text: TEXT, userId: 'ALICE123@YAHOO.COM', asn1: true }],
] as const)
  test(`what is signed is valid: ${name}`, async () => {
    const { text: signature } = await ask({ ...input, action: 'sign', privateKey })
    assert.deepEqual(await ask({ ...input, action: 'verify', publicKey, signature }), { verdict: 'valid' })
  })

test('a key pair says each key once', async () => {
  assert.deepEqual(Object.keys(await ask({ action: 'keys' })), ['publicKey', 'privateKey'])
})

test(
  'node:crypto reads the same keys out of the PEM',
  { skip: getCurves().includes('SM2') ? false : 'OpenSSL without SM2' },
  () => {
    const hex = createPublicKey(PUBLIC_PEM).export({ format: 'der', type: 'spki' }).toString('hex')
    assert.ok(hex.endsWith(publicKey))
    assert.ok(createPrivateKey(PRIVATE_PEM).export({ format: 'der', type: 'pkcs8' }).toString('hex').includes(privateKey))
  },
)

for (const [name, input, reason] of [
  [
    'a private key of nothing',
    { action: 'sign', text: 'a', privateKey: '0'.repeat(64) },
    /privateKey: expected 64 hex digits from 1/,
  ],
  ['a private key above the order', { action: 'sign', text: 'a', privateKey: 'f'.repeat(64) }, /got a number out of range/],
  ['a signature of two bytes', { action: 'verify', text: 'a', publicKey, signature: 'abcd' }, /signature: expected 64 bytes/],
  ['no text', { action: 'encrypt', text: '', publicKey }, /text: expected at least one byte/],
  [
    'the public key as private',
    { action: 'sign', text: 'a', privateKey: PUBLIC_PEM },
    /a private key of the SM2 curve, got PEM: PUBLIC KEY/,
  ],
] as const)
  test(`${name} is refused`, () => assert.rejects(ask(input), reason))

test('numbers of a signature beyond the order make it invalid', async () => {
  for (const digit of ['0', 'f'])
    assert.equal((await ask({ action: 'verify', text: 'a', publicKey, signature: digit.repeat(128) })).verdict, 'invalid')
})

test('a ciphertext too short for its parts is said to be that', async () => {
  const privateKey = '1'.repeat(64)
  await assert.rejects(ask({ action: 'decrypt', text: '04', privateKey }), /at least 97 bytes.*got 1 byte$/)
  await assert.rejects(ask({ action: 'decrypt', text: '0'.repeat(194), privateKey }), /C3 does not match/)
})

test('a point beside the curve is told from digits of the wrong number', async () => {
  await assert.rejects(
    ask({ action: 'encrypt', text: 'x', publicKey: `04${'1'.repeat(128)}` }),
    /got a point that is not on the curve/,
  )
  await assert.rejects(ask({ action: 'encrypt', text: 'x', publicKey: '04' }), /got 2 characters/)
})

test('what is sealed here the library opens, and the other way round, in every form', async () => {
  const { sm2 } = await import('sm-crypto-v2')
  for (const size of [1, 32, 33, 70_000])
    for (const order of ['c1c3c2', 'c1c2c3'] as const)
      for (const asn1 of [false, true]) {
        const text = Buffer.alloc(size, 'message ').toString()
        const mode = order === 'c1c3c2' ? 1 : 0
        const { text: sealed = '' } = await ask({ action: 'encrypt', text, publicKey, order, asn1, format: 'hex' })
        assert.equal(sm2.doDecrypt(sealed, privateKey, mode, { asn1 }), text)
        const theirs = sm2.doEncrypt(text, publicKey, mode, { asn1 })
        assert.equal((await ask({ action: 'decrypt', text: theirs, privateKey, order, asn1 })).text, text)
        assert.equal((await ask({ action: 'decrypt', text: theirs, privateKey, order })).text, text)
        const spoilt = theirs.slice(0, -1) + (theirs.endsWith('0') ? '1' : '0')
        await assert.rejects(ask({ action: 'decrypt', text: spoilt, privateKey, order, asn1 }), { key: 'wrong_key' })
      }
})
