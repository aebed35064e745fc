import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { hashSha1, startHash } from './hashes.ts'

const NAMES = {
  1: 'md5',
  2: 'sha1',
  3: 'ripemd160',
  8: 'sha256',
  9: 'sha384',
  10: 'sha512',
  11: 'sha224',
  12: 'sha3-256',
  14: 'sha3-512',
}

for (const [number, name] of Object.entries(NAMES))
  test(`${name} of short and long bytes is that of Node, also of two at once`, async () => {
    for (const size of [0, 1, 65_535, 65_536, 200_001]) {
      const bytes = Uint8Array.from({ length: size }, (_, at) => (at * 31) ^ (at >> 7))
      const [one, other] = [await startHash(Number(number), size), await startHash(Number(number), size)]
      for (const half of [bytes.subarray(0, size >> 1), bytes.subarray(size >> 1)]) {
        one.update(half)
        other.update(half.map((byte) => byte ^ 1))
      }
      assert.equal(Buffer.from(one.digest()).toString('hex'), createHash(name).update(bytes).digest('hex'), `${size} bytes`)
      const changed = createHash(name).update(bytes.map((byte) => byte ^ 1))
      assert.equal(Buffer.from(other.digest()).toString('hex'), changed.digest('hex'))
    }
  })

test('SHA-1 of more bytes than one piece has is that of Node', async () => {
  const bytes = new Uint8Array((1 << 20) * 2 + 5).fill(7)
  assert.equal(Buffer.from(await hashSha1(bytes)).toString('hex'), createHash('sha1').update(bytes).digest('hex'))
})
