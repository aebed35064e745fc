import type { Text } from '@octet/core/text.ts'

/** Block ciphers of the nineties, and Camellia of 2000. */
export const OLD_BLOCKS = {
  blowfish: { en: 'Blowfish', zh: 'Blowfish' },
  twofish: { en: 'Twofish', zh: 'Twofish' },
  camellia: { en: 'Camellia', zh: 'Camellia' },
  cast5: { en: 'CAST5 (CAST-128)', zh: 'CAST5（CAST-128）' },
  idea: { en: 'IDEA', zh: 'IDEA' },
} as const satisfies Record<string, Text>
export type OldBlock = keyof typeof OLD_BLOCKS
