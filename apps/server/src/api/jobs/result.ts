import * as z from 'zod'
import { Answer, defineEndpoint } from '@octet/core/endpoint.ts'
import { joinText } from '@octet/core/text.ts'
import { getKey } from '../../http/get-key.ts'

/** U+FEFF in UTF-8 (RFC 3629 §6). */
const BYTE_ORDER_MARK = Uint8Array.of(0xef, 0xbb, 0xbf)

export default defineEndpoint({
  method: 'GET',
  path: '/v1/jobs/:id/result',
  auth: 'key',
  title: { en: 'The result of a job', zh: '下载任务结果' },
  summary: {
    en: 'The file of a job that is done, as CSV or NDJSON. Spreadsheets show its Chinese with `bom=1`.',
    zh: '下载已完成任务的结果文件（CSV 或 NDJSON）。用电子表格软件打开 CSV 时请加 `bom=1`，以免中文乱码。',
  },
  input: z.object({
    id: z.uuid(),
    bom: z
      .boolean()
      .default(false)
      .describe(
        joinText({
          en: 'Begins a CSV with U+FEFF, by which spreadsheets know UTF-8; programs do better without',
          zh: '在 CSV 开头加 U+FEFF，便于电子表格识别 UTF-8；供程序读取时不宜添加',
        }),
      ),
  }),
  output: z.unknown(),
  answer: { media: ['text/csv', 'application/x-ndjson'], isBare: true },
  errors: ['key_required', 'bad_key', 'no_such', 'unsupported_value', 'unavailable'],
  isFree: true,
  async handle({ input, services, caller }) {
    const { format, sizeBytes, stream } = await services.jobs.openResult(getKey(caller).accountId, input.id)
    const mark = input.bom && format === 'csv' ? BYTE_ORDER_MARK : undefined
    return new Answer(mark ? begin(mark, stream) : stream, {
      type: format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8',
      headers: {
        'content-length': String(sizeBytes + (mark?.length ?? 0)),
        'content-disposition': `attachment; filename="${input.id}.${format}"`,
      },
    })
  },
})

async function* begin(mark: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield mark
  yield* rest
}
