import * as z from 'zod'
import { Answer, defineEndpoint } from '@octet/core/endpoint.ts'
import { getKey } from '../../http/get-key.ts'

export default defineEndpoint({
  method: 'GET',
  path: '/v1/jobs/:id/result',
  auth: 'key',
  title: { en: 'The result of a job', zh: '下载任务结果' },
  summary: { en: 'The file of a job that is done, as CSV or NDJSON.', zh: '下载已完成任务的结果文件（CSV 或 NDJSON）。' },
  input: z.object({ id: z.uuid() }),
  output: z.unknown(),
  answer: { media: ['text/csv', 'application/x-ndjson'], isBare: true },
  errors: ['login_required', 'bad_key', 'not_found', 'unsupported_value', 'unavailable'],
  isFree: true,
  async handle({ input, services, caller }) {
    const { format, sizeBytes, stream } = await services.jobs.openResult(getKey(caller).accountId, input.id)
    return new Answer(stream, {
      type: format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8',
      headers: { 'content-length': String(sizeBytes), 'content-disposition': `attachment; filename="${input.id}.${format}"` },
    })
  },
})
