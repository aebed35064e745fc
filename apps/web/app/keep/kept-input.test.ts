import assert from 'node:assert/strict'
import { createDecipheriv } from 'node:crypto'
import { test } from 'node:test'
import { inflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import { MAX_SEALED_BYTES } from '@octet/core/kept-input.ts'
import { openSealed, sealInput } from './kept-input.ts'

test('any input is opened with its key, and with no other', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme' }), fc.integer(), async (text, number) => {
      const { sealed, key } = await sealInput({ text, number })
      assert.deepEqual(await openSealed(sealed, key), { text, number })
      assert.equal(await openSealed(sealed, key.with(0, key[0]! ^ 1)), undefined)
    }),
    { numRuns: 30 },
  )
})

test('what has been changed is not opened', async () => {
  const { sealed, key } = await sealInput({ text: 'a' })
  for (const at of [0, 12, sealed.length - 1]) assert.equal(await openSealed(sealed.with(at, sealed[at]! ^ 1), key), undefined)
  assert.equal(await openSealed(sealed.subarray(0, 20), key), undefined)
  assert.equal(await openSealed(new Uint8Array(), key), undefined)
})

test('two of the same have neither key nor bytes in common', async () => {
  const [one, other] = [await sealInput({ text: 'a' }), await sealInput({ text: 'a' })]
  assert.notDeepEqual(one.key, other.key)
  assert.notDeepEqual(one.sealed, other.sealed)
})

test('it is AES-256-GCM behind a nonce, as others open it', async () => {
  const { sealed, key } = await sealInput({ text: '你好' })
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12)).setAuthTag(sealed.subarray(-16))
  const packed = Buffer.concat([decipher.update(sealed.subarray(12, -16)), decipher.final()])
  assert.deepEqual(JSON.parse(inflateRawSync(packed).toString()), { text: '你好' })
})

test('what swells beyond every input is not opened', async () => {
  const { sealed, key } = await sealInput({ text: 'a'.repeat(20_000_000) })
  assert.ok(sealed.length < MAX_SEALED_BYTES)
  assert.equal(await openSealed(sealed, key), undefined)
})
