import * as z from 'zod'
import { joinText } from '@octet/core/text.ts'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { MESSAGES } from '@octet/core/messages.ts'
import { getSession } from '../../http/get-session.ts'

export default defineEndpoint({
  method: 'POST',
  path: '/v1/account/profile',
  auth: 'session',
  title: { en: 'Change the profile', zh: '修改资料' },
  summary: { en: 'Phone (the display name) and the language of mails.', zh: '手机号（显示名称）与邮件语言。' },
  input: z.object({
    phone: z
      .string()
      .regex(
        /^(\+?[\d ()-]{5,24})?$/,
        joinText({ en: 'a phone number such as +86 138 0013 8000, or nothing', zh: '电话号码，如 +86 138 0013 8000，或留空' }),
      )
      .optional()
      .describe(joinText({ en: 'Empty takes it away', zh: '留空则删除' })),
    mail_lang: z.enum(['en', 'zh']).optional(),
  }),
  output: z.object({ message: z.string() }),
  errors: ['session_ended', 'login_required', 'unavailable'],
  async handle({ input, caller, services }) {
    await services.accounts.changeProfile(getSession(caller), {
      ...(input.phone !== undefined && { phone: input.phone === '' ? null : input.phone }),
      ...(input.mail_lang && { lang: input.mail_lang }),
    })
    await services.audit.note(caller, 'profile_change')
    return { message: MESSAGES.saved[caller.lang] }
  },
})
