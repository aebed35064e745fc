import * as z from 'zod'
import { joinText } from '@octet/core/text.ts'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { MESSAGES } from '@octet/core/messages.ts'
import { confirmField, emailField, passwordField } from '../../domain/account/credentials.ts'

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
    password: passwordField.describe('8 to 256 characters'),
    confirm_password: confirmField,
    agree: z.boolean().default(false).describe('Agreement to the terms and the privacy policy'),
    phone: z
      .string()
      .regex(
        /^\+?[\d ()-]{5,24}$/,
        joinText({ en: 'a phone number such as +86 138 0013 8000', zh: '电话号码，如 +86 138 0013 8000' }),
      )
      .optional()
      .describe('Shown as the display name'),
    reg_type: z.number().int().min(0).max(9).default(0),
    lang: z.enum(['en', 'zh']).optional().describe('Language of mails'),
  }),
  output: z.object({ message: z.string() }),
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
    return { message: MESSAGES.confirmation_sent[caller.lang] }
  },
})
