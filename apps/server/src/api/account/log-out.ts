import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { joinText } from '@octet/core/text.ts'
import { getSession } from '../../http/get-session.ts'
import { toEndedCookies } from '../../http/cookies.ts'

export default defineEndpoint({
  method: 'POST',
  path: '/v1/account/log_out',
  auth: 'session',
  title: { en: 'Log out', zh: '退出登录' },
  summary: {
    en: 'Ends this session, or with `everywhere` every session of the account. The token answers 506 from then on.',
    zh: '结束当前会话；设置 everywhere 则结束账户的全部会话。此后令牌返回 506。',
  },
  input: z.object({ everywhere: z.boolean().default(false) }),
  output: z.object({
    redirect: z
      .string()
      .describe(joinText({ en: 'Where the site goes, with the marker of a log-out', zh: '网站跳转的地址，带退出登录的标记' })),
  }),
  errors: ['session_ended', 'login_required', 'unavailable'],
  async handle({ input, caller, services, setCookie }) {
    const session = getSession(caller)
    await (input.everywhere ? services.accounts.logOutEverywhere(session) : services.sessions.end(session))
    await services.audit.note(caller, input.everywhere ? 'log_out_everywhere' : 'log_out')
    for (const line of toEndedCookies(services.config.publicOrigin)) setCookie(line)
    return { redirect: '/?signout=1' }
  },
})
