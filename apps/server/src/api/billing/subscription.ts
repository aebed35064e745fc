import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
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
    state: z
      .enum(['none', 'free', 'active', 'past_due', 'cancelled'])
      .describe('cancelled: goes on until expires_at; past_due: an invoice is unpaid and the plan goes on for a time'),
    period: period.nullable(),
    started_at: z.string().nullable(),
    expires_at: z.string().nullable().describe('End of the paid time; null when there is none'),
    is_paid: z.boolean().describe('Whether an order pays for it; the free plan and one given by the operator have none'),
    cancel_at_end: z.boolean(),
    next: z
      .object({ plan: z.string(), name: z.string(), period })
      .nullable()
      .describe('What begins at expires_at, where it differs'),
    databases: z.array(z.enum(DATA_PRODUCTS)),
    overage: z.object({
      is_on: z.boolean(),
      cap: z.number().describe('Extra requests a month at most'),
      extra_per_1000: z.number().nullable(),
      requests: z.number().describe('Beyond the quota this month'),
      amount: z.number().describe('What they cost so far, in minor units without tax'),
    }),
    usage: z.object({ quota: z.number(), used: z.number(), resets_at: z.string() }),
    currency: z.string(),
  }),
  errors: ['session_ended', 'login_required', 'unavailable'],
  handle: ({ caller, services: { storage, billing } }) =>
    storage.transact((queries) => readSubscription(queries, getSession(caller).accountId, billing.context)),
})
