import * as z from 'zod'
import { joinText } from '@octet/core/text.ts'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { confirmField, emailField, passwordField } from '../../domain/account/credentials.ts'
import { mailedOutput, toMailed } from '../../http/mailed.ts'

export default defineEndpoint({
  method: 'POST',
  path: '/v1/account/sign_up',
  auth: 'none',
  title: { en: 'Sign up', zh: '注册' },
  summary: {
    en: 'Registers an address and mails a link that confirms it. The answer is the same whether the address is known or not.',
    zh: '注册邮箱并发送确认链接。无论邮箱是否已注册，返回内容相同。',
  },
  input: z.object({
    email: emailField,
    password: passwordField.describe(joinText({ en: '8 to 256 characters', zh: '8 到 256 个字符' })),
    confirm_password: confirmField,
    agree: z
      .boolean()
      .default(false)
      .describe(joinText({ en: 'Agreement to the terms and the privacy policy', zh: '同意服务条款和隐私政策' })),
    phone: z
      .string()
      .regex(
        /^\+?[\d ()-]{5,24}$/,
        joinText({ en: 'a phone number such as +86 138 0013 8000', zh: '电话号码，如 +86 138 0013 8000' }),
      )
      .optional()
      .describe(joinText({ en: 'Shown as the display name', zh: '作为显示名称' })),
    reg_type: z.number().int().min(0).max(9).default(0),
    lang: z
      .enum(['en', 'zh'])
      .optional()
      .describe(joinText({ en: 'Language of mails', zh: '邮件的语言' })),
  }),
  example: { email: 'name@example.com', password: '…', confirm_password: '…', agree: true },
  output: mailedOutput,
  errors: ['email_wrong', 'password_missing', 'password_weak', 'passwords_differ', 'agreement_missing', 'unavailable'],
  cost: 5,
  async handle({ input, caller, services }) {
    services.brakes.mail(caller)
    await services.accounts.signUp({
      email: input.email,
      password: input.password,
      confirmPassword: input.confirm_password,
      hasAgreed: input.agree,
      phone: input.phone ?? null,
      regType: input.reg_type,
      lang: input.lang ?? caller.lang,
    })
    const outlook = await services.mailCheck.outlook()
    return toMailed('confirmation', { outlook, lang: caller.lang })
  },
})
