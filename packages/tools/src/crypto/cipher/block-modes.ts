import type { Text } from '@octet/core/text.ts'
import type { Mode } from '../../lib/block-ciphers/modes.ts'

/** Modes that any block cipher has. */
export const BLOCK_MODES = {
  cbc: { en: 'CBC', zh: 'CBC' },
  ecb: { en: 'ECB', zh: 'ECB' },
  cfb: { en: 'CFB', zh: 'CFB' },
  cfb8: { en: 'CFB8', zh: 'CFB8' },
  cfb1: { en: 'CFB1', zh: 'CFB1' },
  ofb: { en: 'OFB', zh: 'OFB' },
  ctr: { en: 'CTR', zh: 'CTR' },
} as const satisfies Record<Mode, Text>
