import * as z from 'zod'
import { parseCidr } from '@octet/core/ip/cidr.ts'

const cidr = z.string().refine(isCidr, { error: 'expected an address or a CIDR such as 10.0.0.0/8' })
const word = z.string().min(16, { error: 'expected a word of at least 16 characters' })

/** Another instance whose builds are brought here in place of one's own updates. */
export const mirrorFromSchema = z.strictObject({
  url: z.url({ protocol: /^https?$/, error: 'expected an address such as https://octet.example.org' }),
  token: word.optional(),
  everyMinutes: z.number().min(1).max(1_440).default(10),
})

/** Who may bring this instance's builds to another one; nobody unless said. */
export const mirrorSchema = z.strictObject({
  /** One word, or while it is changed the new one and the old one. */
  token: z.union([word, z.array(word).min(1).max(4)]).optional(),
  clients: z.array(cidr).default([]),
})

function isCidr(text: string): boolean {
  try {
    parseCidr(text)
    return true
  } catch {
    return false
  }
}
