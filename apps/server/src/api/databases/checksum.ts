import * as z from 'zod'
import { Answer, defineEndpoint } from '@octet/core/endpoint.ts'
import { fileInput } from './download.ts'

export default defineEndpoint({
  method: 'GET',
  path: '/v1/databases/:product/:format/sha256',
  auth: 'none',
  title: { en: 'Checksum of a database', zh: '数据库校验和' },
  summary: {
    en: 'The SHA-256 of the newest file and its name, as `sha256sum -c` reads it.',
    zh: '最新文件的 SHA-256 与文件名，可直接用于 `sha256sum -c`。',
  },
  input: z.object(fileInput),
  output: z.string(),
  answer: { media: ['text/plain'], isBare: true },
  errors: ['database_not_ready', 'data_missing', 'unavailable'],
  async handle({ input, services }) {
    const { sha256, name } = await services.downloads.get(input.product, input.format)
    return new Answer(`${sha256}  ${name}\n`, { type: 'text/plain; charset=utf-8' })
  },
})
