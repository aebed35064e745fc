import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { joinText } from '@octet/core/text.ts'
import { readKeyUsage } from '../../domain/usage/read-key-usage.ts'
import { getKey } from '../../http/get-key.ts'

export default defineEndpoint({
  method: 'GET',
  path: '/v1/account/usage',
  auth: 'key',
  title: { en: 'Use of the month', zh: '本月用量' },
  summary: {
    en: 'For programs: the plan, what is left of the month and when it resets, and what this key has asked by product and status; with a key that may “read usage”, what every key of the account has. Costs nothing, and works when the quota is used up. Counts are about a second old.',
    zh: '供程序调用：返回套餐、本月余量与重置时间，以及当前密钥按产品和状态统计的请求数；具有“读取用量”权限的密钥可查看账户全部密钥。不消耗额度，额度用完后仍可调用。数据约有一秒延迟。',
  },
  input: z.object({}),
  output: z.object({
    plan: z.object({ id: z.string(), name: z.string() }).nullable(),
    month: z
      .object({
        quota: z.number().describe(
          joinText({
            en: 'Requests of the month, extra ones that the account agreed to pay for included',
            zh: '本月请求数，含账户同意付费的超额请求',
          }),
        ),
        used: z.number(),
        remaining: z.number(),
        resets_at: z.string(),
      })
      .nullable(),
    key: z.object({
      id: z.string(),
      scopes: z.array(z.string()),
      used: z.number().describe(joinText({ en: 'Answered requests of this key in this month', zh: '本月此密钥已应答的请求数' })),
      cap_month: z.number().nullable(),
      remaining: z
        .number()
        .nullable()
        .describe(joinText({ en: 'Of the cap; null without one', zh: '上限的余量；没有上限时为 null' })),
      expires_at: z.string().nullable(),
    }),
    products: z.array(
      z.object({
        key_id: z.string(),
        product: z.string(),
        status: z.number(),
        requests: z
          .number()
          .describe(joinText({ en: 'An answer that costs more counts as that many', zh: '消耗更多单位的应答按其单位数计' })),
      }),
    ),
  }),
  errors: ['key_required', 'unavailable'],
  cost: 5,
  isFree: true,
  handle: ({ caller, services: { storage, plans } }) => readKeyUsage(storage, plans, getKey(caller)),
})
