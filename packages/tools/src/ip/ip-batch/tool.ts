import { AppError, isAppError, toErrorMessage } from '@octet/core/errors.ts'
import { ipRecordSchema } from '@octet/core/ip/record.ts'
import { defineTool } from '@octet/core/tool.ts'
import * as z from 'zod'
import { extractAddressesPaced } from '../../lib/extract-addresses.ts'
import { createPacer } from '../../lib/pacer.ts'

const rowSchema = z.object({
  query: z.string().meta({ label: { en: 'Address', zh: '地址' } }),
  count: z
    .number()
    .int()
    .meta({ label: { en: 'Count', zh: '次数' } }),
  record: ipRecordSchema.nullable(),
  error: z.string().nullable(),
})

/** Distinct addresses in one answer of the tool; the call /v1/ip/batch streams more. */
const MAX_DISTINCT = 10_000
/** Rows after which the result so far is shown first; then each time after as many again, since it is shown whole. */
const FIRST_ROWS = 500
/** Characters of one more unit. */
const LETTERS_PER_UNIT = 50_000

export default defineTool({
  id: 'ip-batch',
  route: '/ipbatch',
  group: 'ip',
  rank: 3,
  icon: 'ListSearch',
  title: { en: 'Batch IP lookup', zh: '批量 IP 查询' },
  summary: { en: 'Look up every address in a list or a log file', zh: '查询列表或日志文件中的所有 IP 地址' },
  about: {
    en: 'Paste addresses or any text: IPv4 and IPv6 addresses are found anywhere in it and counted, and each is looked up once.',
    zh: '粘贴地址或任意文本：其中的 IPv4、IPv6 地址会被自动找出并计数，每个地址只查询一次。',
  },
  keywords: ['bulk', 'csv', 'log', 'export', '日志', '批量', '导出', '批量查IP', '批量ip查询'],
  needs: ['ip'],
  cost: ({ text }) => 5 + Math.floor(text.length / LETTERS_PER_UNIT),
  errors: ['data_missing'],
  accepts: { 'ip-list': {}, 'address-in-text': {} },
  input: z.object({
    text: z
      .string()
      .max(8_000_000)
      .meta({
        label: { en: 'Addresses or log', zh: '地址或日志' },
        widget: 'text',
        main: true,
        placeholder: { en: 'One per line, or any text', zh: '每行一个，或任意文本' },
      }),
  }),
  output: z.object({
    total: z
      .number()
      .int()
      .meta({ label: { en: 'Addresses found', zh: '找到的地址' } }),
    distinct: z
      .number()
      .int()
      .meta({ label: { en: 'Distinct', zh: '去重后' } }),
    done: z
      .number()
      .int()
      .meta({ label: { en: 'Looked up', zh: '已查询' } }),
    countries: z
      .array(z.object({ code: z.string(), count: z.number().int() }))
      .meta({ label: { en: 'By country', zh: '按国家' }, widget: 'table' }),
    networks: z
      .array(z.object({ asn: z.number().int(), name: z.string(), count: z.number().int() }))
      .meta({ label: { en: 'By network', zh: '按网络' }, widget: 'table' }),
    rows: z.array(rowSchema).meta({ label: { en: 'Addresses', zh: '地址' }, widget: 'table', main: true }),
  }),
  examples: [
    { name: { en: 'Lines', zh: '逐行' }, input: { text: '1.1.1.1\n8.8.8.8\n2606:4700:4700::1111' } },
    {
      name: { en: 'Log lines', zh: '日志' },
      input: {
        text: '9.9.9.9 - - [01/Jan/2026:00:00:00 +0000] "GET / HTTP/1.1" 200\n9.9.9.9 - - [01/Jan/2026:00:00:01 +0000] "GET /a HTTP/1.1" 404',
      },
    },
  ],
  async *run({ text }, host) {
    const breathe = createPacer(host.signal)
    const counts = await extractAddressesPaced(text, breathe)
    if (counts.size > MAX_DISTINCT)
      throw new AppError('too_large', {
        field: 'text',
        limit: { en: `${MAX_DISTINCT} distinct addresses`, zh: `${MAX_DISTINCT} 个不同地址` },
        got: counts.size,
      })
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
    const rows: z.infer<typeof rowSchema>[] = []
    const countries = new Map<string, number>()
    const networks = new Map<number, { asn: number; name: string; count: number }>()
    const toResult = () => ({
      total,
      distinct: counts.size,
      done: rows.length,
      countries: [...countries].map(([code, count]) => ({ code, count })).sort((a, b) => b.count - a.count),
      networks: [...networks.values()].sort((a, b) => b.count - a.count),
      rows,
    })
    let shownAt = FIRST_ROWS
    for (const [query, count] of counts) {
      await breathe()
      const row = await lookupRow(query, count)
      rows.push(row)
      const { country_code: code, ASN } = row.record ?? {}
      if (code) countries.set(code, (countries.get(code) ?? 0) + count)
      if (ASN?.asn)
        networks.set(ASN.asn, {
          asn: ASN.asn,
          name: ASN.organization ?? ASN.asn_name ?? '',
          count: (networks.get(ASN.asn)?.count ?? 0) + count,
        })
      if (rows.length === shownAt) {
        shownAt *= 2
        yield toResult()
      }
    }
    yield toResult()

    async function lookupRow(query: string, count: number): Promise<z.infer<typeof rowSchema>> {
      try {
        return { query, count, record: await host.ip.lookup(query), error: null }
      } catch (error) {
        if (!isAppError(error) || error.key === 'data_missing') throw error
        return { query, count, record: null, error: toErrorMessage(error, host.lang) }
      }
    }
  },
})
