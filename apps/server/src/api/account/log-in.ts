import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { MESSAGES } from '@octet/core/messages.ts'
import { joinText } from '@octet/core/text.ts'
import { emailField, passwordField } from '../../domain/account/credentials.ts'
import { toSessionCookies } from '../../http/cookies.ts'
import { toLogInPlace } from '../../http/to-device.ts'

export default defineEndpoint({
  method: 'POST',
  path: '/v1/account/log_in',
  auth: 'none',
  title: { en: 'Log in', zh: '登录' },
  summary: {
    en: 'Gives a token for the `token` header, good for 7 days, or 30 when remembered. A browser also gets a cookie that scripts cannot read, and needs both.',
    zh: '返回用于 token 请求头的令牌，有效期 7 天，勾选“30 天内免登录”则为 30 天。浏览器还会得到脚本不可读的 Cookie，二者缺一不可。',
  },
  input: z.object({
    email: emailField,
    password: passwordField,
    remember: z.boolean().default(false),
    code: z
      .string()
      .max(50)
      .optional()
      .describe(
        joinText({ en: 'Second factor: from the app, or a recovery code', zh: '两步验证：身份验证器中的验证码，或恢复码' }),
      ),
  }),
  output: z.object({
    token: z.string(),
    expires_in: z.number().describe(joinText({ en: 'Seconds', zh: '秒' })),
    message: z.string(),
  }),
  errors: ['email_wrong', 'password_missing', 'wrong_login', 'code_required', 'wrong_code', 'unavailable'],
  cost: 5,
  async handle({ input, caller, services, header, setCookie }) {
    services.brakes.logIn(caller, input.email)
    const session = await services.accounts.logIn({
      email: input.email,
      password: input.password,
      code: input.code,
      countCode: (accountId) => services.brakes.code(accountId),
      isRemembered: input.remember,
      ...toLogInPlace({ caller, header }),
    })
    services.brakes.repayCode(session.accountId)
    await services.audit.note(caller, 'log_in', { accountId: session.accountId })
    for (const line of toSessionCookies(session, services.config.publicOrigin)) setCookie(line)
    return { token: session.token, expires_in: session.seconds, message: MESSAGES.login_succeeded[caller.lang] }
  },
})
