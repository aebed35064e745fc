import assert from 'node:assert/strict'
import { createHmac, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { test } from 'node:test'
import * as z from 'zod'
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

test('keys in pairs are told to need a page over https', async (context) => {
  context.mock.getter(Object.getPrototypeOf(crypto), 'subtle', () => undefined)
  const key = pairs.ES256.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  await assert.rejects(ask({ action: 'sign', algorithm: 'ES256', text: '{"a":1}', key }), /only on pages that came over https/)
})

test('extensions that must be understood are not passed over', async () => {
  const head = Buffer.from('{"alg":"HS256","b64":false,"crit":["b64"]}').toString('base64url')
  await assert.rejects(ask({ text: `${head}.e30.AA`, key: 'x'.repeat(32) }), /extensions that a reader must know/)
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
  assert.match(notes.join(), /^id: stands more than once/)
})

const pairs = {
  RS256: generateKeyPairSync('rsa', { modulusLength: 2048 }),
  ES256: generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  EdDSA: generateKeyPairSync('ed25519'),
} as const
for (const [algorithm, { privateKey, publicKey }] of Object.entries(pairs))
  test(`${algorithm}: signed with the private key, valid with the public one`, async () => {
    const { text } = await ask({
      action: 'sign',
      text: '{"a":1}',
      algorithm: algorithm as 'RS256',
      key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    })
    assert.equal((await ask({ text, key: publicKey.export({ type: 'spki', format: 'pem' }).toString() })).verdict, 'valid')
    assert.equal((await ask({ text, key: JSON.stringify(publicKey.export({ format: 'jwk' })) })).verdict, 'valid')
  })

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

test('a public key is never a secret', async () => {
  await assert.rejects(
    ask({ text: RFC, key: pairs.RS256.publicKey.export({ type: 'spki', format: 'pem' }).toString() }),
    /known attack/,
  )
})

const wrong = [
  ['a.b', /three parts/],
  ['a.b.c.d.e', /encrypted token/],
  ['e?J.e30.', /header: expected a character/],
  ['e30x.e30.', /JSON object in the header|not UTF-8|last byte/],
] as const
for (const [text, message] of wrong) test(`refused: ${text}`, async () => assert.rejects(ask({ text }), message))
