import * as z from 'zod'
import { Answer, defineEndpoint } from '@octet/core/endpoint.ts'
import { findDownloader } from '../../http/find-downloader.ts'
import { fileInput } from './download.ts'

export default defineEndpoint({
  method: 'GET',
  path: '/v1/databases/:product/:format/sha256',
  auth: 'none',
  title: { en: 'Checksum of a database', zh: '数据库校验和' },
  summary: {
    en: 'The SHA-256 of the newest file and its name, as `sha256sum -c` reads it. Anybody may ask for that of a file that has been made; one that has not is made for those who may download it.',
    zh: '最新文件的 SHA-256 与文件名，可直接用于 `sha256sum -c`。文件已生成时任何人可查；尚未生成时，仅为有权下载者生成。',
  },
  input: z.object(fileInput),
  output: z.string(),
  answer: { media: ['text/plain'], isBare: true },
  errors: [
    'login_required',
    'bad_key',
    'key_refused',
    'session_ended',
    'database_not_subscribed',
    'database_not_ready',
    'data_missing',
    'unavailable',
  ],
  async handle(context) {
    const { product, format } = context.input
    const { downloads } = context.services
    const { sha256, name } = (await downloads.find(product, format)) ?? (await make())
    async function make() {
      await downloads.checkRight((await findDownloader(context))?.accountId ?? null, product)
      return downloads.get(product, format)
    }
    return new Answer(`${sha256}  ${name}\n`, { type: 'text/plain; charset=utf-8' })
  },
})
