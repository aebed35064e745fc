import assert from 'node:assert/strict'
import {
  constants,
  createCipheriv,
  createHash,
  createHmac,
  diffieHellman,
  generateKeyPairSync,
  pbkdf2Sync,
  publicEncrypt,
  randomBytes,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { test } from 'node:test'
import * as z from 'zod'
import { isAppError, toErrorMessage } from '@octet/core/errors.ts'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import tool from './tool.ts'

const host = createTestHost()
const ask = (input: z.input<typeof tool.input>) => answerTool(tool, input, host) as Promise<z.output<typeof tool.output>>

// RFC 7515 §A.1.
const RFC =
  'eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const RFC_KEY = 'AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow'

test('RFC 7515 §A.1 is valid, and expired', async () => {
  const { verdict, notes, claims } = await ask({ text: RFC, key: RFC_KEY, keyFormat: 'base64' })
  assert.equal(verdict, 'valid')
  assert.match(notes.join(), /Expired at 2011-03-22T18:43:00Z/)
  assert.deepEqual(claims[0], { claim: 'iss', value: 'joe', meaning: 'Issuer' })
})

test('another secret is told', async () => assert.equal((await ask({ text: RFC, key: 'x'.repeat(32) })).verdict, 'invalid'))

for (const [algorithm, bytes] of [
  ['HS256', 32],
  ['HS384', 48],
  ['HS512', 64],
] as const)
  test(`a secret below ${bytes} bytes is told to be short for ${algorithm}`, async () => {
    const text = `${Buffer.from(JSON.stringify({ alg: algorithm })).toString('base64url')}.e30.AAAA`
    const tell = async (key: string, keyFormat: 'text' | 'hex' = 'text') => (await ask({ text, key, keyFormat })).notes.join()
    assert.match(
      await tell('é'.repeat(bytes / 2 - 1)),
      new RegExp(`has ${bytes - 2} bytes; ${algorithm} requires at least ${bytes} `),
    )
    assert.doesNotMatch(await tell('é'.repeat(bytes / 2)), /The secret has/)
  })

test('times ahead are told, and one in milliseconds', async () => {
  const seconds = Date.parse('2030-01-01T00:00:00Z') / 1000
  const tell = async (claims: object) =>
    (await ask({ text: `eyJhbGciOiJub25lIn0.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.` })).notes.slice(1)
  assert.deepEqual(await tell({ nbf: seconds, exp: seconds + 1 }), ['Not valid before 2030-01-01T00:00:00Z'])
  assert.deepEqual(await tell({ nbf: 1, exp: seconds }), [])
  assert.deepEqual(await tell({ exp: seconds * 1000 }), ['“exp” seems to be in milliseconds; the standard requires seconds'])
})

test('a secret without a byte opens and signs nothing', async () => {
  const empty = '{"kty":"oct","k":""}'
  const signed = createHmac('sha256', '').update('eyJhbGciOiJIUzI1NiJ9.e30').digest('base64url')
  for (const input of [{ text: `eyJhbGciOiJIUzI1NiJ9.e30.${signed}` }, { action: 'sign', text: '{}' }] as const)
    await assert.rejects(ask({ ...input, key: empty }), /key: expected a secret, got nothing/)
})

test('padding is told with the part it stands in, and the signature judged', async () => {
  const { verdict, notes } = await ask({ text: `${RFC}=`, key: RFC_KEY, keyFormat: 'base64' })
  assert.equal(verdict, 'valid')
  assert.match(notes[0] ?? '', /^Signature: not Base64url as RFC 7515 §2 asks/)
  assert.match((await ask({ text: 'eyJhbGciOiJub25lIn0=.eyJzdWIiOiIxIn0=.' })).notes.join(), /Header, Payload: not Base64url/)
  assert.doesNotMatch((await ask({ text: RFC })).notes.join(), /Base64url/)
})

for (const [name, input, words] of [
  ['payload', { text: '{"a":1,}' }, ['JSON, line 1, column 8: expected a key', 'JSON 第 1 行第 8 列：此处应为双引号']],
  [
    'header',
    { text: '{}', header: '{"kid" 1}' },
    ['JSON, line 1, column 8: expected “:”', 'JSON 第 1 行第 8 列：此处应为键名后的'],
  ],
  ['payload that is no object', { text: '[1]' }, ['text: expected a JSON object, got [1]', 'text：应为 JSON 对象，收到“[1]”']],
] as const)
  test(`what is wrong with a ${name} to sign is said in both languages`, () =>
    assert.rejects(ask({ action: 'sign', ...input, key: 'k'.repeat(32) }), (error) => {
      assert.ok(isAppError(error))
      for (const [lang, start] of [
        ['en', words[0]],
        ['zh', words[1]],
      ] as const)
        assert.ok(toErrorMessage(error, lang).startsWith(start), toErrorMessage(error, lang))
      return true
    }))

test('of a token the payload is signed anew, under its own header', async () => {
  const [head, body] = [encode('{"alg":"RS256","typ":"at+jwt","kid":"7"}'), encode('{"sub":"中文","exp":1}')]
  for (const text of [`${head}.${body}.AA`, ` Bearer ${head}.${body}.AA`]) {
    const { text: token, notes, header } = await ask({ action: 'sign', text, key: 'k'.repeat(32) })
    assert.deepEqual(JSON.parse(header), { alg: 'HS256', typ: 'at+jwt', kid: '7' })
    const signed = token.split('.').slice(0, 2).join('.')
    assert.equal(signed.split('.')[1], body)
    assert.equal(token.split('.')[2], createHmac('sha256', 'k'.repeat(32)).update(signed).digest('base64url'))
    assert.match(notes[0] ?? '', /payload was signed anew/)
  }
})

test('a payload that is to be read is told to be one to sign', async () =>
  assert.rejects(ask({ text: '{"sub":"1","exp":1}' }), { message: /choose “Sign”/ }))

for (const [text, said] of [
  ['a.b.c', /^text: expected a token whose header is Base64url \(more characters.*\), got the end of the text$/],
  ['www.exämple.com', /^text: expected a token whose header is /],
  ['eyJhbGciOiJub25lIn0.a.', /^text: expected a token whose payload is Base64url \(more characters/],
] as const)
  test(`of ${text} the part that is no Base64url is named`, () => assert.rejects(ask({ text }), { message: said }))

test('a changed payload is told', async () => {
  const [head, , signature] = RFC.split('.')
  assert.equal(
    (
      await ask({
        text: `${head}.${Buffer.from('{"iss":"eve"}').toString('base64url')}.${signature}`,
        key: RFC_KEY,
        keyFormat: 'base64',
      })
    ).verdict,
    'invalid',
  )
})

test('without a key nothing is checked, and none is warned of', async () => {
  const { verdict, notes } = await ask({ text: 'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.' })
  assert.equal(verdict, 'unchecked')
  assert.match(notes.join(), /anyone could have written/)
})

test('HS256 is that of the platform', async () => {
  const key = 'a secret of at least thirty-two bytes'
  const { text } = await ask({ action: 'sign', text: '{"a":"中"}', key })
  const [head, body, signature] = text.split('.')
  assert.equal(signature, createHmac('sha256', key).update(`${head}.${body}`).digest('base64url'))
})

for (const [algorithm, hash] of [
  ['HS256', 'sha256'],
  ['HS384', 'sha384'],
  ['HS512', 'sha512'],
] as const)
  test(`${algorithm} is signed and checked on pages without Web Crypto`, async (context) => {
    context.mock.getter(Object.getPrototypeOf(crypto), 'subtle', () => undefined)
    const key = '{ a secret that only looks like JSON, of at least sixty-four bytes }'
    const { text } = await ask({ action: 'sign', algorithm, text: '{"a":1}', key })
    const [head, body, signature] = text.split('.')
    assert.equal(signature, createHmac(hash, key).update(`${head}.${body}`).digest('base64url'))
    assert.equal((await ask({ text, key })).verdict, 'valid')
    assert.equal((await ask({ text: `${head}.${body}.${signature?.slice(0, -4)}`, key })).verdict, 'invalid')
  })

const critical: [string, object, RegExp][] = [
  [
    'an unknown extension',
    { crit: ['b64', 'exp2'], b64: true, exp2: 1 },
    /crit: exp2.*must support \(crit\); supported here is b64/,
  ],
  ['what the standard defines', { crit: ['kid'], kid: '1' }, /crit: kid.*may not name what the standard/],
  ['an extension that is not there', { crit: ['b64'] }, /the header does not have/],
  ['an empty list', { crit: [] }, /a list of different names/],
  ['a name twice', { crit: ['b64', 'b64'], b64: true }, /a list of different names/],
  ['a text', { crit: 'b64', b64: true }, /a list of different names/],
  ['b64 without crit', { b64: false }, /has to name b64 in crit/],
  ['b64 that is no switch', { crit: ['b64'], b64: 'false' }, /b64 has to be true or false/],
]
for (const [name, fields, expected] of critical)
  test(`a token with ${name} is refused when it is verified, and read without a key`, async () => {
    const text = `${encode(JSON.stringify({ alg: 'HS256', ...fields }))}.e30.AA`
    await assert.rejects(ask({ text, key: 'x'.repeat(32) }), expected)
    assert.deepEqual(JSON.parse((await ask({ text })).payload), {})
  })

test('an extension that is understood is no obstacle', async () => {
  const key = 'x'.repeat(32)
  const { text } = await ask({ action: 'sign', text: '{"a":1}', key, header: '{"b64":true,"crit":["b64"]}' })
  assert.equal((await ask({ text, key })).verdict, 'valid')
})

/** RFC 7797 §4. */
const RAW_KEY = '{"kty":"oct","k":"AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow"}'
const RAW = {
  protected: 'eyJhbGciOiJIUzI1NiIsImI2NCI6ZmFsc2UsImNyaXQiOlsiYjY0Il19',
  payload: '$.02',
  signature: 'A5dxf2s96_n5FLueVuW1Z_vh161FwXZC4YLPff6dmDY',
}

test('a payload that is not encoded is verified as it is (RFC 7797 §4.2)', async () => {
  const { verdict, payload, notes } = await ask({ text: JSON.stringify(RAW), key: RAW_KEY })
  assert.deepEqual([verdict, payload], ['valid', '$.02'])
  assert.match(notes.join(), /b64: false, RFC 7797/)
  const changed = await ask({ text: JSON.stringify({ ...RAW, payload: '$.03' }), key: RAW_KEY })
  assert.equal(changed.verdict, 'invalid')
  const detached = await ask({ text: `${RAW.protected}..${RAW.signature}`, key: RAW_KEY })
  assert.equal(detached.verdict, 'invalid')
  assert.match(detached.notes.join(), /put it between the two dots/)
})

test('a payload that is not encoded is signed as it is, unless it has dots', async () => {
  const key = 'a secret of at least thirty-two bytes'
  const header = '{"b64":false,"crit":["b64"]}'
  const { text } = await ask({ action: 'sign', text: '{"a": "中"}', key, header })
  const [head, body, signature] = text.split('.')
  assert.equal(body, '{"a": "中"}')
  assert.equal(signature, createHmac('sha256', key).update(`${head}.${body}`).digest('base64url'))
  const again = await ask({ text, key })
  assert.deepEqual([again.verdict, JSON.parse(again.payload)], ['valid', { a: '中' }])
  await assert.rejects(ask({ action: 'sign', text: '{"a":1.5}', key, header }), /a payload without dots/)
})

test('numbers keep their digits, repeated names are told, escapes are read', async () => {
  const part = (text: string) => Buffer.from(text).toString('base64url')
  const payload = '{"id":12345678901234567890,"x":1.0,"n":"\\u4e2d","exp":4e9,"id":2,"l":[1e400]}'
  const { payload: shown, claims, notes } = await ask({ text: `${part('{"alg":"HS256"}')}.${part(payload)}.AA` })
  assert.deepEqual(shown.replaceAll(/\s/g, ''), payload.replace('\\u4e2d', '中'))
  assert.deepEqual(
    claims.map(({ claim, value }) => `${claim}=${value}`),
    ['id=12345678901234567890', 'x=1.0', 'n=中', 'exp=2096-10-02T07:06:40Z (4e9)', 'id=2', 'l=[1e400]'],
  )
  assert.match(notes.join(), /^id: appears more than once/)
})

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pairs = {
  RS256: rsa,
  RS384: rsa,
  RS512: rsa,
  PS256: rsa,
  PS384: rsa,
  PS512: rsa,
  ES256: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  ES384: generateKeyPairSync('ec', { namedCurve: 'P-384' }),
  ES512: generateKeyPairSync('ec', { namedCurve: 'P-521' }),
  ES256K: generateKeyPairSync('ec', { namedCurve: 'secp256k1' }),
  EdDSA: generateKeyPairSync('ed25519'),
  // RFC 9864
  Ed25519: generateKeyPairSync('ed25519'),
  Ed448: generateKeyPairSync('ed448'),
} as const
type PairAlgorithm = keyof typeof pairs

/** What Node asks for to sign and verify as the algorithm has it. */
function toNodeOptions(algorithm: PairAlgorithm, key: KeyObject) {
  if (algorithm.startsWith('PS'))
    return { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
  return algorithm.startsWith('ES') ? { key, dsaEncoding: 'ieee-p1363' as const } : { key }
}
const toNodeHash = (algorithm: string) => (algorithm.startsWith('Ed') ? null : `sha${algorithm.slice(2, 5)}`)
const encode = (text: string) => Buffer.from(text).toString('base64url')

function signByNode(algorithm: PairAlgorithm, header: object = {}, saltLength?: number): string {
  const signed = `${encode(JSON.stringify({ alg: algorithm, ...header }))}.${encode('{"a":1}')}`
  const options = {
    ...toNodeOptions(algorithm, pairs[algorithm].privateKey),
    ...(saltLength === undefined ? {} : { saltLength }),
  }
  return `${signed}.${sign(toNodeHash(algorithm), Buffer.from(signed), options).toString('base64url')}`
}
const toPem = (key: KeyObject) => key.export({ type: key.type === 'private' ? 'pkcs8' : 'spki', format: 'pem' }).toString()

for (const algorithm of Object.keys(pairs) as PairAlgorithm[]) {
  const { privateKey, publicKey } = pairs[algorithm]
  test(`${algorithm} is signed on pages without Web Crypto as Node verifies it`, async (context) => {
    context.mock.getter(Object.getPrototypeOf(crypto), 'subtle', () => undefined)
    for (const key of [toPem(privateKey), JSON.stringify(privateKey.export({ format: 'jwk' }))]) {
      const { text, verdict } = await ask({ action: 'sign', text: '{"a":"中"}', algorithm, key })
      const [head, body, signature = ''] = text.split('.')
      const bytes = Buffer.from(signature, 'base64url')
      assert.ok(verify(toNodeHash(algorithm), Buffer.from(`${head}.${body}`), toNodeOptions(algorithm, publicKey), bytes))
      assert.equal(verdict, 'signed')
    }
  })

  test(`${algorithm} of Node is valid with either half, and nothing else is`, async (context) => {
    context.mock.getter(Object.getPrototypeOf(crypto), 'subtle', () => undefined)
    const text = signByNode(algorithm)
    for (const key of [toPem(publicKey), toPem(privateKey), JSON.stringify(publicKey.export({ format: 'jwk' }))])
      assert.equal((await ask({ text, key })).verdict, 'valid')
    const [head, , signature] = text.split('.')
    assert.equal((await ask({ text: `${head}.${encode('{"a":2}')}.${signature}`, key: toPem(publicKey) })).verdict, 'invalid')
    assert.equal((await ask({ text: text.slice(0, -4), key: toPem(publicKey) })).verdict, 'invalid')
    assert.equal((await ask({ text: `${head}.${encode('{"a":1}')}.`, key: toPem(publicKey) })).verdict, 'invalid')
  })
}

for (const [algorithm, type] of [
  ['RS256', 'pkcs1'],
  ['ES256', 'sec1'],
] as const)
  test(`${algorithm}: keys in the old form ${type} are read`, async () => {
    const { privateKey, publicKey } = pairs[algorithm]
    const key = (privateKey as KeyObject).export({ type, format: 'pem' }).toString()
    const { text } = await ask({ action: 'sign', text: '{"a":1}', algorithm, key })
    const open = (publicKey as KeyObject).export({ type: type === 'pkcs1' ? type : 'spki', format: 'pem' }).toString()
    assert.equal((await ask({ text, key: open })).verdict, 'valid')
  })

test('a locked key signs with its passphrase', async () => {
  const options = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'abc' } as const
  const key = pairs.ES256.privateKey.export(options).toString()
  const input = { action: 'sign', text: '{"a":1}', algorithm: 'ES256', key } as const
  const { text } = await ask({ ...input, passphrase: 'abc' })
  assert.equal((await ask({ text, key: toPem(pairs.ES256.publicKey) })).verdict, 'valid')
  await assert.rejects(ask({ ...input, passphrase: 'x' }), /the passphrase does not open/)
})

test('of a set the keys that fit are tried, those of the same kid first', async () => {
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey
  const jwk = (key: KeyObject, more: object) => ({ ...key.export({ format: 'jwk' }), ...more })
  const { publicKey } = pairs.ES256
  const set = (...keys: object[]) => JSON.stringify({ keys })
  const ours = jwk(publicKey, { kid: 'a' })
  const foreign = jwk(other, { kid: 'b' })
  const verdictOf = async (header: object, key: string) => (await ask({ text: signByNode('ES256', header), key })).verdict
  assert.equal(await verdictOf({}, set(jwk(rsa.publicKey, {}), foreign, ours)), 'valid')
  assert.equal(await verdictOf({ kid: 'a' }, set(foreign, ours)), 'valid')
  assert.equal(await verdictOf({ kid: 'b' }, set(foreign, ours)), 'invalid')
  assert.equal(await verdictOf({ kid: 'c' }, set(foreign, ours)), 'valid')
})

test('a signature in another form, or with another salt, is not valid, and why is told', async () => {
  const { privateKey, publicKey } = pairs.ES256
  const signed = `${encode('{"alg":"ES256"}')}.${encode('{}')}`
  const der = sign('sha256', Buffer.from(signed), privateKey).toString('base64url')
  const asDer = await ask({ text: `${signed}.${der}`, key: toPem(publicKey) })
  assert.equal(asDer.verdict, 'invalid')
  assert.match(asDer.notes.join(), /signature is DER/)
  const salted = await ask({ text: signByNode('PS256', {}, 20), key: toPem(rsa.publicKey) })
  assert.equal(salted.verdict, 'invalid')
  assert.match(salted.notes.join(), /salt is not as long/)
})

test('an RSA key that is too small for tokens is told', async () => {
  const small = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey
  const { notes } = await ask({ action: 'sign', algorithm: 'RS256', text: '{}', key: toPem(small) })
  assert.match(notes.join(), /1024 bits; tokens require at least 2048/)
})

const wrongKeys = [
  ['ES256', toPem(rsa.privateKey), /key: expected a private key of P-256 for ES256, got RSA 2048 bit/],
  ['ES256', toPem(pairs.ES384.privateKey), /got EC P-384/],
  ['RS256', toPem(rsa.publicKey), /a private key of RSA for RS256, got RSA 2048 bit \(public\)/],
  ['Ed448', toPem(generateKeyPairSync('ed25519').privateKey), /of Ed448 for Ed448, got Ed25519/],
  ['EdDSA', toPem(generateKeyPairSync('x25519').privateKey), /of Ed25519 \/ Ed448 for EdDSA, got X25519/],
  ['PS256', JSON.stringify({ ...rsa.privateKey.export({ format: 'jwk' }), alg: 'RS256' }), /got RSA 2048 bit RS256/],
  ['RS256', '', /key: expected a key/],
  ['RS256', 'secret', /key: expected a key.*another text of 6 characters/],
] as const
for (const [algorithm, key, message] of wrongKeys)
  test(`${algorithm} is not signed with ${key.slice(0, 30) || 'nothing'}: ${message.source.slice(0, 40)}`, () =>
    assert.rejects(ask({ action: 'sign', algorithm, text: '{}', key }), message))

test('an algorithm that is not known is refused by its name', () =>
  assert.rejects(
    ask({ text: `${encode('{"alg":"ES224"}')}.e30.AA`, key: toPem(pairs.ES256.publicKey) }),
    /ES224.*supported are .*EdDSA/,
  ))

test('a byte order mark is not signed', async () => {
  const key = 'a secret of at least thirty-two bytes'
  const plain = await ask({ action: 'sign', text: '{"a":1}', header: '{"kid":"b"}', key })
  const marked = await ask({ action: 'sign', text: '\ufeff{"a":1}', header: '\ufeff{"kid":"b"}', key })
  assert.equal(marked.text, plain.text)
  await assert.rejects(ask({ action: 'sign', text: '\ufeff"a"', key }), /a JSON object/)
})

test('EdDSA is also Ed448', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed448')
  const { text } = await ask({ action: 'sign', algorithm: 'EdDSA', text: '{}', key: toPem(privateKey) })
  const [head, body, signature = ''] = text.split('.')
  assert.ok(verify(null, Buffer.from(`${head}.${body}`), publicKey, Buffer.from(signature, 'base64url')))
  assert.equal((await ask({ text, key: toPem(publicKey) })).verdict, 'valid')
})

const inside = [
  `"${RFC}"`,
  `{"access_token":"${RFC}","token_type":"Bearer"}`,
  `Cookie: theme=dark; session=${RFC}; Path=/`,
  `curl -H 'Authorization: Bearer ${RFC}' https://example.com/`,
  `https://example.com/#id_token=${RFC}&state=1`,
  JSON.stringify({ payload: RFC.split('.')[1], protected: RFC.split('.')[0], signature: RFC.split('.')[2] }),
  JSON.stringify({ payload: RFC.split('.')[1], signatures: [{ protected: RFC.split('.')[0], signature: RFC.split('.')[2] }] }),
]
for (const text of inside)
  test(`the token is found in ${text.slice(0, 24)}…`, async () => {
    const { verdict, token } = await ask({ text, key: RFC_KEY, keyFormat: 'base64' })
    assert.deepEqual([verdict, token], ['valid', RFC])
  })

test('in JSON the header beside the token counts, once', async () => {
  const key = 'x'.repeat(32)
  const [payload, head] = [encode('{"a":1}'), encode('{"typ":"JWT"}')]
  const signature = createHmac('sha256', key).update(`${head}.${payload}`).digest('base64url')
  const token = { payload, protected: head, header: { alg: 'HS256' }, signature }
  const found = await ask({ text: JSON.stringify(token), key })
  assert.deepEqual([found.verdict, JSON.parse(found.header)], ['valid', { typ: 'JWT', alg: 'HS256' }])
  const bare = {
    payload,
    header: { alg: 'HS256' },
    signature: createHmac('sha256', key).update(`.${payload}`).digest('base64url'),
  }
  assert.equal((await ask({ text: JSON.stringify(bare), key })).verdict, 'valid')
  for (const header of [
    { alg: 'HS256', typ: 'x' },
    { alg: 'HS256', crit: ['b64'] },
  ])
    await assert.rejects(ask({ text: JSON.stringify({ ...token, header }), key }), /each name in one of the headers/)
})

test('of several signatures the one that the key has made is told and shown (RFC 7515 §7.2.1)', async () => {
  const [secret, other] = ['x'.repeat(32), 'y'.repeat(64)]
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const payload = encode('{"a":1}')
  const toSigned = (alg: string, make: (signed: string) => Buffer) => {
    const head = encode(JSON.stringify({ alg }))
    return { protected: head, signature: make(`${head}.${payload}`).toString('base64url') }
  }
  const signatures = [
    toSigned('HS256', (signed) => createHmac('sha256', secret).update(signed).digest()),
    toSigned('EdDSA', (signed) => sign(null, Buffer.from(signed), privateKey)),
    toSigned('HS512', (signed) => createHmac('sha512', other).update(signed).digest()),
  ]
  const text = JSON.stringify({ payload, signatures })
  for (const [key, verdict, alg, note] of [
    [secret, 'valid', 'HS256', /3 signatures: this key has made number 1,/],
    [toPem(publicKey), 'valid', 'EdDSA', /this key has made number 2,/],
    [other, 'valid', 'HS512', /this key has made number 3,/],
    ['z'.repeat(64), 'invalid', 'HS256', /3 signatures: number 1 is shown/],
    ['', 'unchecked', 'HS256', /3 signatures: number 1 is shown/],
  ] as const) {
    const found = await ask({ text, key })
    assert.deepEqual([found.verdict, JSON.parse(found.header).alg, found.payload], [verdict, alg, '{\n  "a": 1\n}'])
    assert.match(found.notes.join(), note)
  }
  const rsa = toPem(generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey)
  await assert.rejects(ask({ text, key: rsa }), /shared secret for HS256/)
  const many = JSON.stringify({ payload, signatures: Array(21).fill(signatures[0]) })
  await assert.rejects(ask({ text: many, key: secret }), /at most 20 signatures, got 21/)
})

/** RFC 7516 §A.4: one content for two recipients. */
const SHARED_KEY = '{"kty":"oct","k":"GawgguFyGrWKav7AX4VKUg"}'
const FOR_SEVEN = {
  header: { alg: 'A128KW', kid: '7' },
  encrypted_key: '6KB707dM9YTIgHtLvtgWQ8mKwboJW3of9locizkDTHzBC2IlrT1oOQ',
}
const SEALED = {
  protected: 'eyJlbmMiOiJBMTI4Q0JDLUhTMjU2In0',
  unprotected: { jku: 'https://server.example.com/keys.jwks' },
  iv: 'AxY8DCtDaGlsbGljb3RoZQ',
  ciphertext: 'KDlTtXchhZTGufMYmOYGS4HffxPSUrfmqCHXaI9wOGY',
  tag: 'Mz-VPPyU4RlcuYv1IwIvzw',
}
const OTHER = { header: { alg: 'RSA1_5', kid: '2011-04-29' }, encrypted_key: 'AAAA' }

for (const [name, text] of [
  ['general', { ...SEALED, recipients: [OTHER, FOR_SEVEN] }],
  ['flattened', { ...SEALED, ...FOR_SEVEN }],
] as const)
  test(`an encrypted token in the ${name} form of JSON is opened (RFC 7516 §A.4, §A.5)`, async () => {
    const found = await ask({ text: JSON.stringify(text), key: SHARED_KEY })
    assert.deepEqual([found.verdict, found.payload], ['decrypted', 'Live long and prosper.'])
    const { kid, enc, jku } = JSON.parse(found.header)
    assert.deepEqual([kid, enc, jku], ['7', 'A128CBC-HS256', SEALED.unprotected.jku])
    const locked = await ask({ text: JSON.stringify(text, null, 2) })
    assert.equal(locked.verdict, 'locked')
    assert.match(locked.notes.join(), name === 'general' ? /for 2 recipients/ : /for 1 recipient\./)
    const key = '{"kty":"oct","k":"AAAAAAAAAAAAAAAAAAAAAA"}'
    assert.equal((await ask({ text: JSON.stringify(text), key })).verdict, 'locked')
  })

test('what is protected beside the content has to be as it was (RFC 7516 §5.1)', async () => {
  const [secret, iv] = [Buffer.alloc(16, 7), Buffer.alloc(12, 1)]
  const [head, aad] = [encode('{"alg":"dir","enc":"A128GCM"}'), encode('for whom it concerns')]
  const cipher = createCipheriv('aes-128-gcm', secret, iv).setAAD(Buffer.from(`${head}.${aad}`))
  const content = Buffer.concat([cipher.update('{"a":1}'), cipher.final()])
  const part = (bytes: Buffer) => bytes.toString('base64url')
  const token = { protected: head, aad, iv: part(iv), ciphertext: part(content), tag: part(cipher.getAuthTag()) }
  const options = { key: secret.toString('hex'), keyFormat: 'hex' } as const
  assert.equal((await ask({ text: JSON.stringify(token), ...options })).verdict, 'decrypted')
  const other = { ...token, aad: encode('for anybody') }
  assert.equal((await ask({ text: JSON.stringify(other), ...options })).verdict, 'locked')
})

const broken: [string, object, RegExp][] = [
  ['no recipient', { ...SEALED, recipients: [] }, /1–20 recipients/],
  ['a number for a text', { ...SEALED, ...FOR_SEVEN, iv: 1 }, /texts in Base64url/],
  ['a header that is none', { ...SEALED, header: 'x' }, /a JSON object in the header/],
  [
    'an extension',
    { ...SEALED, ...FOR_SEVEN, protected: encode('{"enc":"A128CBC-HS256","crit":["b64"],"b64":false}') },
    /none is supported here/,
  ],
  ['only recipients of other keys', { ...SEALED, recipients: [OTHER] }, /a symmetric key has no public key/],
]
for (const [name, text, expected] of broken)
  test(`an encrypted token with ${name} is refused`, () =>
    assert.rejects(ask({ text: JSON.stringify(text), key: SHARED_KEY }), expected))

test('a token whose key is agreed on or shared carries no other', async () => {
  const cek = randomBytes(16)
  const [key, keyFormat] = [cek.toString('hex'), 'hex'] as const
  assert.equal((await ask({ text: seal({ alg: 'dir', enc: 'A128GCM' }, { cek }), key, keyFormat })).verdict, 'decrypted')
  const text = seal({ alg: 'dir', enc: 'A128GCM' }, { cek, sealedKey: Buffer.alloc(16) })
  await assert.rejects(ask({ text, key, keyFormat }), /second part has to be empty/)
})

for (const [crv, size] of [
  ['X25519', 32],
  ['X448', 56],
] as const)
  test(`a public key of ${crv} with which every secret is zero is refused in words`, () => {
    const epk = { kty: 'OKP', crv, x: Buffer.alloc(size).toString('base64url') }
    const text = seal({ alg: 'ECDH-ES', enc: 'A128GCM', epk }, { cek: randomBytes(16) })
    const key = toPem((crv === 'X448' ? generateKeyPairSync('x448') : generateKeyPairSync('x25519')).privateKey)
    return assert.rejects(ask({ text, key }), { key: 'unsupported_value' })
  })

test('rounds that are written as a text are none', () => {
  const text = seal({ alg: 'PBES2-HS256+A128KW', enc: 'A128GCM', p2s: 'AAAAAAAAAAA', p2c: '1000' }, { cek: randomBytes(16) })
  return assert.rejects(ask({ text, key: 'x' }), /p2c: 1000/)
})

test('of an encrypted token the header is shown', async () => {
  const { text, header, payload, notes } = await ask({ text: `${encode('{"alg":"dir","enc":"A256GCM"}')}..AA.AA.AA` })
  assert.deepEqual(JSON.parse(header), { alg: 'dir', enc: 'A256GCM' })
  assert.deepEqual([text, payload], [header, ''])
  assert.match(notes.join(), /encrypted \(JWE/)
})

/** RFC 7516 §A.1. */
const OAEP_TOKEN =
  'eyJhbGciOiJSU0EtT0FFUCIsImVuYyI6IkEyNTZHQ00ifQ.OKOawDo13gRp2ojaHV7LFpZcgV7T6DVZKTyKOMTYUmKoTCVJRgckCL9kiMT03JGeipsEdY3mx_etLbbWSrFr05kLzcSr4qKAq7YN7e9jwQRb23nfa6c9d-StnImGyFDbSv04uVuxIp5Zms1gNxKKK2Da14B8S4rzVRltdYwam_lDp5XnZAYpQdb76FdIKLaVmqgfwX7XWRxv2322i-vDxRfqNzo_tETKzpVLzfiwQyeyPGLBIO56YJ7eObdv0je81860ppamavo35UgoRdbYaBcoh9QcfylQr66oc6vFWXRcZ_ZT2LawVCWTIy3brGPi6UklfCpIMfIjf7iGdXKHzg.48V1_ALb6US04U3b.5eym8TW_c8SuK0ltJ3rpYIzOeDQz7TALvtu6UG9oMo4vpzs9tX_EFShS8iB7j6jiSdiwkIr3ajwQzaBtQD_A.XFBoMYUZodetZdvTiFvSkQ'

const wrapKey = (cek: Buffer, kek: Buffer) => {
  const cipher = createCipheriv(`id-aes${8 * kek.length}-wrap`, kek, Buffer.from('a6a6a6a6a6a6a6a6', 'hex'))
  return Buffer.concat([cipher.update(cek), cipher.final()])
}
/** An encrypted token as Node makes it. */
function seal(
  header: Record<string, unknown>,
  { cek, sealedKey = Buffer.alloc(0), plain = '{"sub":"中文"}' }: { cek: Buffer; sealedKey?: Buffer; plain?: string | Buffer },
): string {
  const enc = String(header.enc)
  const [head, text] = [encode(JSON.stringify(header)), Buffer.from(plain)]
  const join = (...parts: Buffer[]) => [head, ...parts.map((part) => part.toString('base64url'))].join('.')
  if (enc.endsWith('GCM')) {
    const iv = randomBytes(12)
    const cipher = createCipheriv(`aes-${8 * cek.length}-gcm` as 'aes-256-gcm', cek, iv).setAAD(Buffer.from(head))
    const sealed = Buffer.concat([cipher.update(text), cipher.final()])
    return join(sealedKey, iv, sealed, cipher.getAuthTag())
  }
  const [iv, half] = [randomBytes(16), cek.length / 2]
  const cipher = createCipheriv(`aes-${4 * cek.length}-cbc`, cek.subarray(half), iv)
  const sealed = Buffer.concat([cipher.update(text), cipher.final()])
  const bits = Buffer.alloc(8)
  bits.writeBigUInt64BE(8n * BigInt(head.length))
  const tag = createHmac(`sha${8 * cek.length}`, cek.subarray(0, half))
    .update(Buffer.concat([Buffer.from(head), iv, sealed, bits]))
    .digest()
  return join(sealedKey, iv, sealed, tag.subarray(0, half))
}
const word = (number: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(number)
  return bytes
}
const concatKdf = (shared: Buffer, name: string, size: number) =>
  Buffer.concat(
    [1, 2].map((round) =>
      createHash('sha256')
        .update(
          Buffer.concat([
            word(round),
            shared,
            word(name.length),
            Buffer.from(name),
            word(5),
            Buffer.from('Alice'),
            word(3),
            Buffer.from('Bob'),
            word(8 * size),
          ]),
        )
        .digest(),
    ),
  ).subarray(0, size)
const pem = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString()
const PLAIN = { sub: '中文' }
const ENCS = { A128GCM: 16, A192GCM: 24, A256GCM: 32, 'A128CBC-HS256': 32, 'A192CBC-HS384': 48, 'A256CBC-HS512': 64 }

for (const [enc, size] of Object.entries(ENCS))
  test(`tokens encrypted by ${enc} are opened with every kind of key, and by no other`, async () => {
    const cek = randomBytes(size)
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const tokens: [token: string, key: string, format: 'hex' | 'text'][] = [
      [seal({ alg: 'dir', enc }, { cek }), cek.toString('hex'), 'hex'],
    ]
    for (const bytes of [16, 24, 32]) {
      const kek = randomBytes(bytes)
      tokens.push([seal({ alg: `A${8 * bytes}KW`, enc }, { cek, sealedKey: wrapKey(cek, kek) }), kek.toString('hex'), 'hex'])
      const iv = randomBytes(12)
      const cipher = createCipheriv(`aes-${8 * bytes}-gcm` as 'aes-256-gcm', kek, iv)
      const sealedKey = Buffer.concat([cipher.update(cek), cipher.final()])
      const header = {
        alg: `A${8 * bytes}GCMKW`,
        enc,
        iv: iv.toString('base64url'),
        tag: cipher.getAuthTag().toString('base64url'),
      }
      tokens.push([seal(header, { cek, sealedKey }), kek.toString('hex'), 'hex'])
      const alg = `PBES2-HS${16 * bytes}+A${8 * bytes}KW`
      const salt = randomBytes(16)
      const made = pbkdf2Sync('pass', Buffer.concat([Buffer.from(`${alg}\0`), salt]), 1000, bytes, `sha${16 * bytes}`)
      tokens.push([
        seal({ alg, enc, p2s: salt.toString('base64url'), p2c: 1000 }, { cek, sealedKey: wrapKey(cek, made) }),
        'pass',
        'text',
      ])
    }
    for (const [alg, hash] of [
      ['RSA-OAEP', 'sha1'],
      ['RSA-OAEP-256', 'sha256'],
      ['RSA-OAEP-512', 'sha512'],
    ] as const) {
      const sealedKey = publicEncrypt({ key: rsa.publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: hash }, cek)
      tokens.push([seal({ alg, enc }, { cek, sealedKey }), pem(rsa.privateKey), 'text'])
    }
    for (const curve of ['P-256', 'P-384', 'P-521', 'x25519', 'x448']) {
      const make = () =>
        curve.startsWith('x') ? generateKeyPairSync(curve as 'x25519') : generateKeyPairSync('ec', { namedCurve: curve })
      const [mine, theirs] = [make(), make()]
      const shared = diffieHellman({ privateKey: theirs.privateKey, publicKey: mine.publicKey })
      const epk = theirs.publicKey.export({ format: 'jwk' })
      const more = { enc, epk, apu: encode('Alice'), apv: encode('Bob') }
      tokens.push([seal({ alg: 'ECDH-ES', ...more }, { cek: concatKdf(shared, enc, size) }), pem(mine.privateKey), 'text'])
      const wrapped = wrapKey(cek, concatKdf(shared, 'ECDH-ES+A256KW', 32))
      tokens.push([seal({ alg: 'ECDH-ES+A256KW', ...more }, { cek, sealedKey: wrapped }), pem(mine.privateKey), 'text'])
    }
    for (const [text, key, keyFormat] of tokens) {
      const found = await ask({ text, key, keyFormat })
      assert.deepEqual([found.verdict, JSON.parse(found.payload)], ['decrypted', PLAIN], found.header)
      assert.match(found.notes[0]!, keyFormat === 'hex' || key === 'pass' ? /has this secret/ : /anyone can encrypt/)
      const changed = text.replace(/[^.](?=[^.]*$)/, (sign) => (sign === 'A' ? 'B' : 'A'))
      assert.equal((await ask({ text: changed, key, keyFormat })).verdict, 'locked', found.header)
    }
  })

test('RFC 7516 §A.1 is not opened by another key; a secret of another size and a public key are refused', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const { verdict, notes } = await ask({ text: OAEP_TOKEN, key: pem(privateKey) })
  assert.deepEqual([verdict, notes.length], ['locked', 1])
  assert.match(notes[0]!, /does not decrypt the token/)
  await assert.rejects(
    ask({ text: OAEP_TOKEN, key: publicKey.export({ type: 'spki', format: 'pem' }).toString() }),
    /a private key of RSA for RSA-OAEP, got RSA 2048 bit \(public\)/,
  )
  const token = seal({ alg: 'dir', enc: 'A256GCM' }, { cek: randomBytes(32) })
  await assert.rejects(ask({ text: token, key: 'short' }), /a secret of 32 bytes for A256GCM.*got 5 bytes/)
  await assert.rejects(
    ask({ text: seal({ alg: 'x', enc: 'A256GCM' }, { cek: randomBytes(32) }), key: 'k' }),
    /supported are dir, A128KW/,
  )
})

test('a compressed token is unpacked, one inside another named', async () => {
  const cek = randomBytes(32)
  const [key, keyFormat] = [cek.toString('hex'), 'hex'] as const
  const packed = seal({ alg: 'dir', enc: 'A256GCM', zip: 'DEF' }, { cek, plain: deflateRawSync('{"exp":1}') })
  const found = await ask({ text: packed, key, keyFormat })
  assert.equal(found.claims[0]?.claim, 'exp')
  assert.match(found.notes.join(), /Expired at 1970-01-01T00:00:01Z/)
  const nested = await ask({ text: seal({ alg: 'dir', enc: 'A256GCM', cty: 'JWT' }, { cek, plain: RFC }), key, keyFormat })
  assert.equal(nested.text, RFC)
  assert.match(nested.notes.join(), /It contains a signed token/)
})

/** RFC 9901 §4.2.1 and §4.2.3: a disclosure of a claim and its digest. */
const FAMILY_NAME = 'WyJfMjZiYzRMVC1hYzZxMktJNmNCVzVlcyIsICJmYW1pbHlfbmFtZSIsICJNw7ZiaXVzIl0'
const FAMILY_DIGEST = 'X9yH0Ajrdm1Oij4tWso9UzzKJvPoDxwmuEcO3XAdRC0'

test('claims that an SD-JWT discloses are checked and put in their places, with the proof of the holder', async () => {
  const digest = (text: string) => createHash('sha256').update(text).digest('base64url')
  const [issuer, holder] = [
    generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  ]
  const make = (payload: unknown, key: KeyObject) => {
    const signed = `${encode('{"alg":"ES256"}')}.${encode(JSON.stringify(payload))}`
    return `${signed}.${sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
  }
  const street = encode('["s1","street","主街 1"]')
  const address = encode(JSON.stringify(['s2', 'address', { city: 'X', _sd: [digest(street)] }]))
  const nation = encode('["s3",12345678901234567890]')
  const payload = {
    sub: 'a',
    _sd_alg: 'sha-256',
    _sd: [FAMILY_DIGEST, digest(address), digest('decoy')],
    nationalities: ['DE', { '...': digest(nation) }, { '...': digest('other') }],
    cnf: { jwk: holder.publicKey.export({ format: 'jwk' }) },
  }
  const bound = `${[make(payload, issuer.privateKey), FAMILY_NAME, address, street, nation].join('~')}~`
  const proof = make({ nonce: 'n', sd_hash: digest(bound) }, holder.privateKey)
  const key = issuer.publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const found = await ask({ text: `${bound}${proof}`, key })
  assert.equal(found.verdict, 'valid')
  const { cnf: _, ...open } = JSON.parse(found.payload) as Record<string, unknown>
  assert.deepEqual(open, {
    sub: 'a',
    nationalities: ['DE', Number('12345678901234567890')],
    family_name: 'Möbius',
    address: { city: 'X', street: '主街 1' },
  })
  assert.deepEqual(
    found.disclosures?.map(({ claim, isIn }) => [claim, isIn]),
    [
      ['family_name', true],
      ['address', true],
      ['street', true],
      ['[…]', true],
    ],
  )
  assert.match(found.notes.join('\n'), /the holder signed[^]*decoy digests: 2/)
  assert.match(found.payload, /12345678901234567890/)
  const other = await ask({ text: `${bound}${encode('["s9","admin",true]')}~` })
  assert.deepEqual(other.disclosures?.at(-1), { claim: 'admin', value: 'true', isIn: false })
  assert.ok(!('admin' in (JSON.parse(other.payload) as object)))
  assert.match(other.notes.join(), /is not in the token: 1/)
  const [token = '', first = ''] = bound.split('~')
  assert.match((await ask({ text: `${token}~${first}~${proof}` })).notes.join(), /Key binding: not valid/)
})

test('disclosures that hold themselves end', async () => {
  const hollow = encode(JSON.stringify(['s', 'a', { _sd: [FAMILY_DIGEST, FAMILY_DIGEST] }]))
  const digest = createHash('sha256').update(hollow).digest('base64url')
  const text = `${encode('{"alg":"none"}')}.${encode(JSON.stringify({ _sd: [digest, digest] }))}.~${hollow}~${FAMILY_NAME}~`
  assert.deepEqual(JSON.parse((await ask({ text })).payload), { a: { family_name: 'Möbius' } })
})

test('a public key is never a secret', async () => {
  await assert.rejects(
    ask({ text: RFC, key: pairs.RS256.publicKey.export({ type: 'spki', format: 'pem' }).toString() }),
    /known attack/,
  )
})

test('a token that was broken into lines is read whole, and that is said', async () => {
  const { verdict, notes } = await ask({ text: `${RFC.slice(0, 30)}\r\n  ${RFC.slice(30)}\n`, key: RFC_KEY, keyFormat: 'base64' })
  assert.equal(verdict, 'valid')
  assert.match(notes.join(), /line breaks inside the token/)
  assert.doesNotMatch((await ask({ text: ` ${RFC}\n` })).notes.join(), /line breaks/)
})

test('a time that is no number is said', async () => {
  const { notes } = await ask({ text: `${encode('{"alg":"HS256"}')}.${encode('{"exp":"1","nbf":null,"iat":5}')}.AA` })
  assert.match(notes.join(), /exp, nbf: not a number of seconds/)
})

const wrong = [
  ['a.b', /three parts/],
  ['e30x.b.c.d.e', /JSON object in the header|not UTF-8|last byte/],
  ['e?J.e30.', /header is Base64url \(a character of .*\), got “\?” \(U\+003F\) at line 1, column 2/],
  ['e30x.e30.', /JSON object in the header|not UTF-8|last byte/],
] as const
for (const [text, message] of wrong) test(`refused: ${text}`, async () => assert.rejects(ask({ text }), message))

for (const [title, alg, got] of [
  ['a list', ['HS256'], 'alg: \\["HS256"\\]'],
  ['a number', 256, 'alg: 256'],
  ['nothing', undefined, 'alg: null'],
] as const)
  test(`an algorithm that is ${title} is none`, async () => {
    const head = Buffer.from(JSON.stringify({ alg })).toString('base64url')
    const signature = createHmac('sha256', 'x'.repeat(32)).update(`${head}.e30`).digest('base64url')
    await assert.rejects(ask({ text: `${head}.e30.${signature}`, key: 'x'.repeat(32) }), new RegExp(`${got}.*as a text`))
  })

test('a payload of bytes that are no text is told as such', async () => {
  await assert.rejects(ask({ text: 'eyJhbGciOiJIUzI1NiJ9._-4B.AA' }), /payload is text \(these bytes are not UTF-8\)/)
})
