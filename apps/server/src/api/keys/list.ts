import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { getSession } from '../../http/get-session.ts'

const time = z.string().nullable()

export default defineEndpoint({
  method: 'GET',
  path: '/v1/keys',
  auth: 'session',
  title: { en: 'List of keys', zh: '密钥列表' },
  summary: {
    en: 'The keys of the account, newest first, with their last four characters.',
    zh: '账户的全部密钥，新建的在前，仅显示末四位。',
  },
  input: z.object({}),
  output: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      prefix: z.string(),
      last4: z.string(),
      scopes: z.array(z.string()),
      cidrs: z.array(z.string()),
      origins: z.array(z.string()),
      allow_query: z.boolean(),
      cap_month: z.number().nullable(),
      expires_at: time,
      revoked_at: time,
      last_used_at: time,
      created_at: time,
    }),
  ),
  errors: ['session_ended', 'login_required', 'unavailable'],
  async handle({ caller, services }) {
    const rows = await services.keys.list(getSession(caller).accountId)
    const toText = (date: Date | null) => date?.toISOString() ?? null
    return rows.map((row) => ({
      ...row,
      expires_at: toText(row.expires_at),
      revoked_at: toText(row.revoked_at),
      last_used_at: toText(row.last_used_at),
      created_at: toText(row.created_at),
    }))
  },
})
