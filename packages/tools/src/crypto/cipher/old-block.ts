import type { Block } from '../../lib/block-ciphers/block.ts'
import { createBlowfishBlock } from '../../lib/block-ciphers/blowfish.ts'
import { createCamelliaBlock } from '../../lib/block-ciphers/camellia.ts'
import { createCast5Block } from '../../lib/block-ciphers/cast5.ts'
import { createIdeaBlock } from '../../lib/block-ciphers/idea.ts'
import { decryptMode, encryptMode, type Mode } from '../../lib/block-ciphers/modes.ts'
import { createTwofishBlock } from '../../lib/block-ciphers/twofish.ts'
import type { OldBlock } from './old-block-names.ts'
import type { CipherSpec } from './spec.ts'

type Kind = {
  readonly name: string
  readonly blockBytes: number
  readonly keySizes: readonly number[]
  readonly create: (key: Uint8Array) => Block
  /** The name for OpenSSL with a key of so many bytes and a mode, where it has it. */
  readonly toOpenssl?: (keyBytes: number, mode: Mode) => string | undefined
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i)
/** OpenSSL makes keys of these ciphers 16 bytes long, whatever was given, and has four modes. */
const named = (name: string) => (keyBytes: number, mode: Mode) =>
  keyBytes === 16 && ['cbc', 'ecb', 'cfb', 'ofb'].includes(mode) ? `${name}-${mode}` : undefined

const KINDS: Readonly<Record<OldBlock, Kind>> = {
  blowfish: { name: 'Blowfish', blockBytes: 8, keySizes: range(4, 56), create: createBlowfishBlock, toOpenssl: named('bf') },
  twofish: { name: 'Twofish', blockBytes: 16, keySizes: [16, 24, 32], create: createTwofishBlock },
  camellia: {
    name: 'Camellia',
    blockBytes: 16,
    keySizes: [16, 24, 32],
    create: createCamelliaBlock,
    toOpenssl: (keyBytes, mode) => `camellia-${8 * keyBytes}-${mode}`,
  },
  cast5: { name: 'CAST5', blockBytes: 8, keySizes: range(5, 16), create: createCast5Block, toOpenssl: named('cast5') },
  idea: { name: 'IDEA', blockBytes: 8, keySizes: [16], create: createIdeaBlock, toOpenssl: named('idea') },
}

/** A cipher in a mode, named with the length of its key. */
export function toOldBlockSpec(kind: OldBlock, mode: Mode, keyBytes: number): CipherSpec {
  const { name, blockBytes, keySizes, create, toOpenssl } = KINDS[kind]
  const hasIv = mode !== 'ecb'
  return {
    name: `${name}-${keyBytes * 8}-${mode.toUpperCase()}`,
    keySizes,
    ivSizes: hasIv ? [blockBytes] : [],
    ivBytes: hasIv ? blockBytes : 0,
    ...(mode === 'ecb' || mode === 'cbc' ? { blockBytes } : {}),
    hasTag: false,
    openssl: toOpenssl?.(keyBytes, mode),
    encrypt: async (data, { key, iv }) => encryptMode(mode, { block: create(key), data, iv }),
    decrypt: async (data, { key, iv }) => decryptMode(mode, { block: create(key), data, iv }),
  }
}
