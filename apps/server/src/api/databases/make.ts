import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { findDownloader } from '../../http/find-downloader.ts'
import { fileInput } from './download.ts'

export default defineEndpoint({
  method: 'POST',
  path: '/v1/databases/:product/:format/make',
  auth: 'none',
  title: { en: 'Build a database file', zh: '生成数据库文件' },
  summary: {
    en: 'Builds the file of the present build in the background; `GET /v1/databases` shows its progress.',
    zh: '在后台生成当前构建的文件，进度见 `GET /v1/databases`。',
  },
  input: z.object(fileInput),
  output: z.object({ state: z.enum(['ready', 'waiting']) }),
  errors: ['login_required', 'bad_key', 'key_refused', 'session_ended', 'database_not_subscribed', 'data_missing', 'unavailable'],
  cost: 5,
  async handle(context) {
    const { input, services } = context
    const { downloads } = services
    await downloads.checkRight((await findDownloader(context))?.accountId ?? null, input.product)
    const build = await downloads.findBuild()
    if (build && (await downloads.find(input.product, input.format, build.build))) return { state: 'ready' as const }
    await downloads.want(input)
    return { state: 'waiting' as const }
  },
})
