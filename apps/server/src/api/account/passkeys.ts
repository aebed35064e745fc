import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { getSession } from '../../http/get-session.ts'

export default defineEndpoint({
  method: 'GET',
  path: '/v1/account/passkeys',
  auth: 'session',
  title: { en: 'List of passkeys', zh: '通行密钥列表' },
  summary: { en: 'The passkeys of the account, newest first.', zh: '账户的全部通行密钥，新的在前。' },
  input: z.object({}),
  output: z.array(z.object({ id: z.string(), name: z.string(), created_at: z.string(), last_used_at: z.string().nullable() })),
  errors: ['session_ended', 'login_required', 'unavailable'],
  async handle({ caller, services }) {
    const rows = await services.passkeys.list(getSession(caller).accountId)
    return rows.map(({ id, name, created_at: createdAt, last_used_at: lastUsedAt }) => ({
      id,
      name,
      created_at: createdAt.toISOString(),
      last_used_at: lastUsedAt?.toISOString() ?? null,
    }))
  },
})
