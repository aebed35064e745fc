import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { joinText } from '@octet/core/text.ts'
import { readSubscription } from '../../domain/billing/read-billing.ts'
import { DATA_PRODUCTS } from '../../domain/plan/plan-schema.ts'
import { getSession } from '../../http/get-session.ts'

const period = z.enum(['monthly', 'yearly'])

export default defineEndpoint({
  method: 'GET',
  path: '/v1/billing/subscription',
  auth: 'session',
  title: { en: 'The subscription', zh: '当前订阅' },
  summary: {
    en: 'Plan, state, period and end, what comes next, extra requests, and the use of this month.',
    zh: '套餐、状态、周期与到期时间、后续变更、超额请求以及本月用量。',
  },
  input: z.object({}),
  output: z.object({
    plan: z.string().nullable(),
    name: z.string().nullable(),
    state: z.enum(['none', 'free', 'active', 'past_due', 'cancelled']).describe(
      joinText({
        en: 'cancelled: goes on until expires_at; past_due: an invoice is unpaid and the plan goes on for a time',
        zh: 'cancelled：持续到 expires_at；past_due：有账单未付，套餐暂时保留',
      }),
    ),
    period: period.nullable(),
    started_at: z.string().nullable(),
    expires_at: z
      .string()
      .nullable()
      .describe(joinText({ en: 'End of the paid time; null when there is none', zh: '付费期结束时间；没有时为 null' })),
    is_paid: z.boolean().describe(
      joinText({
        en: 'Whether an order pays for it; the free plan and one given by the operator have none',
        zh: '是否由订单付费；免费套餐和管理员赠送的套餐没有订单',
      }),
    ),
    cancel_at_end: z.boolean(),
    next: z
      .object({ plan: z.string(), name: z.string(), period })
      .nullable()
      .describe(joinText({ en: 'What begins at expires_at, where it differs', zh: 'expires_at 起生效的套餐（与当前不同时）' })),
    databases: z.array(z.enum(DATA_PRODUCTS)),
    overage: z.object({
      is_on: z.boolean(),
      cap: z.number().describe(joinText({ en: 'Extra requests a month at most', zh: '每月超额请求数上限' })),
      extra_per_1000: z.number().nullable(),
      requests: z.number().describe(joinText({ en: 'Beyond the quota this month', zh: '本月超出额度的请求数' })),
      amount: z
        .number()
        .describe(
          joinText({ en: 'What they cost so far, in minor units without tax', zh: '目前的费用，以最小货币单位计，不含税' }),
        ),
    }),
    usage: z.object({ quota: z.number(), used: z.number(), resets_at: z.string() }),
    currency: z.string(),
  }),
  errors: ['session_ended', 'login_required', 'unavailable'],
  handle: ({ caller, services: { storage, billing } }) =>
    storage.transact((queries) => readSubscription(queries, getSession(caller).accountId, billing.context)),
})
