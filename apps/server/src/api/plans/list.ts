import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { joinText } from '@octet/core/text.ts'
import { DATA_PRODUCTS } from '../../domain/plan/plan-schema.ts'
import { isFree, toPrice } from '../../domain/plan/plans.ts'

const text = z.object({ en: z.string(), zh: z.string() })

export default defineEndpoint({
  method: 'GET',
  path: '/v1/plans',
  auth: 'none',
  title: { en: 'Plans and prices', zh: '套餐与价格' },
  summary: {
    en: 'Every plan with its prices in the smallest unit of the currency, without tax, and the ways to pay here.',
    zh: '全部套餐及价格（以货币最小单位表示，不含税），以及本站支持的付款方式。',
  },
  input: z.object({}),
  output: z.object({
    currency: z.string(),
    tax: z.object({ name: z.string(), percent: z.number() }).nullable(),
    plans: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        requestsPerMonth: z.number(),
        keys: z.number().describe(joinText({ en: 'How many keys an account may have', zh: '每个账户可拥有的密钥数' })),
        requestsPerSecond: z
          .number()
          .describe(joinText({ en: 'How many units of its limit each key gets a second', zh: '每个密钥每秒获得的限流单位数' })),
        namesAtOnce: z
          .number()
          .describe(
            joinText({ en: 'How many names one call of a batch tool may ask about', zh: '批量工具每次调用可查询的名称数' }),
          ),
        monthlyPrice: z.number(),
        yearlyPrice: z.number().describe(joinText({ en: 'For the whole year', zh: '全年价格' })),
        extraPer1000: z
          .number()
          .nullable()
          .describe(
            joinText({
              en: 'Price of each started 1,000 requests beyond the quota; null when it is the end',
              zh: '超出额度后每 1,000 次请求的价格，不足 1,000 次按 1,000 次计；额度用完即止时为 null',
            }),
          ),
        isFree: z.boolean(),
        databases: z.array(z.enum(DATA_PRODUCTS)),
      }),
    ),
    providers: z
      .array(z.object({ id: z.string(), isSandbox: z.boolean() }))
      .describe(joinText({ en: 'Empty when nothing can be bought here', zh: '不提供购买时为空' })),
    claims: z
      .array(z.object({ value: z.string(), label: text }))
      .describe(joinText({ en: 'Figures that the operator vouches for', zh: '由管理员担保的数据' })),
  }),
  errors: [],
  handle({ services }) {
    const { billing, claims } = services.config.operator
    return {
      currency: billing.currency,
      tax: billing.tax ?? null,
      plans: services.plans.all.map((plan) => ({
        id: plan.id,
        name: plan.name,
        requestsPerMonth: plan.requestsPerMonth,
        keys: plan.keys,
        requestsPerSecond: services.allowance.toKeyPace(plan.requestsPerSecond).unitsPerSecond,
        namesAtOnce: plan.namesAtOnce,
        monthlyPrice: plan.monthlyPrice,
        yearlyPrice: toPrice(plan, 'yearly'),
        extraPer1000: plan.extraPer1000 ?? null,
        isFree: isFree(plan),
        databases: plan.databases,
      })),
      providers: services.billing.providers.map(({ id, isSandbox }) => ({ id, isSandbox })),
      claims,
    }
  },
})
