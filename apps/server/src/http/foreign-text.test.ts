import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import Fastify from 'fastify'
import * as fc from 'fast-check'
import { isAppError } from '@octet/core/errors.ts'
import { pointFrameSchema, serverFrameSchema } from '@octet/core/probe/point-protocol.ts'
import { parseAcceptLanguage } from '@octet/core/text.ts'
import { anyCharacter } from '@octet/core/testing/any-character.ts'
import { parseEmail } from '../domain/account/email.ts'
import { parseAddressList, toLineBytes } from '../domain/address-body.ts'
import { readAddresses } from '../domain/address-lines.ts'
import { readLines } from '../domain/batch.ts'
import { isKeyShaped, makeKey } from '../domain/key/key-format.ts'
import { parseLocations } from '../domain/points/parse-locations.ts'
import { measurementRequestSchema } from '../domain/points/measurement-request.ts'
import { addBodyReaders, checkQuery, parseQuery } from './body.ts'
import { parseRange } from './byte-range.ts'
import { findCookie } from './cookies.ts'
import { findKeyIn } from './find-key.ts'
import { sendFailure } from './reply.ts'
import { createCallerFinder } from './trusted-proxies.ts'

/** What callers send is read, or refused with a known error; whatever it is, nothing else is thrown. */
const anyText = fc.string({ unit: anyCharacter, maxLength: 200 })
const near = (...pieces: readonly string[]) =>
  fc.array(fc.oneof(fc.constantFrom(...pieces), anyText), { maxLength: 8 }).map((parts) => parts.join(''))

function refusesKnown(read: () => unknown): void {
  try {
    read()
  } catch (error) {
    if (!isAppError(error)) throw error
  }
}

const findCaller = createCallerFinder(['10.0.0.0/8', '::1/128'])
const READERS: readonly [string, fc.Arbitrary<string>, (text: string) => unknown][] = [
  ['queries', near('a=', '&', '%', '%zz', '__proto__', '[', ']', '=', '+', '%00'), (text) => checkQuery(parseQuery(text))],
  ['cookies', near('token=', ';', '=', ' ', '"', 'sid='), (text) => findCookie(text, 'token')],
  ['credentials', near('Bearer ', 'Basic ', 'ApiKey ', ':', '=', 'b2N0Og=='), (text) => findKeyIn(text, undefined)],
  ['languages', near('zh', '-CN', ',', ';q=', '0.5', '*', 'en'), parseAcceptLanguage],
  ['mail addresses', near('a', '@', '.', '＠', 'example.org', '\r\n', '"', ','), parseEmail],
  ['lists of addresses', near('8.8.8.8', ',', '\n', '["', '"]', '{', '::1', '/24'), parseAddressList],
  [
    'places of points',
    near('DE', '+', ',', 'AS', '3320', 'tag:', '，', '/24', '198.51.100.0', '%', '*', ':', '('),
    parseLocations,
  ],
  [
    'measurements',
    near('{"type":"ping","target":"', '"', '}', ',"limit":', '9', '[', ']'),
    (text) => measurementRequestSchema.safeParse(toJson(text)),
  ],
  [
    'words of points',
    near('{"kind":"', 'hello', 'part', '"', ',"job":', '}', '[', '1e999'),
    (text) => [pointFrameSchema.safeParse(toJson(text)), serverFrameSchema.safeParse(toJson(text))],
  ],
]
for (const [what, texts, read] of READERS)
  test(`${what}: any text is read or refused`, () =>
    fc.assert(
      fc.property(texts, (text) => refusesKnown(() => read(text))),
      { numRuns: 300 },
    ))

function toJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

test('a query changes no prototype, whatever it names', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('__proto__', 'constructor', 'prototype'),
      fc.string(),
      fc.constantFrom('', '[x]', '.x', '[prototype][x]'),
      (name, value, more) => {
        refusesKnown(() => checkQuery(parseQuery(`${name}${more}=${encodeURIComponent(value)}`)))
        assert.equal(({} as Record<string, unknown>)['x'], undefined)
        assert.deepEqual(Object.keys(Object.prototype), [])
      },
    ),
    { numRuns: 100 },
  )
})

test('ranges lie in the file, or there are none', () =>
  fc.assert(
    fc.property(near('bytes=', '-', ',', '0', '99', ' ', 'items='), fc.nat(2_000), (header, size) => {
      const range = parseRange(header, size)
      if (typeof range !== 'object') return
      assert.ok(
        range.start >= 0 && range.start <= range.end && range.end < size,
        `${header} of ${size}: ${JSON.stringify(range)}`,
      )
    }),
    { numRuns: 500 },
  ))

test('the caller is an address or nobody, whatever a proxy passes on', () =>
  fc.assert(
    fc.property(near('10.0.0.1', ',', ' ', '203.0.113.7', '::1', 'unknown', '[', ']:80', '_hidden'), (forwarded) => {
      const caller = findCaller('10.0.0.2', forwarded)
      assert.ok(caller === undefined || /^[\da-f:.%]+$/i.test(caller), caller)
    }),
    { numRuns: 300 },
  ))

test('only made keys have the shape of keys', () =>
  fc.assert(
    fc.property(fc.constantFrom('live', 'test'), fc.nat(44), fc.string({ minLength: 1, maxLength: 3 }), (kind, at, put) => {
      const key = makeKey(kind)
      assert.ok(isKeyShaped(key))
      const other = key.slice(0, at) + put + key.slice(at + put.length)
      assert.equal(isKeyShaped(other), other === key)
    }),
    { numRuns: 300 },
  ))

async function* inPieces(bytes: Buffer, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = 1 + (sizes[turn % sizes.length] ?? 0)
    yield bytes.subarray(at, at + size)
    at += size
  }
}

test('lines do not depend on how the body is cut, also inside a letter', async () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.stringMatching(/^[\w.,:é中😀 "]{0,20}$/u)),
      fc.array(fc.nat(9), { minLength: 1, maxLength: 5 }),
      fc.constantFrom('\n', '\r\n', '\r'),
      async (lines, sizes, end) => {
        const bytes = Buffer.from(lines.join(end))
        const read = async (cuts: readonly number[]) => (await Array.fromAsync(readLines(inPieces(bytes, cuts)))).flat()
        assert.deepEqual(await read(sizes), await read([1e6]))
        const ends = Buffer.from(lines.join('\n'))
        assert.deepEqual(await read(sizes), (await Array.fromAsync(readLines(inPieces(ends, [1e6])))).flat())
      },
    ),
    { numRuns: 200, examples: [[['', ''], [0], '\r']] },
  ))

test('the line after one that is too long is read, also where a return that ends it comes last in its piece', async () => {
  for (const end of ['\r', '\r\n', '\n']) {
    const pieces = [`${'9'.repeat(1_200)}${end.slice(0, 1)}`, `${end.slice(1)}8.8.8.8${end}`].map((text) => Buffer.from(text))
    const lines = (await Array.fromAsync(readLines(Readable.from(pieces)))).flat()
    assert.deepEqual([lines.length, lines[0]?.length, lines[1]], [2, 1_000, '8.8.8.8'], JSON.stringify(end))
  }
})

test('lists of addresses, as lines or as JSON: any bytes are read or refused', async () =>
  fc.assert(
    fc.asyncProperty(
      near('8.8.8.8', '\n', '["', '","', '"]', '[', '{', ',', ' ', '\u2028').map((text) => Buffer.from(text)),
      fc.array(fc.nat(9), { minLength: 1, maxLength: 5 }),
      async (bytes, sizes) => {
        try {
          await Array.fromAsync(readAddresses(inPieces(bytes, sizes)))
        } catch (error) {
          if (!isAppError(error)) throw error
        }
      },
    ),
    { numRuns: 200 },
  ))

test('bodies: any form, multipart or JSON is read or refused, never answered with a fault of ours', async () => {
  const app = Fastify({ bodyLimit: 100_000 })
  addBodyReaders(app)
  app.setErrorHandler((error, _request, reply) => sendFailure(reply, error, 'en'))
  app.post('/', (request) => ({ fields: Object.keys((request.body ?? {}) as object) }))
  const types = fc.constantFrom(
    'application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'text/plain',
    'application/json; charset=utf-16',
  )
  const bodies = near(
    '--x\r\n',
    '--x--\r\n',
    'content-disposition: form-data; name="a"',
    '; filename="b"',
    '\r\n\r\n',
    '{"a":',
    '1}',
    '[',
    '__proto__',
    'a=b',
    '&',
    'content-transfer-encoding: base64\r\n',
  )
  await fc.assert(
    fc.asyncProperty(types, bodies, async (type, payload) => {
      const { statusCode, body } = await app.inject({ method: 'POST', url: '/', payload, headers: { 'content-type': type } })
      assert.ok([200, 400, 413, 415, 499].includes(statusCode), `${statusCode} ${body}`)
      assert.deepEqual(Object.keys(Object.prototype), [])
    }),
    { numRuns: 200 },
  )
  await app.close()
})

test('a list keeps its lines, whichever end them and however it is cut', async () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('8.8.8.8', '\r', '\n', '\r\n', 'x'), { minLength: 1 }),
      fc.array(fc.nat(3), { minLength: 1, maxLength: 5 }),
      async (parts, sizes) => {
        const bytes = Buffer.from(`1.1.1.1${parts.join('')}`)
        const lines = toLineBytes(inPieces(bytes, sizes), { maxJsonBytes: 1000, isCsv: false })
        const text = Buffer.concat(await Array.fromAsync(lines)).toString()
        assert.equal(text.replaceAll('\r\n', '\n'), bytes.toString().replaceAll(/\r\n?/g, '\n'))
      },
    ),
    { numRuns: 200 },
  ))
