import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { decodeBody } from './decode-body.ts'

const MAX_BYTES = 100_000
const endless: [string, string, Buffer, Buffer][] = [
  ['empty blocks in gzip', 'gzip', gzipSync('').subarray(0, 10), Buffer.from([0, 0, 0, 0xff, 0xff])],
  ['empty stored blocks', 'deflate', Buffer.from([0x78, 0x9c]), Buffer.from([0, 0, 0, 0xff, 0xff])],
]
for (const [title, encoding, first, part] of endless)
  test(`a body of ${title} without end is refused as too large`, async () => {
    const parts = Buffer.concat(Array.from({ length: 2_000 }, () => part))
    let sentBytes = 0
    const body = Readable.from(
      (async function* () {
        yield first
        while ((sentBytes += parts.length) < 50_000_000) yield parts
      })(),
    )
    await assert.rejects(decodeBody(body, encoding, MAX_BYTES), { key: 'too_large' })
    assert.ok(sentBytes < 10_000_000, `stopped, and not after ${sentBytes} bytes`)
  })

test('a body that compresses to no less than it is comes whole', async () => {
  const random = crypto.getRandomValues(new Uint8Array(50_000))
  const { bytes, isCut } = await decodeBody(Readable.from([gzipSync(random)]), 'gzip', MAX_BYTES)
  assert.deepEqual([bytes, isCut], [random, false])
})

for (const [title, encoding, pieces] of [
  ['gzip, which is undone in pieces of 16 KB', 'gzip', [gzipSync('a'.repeat(10 * 65_536))]],
  ['plain pieces of 32 KB', '', Array.from({ length: 20 }, () => Buffer.alloc(32_768))],
] as const)
  test(`a body that reaches its bound at the end of a piece is told to be cut where more follows: ${title}`, async () => {
    const { bytes, isCut } = await decodeBody(Readable.from([...pieces]), encoding, 65_536)
    assert.deepEqual([bytes.length, isCut], [65_536, true])
  })

test('a body of just its bound is not cut', async () => {
  const { bytes, isCut } = await decodeBody(Readable.from([gzipSync('a'.repeat(65_536))]), 'gzip', 65_536)
  assert.deepEqual([bytes.length, isCut], [65_536, false])
})

test('a page of much that is repeated is no bomb', async () => {
  const page = Buffer.from('<tr><td>0</td></tr>\n'.repeat(5000))
  const { bytes } = await decodeBody(Readable.from([brotliCompressSync(page)]), 'br', MAX_BYTES)
  assert.deepEqual(Buffer.from(bytes), page)
})

test('an encoding that nobody knows leaves the body as it is, whatever it is called', async () => {
  for (const encoding of ['x-unknown', 'constructor', '__proto__']) {
    const { bytes } = await decodeBody(Readable.from([Buffer.from('plain')]), encoding, MAX_BYTES)
    assert.equal(Buffer.from(bytes).toString(), 'plain')
  }
})

const TEXT = Buffer.from('hello '.repeat(60))
const [HEAD, TAIL] = [TEXT.subarray(0, 100), TEXT.subarray(100)]
const GZIP = gzipSync(TEXT)
const JUNK = Buffer.from('<!-- cached -->')
const SKIPPABLE = Buffer.from('502a4d180400000061616161', 'hex')
const NAMED = Buffer.concat([
  Buffer.from('1f8b081e0000000000030400', 'hex'),
  Buffer.from('abcda.txt\0why\0cc'),
  GZIP.subarray(10),
])
const join = (...parts: readonly Buffer[]) => Buffer.concat(parts)
const damaged = (body: Buffer, at: number) => Buffer.from(body).fill(body.at(at)! ^ 0xff, body.length + at, body.length + at + 1)

/** What Chromium 156 shows of each, and what is said of it. */
const BODIES: readonly (readonly [title: string, coding: string, body: Buffer, shown: Buffer, said?: RegExp])[] = [
  ['gzip', 'gzip', GZIP, TEXT],
  ['gzip with a name, a comment and more', 'gzip', NAMED, TEXT],
  ['gzip and more', 'gzip', join(GZIP, JUNK), TEXT, /^more data behind the end of the gzip body/],
  ['gzip and zeros', 'gzip', join(GZIP, Buffer.alloc(9)), TEXT, /^more data behind/],
  ['gzip in members', 'gzip', join(gzipSync(HEAD), gzipSync(TAIL)), HEAD, /several members/],
  ['gzip without its sum', 'gzip', GZIP.subarray(0, -8), TEXT, /^the gzip body ends in its middle/],
  ['gzip with another sum', 'gzip', damaged(GZIP, -6), TEXT, /^the checksum of the gzip body is wrong/],
  ['gzip of another length', 'gzip', damaged(GZIP, -2), TEXT, /^the checksum of the gzip body is wrong/],
  ['gzip without its header', 'gzip', GZIP.subarray(5), Buffer.alloc(0), /^the body is not valid gzip/],
  ['deflate', 'deflate', deflateSync(TEXT), TEXT],
  ['deflate and more', 'deflate', join(deflateSync(TEXT), JUNK), TEXT, /^more data behind the end of the deflate body/],
  ['deflate without its sum', 'deflate', deflateSync(TEXT).subarray(0, -4), TEXT, /^the deflate body ends in its middle/],
  ['raw deflate', 'deflate', deflateRawSync(TEXT), TEXT],
  ['raw deflate and more', 'deflate', join(deflateRawSync(TEXT), JUNK), TEXT, /^the body is not valid deflate/],
  ['brotli and more', 'br', join(brotliCompressSync(TEXT), JUNK), TEXT, /^more data behind the end of the br body/],
  ['zstd in frames', 'zstd', join(zstdCompressSync(HEAD), zstdCompressSync(TAIL)), TEXT],
  ['zstd with a frame to skip', 'zstd', join(SKIPPABLE, zstdCompressSync(TEXT), SKIPPABLE), TEXT],
  ['zstd and more', 'zstd', join(zstdCompressSync(TEXT), JUNK), TEXT, /^the body is not valid zstd/],
  [
    'zstd that ends in a frame to skip',
    'zstd',
    join(zstdCompressSync(TEXT), SKIPPABLE.subarray(0, 9)),
    TEXT,
    /^the zstd body ends/,
  ],
  ['gzip in gzip', 'gzip, GZIP', gzipSync(GZIP), TEXT],
  ['gzip around brotli', 'br,gzip', gzipSync(brotliCompressSync(TEXT)), TEXT],
  ['gzip beside what nobody knows', 'gzip, x-odd', GZIP, GZIP],
]
for (const [title, coding, body, shown, said] of BODIES)
  test(`${title} is read as browsers do, in whatever pieces it comes`, async () => {
    for (const size of [1, 7, body.length]) {
      const pieces = Array.from({ length: Math.ceil(body.length / size) }, (_, at) => body.subarray(at * size, (at + 1) * size))
      const { bytes, problem, flaw } = await decodeBody(Readable.from(pieces), coding, MAX_BYTES)
      assert.equal(Buffer.from(bytes).toString(), shown.toString())
      const words = problem ? (problem.details['reason'] as { en: string }).en : flaw?.en
      assert.match(words ?? '', said ?? /^$/)
    }
  })

test('what came of a torn body is kept', async () => {
  const random = crypto.getRandomValues(new Uint8Array(50_000))
  for (const [coding, compress] of [
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
  ] as const) {
    const { bytes, problem } = await decodeBody(Readable.from([compress(random).subarray(0, 49_000)]), coding, MAX_BYTES)
    assert.equal(problem?.key, 'target_failed')
    assert.deepEqual(bytes, random.subarray(0, bytes.length))
    assert.ok(coding === 'zstd' || bytes.length > 30_000, `${coding}: ${bytes.length}`)
  }
})

test('what swells between two codings is refused as too large', async () => {
  const inner = Buffer.concat([gzipSync('').subarray(0, 10), Buffer.alloc(15_000_000, Buffer.from([0, 0, 0, 0xff, 0xff]))])
  await assert.rejects(decodeBody(Readable.from([gzipSync(inner)]), 'gzip, gzip', MAX_BYTES), { key: 'too_large' })
})

test('a body of frames without end is given up', async () => {
  const parts = Buffer.concat(Array.from({ length: 2000 }, () => zstdCompressSync('')))
  const { problem } = await decodeBody(Readable.from([parts]), 'zstd', MAX_BYTES)
  assert.equal(problem?.key, 'target_failed')
})
