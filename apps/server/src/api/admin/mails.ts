import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { splitText } from '@octet/core/text.ts'
import { pageField, toTimes, wordsField } from '../../http/admin-list.ts'
import { getOperator } from '../../http/get-operator.ts'

export default defineEndpoint({
  method: 'GET',
  path: '/v1/admin/mails',
  auth: 'session',
  title: { en: 'Mails', zh: '邮件' },
  summary: {
    en: 'The outbox without the texts, newest first, with a search by recipient or subject; for operators.',
    zh: '发件箱（不含正文），按收件人或主题查找，新的在前，仅限管理员。',
  },
  input: z.object({ q: wordsField, page: pageField }),
  output: z.array(z.record(z.string(), z.unknown())),
  errors: ['forbidden', 'session_ended', 'login_required', 'unavailable'],
  async handle({ input, caller, services }) {
    getOperator(caller)
    const mails = await services.backOffice.mails(input)
    return mails.map((mail) => toTimes({ ...mail, error: mail.error && splitText(mail.error)[caller.lang] }))
  },
})
