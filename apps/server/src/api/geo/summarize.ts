import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { MAX_ADDRESS_BYTES, readAddresses } from '../../domain/address-lines.ts'
import { hasCsvBody } from '../../http/has-csv-body.ts'
import { gather, summarize, summarySchema } from '@octet/ipdb/summary/summarize.ts'

export default defineEndpoint({
  method: 'POST',
  path: '/v1/summarize',
  auth: 'none',
  title: { en: 'Summarise many addresses', zh: '汇总多个地址' },
  summary: {
    en: 'Up to 500,000 addresses as a JSON array, as lines, as NDJSON or as a CSV, of which the first column with addresses counts: how they are spread over countries, regions, cities, networks and privacy flags.',
    zh: '提交至多 50 万个地址（JSON 数组、逐行文本、NDJSON，或 CSV 中首个含有地址的列），返回其在国家、地区、城市、网络及隐私标记上的分布。',
  },
  input: z.object({ lang: z.enum(['en', 'zh']).optional() }),
  output: summarySchema,
  errors: ['data_missing'],
  rawBody: 'addresses',
  keepsBody: true,
  bodyLimitBytes: MAX_ADDRESS_BYTES,
  cost: 20,
  async handle(context) {
    const { services, caller, signal, body } = context
    const { database } = services.ip
    return summarize(database, await gather(database, readAddresses(body, { isCsv: hasCsvBody(context) }), signal), caller.lang)
  },
})
