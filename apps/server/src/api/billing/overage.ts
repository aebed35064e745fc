import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { joinText } from '@octet/core/text.ts'
import { BILLING_MESSAGES } from '../../domain/billing/messages.ts'
import { getSession } from '../../http/get-session.ts'

export default defineEndpoint({
  method: 'POST',
  path: '/v1/billing/overage',
  auth: 'session',
  title: { en: 'Switch extra requests on or off', zh: '开启或关闭超额请求' },
  summary: {
    en: 'Lets calls continue beyond the quota, at the plan’s price for each 1,000 or part of it, up to a monthly limit. Billed when the month is over.',
    zh: '允许超出额度后继续调用，按每千次（不足千次按千次计）收费，可设每月上限，月末结算。',
  },
  input: z.object({
    on: z.boolean().meta({ label: { en: 'Extra requests', zh: '超额用量' } }),
    cap: z
      .number()
      .int()
      .min(1_000)
      .max(10_000_000_000)
      .optional()
      .describe(
        joinText({
          en: 'Extra requests a month at most; as many as the plan has unless said',
          zh: '每月超额请求数上限；不填则与套餐额度相同',
        }),
      ),
  }),
  output: z.object({ message: z.string() }),
  errors: ['not_now', 'session_ended', 'login_required', 'unavailable'],
  async handle({ input, caller, services: { billing, audit } }) {
    await billing.setOverage(getSession(caller).accountId, { isOn: input.on, cap: input.cap })
    await audit.note(caller, 'overage_change', { detail: { on: input.on, cap: input.cap } })
    return { message: BILLING_MESSAGES[input.on ? 'overageOn' : 'overageOff'][caller.lang] }
  },
})
