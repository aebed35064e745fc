import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { MESSAGES } from '@octet/core/messages.ts'
import { getOperator } from '../../http/get-operator.ts'

export default defineEndpoint({
  method: 'PATCH',
  path: '/v1/admin/users/:id',
  auth: 'session',
  title: { en: 'Change an account', zh: '管理账户' },
  summary: {
    en: 'Locks or unlocks it, or gives it a plan; for operators.',
    zh: '停用或恢复账户，或赠送套餐，仅限管理员。',
  },
  input: z.object({ id: z.uuid(), disabled: z.boolean().optional(), plan: z.string().max(60).optional() }),
  output: z.object({ message: z.string() }),
  errors: ['forbidden', 'no_such', 'session_ended', 'login_required', 'unavailable'],
  async handle({ input, caller, services }) {
    const { accountId } = getOperator(caller)
    const { id, disabled, plan } = input
    if (disabled !== undefined) {
      await services.backOffice.setDisabled(id, disabled, accountId)
      await services.audit.note(caller, disabled ? 'user_disable' : 'user_enable', { detail: { id } })
    }
    if (plan !== undefined) {
      await services.backOffice.setPlan(id, plan)
      await services.audit.note(caller, 'user_plan', { detail: { id, plan } })
    }
    return { message: MESSAGES.saved[caller.lang] }
  },
})
