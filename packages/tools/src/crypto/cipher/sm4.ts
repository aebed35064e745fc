import type { Text } from '@octet/core/text.ts'
import type { Block } from './block.ts'
import { decryptMode, encryptMode, type Mode } from './modes.ts'
import type { CipherSpec } from './spec.ts'

/** Modes of SM4. */
export const SM4_MODES = {
  cbc: { en: 'CBC', zh: 'CBC' },
  ecb: { en: 'ECB (insecure)', zh: 'ECB（不安全）' },
  ctr: { en: 'CTR', zh: 'CTR' },
  cfb: { en: 'CFB', zh: 'CFB' },
  ofb: { en: 'OFB', zh: 'OFB' },
} as const satisfies Partial<Record<Mode, Text>>
export type Sm4Mode = keyof typeof SM4_MODES

/** SM4 (GB/T 32907-2016) in a mode. */
export function toSm4Spec(mode: Sm4Mode): CipherSpec {
  const hasIv = mode !== 'ecb'
  return {
    name: `SM4-${mode.toUpperCase()}`,
    keySizes: [16],
    ivSizes: hasIv ? [16] : [],
    ivBytes: hasIv ? 16 : 0,
    ...(mode === 'ecb' || mode === 'cbc' ? { blockBytes: 16 } : {}),
    hasTag: false,
    openssl: `sm4-${mode}`,
    encrypt: async (data, { key, iv }) => encryptMode(mode, { block: await createSm4Block(key), data, iv }),
    decrypt: async (data, { key, iv }) => decryptMode(mode, { block: await createSm4Block(key), data, iv }),
  }
}

async function createSm4Block(key: Uint8Array): Promise<Block> {
  const { sm4 } = await import('sm-crypto-v2')
  const options = { padding: 'none', output: 'array' } as const
  return {
    sizeBytes: 16,
    encrypt: (block) => block.set(sm4.encrypt(Uint8Array.from(block), key, options)),
    decrypt: (block) => block.set(sm4.decrypt(Uint8Array.from(block), key, options)),
  }
}
