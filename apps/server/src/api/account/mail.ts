import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { joinText } from '@octet/core/text.ts'
import { toMailSetUp } from '../../domain/mail/has-outbox.ts'

export default defineEndpoint({
  method: 'GET',
  path: '/v1/account/mail',
  auth: 'session',
  title: { en: 'Whether emails are sent', zh: '是否发送邮件' },
  summary: {
    en: 'Whether alerts by email can reach anybody: an installation without a mail server sends none.',
    zh: '邮件告警能否送达：未配置邮件服务器的站点不会发送邮件。',
  },
  input: z.object({}),
  output: z.object({
    outlook: z.enum(['sent', 'kept', 'unsent']).describe(
      joinText({
        en: '`kept`: no mail server is set up, and emails can be read at /account/outbox on the machine itself; `unsent`: none is set up',
        zh: '`kept`：未配置邮件服务器，可在本机的 /account/outbox 查看；`unsent`：未配置邮件服务器',
      }),
    ),
  }),
  errors: ['session_ended', 'login_required', 'unavailable'],
  handle({ services: { config } }) {
    return { outlook: toMailSetUp(config) }
  },
})
