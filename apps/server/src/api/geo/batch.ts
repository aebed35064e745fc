import * as z from 'zod'
import { Answer, defineEndpoint } from '@octet/core/endpoint.ts'
import { toEnvelope, toFailure } from '@octet/core/envelope.ts'
import { toErrorMessage } from '@octet/core/errors.ts'
import { joinText } from '@octet/core/text.ts'
import { CSV_COLUMNS } from '@octet/ipdb/csv-fields.ts'
import { limitBytes, openBody, parseAddressList } from '../../domain/address-body.ts'
import { limitLines, lookupLines, readLines, type BatchItem, type BatchOptions, type Lines } from '../../domain/batch.ts'
import type { Charge } from '../../domain/ip-service.ts'
import { readRows } from '../../domain/csv-rows.ts'
import { JsonBatch } from '../../domain/json-batch.ts'
import { selectColumns, selectFields } from '../../domain/select-fields.ts'
import { flatten, toCsvLine } from '../../domain/flat.ts'
import { dayField } from '../../http/record-answer.ts'
import { leaveOpen, tellEnd, type EndOptions } from '../../http/tell-end.ts'
import { hasCsvBody } from '../../http/has-csv-body.ts'

/** Addresses in one keyed answer; longer lists stream as NDJSON or CSV. */
const MAX_KEYED = 1_000
const MAX_LINES = 1_000_000
const MAX_BYTES = 64 * 1024 * 1024
const MAX_JSON_BYTES = 262_144

const input = z.object({
  format: z
    .enum(['json', 'ndjson', 'csv'])
    .optional()
    .describe(
      joinText({
        en: 'json (keyed map, ≤ 1,000), ndjson or csv (streamed, ≤ 1,000,000); Accept otherwise',
        zh: 'json（以地址为键，≤ 1,000 个）、ndjson 或 csv（流式，≤ 1,000,000 个）；不填则按 Accept',
      }),
    ),
  fields: z.string().max(1_000).optional(),
  exclude: z.string().max(1_000).optional(),
  lang: z.enum(['en', 'zh']).optional(),
  at: dayField,
})
type Input = z.output<typeof input>

export default defineEndpoint({
  method: 'POST',
  path: '/v1/ip/batch',
  auth: 'none',
  title: { en: 'Look up many addresses', zh: '批量查询地址' },
  summary: {
    en: 'Addresses as a JSON array, as lines, as an object a line with the address as `ip`, `query` or `address` (NDJSON), or as a CSV (`text/csv`), of which the first column that holds addresses is taken; a first line that names the columns is passed over. UTF-8, or UTF-16 with its byte order mark. A line that is not an address gets its own error; an address that comes twice is answered once in the keyed map. An empty list has an empty answer; a body without anything in it is an error. With a key every answered address is a request of the month, and the call is at least one. A stream that ends early, as when the quota is spent, says why in a last line without an address (`error`), and its connection is broken off; the lines before it are answered and counted. Of a stream that the client leaves, the lines that have left this server count, and no others.',
    zh: '以 JSON 数组、逐行文本、每行一个对象（NDJSON，地址字段为 `ip`、`query` 或 `address`）或 CSV（`text/csv`，取首个含有地址的列，首行若为列名则跳过）提交地址；编码为 UTF-8，或带字节顺序标记的 UTF-16。无效的行各自返回错误；重复地址在键值表中只返回一次。空数组返回空结果；请求内容为空则报错。使用密钥时，每个得到应答的地址计一次请求，每次调用至少计一次。流式返回若提前结束（如额度用完），最后一行不含地址，仅以 `error` 说明原因，随后断开连接；此前各行均已应答并计数。客户端中途断开时，只计已从服务器发出的行。',
  },
  input,
  output: z.record(z.string(), z.unknown()),
  answer: { media: ['application/x-ndjson', 'text/csv'] },
  errors: ['data_missing', 'unknown_field', 'too_large', 'build_not_kept'],
  rawBody: 'addresses',
  bodyLimitBytes: MAX_BYTES,
  cost: 5,
  credits: 1,
  async handle({ input, services, caller, signal, header, body: sent, charge: take }) {
    const charge = beyondFirst(take)
    const body = leaveOpen(sent, MAX_BYTES)
    const ip = await services.builds.at(input.at)
    const options: BatchOptions = {
      lookup: (address, lang) => ip.lookup(address, lang),
      lang: caller.lang,
      signal,
      maxLines: MAX_LINES,
    }
    ip.lookup('192.0.2.1', caller.lang) // data_missing and unknown_field are told before the first line
    const { isJson, isObjects, chunks } = await openBody(body)
    const isList = isJson || (!isObjects && header('content-type')?.includes('json') === true)
    const isCsv = hasCsvBody({ header })
    const lines = isList ? fromJson(chunks) : isCsv ? readRows(chunks) : readLines(chunks)
    const format = input.format ?? toFormat(header('accept'))
    const isWhole = !input.fields && !input.exclude
    const start = (records: number) => new JsonBatch({ ip, lang: caller.lang, records })
    if (format === 'json' && isWhole) {
      const bytes = await toWholeKeyedJson(await collect(lines, signal), { start, charge })
      return new Answer(bytes, { type: 'application/json; charset=utf-8', onSent: () => JsonBatch.giveBack(bytes) })
    }
    if (format === 'json')
      return new Answer(await toKeyedJson(lookupLines(lines, { ...options, maxLines: MAX_KEYED }), { input, charge }), {
        type: 'application/json; charset=utf-8',
      })
    const stream = (write: (isSent: () => boolean) => AsyncIterable<string | Uint8Array>, toLine: EndOptions['toLine']) =>
      new Answer((isSent) => tellEnd(write(isSent), { toLine, body, isSent, signal }), {
        type: format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8',
      })
    if (format === 'ndjson')
      return stream(
        () =>
          isWhole
            ? toWholeNdjson(limitLines(lines, options), { batch: start(SLICE), charge })
            : toNdjson(lookupLines(lines, options), { input, charge }),
        (error) => `${JSON.stringify({ ...toFailure(error, caller.lang).data, msg: toErrorMessage(error, caller.lang) })}\n`,
      )
    if (isWhole && !isList && !isCsv)
      return stream(
        (isSent) => ip.answerCsv(limitBytes(chunks, MAX_BYTES), { lang: caller.lang, isSent, charge }),
        ({ key }) => `${','.repeat(CSV_COLUMNS.length - 1)}${key}\n`,
      )
    const toCells = (record: object) => flatten(selectColumns(record, input))
    const names = toCells(ip.lookup('192.0.2.1', caller.lang)).map(([name]) => name)
    return stream(
      () => toCsv(lookupLines(lines, options), { names, toCells, charge }),
      ({ key }) => toCsvLine(['', ...names.map(() => ''), key]),
    )
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

type Asked = { readonly input: Input; readonly charge: Charge }

/** The call itself has taken one unit. */
function beyondFirst(charge: Charge): Charge {
  let paid = 1
  return async (answers) => {
    const due = answers - paid
    paid = Math.max(0, -due)
    if (due > 0) await charge(due)
  }
}

async function toKeyedJson(items: AsyncIterable<BatchItem>, { input, charge }: Asked): Promise<string> {
  const data: Record<string, unknown> = Object.create(null)
  let answers = 0
  for await (const item of items) {
    if (item.query in data) continue
    data[item.query] = toValue(item, input)
    if ('record' in item) answers++
  }
  await charge(answers)
  return JSON.stringify(toEnvelope(data))
}

/** The distinct queries of a keyed batch. */
async function collect(lines: Lines, signal: AbortSignal): Promise<Set<string>> {
  const queries = new Set<string>()
  for await (const some of limitLines(lines, { signal, maxLines: MAX_KEYED })) for (const query of some) queries.add(query)
  return queries
}

type Writing = { readonly start: (records: number) => JsonBatch; readonly charge: Charge }

async function toWholeKeyedJson(queries: ReadonlySet<string>, { start, charge }: Writing): Promise<Buffer> {
  const batch = start(queries.size)
  let isFirst = true
  batch.write('{"code":200,"msg":"","data":{')
  for (const query of queries) {
    if (!isFirst) batch.write(',')
    isFirst = false
    batch.writeMember(query)
  }
  batch.write('}}')
  await charge(batch.takeAnswered())
  return batch.take()
}

async function* toWholeNdjson(lines: Lines, { batch, charge }: { batch: JsonBatch; charge: Charge }): AsyncGenerator<Buffer> {
  let count = 0
  for await (const queries of lines)
    for (const query of queries) {
      batch.writeLine(query)
      if (++count % SLICE > 0) continue
      await charge(batch.takeAnswered())
      yield batch.take()
    }
  await charge(batch.takeAnswered())
  yield batch.take()
}

const SLICE = 256

async function* toNdjson(items: AsyncIterable<BatchItem>, { input, charge }: Asked): AsyncGenerator<string> {
  yield* inSlices(items, {
    charge,
    toText: (item) => `${JSON.stringify('record' in item ? { query: item.query, ...selectFields(item.record, input) } : item)}\n`,
  })
}

type Columns = {
  readonly names: readonly string[]
  readonly toCells: (record: object) => [string, unknown][]
  readonly charge: Charge
}

async function* toCsv(items: AsyncIterable<BatchItem>, { names, toCells, charge }: Columns): AsyncGenerator<string> {
  const head = toCsvLine(['query', ...names, 'error'])
  yield* inSlices(items, { charge, toText, head })

  function toText(item: BatchItem): string {
    if (!('record' in item)) return toCsvLine([item.query, ...names.map(() => ''), item.error])
    const cells = new Map(toCells(item.record))
    return toCsvLine([item.query, ...names.map((name) => cells.get(name)), ''])
  }
}

type Slicing = {
  readonly charge: Charge
  readonly toText: (item: BatchItem) => string
  /** Goes out with the first lines: until then an error is still an answer. */
  readonly head?: string
}

async function* inSlices(items: AsyncIterable<BatchItem>, { charge, toText, head = '' }: Slicing): AsyncGenerator<string> {
  let text = head
  let count = 0
  let answers = 0
  for await (const item of items) {
    text += toText(item)
    if ('record' in item) answers++
    if (++count % SLICE > 0) continue
    await charge(answers)
    yield text
    text = ''
    answers = 0
  }
  await charge(answers)
  if (text) yield text
}
