import type { Text } from '@octet/core/text.ts'
import { decryptCcm, encryptCcm } from './ccm.ts'
import { decryptGcmBlocks, encryptGcmBlocks } from './gcm.ts'
import { decryptMode, encryptMode, type Mode } from '../../lib/block-ciphers/modes.ts'
import { createSm4Block } from '../../lib/block-ciphers/sm4.ts'
import type { CipherSpec } from './spec.ts'

/** Modes of SM4. */
export const SM4_MODES = {
  gcm: { en: 'GCM (authenticated)', zh: 'GCM（带认证）' },
  ccm: { en: 'CCM (authenticated)', zh: 'CCM（带认证）' },
  cbc: { en: 'CBC', zh: 'CBC' },
  ecb: { en: 'ECB (insecure)', zh: 'ECB（不安全）' },
  ctr: { en: 'CTR', zh: 'CTR' },
  cfb: { en: 'CFB', zh: 'CFB' },
  ofb: { en: 'OFB', zh: 'OFB' },
} as const satisfies Partial<Record<Mode | 'gcm' | 'ccm', Text>>
export type Sm4Mode = keyof typeof SM4_MODES

const ANY_NONCE = Array.from({ length: 64 }, (_, i) => i + 1)

/** SM4 (GB/T 32907-2016) in a mode; GCM and CCM as in RFC 8998. */
export function toSm4Spec(mode: Sm4Mode): CipherSpec {
  if (mode === 'gcm') return { ...TAGGED, name: 'SM4-GCM', ivSizes: ANY_NONCE, ...gcm }
  if (mode === 'ccm') return { ...TAGGED, name: 'SM4-CCM', ivSizes: [7, 8, 9, 10, 11, 12, 13], ...ccm }
  const hasIv = mode !== 'ecb'
  return {
    name: `SM4-${mode.toUpperCase()}`,
    keySizes: [16],
    ivSizes: hasIv ? [16] : [],
    ivBytes: hasIv ? 16 : 0,
    ...(mode === 'ecb' || mode === 'cbc' ? { blockBytes: 16 } : {}),
    hasTag: false,
    openssl: `sm4-${mode}`,
    encrypt: async (data, { key, iv }) => encryptMode(mode, { block: createSm4Block(key), data, iv }),
    decrypt: async (data, { key, iv }) => decryptMode(mode, { block: createSm4Block(key), data, iv }),
  }
}

const TAGGED = { keySizes: [16], ivBytes: 12, hasTag: true } as const

const gcm: Pick<CipherSpec, 'encrypt' | 'decrypt'> = {
  encrypt: async (data, { key, ...rest }) => encryptGcmBlocks(data, { block: createSm4Block(key), ...rest }),
  decrypt: async (data, { key, ...rest }) => decryptGcmBlocks(data, { block: createSm4Block(key), ...rest }),
}

const ccm: Pick<CipherSpec, 'encrypt' | 'decrypt'> = {
  encrypt: async (data, { key, iv, aad, tagBytes }) => encryptCcm(data, { block: createSm4Block(key), nonce: iv, aad, tagBytes }),
  decrypt: async (data, { key, iv, aad, tagBytes }) => decryptCcm(data, { block: createSm4Block(key), nonce: iv, aad, tagBytes }),
}
