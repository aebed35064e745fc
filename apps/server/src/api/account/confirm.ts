import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { MESSAGES } from '@octet/core/messages.ts'
import { joinText } from '@octet/core/text.ts'
import { linkField } from '../../domain/account/credentials.ts'

export default defineEndpoint({
  method: 'POST',
  path: '/v1/account/confirm',
  auth: 'none',
  title: { en: 'Confirm an address', zh: '确认邮箱' },
  summary: {
    en: 'What the button of the confirmation page does. The link works for 24 hours; opened once more, its message says that the address was confirmed or changed before. An address that was registered more than once takes the password, too: that of the latest registration counts.',
    zh: '确认页按钮所调用的接口。链接 24 小时内有效；再次打开时，返回信息会说明邮箱此前已确认或已更改。多次注册的邮箱还需提供密码，以最近一次注册时的密码为准。',
  },
  input: z.object({
    token: linkField.describe(joinText({ en: 'From the link in the mail', zh: '来自邮件中的链接' })),
    password: z
      .string()
      .max(2_000)
      .optional()
      .describe(joinText({ en: 'Where the address was registered more than once', zh: '同一邮箱多次注册时填写' })),
  }),
  output: z.object({ message: z.string() }),
  errors: ['link_dead', 'password_missing', 'wrong_password', 'unavailable'],
  cost: 5,
  async handle({ input, caller, services }) {
    if (input.password !== undefined) services.brakes.logIn(caller, '')
    const { accountId, outcome } = await services.accounts.confirm(input.token, input.password)
    if (outcome === 'confirmed') await services.audit.note(caller, 'confirm', { accountId })
    if (outcome === 'email_changed') await services.audit.note(caller, 'email_confirm', { accountId })
    return { message: MESSAGES[outcome][caller.lang] }
  },
})
