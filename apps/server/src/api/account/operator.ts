import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { MESSAGES } from '@octet/core/messages.ts'
import { joinText } from '@octet/core/text.ts'
import { confirmField, emailField, linkField, passwordField } from '../../domain/account/credentials.ts'
import { createOperator } from '../../domain/operator/first-operator.ts'
import { toSessionCookies } from '../../http/cookies.ts'
import { toLogInPlace } from '../../http/to-device.ts'

export default defineEndpoint({
  method: 'POST',
  path: '/v1/account/operator',
  auth: 'none',
  title: { en: 'Become the operator', zh: '创建管理员账户' },
  summary: {
    en: 'Makes the operator’s account by the link that the first start prints, and logs in.',
    zh: '通过首次启动时打印的链接创建管理员账户并登录。',
  },
  input: z.object({
    token: linkField.describe(joinText({ en: 'From the link', zh: '来自链接' })),
    email: emailField,
    password: passwordField,
    confirm_password: confirmField,
  }),
  output: z.object({
    token: z.string(),
    expires_in: z.number().describe(joinText({ en: 'Seconds', zh: '秒' })),
    message: z.string(),
  }),
  errors: ['link_dead', 'email_wrong', 'password_missing', 'password_weak', 'passwords_differ', 'unavailable'],
  cost: 5,
  async handle({ input, caller, services, header, setCookie }) {
    services.brakes.logIn(caller, input.email)
    const { token, email, password, confirm_password: confirmPassword } = input
    const { storage: database, sessions } = services
    const account = await createOperator({ database, sessions }, { token, email, password, confirmPassword, lang: caller.lang })
    await services.audit.note(caller, 'operator_create', { accountId: account.id })
    const session = await database.transact((queries) =>
      sessions.open(queries, account, { isRemembered: false, ...toLogInPlace({ caller, header }) }),
    )
    for (const line of toSessionCookies(session, services.config.publicOrigin)) setCookie(line)
    return { token: session.token, expires_in: session.seconds, message: MESSAGES.login_succeeded[caller.lang] }
  },
})
