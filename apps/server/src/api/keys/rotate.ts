import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { joinText } from '@octet/core/text.ts'
import { getSession } from '../../http/get-session.ts'
import { newKey } from '../../http/key-fields.ts'

export default defineEndpoint({
  method: 'POST',
  path: '/v1/keys/:id/rotate',
  auth: 'session',
  title: { en: 'Rotate a key', zh: '轮换密钥' },
  summary: {
    en: 'Creates a key with the same limits; the old one ends after the overlap. A key that is about to end anyway can be rotated only if the plan has room for another one.',
    zh: '生成限制相同的新密钥，旧密钥在重叠期后失效。即将失效的密钥仅在套餐尚有名额时可以轮换。',
  },
  input: z.object({
    id: z.uuid(),
    overlap_hours: z
      .number()
      .min(0)
      .max(168)
      .default(24)
      .describe(joinText({ en: 'How long both keys work, up to 7 days', zh: '新旧密钥同时有效的时间，最长 7 天' })),
  }),
  output: newKey,
  errors: ['no_such', 'key_ends', 'too_many_rotated', 'session_ended', 'login_required', 'unavailable'],
  async handle({ input, caller, services }) {
    const made = await services.keys.rotate(getSession(caller).accountId, input.id, {
      overlapSeconds: input.overlap_hours * 3_600,
    })
    await services.audit.note(caller, 'key_rotate', { detail: { id: made.id } })
    return made
  },
})
