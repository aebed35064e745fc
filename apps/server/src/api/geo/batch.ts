import * as z from 'zod'
import { Answer, defineEndpoint } from '@octet/core/endpoint.ts'
import { toEnvelope } from '@octet/core/envelope.ts'
import { limitBytes, parseAddressList } from '../../domain/address-body.ts'
import { limitLines, lookupLines, readLines, type BatchItem, type BatchOptions, type Lines } from '../../domain/batch.ts'
import { JsonBatch } from '../../domain/json-batch.ts'
import { selectFields } from '../../domain/select-fields.ts'
import { flatten, toCsvLine } from '../../http/formats.ts'

/** Addresses in one keyed answer; longer lists stream as NDJSON or CSV. */
const MAX_KEYED = 1_000
const MAX_LINES = 1_000_000
const MAX_BYTES = 64 * 1024 * 1024
const MAX_JSON_BYTES = 262_144

const input = z.object({
  format: z
    .enum(['json', 'ndjson', 'csv'])
    .optional()
    .describe('json (keyed map, ≤ 1,000), ndjson or csv (streamed, ≤ 1,000,000); Accept otherwise'),
  fields: z.string().max(1_000).optional(),
  exclude: z.string().max(1_000).optional(),
  lang: z.enum(['en', 'zh']).optional(),
})
type Input = z.output<typeof input>

export default defineEndpoint({
  method: 'POST',
  path: '/v1/ip/batch',
  auth: 'none',
  title: { en: 'Look up many addresses', zh: '批量查询地址' },
  summary: {
    en: 'Addresses as a JSON array, as lines or as the first column of a CSV. A line that is not an address gets its own error; an address that comes twice is answered once in the keyed map and counted once.',
    zh: '以 JSON 数组、逐行文本或 CSV 首列提交地址。无效的行各自返回错误；重复地址在键值表中只返回一次，也只计一次。',
  },
  input,
  output: z.record(z.string(), z.unknown()),
  answer: { media: ['application/x-ndjson', 'text/csv'] },
  errors: ['data_missing', 'unknown_field', 'too_large'],
  rawBody: true,
  bodyLimitBytes: MAX_BYTES,
  cost: 5,
  async handle({ input, services, caller, signal, header, body }) {
    const options: BatchOptions = {
      lookup: (address, lang) => services.ip.lookup(address, lang),
      lang: caller.lang,
      signal,
      maxLines: MAX_LINES,
    }
    services.ip.lookup('192.0.2.1', caller.lang) // data_missing and unknown_field are told before the first line
    const lines = header('content-type')?.includes('json') ? fromJson(body) : readLines(body)
    const format = input.format ?? toFormat(header('accept'))
    const isWhole = !input.fields && !input.exclude
    const start = (records: number) => new JsonBatch({ ip: services.ip, lang: caller.lang, records })
    if (format === 'json' && isWhole) {
      const bytes = toWholeKeyedJson(await collect(lines, signal), start)
      return new Answer(bytes, { type: 'application/json; charset=utf-8', onSent: () => JsonBatch.giveBack(bytes) })
    }
    if (format === 'ndjson' && isWhole)
      return new Answer(toWholeNdjson(limitLines(lines, options), start(SLICE)), { type: 'application/x-ndjson; charset=utf-8' })
    if (format === 'json')
      return new Answer(await toKeyedJson(lookupLines(lines, { ...options, maxLines: MAX_KEYED }), input), {
        type: 'application/json; charset=utf-8',
      })
    const isPlain =
      format === 'csv' && isWhole && !header('content-type')?.includes('csv') && !header('content-type')?.includes('json')
    if (isPlain)
      return new Answer((isSent) => services.ip.answerCsv(limitBytes(body, MAX_BYTES), { lang: caller.lang, isSent }), {
        type: 'text/csv; charset=utf-8',
      })
    const items = lookupLines(lines, options)
    const text = format === 'csv' ? toCsv(items, input, services.ip.lookup('192.0.2.1', caller.lang)) : toNdjson(items, input)
    return new Answer(text, { type: format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8' })
  },
})

function toFormat(accept: string | undefined): 'json' | 'ndjson' | 'csv' {
  if (accept?.includes('text/csv')) return 'csv'
  return accept?.includes('ndjson') ? 'ndjson' : 'json'
}

async function* fromJson(body: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  const chunks = await Array.fromAsync(limitBytes(body, MAX_JSON_BYTES))
  yield parseAddressList(Buffer.concat(chunks).toString('utf8'))
}

function toValue(item: BatchItem, input: Input): unknown {
  return 'record' in item ? selectFields(item.record, input) : item
}

async function toKeyedJson(items: AsyncIterable<BatchItem>, input: Input): Promise<string> {
  const data: Record<string, unknown> = Object.create(null)
  for await (const item of items) data[item.query] ??= toValue(item, input)
  return JSON.stringify(toEnvelope(data))
}

/** The distinct queries of a keyed batch. */
async function collect(lines: Lines, signal: AbortSignal): Promise<Set<string>> {
  const queries = new Set<string>()
  for await (const some of limitLines(lines, { signal, maxLines: MAX_KEYED })) for (const query of some) queries.add(query)
  return queries
}

function toWholeKeyedJson(queries: ReadonlySet<string>, start: (records: number) => JsonBatch): Buffer {
  const batch = start(queries.size)
  let isFirst = true
  batch.write('{"code":200,"msg":"","data":{')
  for (const query of queries) {
    if (!isFirst) batch.write(',')
    isFirst = false
    batch.writeMember(query)
  }
  batch.write('}}')
  return batch.take()
}

async function* toWholeNdjson(lines: Lines, batch: JsonBatch): AsyncGenerator<Buffer> {
  let count = 0
  for await (const queries of lines)
    for (const query of queries) {
      batch.writeLine(query)
      if (++count % SLICE === 0) yield batch.take()
    }
  yield batch.take()
}

const SLICE = 256

async function* toNdjson(items: AsyncIterable<BatchItem>, input: Input): AsyncGenerator<string> {
  yield* inSlices(
    items,
    (item) => `${JSON.stringify('record' in item ? { query: item.query, ...selectFields(item.record, input) } : item)}\n`,
  )
}

async function* toCsv(items: AsyncIterable<BatchItem>, input: Input, sample: object): AsyncGenerator<string> {
  const names = flatten(selectFields(omitLists({ ...sample }), input)).map(([name]) => name)
  yield toCsvLine(['query', ...names, 'error'])
  yield* inSlices(items, (item) => {
    if (!('record' in item)) return toCsvLine([item.query, ...names.map(() => ''), item.error])
    const cells = new Map(flatten(selectFields(omitLists(item.record), input)))
    return toCsvLine([item.query, ...names.map((name) => cells.get(name)), ''])
  })
}

/** What has no place in a table: how each value was found. */
function omitLists(record: object): Record<string, unknown> {
  const { sources: _sources, missing: _missing, special: _special, ...rest } = record as Record<string, unknown>
  return rest
}

async function* inSlices(items: AsyncIterable<BatchItem>, toText: (item: BatchItem) => string): AsyncGenerator<string> {
  let text = ''
  let count = 0
  for await (const item of items) {
    text += toText(item)
    if (++count % SLICE === 0) {
      yield text
      text = ''
    }
  }
  if (text) yield text
}
