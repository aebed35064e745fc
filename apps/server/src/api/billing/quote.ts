import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { joinText } from '@octet/core/text.ts'
import { toLineWords } from '../../domain/billing/order-lines.ts'
import { toSums } from '../../domain/billing/quote.ts'
import { getSession } from '../../http/get-session.ts'

export default defineEndpoint({
  method: 'POST',
  path: '/v1/billing/quote',
  auth: 'session',
  title: { en: 'What a change of plan costs', zh: '套餐变更报价' },
  summary: {
    en: 'Previews what choosing a plan would do now: an order with its lines, a change at the end of the paid period, or nothing.',
    zh: '预览选择某套餐的结果：立即生成订单及明细、付费周期结束后变更，或无需变更。',
  },
  input: z.object({
    plan: z
      .string()
      .max(40)
      .meta({ label: { en: 'Plan', zh: '套餐' } }),
    period: z.enum(['monthly', 'yearly']).default('monthly'),
  }),
  output: z.object({
    kind: z.enum(['same', 'free', 'later', 'subscribe', 'upgrade']),
    at: z
      .string()
      .nullable()
      .describe(joinText({ en: 'When a later change takes effect', zh: '延后变更的生效时间' })),
    lines: z.array(z.object({ text: z.string(), amount: z.number() })),
    net: z.number(),
    tax: z.number(),
    total: z.number(),
    currency: z.string(),
  }),
  errors: ['bad_input', 'session_ended', 'login_required', 'unavailable'],
  async handle({ input, caller, services: { billing } }) {
    const quote = await billing.quote(getSession(caller).accountId, { planId: input.plan, period: input.period })
    const { config } = billing.context
    const lines = 'lines' in quote ? quote.lines : []
    return {
      kind: quote.kind,
      at: quote.kind === 'later' ? quote.at.toISOString() : null,
      lines: lines.map((line) => ({ text: toLineWords(line, caller.lang), amount: line.amount })),
      ...toSums(lines, config.tax),
      currency: config.currency,
    }
  },
})
