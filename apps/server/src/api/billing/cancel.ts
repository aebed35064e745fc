import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { BILLING_MESSAGES } from '../../domain/billing/messages.ts'
import { getSession } from '../../http/get-session.ts'

export default defineEndpoint({
  method: 'POST',
  path: '/v1/billing/cancel',
  auth: 'session',
  title: { en: 'Cancel at the end of the period', zh: '到期后取消订阅' },
  summary: {
    en: 'The plan stays until the paid time ends and is not renewed.',
    zh: '套餐保留至付费周期结束，之后不再续费。',
  },
  input: z.object({}),
  output: z.object({ message: z.string() }),
  errors: ['not_now', 'session_ended', 'login_required', 'unavailable'],
  async handle({ caller, services: { billing, audit } }) {
    await billing.cancel(getSession(caller).accountId)
    await audit.note(caller, 'plan_cancel')
    return { message: BILLING_MESSAGES.cancelled[caller.lang] }
  },
})
