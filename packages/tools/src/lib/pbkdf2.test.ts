import assert from 'node:assert/strict'
import { pbkdf2Sync } from 'node:crypto'
import { test } from 'node:test'
import { KEY_HASHES } from './kdf/hashes.ts'
import { derivePbkdf2 } from './pbkdf2.ts'

const salt = Buffer.from('NaCl, 8 or more')

for (const hasCrypto of [true, false])
  for (const hash of KEY_HASHES)
    test(`PBKDF2 with ${hash} is that of OpenSSL, ${hasCrypto ? 'with' : 'without'} Web Crypto`, async (context) => {
      if (!hasCrypto) context.mock.getter(Object.getPrototypeOf(crypto), 'subtle', () => undefined)
      for (const password of [Buffer.from('密码 password'), Buffer.alloc(200, 'x'), Buffer.alloc(0)])
        for (const sizeBytes of [16, 48, 65]) {
          const expected = pbkdf2Sync(password, salt, 1000, sizeBytes, hash).toString('hex')
          assert.equal(
            Buffer.from(await derivePbkdf2({ password, salt, rounds: 1000, hash, sizeBytes })).toString('hex'),
            expected,
          )
        }
    })
