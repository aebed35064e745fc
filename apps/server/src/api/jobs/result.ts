import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { getKey } from '../../http/get-key.ts'
import { resultInput, sendResult } from '../../http/send-result.ts'

export default defineEndpoint({
  method: 'GET',
  path: '/v1/jobs/:id/result',
  auth: 'key',
  title: { en: 'The result of a job', zh: '下载任务结果' },
  summary: {
    en: 'The file of a job that is done, as CSV or NDJSON. Spreadsheets show its Chinese with `bom=1`.',
    zh: '下载已完成任务的结果文件（CSV 或 NDJSON）。用电子表格软件打开 CSV 时请加 `bom=1`，以免中文乱码。',
  },
  input: z.object(resultInput),
  output: z.unknown(),
  answer: { media: ['text/csv', 'text/tab-separated-values', 'text/plain', 'application/x-ndjson'], isBare: true },
  errors: ['key_required', 'bad_key', 'no_such', 'unsupported_value', 'unavailable'],
  isFree: true,
  handle: ({ input, services, caller }) => sendResult(services.jobs, getKey(caller).accountId, input),
})
