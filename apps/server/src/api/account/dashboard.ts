import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { AppError } from '@octet/core/errors.ts'
import { joinText } from '@octet/core/text.ts'
import { readDashboard } from '../../domain/usage/read-dashboard.ts'
import { getSession } from '../../http/get-session.ts'

const DAY_MS = 86_400_000

export default defineEndpoint({
  method: 'GET',
  path: '/v1/account/dashboard',
  auth: 'session',
  title: { en: 'The dashboard', zh: '控制台数据' },
  summary: {
    en: 'Subscription, use of the month, total requests, and statistics between two times by hour or day (UTC), key, product and status.',
    zh: '订阅、本月用量、请求总数，以及指定时段内按小时或天（UTC）、密钥、产品和状态的统计。',
  },
  input: z.object({
    start: z.iso
      .datetime({ offset: true })
      .optional()
      .describe(joinText({ en: '30 days ago unless given', zh: '不填则为 30 天前' })),
    end: z.iso
      .datetime({ offset: true })
      .optional()
      .describe(joinText({ en: 'Now unless given', zh: '不填则为现在' })),
    step: z
      .enum(['hour', 'day'])
      .optional()
      .describe(joinText({ en: 'By hour for up to 8 days, else by day, unless given', zh: '不填时，8 天以内按小时，否则按天' })),
  }),
  output: z.object({
    subscription: z
      .object({ plan: z.string(), name: z.string(), period: z.string(), started_at: z.string(), ends_at: z.string().nullable() })
      .nullable(),
    month: z
      .object({
        quota: z.number(),
        limit: z.number().describe(
          joinText({
            en: 'The number at which calls are refused: the quota, plus extra requests if they are switched on',
            zh: '达到后调用将被拒绝：额度加已开启的超额请求',
          }),
        ),
        used: z.number().describe(joinText({ en: 'Without what was credited back', zh: '不含已退回的' })),
        returned: z.number().describe(
          joinText({
            en: 'Credited back for jobs that failed because of this service',
            zh: '因本服务故障导致任务失败而退回的',
          }),
        ),
        resets_at: z.string(),
      })
      .nullable(),
    total_requests: z.number(),
    step: z.enum(['hour', 'day']),
    statistics: z.array(
      z.object({ hour: z.string(), key_id: z.string(), product: z.string(), status: z.number(), requests: z.number() }),
    ),
  }),
  errors: ['bad_input', 'session_ended', 'login_required', 'unavailable'],
  cost: 5,
  handle({ input, caller, services }) {
    const start = new Date(input.start ?? Date.now() - 30 * DAY_MS)
    const end = new Date(input.end ?? Date.now())
    if (start > end)
      throw new AppError('bad_input', {
        field: 'start',
        expected: { en: `a time before end (${end.toISOString()})`, zh: `早于 end（${end.toISOString()}）的时间` },
        got: start.toISOString(),
      })
    const step = input.step ?? (end.getTime() - start.getTime() > 8 * DAY_MS ? 'day' : 'hour')
    const { accountId } = getSession(caller)
    return readDashboard(services.storage, { accountId, plans: services.plans, start, end, step })
  },
})
