import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { MESSAGES } from '@octet/core/messages.ts'
import { passwordField } from '../../domain/account/credentials.ts'
import { changeRole } from '../../domain/operator/change-role.ts'
import { getOperator } from '../../http/get-operator.ts'

export default defineEndpoint({
  method: 'POST',
  path: '/v1/admin/users/:id/role',
  auth: 'session',
  title: { en: 'Give or take the role of operator', zh: '设置管理员' },
  summary: {
    en: 'Makes an account one of an operator, or an ordinary one again; for operators, who show their own password. The person and all operators are told by mail. One operator stays.',
    zh: '设为管理员或取消管理员身份，仅限管理员，需输入自己的密码。当事人与所有管理员会收到邮件通知；至少保留一位管理员。',
  },
  input: z.object({
    id: z.uuid(),
    role: z.enum(['user', 'operator']).meta({ label: { en: 'Role', zh: '角色' } }),
    password: passwordField,
  }),
  output: z.object({ message: z.string() }),
  errors: [
    'forbidden',
    'wrong_password',
    'password_missing',
    'no_such',
    'not_now',
    'last_operator',
    'session_ended',
    'login_required',
    'unavailable',
  ],
  cost: 5,
  async handle({ input: { id, role, password }, caller, services }) {
    const session = getOperator(caller)
    services.brakes.logIn(caller, session.email)
    const { storage, sessions, accounts, config } = services
    const by = { current: await accounts.checkCurrent(session, password), email: session.email }
    await changeRole({ database: storage, sessions, brand: config.operator.brand.name }, { id, role, by })
    await services.audit.note(caller, role === 'operator' ? 'user_operator_on' : 'user_operator_off', { detail: { id } })
    return { message: MESSAGES.saved[caller.lang] }
  },
})
