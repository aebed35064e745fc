import type { Text } from '@octet/core/text.ts'
import * as z from 'zod'
import { keysOf, OUTCOME_WORDS } from './words.ts'

const L = (en: string, zh: string): { label: Text } => ({ label: { en, zh } })
const text = (en: string, zh: string) => z.string().optional().meta(L(en, zh))

/** The signatures over something, checked. */
export const signaturesField = z
  .array(
    z.object({
      state: z.enum(keysOf(OUTCOME_WORDS)).meta({ ...L('Outcome', '结论'), options: OUTCOME_WORDS }),
      signer: text('Signed by', '签署人'),
      keyId: text('Key', '密钥'),
      signedAt: text('Signed at', '签署时间'),
      over: z.string().meta(L('Over', '对象')),
      algorithm: z.string().meta(L('Key and hash', '密钥与哈希')),
      said: z.array(z.string()).optional().meta(L('It says', '附注')),
    }),
  )
  .optional()
  .meta(L('Signatures', '签名'))
