import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { BILLING_MESSAGES } from '../../domain/billing/messages.ts'
import { getSession } from '../../http/get-session.ts'

export default defineEndpoint({
  method: 'POST',
  path: '/v1/billing/resume',
  auth: 'session',
  title: { en: 'Take back a cancellation', zh: '恢复续费' },
  summary: {
    en: 'The plan is renewed as before; a change that was arranged for the next period is dropped, too.',
    zh: '套餐继续按原方式续费；已安排在下一周期生效的变更也会撤销。',
  },
  input: z.object({}),
  output: z.object({ message: z.string() }),
  errors: ['not_now', 'session_ended', 'login_required', 'unavailable'],
  async handle({ caller, services: { billing, audit } }) {
    await billing.resume(getSession(caller).accountId)
    await audit.note(caller, 'plan_resume')
    return { message: BILLING_MESSAGES.resumed[caller.lang] }
  },
})
