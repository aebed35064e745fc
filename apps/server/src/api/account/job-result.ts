import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { joinText } from '@octet/core/text.ts'
import { resultInput, sendResult } from '../../http/send-result.ts'

export default defineEndpoint({
  method: 'GET',
  path: '/v1/account/jobs/:id/result',
  auth: 'none',
  title: { en: 'The result of a file of the account', zh: '下载批量文件的结果' },
  summary: {
    en: 'What `GET /v1/jobs/:id/result` gives, by a link for browsers instead of a key.',
    zh: '与 `GET /v1/jobs/:id/result` 相同，凭浏览器下载链接而非密钥。',
  },
  input: z.object({
    ...resultInput,
    ticket: z
      .string()
      .max(100)
      .meta({ label: { en: 'Ticket', zh: '下载口令' } })
      .describe(joinText({ en: 'Token of a download link for browsers', zh: '浏览器下载链接中的口令' })),
  }),
  output: z.unknown(),
  answer: { media: ['text/csv', 'text/tab-separated-values', 'text/plain', 'application/x-ndjson'], isBare: true },
  errors: ['link_dead', 'no_such', 'unsupported_value', 'unavailable'],
  async handle({ input, services: { jobs } }) {
    return sendResult(jobs, await jobs.useLink(input.ticket, input.id), input)
  },
})
