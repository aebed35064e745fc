import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { getSession } from '../../http/get-session.ts'
import { keyFields, newKey } from '../../http/key-fields.ts'

export default defineEndpoint({
  method: 'POST',
  path: '/v1/keys',
  auth: 'session',
  title: { en: 'Create a key', zh: '新建密钥' },
  summary: {
    en: 'The key is shown this once and stored as a hash. The first key subscribes to the free plan.',
    zh: '密钥仅显示这一次，系统只保存其哈希。首个密钥会自动订阅免费套餐。',
  },
  input: z.object({ ...keyFields, kind: z.enum(['live', 'test']).default('live') }),
  output: newKey,
  errors: ['too_many_keys', 'api_not_subscribed', 'session_ended', 'login_required', 'unavailable'],
  async handle({ input, caller, services }) {
    const made = await services.keys.create(getSession(caller).accountId, {
      name: input.name,
      kind: input.kind,
      scopes: input.scopes,
      cidrs: input.cidrs,
      origins: input.origins,
      allowQuery: input.allow_query,
      capMonth: input.cap_month ?? null,
      expiresAt: input.expires_in_days === undefined ? null : new Date(Date.now() + input.expires_in_days * 86_400_000),
    })
    await services.audit.note(caller, 'key_create', { detail: { id: made.id } })
    return made
  },
})
