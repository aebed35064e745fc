import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { joinText } from '@octet/core/text.ts'
import { readDataReport } from '../../domain/data-report.ts'

const text = z.object({ en: z.string(), zh: z.string() })
const share = z
  .number()
  .nullable()
  .describe(joinText({ en: 'Per cent; null when no row could be tested', zh: '百分比；没有可测试的行时为 null' }))

export default defineEndpoint({
  method: 'GET',
  path: '/v1/data',
  auth: 'none',
  title: { en: 'The address data', zh: '地址数据概况' },
  summary: {
    en: 'Build, rows, sources with date and licence, and how often the data was right where the truth is known.',
    zh: '构建编号、行数、各来源的日期与许可，以及在已知真实位置的地址上的准确率。',
  },
  input: z.object({}),
  output: z.object({
    build: z.string().nullable(),
    date: z.string().nullable(),
    rows: z.object({ v4: z.number(), v6: z.number() }).nullable(),
    sources: z.array(
      z.object({
        id: z.string(),
        title: text,
        date: z.string().nullable(),
        rows: z.number(),
        licence: z.string(),
        attribution: text,
        url: z.string(),
      }),
    ),
    accuracy: z
      .object({
        build: z.string().describe(joinText({ en: 'Build it was measured on', zh: '测量所用的构建' })),
        date: z.string(),
        groups: z.array(z.object({ id: z.string(), rows: z.number(), country: share, city_within_50_km: share })),
      })
      .nullable(),
  }),
  errors: [],
  handle: ({ services }) => readDataReport(services.config.varFolder),
})
