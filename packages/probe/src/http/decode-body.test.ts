import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { decodeBody } from './decode-body.ts'

const MAX_BYTES = 100_000
const endless: [string, string, Buffer, Buffer][] = [
  ['empty gzip members', 'gzip', gzipSync('x'), gzipSync('')],
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

test('an encoding that nobody knows leaves the body as it is, whatever it is called', async () => {
  for (const encoding of ['x-unknown', 'constructor', '__proto__']) {
    const { bytes } = await decodeBody(Readable.from([Buffer.from('plain')]), encoding, MAX_BYTES)
    assert.equal(Buffer.from(bytes).toString(), 'plain')
  }
})
