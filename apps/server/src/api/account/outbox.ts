import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { AppError } from '@octet/core/errors.ts'
import { joinText } from '@octet/core/text.ts'
import { hasOutbox, isLoopbackHost } from '../../domain/mail/has-outbox.ts'
import { listLatestMails } from '../../storage/queries/mails.ts'

/** What a proxy adds. nginx that was told nothing but where to ask adds only that the connection ends. */
const ADDED = ['forwarded', 'via', 'x-real-ip', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto']
const LOOPBACK = /^(127\.\d+\.\d+\.\d+|::1)$/

export default defineEndpoint({
  method: 'GET',
  path: '/v1/account/outbox',
  auth: 'none',
  title: { en: 'The local outbox', zh: '本地发件箱' },
  summary: {
    en: 'The last 100 mails, while no SMTP server is set up; for callers on this machine only.',
    zh: '未配置 SMTP 时的最近 100 封邮件，仅限本机访问。',
  },
  input: z.object({
    to: z
      .string()
      .max(254)
      .optional()
      .describe(joinText({ en: 'Only mails to this address', zh: '只列出发往此地址的邮件' })),
  }),
  output: z.array(
    z.object({
      to: z.string(),
      kind: z.string(),
      subject: z.string(),
      text: z.string(),
      html: z.string(),
      created_at: z.string(),
    }),
  ),
  errors: ['not_found', 'unavailable'],
  async handle({ input, caller, services, header }) {
    // A foreign name may have been pointed at this machine.
    const isLocal = LOOPBACK.test(caller.address) && isLoopbackHost(header('host') ?? '')
    const isProxied = ADDED.some((name) => header(name) !== undefined) || header('connection')?.toLowerCase() === 'close'
    if (!hasOutbox(services.config) || isProxied || !isLocal) throw new AppError('not_found', { path: '/v1/account/outbox' })
    const mails = await services.storage.run((queries) => listLatestMails(queries, input.to))
    return mails.map(({ recipient, created_at: createdAt, ...mail }) => ({
      to: recipient,
      ...mail,
      created_at: createdAt.toISOString(),
    }))
  },
})
