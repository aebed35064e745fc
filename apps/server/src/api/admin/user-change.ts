import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { MESSAGES } from '@octet/core/messages.ts'
import { joinText } from '@octet/core/text.ts'
import { dropTotp } from '../../domain/account/second-factor.ts'
import { getOperator } from '../../http/get-operator.ts'

export default defineEndpoint({
  method: 'PATCH',
  path: '/v1/admin/users/:id',
  auth: 'session',
  title: { en: 'Change an account', zh: '管理账户' },
  summary: {
    en: 'Locks or unlocks it, gives it a plan, or switches its second factor off for who has lost the app and the recovery codes; for operators.',
    zh: '停用或恢复账户、赠送套餐，或为丢失身份验证器与恢复码的用户停用两步验证，仅限管理员。',
  },
  input: z.object({
    id: z.uuid(),
    disabled: z.boolean().optional(),
    plan: z.string().max(60).optional(),
    second_factor: z
      .literal(false)
      .optional()
      .describe(joinText({ en: 'Switches it off; the owner is told by mail', zh: '停用两步验证，账户所有者会收到邮件通知' })),
  }),
  output: z.object({ message: z.string() }),
  errors: ['forbidden', 'no_such', 'not_now', 'last_operator', 'session_ended', 'login_required', 'unavailable'],
  async handle({ input, caller, services }) {
    const { accountId } = getOperator(caller)
    const { id, disabled, plan, second_factor: secondFactor } = input
    if (disabled !== undefined) {
      await services.backOffice.setDisabled(id, disabled, accountId)
      await services.audit.note(caller, disabled ? 'user_disable' : 'user_enable', { detail: { id } })
    }
    if (plan !== undefined) {
      await services.backOffice.setPlan(id, plan)
      await services.audit.note(caller, 'user_plan', { detail: { id, plan } })
    }
    if (secondFactor === false) {
      await dropTotp(services.storage, id, services.config.operator.brand.name)
      services.brakes.repayCode(id)
      await services.audit.note(caller, 'user_second_factor_off', { detail: { id } })
    }
    return { message: MESSAGES.saved[caller.lang] }
  },
})
