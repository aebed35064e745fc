import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { MESSAGES } from '@octet/core/messages.ts'
import { joinText } from '@octet/core/text.ts'
import { confirmField, linkField, passwordField } from '../../domain/account/credentials.ts'

export default defineEndpoint({
  method: 'POST',
  path: '/v1/account/reset',
  auth: 'none',
  title: { en: 'Choose a new password by a link', zh: '通过链接设置新密码' },
  summary: { en: 'Sets the password and logs every device out.', zh: '设置新密码，并使所有设备退出登录。' },
  input: z.object({
    token: linkField.describe(joinText({ en: 'From the link in the mail', zh: '来自邮件中的链接' })),
    password: passwordField,
    confirm_password: confirmField,
  }),
  output: z.object({ message: z.string() }),
  errors: ['link_dead', 'password_missing', 'password_weak', 'passwords_differ', 'unavailable'],
  cost: 5,
  async handle({ input, caller, services }) {
    const { token, password, confirm_password: confirmPassword } = input
    const accountId = await services.accounts.reset(token, { password, confirmPassword })
    await services.audit.note(caller, 'password_reset', { accountId })
    return { message: MESSAGES.saved[caller.lang] }
  },
})
