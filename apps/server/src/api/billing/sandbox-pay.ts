import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { AppError } from '@octet/core/errors.ts'
import { joinText } from '@octet/core/text.ts'
import { toOrderState } from '../../domain/billing/orders.ts'
import { isRefusedCard, SANDBOX_CARDS } from '../../domain/billing/providers/sandbox.ts'
import { getSession } from '../../http/get-session.ts'

export default defineEndpoint({
  method: 'POST',
  path: '/v1/billing/sandbox/pay',
  auth: 'session',
  title: { en: 'SANDBOX: pay without money', zh: '沙盒：模拟付款' },
  summary: {
    en: 'Simulates a payment: choose what the card does, then answer the bank if it asks. The outcome arrives as a signed message, late and twice.',
    zh: '模拟一次付款：选择卡片行为，必要时应答银行验证。结果以签名通知送达，会延迟并重复。',
  },
  input: z.object({
    order: z.uuid().meta({ label: { en: 'Order', zh: '订单' } }),
    card: z.enum(SANDBOX_CARDS).default('success'),
    approve: z
      .boolean()
      .optional()
      .describe(
        joinText({
          en: 'The answer to the bank, when the order waits for it; a card that is refused stays so',
          zh: '订单等待银行确认时的回答；被拒绝的卡仍会被拒绝',
        }),
      ),
  }),
  output: z.object({ accepted: z.boolean() }),
  errors: ['no_such', 'not_now', 'payments_off', 'session_ended', 'login_required', 'unavailable'],
  async handle({ input, caller, services: { billing } }) {
    const { sandbox } = billing
    if (!sandbox) throw new AppError('payments_off', { reason: { en: 'there is no sandbox', zh: '未启用沙盒' } })
    const order = await billing.getOrder(getSession(caller).accountId, input.order)
    if (order.paid_at !== null || order.state === 'void' || order.provider !== 'sandbox')
      throw new AppError('not_now', { reason: { en: 'nothing is left to pay', zh: '没有待支付的金额' } })
    if (input.approve === undefined || isRefusedCard(input.card)) await sandbox.pay(order, input.card)
    else if (toOrderState(order) === 'action') await sandbox.confirm(order, input.approve)
    else throw new AppError('not_now', { reason: { en: 'the bank has asked nothing', zh: '银行并未要求验证' } })
    return { accepted: true }
  },
})
