import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { joinText } from '@octet/core/text.ts'
import { authorise } from '../../http/get-session.ts'

export default defineEndpoint({
  method: 'POST',
  path: '/v1/user_info',
  auth: 'none',
  title: { en: 'Who is logged in', zh: '当前登录用户' },
  summary: {
    en: 'The user of the token header; null without a token; 506 for a token that no longer counts.',
    zh: '返回 token 头对应的用户；无 token 时为 null；token 已失效时返回 506。',
  },
  input: z.looseObject({}),
  output: z.object({
    user: z
      .object({
        name: z
          .string()
          .describe(joinText({ en: 'Phone, or the email address when there is none', zh: '手机号，没有时为邮箱地址' })),
        email: z.string(),
        phone: z.string().nullable(),
        channel: z.string(),
        unread: z.number().describe(
          joinText({
            en: 'How often monitors have turned bad or good again since they were last looked at',
            zh: '上次查看后，监控异常与恢复的次数',
          }),
        ),
        role: z.enum(['user', 'operator']),
        second_factor: z.boolean(),
        mail_lang: z.enum(['en', 'zh']),
      })
      .nullable(),
  }),
  errors: ['session_ended', 'unavailable'],
  async handle({ header, services }) {
    const token = header('token')
    if (!token) return { user: null }
    const { sessions, config } = services
    const session = await authorise({ token, cookie: header('cookie') }, { sessions, publicOrigin: config.publicOrigin })
    const { email, phone, channel, role } = session
    return {
      user: {
        name: phone ?? email,
        email,
        phone,
        channel,
        unread: await services.points.monitors.countUnread(session.accountId),
        role,
        second_factor: session.hasSecondFactor,
        mail_lang: session.lang,
      },
    }
  },
})
