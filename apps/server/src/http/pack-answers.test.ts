import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { after, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { PREFIX } from '../personalities/find-personality.ts'
import { startProduct } from '../testing/start.ts'
import { packAnswers } from './pack-answers.ts'

const OUTSIDE = '203.0.113.7'
const product = await startProduct()
after(() => product[Symbol.asyncDispose]())

const toPlain = { br: brotliDecompressSync, gzip: gunzipSync, identity: (body: Buffer) => body }
const ADDRESSES = Array.from({ length: 50 }, (_, index) => `8.8.${index}.8`)
const postBatch = (addresses: readonly string[], { encoding = 'br, gzip', from = OUTSIDE } = {}) =>
  product.app.inject({
    method: 'POST',
    url: '/v1/ip/batch',
    remoteAddress: from,
    headers: { 'content-type': 'application/json', 'accept-encoding': encoding },
    payload: JSON.stringify(addresses),
  })

for (const encoding of ['br', 'gzip', 'identity'] as const)
  test(`a batch comes as the caller takes it: ${encoding}`, async () => {
    const { headers, rawPayload } = await postBatch(ADDRESSES, { encoding })
    assert.equal(headers['content-encoding'], encoding === 'identity' ? undefined : encoding)
    assert.equal(Number(headers['content-length']), rawPayload.length)
    assert.match(String(headers['vary']), /^Accept-Language, Accept, Accept-Encoding$/)
    const body = toPlain[encoding](rawPayload)
    assert.deepEqual(Object.keys(JSON.parse(body.toString()).data), ADDRESSES)
    if (encoding !== 'identity') assert.ok(rawPayload.length < body.length / 8, `${rawPayload.length} of ${body.length} bytes`)
  })

test('batches that are packed at the same time do not mix', async () => {
  const asked = Array.from({ length: 6 }, (_, index) => ADDRESSES.map((address) => address.replace(/8$/, String(index))))
  const answers = await Promise.all(asked.map((addresses) => postBatch(addresses)))
  for (const [index, { rawPayload }] of answers.entries())
    assert.deepEqual(Object.keys(JSON.parse(brotliDecompressSync(rawPayload).toString()).data), asked[index])
})

test('a program on this machine gets bytes as they are, which cost it less than to unpack them', async () => {
  for (const from of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) {
    const { headers } = await postBatch(ADDRESSES, { from })
    assert.equal(headers['content-encoding'], undefined, from)
    assert.match(String(headers['vary']), /Accept-Encoding/)
  }
})

test('answers of tools and in the forms of other services are packed, a record alone is not', async () => {
  const packing = async (url: string, addresses?: readonly string[]) => {
    const post = addresses && ({ method: 'POST', payload: JSON.stringify(addresses) } as const)
    const headers = { 'accept-encoding': 'gzip', 'content-type': 'application/json' }
    const answer = await product.app.inject({ url, remoteAddress: OUTSIDE, headers, ...post })
    assert.equal(answer.statusCode, 200, url)
    return answer.headers['content-encoding']
  }
  assert.equal(await packing('/v1/tools'), 'gzip')
  assert.equal(await packing(`${PREFIX}/ip-api/batch`, ADDRESSES), 'gzip')
  assert.equal(await packing('/v1/ip/8.8.8.8'), undefined)
})

test('what is private, short, streamed, tagged or no text goes as it is', async () => {
  const text = 'text '.repeat(2_000)
  await using app = Fastify()
  packAnswers(app)
  app.get('/packed', (_request, reply) => reply.type('text/plain').send(text))
  app.get('/private', { config: { isPrivate: true } }, (_request, reply) => reply.type('text/plain').send(text))
  app.get('/own', { config: { isOfSession: true } }, (_request, reply) => reply.type('text/plain').send(text))
  app.get('/short', (_request, reply) => reply.type('text/plain').send('text'))
  app.get('/streamed', (_request, reply) => reply.type('text/plain').send(Readable.from([text])))
  app.get('/tagged', (_request, reply) => reply.type('text/plain').header('etag', '"a"').send(text))
  app.get('/image', (_request, reply) => reply.type('image/png').send(Buffer.from(text)))
  const ask = async (url: string, method: 'GET' | 'HEAD' = 'GET') => {
    const { headers, body } = await app.inject({ method, url, remoteAddress: OUTSIDE, headers: { 'accept-encoding': 'gzip' } })
    return { encoding: headers['content-encoding'], bytes: Number(headers['content-length']), sent: body.length }
  }
  for (const path of ['/private', '/own', '/short', '/streamed', '/tagged', '/image'])
    assert.equal((await ask(path)).encoding, undefined, path)
  const { encoding, bytes } = await ask('/packed')
  assert.equal(encoding, 'gzip')
  assert.deepEqual(await ask('/packed', 'HEAD'), { encoding, bytes, sent: 0 })
})
