import assert from 'node:assert/strict'
import { createCipheriv } from 'node:crypto'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { Block } from './block.ts'
import { createDesBlock } from './des.ts'
import { createSm4Block } from './sm4.ts'

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })

/** One key three times is DES itself, which Node leaves to a provider that may be absent. */
const three = (key: Uint8Array) => Buffer.concat([key, key, key])

type Case = {
  readonly keyBytes: number
  readonly blockBytes: number
  readonly create: (key: Uint8Array) => Block
  readonly cipher: string
  readonly toKey: (key: Uint8Array) => Uint8Array
}
const CASES: Readonly<Record<string, Case>> = {
  DES: { keyBytes: 8, blockBytes: 8, create: createDesBlock, cipher: 'des-ede3', toKey: three },
  '3DES with two keys': { keyBytes: 16, blockBytes: 8, create: createDesBlock, cipher: 'des-ede', toKey: Buffer.from },
  '3DES with three keys': { keyBytes: 24, blockBytes: 8, create: createDesBlock, cipher: 'des-ede3', toKey: Buffer.from },
  SM4: { keyBytes: 16, blockBytes: 16, create: createSm4Block, cipher: 'sm4-ecb', toKey: Buffer.from },
}

for (const [name, { keyBytes, blockBytes, create, cipher, toKey }] of Object.entries(CASES))
  test(`${name}: any key and block come out as Node has them, and back`, () =>
    fc.assert(
      fc.property(bytes(keyBytes), bytes(blockBytes), (key, plain) => {
        const block = create(key)
        const sealed = plain.slice()
        block.encrypt(sealed)
        assert.deepEqual(Buffer.from(sealed), createCipheriv(cipher, toKey(key), null).setAutoPadding(false).update(plain))
        block.decrypt(sealed)
        assert.deepEqual(sealed, plain)
      }),
      { numRuns: 300 },
    ))
