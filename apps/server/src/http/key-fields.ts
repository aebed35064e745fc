import * as z from 'zod'
import { joinText } from '@octet/core/text.ts'
import { parseCidr } from '@octet/core/ip/cidr.ts'
import { SCOPES } from '../domain/key/key-table.ts'

const cidr = z
  .string()
  .refine(isCidr, { error: joinText({ en: 'an address or a CIDR such as 10.0.0.0/8', zh: 'IP 地址或 CIDR，如 10.0.0.0/8' }) })
const origin = z.string().refine((text) => URL.parse(text)?.origin === text && /^https?:/.test(text), {
  error: joinText({ en: 'an origin such as https://example.org', zh: '来源，如 https://example.org' }),
})

/** What can be said about a key; several values by comma or as a list. */
export const keyFields = {
  name: z.string().min(1).max(60).default('API key'),
  scopes: z.array(z.enum(SCOPES)).min(1).default(['geo', 'privacy', 'asn']),
  cidrs: z
    .array(cidr)
    .max(50)
    .default([])
    .describe(joinText({ en: 'Only from these addresses; empty: from everywhere', zh: '只允许来自这些地址；为空则不限' })),
  origins: z
    .array(origin)
    .max(20)
    .default([])
    .describe(
      joinText({
        en: 'Only from pages of these origins; needed for calls of browsers',
        zh: '只允许来自这些来源的网页；浏览器调用时必填',
      }),
    ),
  allow_query: z
    .boolean()
    .default(true)
    .describe(joinText({ en: 'Whether the key may come in a URL', zh: '密钥是否可以放在网址中' })),
  cap_month: z
    .number()
    .int()
    .min(1)
    .max(1e12)
    .nullable()
    .optional()
    .describe(joinText({ en: 'Requests a month at most; none unless given', zh: '每月请求数上限；不填则不限' })),
  expires_in_days: z.number().int().min(1).max(3_650).optional(),
}

/** What can be changed of a key. */
export const keyChanges = {
  name: keyFields.name.unwrap().optional(),
  scopes: keyFields.scopes.unwrap().optional(),
  cidrs: keyFields.cidrs.unwrap().optional(),
  origins: keyFields.origins.unwrap().optional(),
  allow_query: z.boolean().optional(),
  cap_month: keyFields.cap_month,
}

/** A new key as it is shown once. */
export const newKey = z.object({
  id: z.string(),
  key: z.string().describe(joinText({ en: 'Shown this once', zh: '仅显示这一次' })),
})

function isCidr(text: string): boolean {
  try {
    parseCidr(text)
    return true
  } catch {
    return false
  }
}
