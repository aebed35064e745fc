import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { getSession } from '../../http/get-session.ts'
import { fileInput } from './download.ts'

export default defineEndpoint({
  method: 'POST',
  path: '/v1/databases/:product/:format/link',
  area: 'account',
  auth: 'session',
  title: { en: 'A link for the browser', zh: '浏览器下载链接' },
  summary: {
    en: 'A link to one file that works for ten minutes without a token, also for a download that goes on where it broke off.',
    zh: '单个文件的下载链接，十分钟内无需令牌即可使用，支持断点续传。',
  },
  input: z.object(fileInput),
  output: z.object({ url: z.string(), expires_at: z.string(), name: z.string(), size_bytes: z.number() }),
  errors: ['login_required', 'session_ended', 'database_not_subscribed', 'database_not_ready', 'data_missing', 'unavailable'],
  async handle({ input, caller, services }) {
    const { downloads, downloadLog } = services
    const { accountId } = getSession(caller)
    await downloads.checkRight(accountId, input.product)
    const file = await downloads.get(input.product, input.format)
    const { ticket, expiresAt } = await downloadLog.openLink(accountId, file)
    return {
      url: `/v1/databases/${input.product}/${input.format}?ticket=${ticket}`,
      expires_at: expiresAt.toISOString(),
      name: file.name,
      size_bytes: file.sizeBytes,
    }
  },
})
