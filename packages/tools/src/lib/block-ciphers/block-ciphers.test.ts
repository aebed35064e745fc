import assert from 'node:assert/strict'
import { createCipheriv } from 'node:crypto'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { Block } from './block.ts'
import { createBlowfishBlock } from './blowfish.ts'
import { createCamelliaBlock } from './camellia.ts'
import { createCast5Block } from './cast5.ts'
import { createDesBlock } from './des.ts'
import { createIdeaBlock } from './idea.ts'
import { createSm4Block } from './sm4.ts'
import { createTwofishBlock } from './twofish.ts'

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
  'Camellia, 128 bits': {
    keyBytes: 16,
    blockBytes: 16,
    create: createCamelliaBlock,
    cipher: 'camellia-128-ecb',
    toKey: Buffer.from,
  },
  'Camellia, 192 bits': {
    keyBytes: 24,
    blockBytes: 16,
    create: createCamelliaBlock,
    cipher: 'camellia-192-ecb',
    toKey: Buffer.from,
  },
  'Camellia, 256 bits': {
    keyBytes: 32,
    blockBytes: 16,
    create: createCamelliaBlock,
    cipher: 'camellia-256-ecb',
    toKey: Buffer.from,
  },
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

for (const [name, create, { key, plain, sealed }] of [
  // RFC 2144, appendix B.1.
  ['CAST5', createCast5Block, { key: '0123456712345678234567893456789a', plain: '0123456789abcdef', sealed: '238b4fe5847e44b2' }],
  // B. Schneier’s test vectors.
  ['Blowfish', createBlowfishBlock, { key: '0123456789abcdef', plain: '1111111111111111', sealed: '61f9c3802281b096' }],
  ['Blowfish, zeros', createBlowfishBlock, { key: '00000000', plain: '0000000000000000', sealed: '4ef997456198dd78' }],
  // The designers’ own example.
  ['IDEA', createIdeaBlock, { key: '00010002000300040005000600070008', plain: '0000000100020003', sealed: '11fbed2b01986de5' }],
  // The paper on Twofish, appendix B.2.
  [
    'Twofish, 128 bits',
    createTwofishBlock,
    { key: '00'.repeat(16), plain: '00'.repeat(16), sealed: '9f589f5cf6122c32b6bfec2f2ae8c35a' },
  ],
  [
    'Twofish, 192 bits',
    createTwofishBlock,
    {
      key: '0123456789abcdeffedcba98765432100011223344556677',
      plain: '00'.repeat(16),
      sealed: 'cfd1d2e5a9be9cdf501f13b892bd2248',
    },
  ],
  [
    'Twofish, 256 bits',
    createTwofishBlock,
    {
      key: '0123456789abcdeffedcba987654321000112233445566778899aabbccddeeff',
      plain: '00'.repeat(16),
      sealed: '37527be0052334b89f0cfccae87cfa20',
    },
  ],
] as const)
  test(`${name}: a block comes out as its authors say, and any block comes back`, () => {
    const own = create(Buffer.from(key, 'hex'))
    const block = Uint8Array.from(Buffer.from(plain, 'hex'))
    own.encrypt(block)
    assert.equal(Buffer.from(block).toString('hex'), sealed)
    own.decrypt(block)
    assert.equal(Buffer.from(block).toString('hex'), plain)
    fc.assert(
      fc.property(bytes(key.length / 2), bytes(plain.length / 2), (other, first) => {
        const again = create(other)
        const work = first.slice()
        again.encrypt(work)
        assert.notDeepEqual(work, first)
        again.decrypt(work)
        assert.deepEqual(work, first)
      }),
      { numRuns: 100 },
    )
  })
