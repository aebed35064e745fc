import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { MESSAGES } from '@octet/core/messages.ts'
import { joinText } from '@octet/core/text.ts'
import { confirmField, passwordField } from '../../domain/account/credentials.ts'
import { getSession } from '../../http/get-session.ts'

export default defineEndpoint({
  method: 'POST',
  path: '/v1/account/password',
  auth: 'session',
  title: { en: 'Change the password', zh: '修改密码' },
  summary: { en: 'This session stays; every other one ends.', zh: '当前会话保留，其他会话全部结束。' },
  input: z.object({
    current: passwordField,
    password: passwordField.describe(joinText({ en: 'The new one', zh: '新密码' })),
    confirm_password: confirmField,
  }),
  output: z.object({ message: z.string() }),
  errors: [
    'wrong_password',
    'password_missing',
    'password_weak',
    'passwords_differ',
    'session_ended',
    'login_required',
    'unavailable',
  ],
  cost: 5,
  async handle({ input, caller, services }) {
    const session = getSession(caller)
    services.brakes.logIn(caller, session.email)
    const { current, password, confirm_password: confirmPassword } = input
    await services.accounts.changePassword(session, { current, password, confirmPassword })
    await services.audit.note(caller, 'password_change')
    return { message: MESSAGES.saved[caller.lang] }
  },
})
