import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { playSandbox, SANDBOX_PLAYS } from '../../domain/billing/sandbox-plays.ts'
import { getSession } from '../../http/get-session.ts'

export default defineEndpoint({
  method: 'POST',
  path: '/v1/billing/sandbox/play',
  auth: 'session',
  title: { en: 'SANDBOX: simulate what happens later', zh: '沙盒：模拟后续事件' },
  summary: {
    en: 'Refund or dispute of an invoice, the end of the period or the month, another attempt, the last one. Only in the sandbox, only for one’s own account.',
    zh: '模拟账单退款或争议、周期或月份结束、再次扣款或最终放弃。仅限沙盒与本人账户。',
  },
  input: z.object({ what: z.enum(SANDBOX_PLAYS).meta({ label: { en: 'Event', zh: '事件' } }), order: z.uuid().optional() }),
  output: z.object({ accepted: z.boolean() }),
  errors: ['no_such', 'not_now', 'payments_off', 'session_ended', 'login_required', 'unavailable'],
  cost: 3,
  async handle({ input, caller, services: { billing, storage } }) {
    await playSandbox(
      { billing, database: storage },
      { accountId: getSession(caller).accountId, what: input.what, orderId: input.order },
    )
    return { accepted: true }
  },
})
