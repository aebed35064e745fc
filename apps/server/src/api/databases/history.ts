import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { joinText } from '@octet/core/text.ts'
import { getSession } from '../../http/get-session.ts'

export default defineEndpoint({
  method: 'GET',
  path: '/v1/account/downloads',
  area: 'account',
  auth: 'session',
  title: { en: 'History of downloads', zh: '下载记录' },
  summary: {
    en: 'The latest 200 downloads of the account, each with its date and the address it went to.',
    zh: '账户最近 200 次下载，附日期与 IP 地址。',
  },
  input: z.object({}),
  output: z.object({
    downloads: z.array(
      z.object({
        product: z.string(),
        format: z.string(),
        build: z.string(),
        name: z.string(),
        size_bytes: z.number(),
        address: z.string(),
        started_at: z.string(),
        finished_at: z
          .string()
          .nullable()
          .describe(joinText({ en: 'Null when it broke off', zh: '中断时为 null' })),
      }),
    ),
  }),
  errors: ['login_required', 'session_ended', 'unavailable'],
  async handle({ caller, services }) {
    const rows = await services.downloadLog.list(getSession(caller).accountId)
    return {
      downloads: rows.map(({ started_at: startedAt, finished_at: finishedAt, ...row }) => ({
        ...row,
        started_at: startedAt.toISOString(),
        finished_at: finishedAt?.toISOString() ?? null,
      })),
    }
  },
})
