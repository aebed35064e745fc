import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { joinText } from '@octet/core/text.ts'

export default defineEndpoint({
  method: 'GET',
  path: '/v1/corrections/:id',
  auth: 'none',
  title: { en: 'Follow a correction', zh: '查看更正进度' },
  summary: {
    en: 'The state of a ticket, for whoever holds the token that was returned when it was opened.',
    zh: '凭提交时获得的令牌查看更正的处理状态。',
  },
  input: z.object({
    id: z.uuid(),
    token: z
      .string()
      .min(1)
      .max(100)
      .meta({ label: { en: 'Token', zh: '令牌' } }),
  }),
  output: z.object({
    id: z.string(),
    network: z.string(),
    claim: z.object({ country_code: z.string(), region_code: z.string().optional(), city_name: z.string().optional() }),
    before: z
      .record(z.string(), z.unknown())
      .describe(joinText({ en: 'What the data said when it was reported', zh: '提交时数据中的内容' })),
    build: z.string(),
    state: z.enum(['open', 'accepted', 'declined']),
    note: z.string(),
    created_at: z.string(),
    decided_at: z.string().nullable(),
  }),
  errors: ['no_such', 'unavailable'],
  handle: ({ input, services }) => services.corrections.get(input.id, input.token),
})
