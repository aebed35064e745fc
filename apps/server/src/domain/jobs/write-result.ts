import type { IpRecord } from '@octet/core/ip/record.ts'
import type { Lang } from '@octet/core/text.ts'
import type { Progress } from '../../storage/queries/jobs.ts'
import { lookupLines, readLines, type BatchItem } from '../batch.ts'
import { flatten, toCsvLine } from '../flat.ts'
import type { IpService } from '../ip-service.ts'
import { selectColumns, selectFields } from '../select-fields.ts'

export type ResultOptions = {
  readonly ip: IpService
  readonly format: 'csv' | 'ndjson'
  readonly lang: Lang
  readonly fields: string | undefined
  readonly exclude: string | undefined
  readonly signal: AbortSignal
  /** Told after each slice. */
  readonly onProgress: (progress: Progress) => void
}

const SLICE = 2_048
const SLICE_CHARACTERS = 262_144
const NEW_LINE = 10
const COMMA = 44

/** The answers to a file of lines, in its order. */
export async function* writeResult(file: AsyncIterable<Uint8Array>, options: ResultOptions): AsyncGenerator<Uint8Array | string> {
  const { ip, format, lang, fields, exclude } = options
  if (format === 'csv' && fields === undefined && exclude === undefined) yield* writeWholeCsv(file, options)
  else if (format === 'csv')
    yield* inSlices(
      writeCsv(answerLines(file, options), { fields, exclude, sample: ip.lookup('192.0.2.1', lang) }),
      (line) => line,
    )
  else
    yield* inSlices(
      answerLines(file, options),
      (item) =>
        `${JSON.stringify('record' in item ? { query: item.query, ...selectFields(item.record, { fields, exclude }) } : item)}\n`,
    )
}

/** All columns, by the fast way; a line that is no address ends in its error. */
async function* writeWholeCsv(
  file: AsyncIterable<Uint8Array>,
  { ip, lang, signal, onProgress }: ResultOptions,
): AsyncGenerator<Uint8Array | string> {
  let done = -1 // the header is a line too
  let failed = 0
  let last = 0
  for await (const part of ip.answerCsv(file, { lang, isSent: () => false })) {
    signal.throwIfAborted()
    for (const byte of typeof part === 'string' ? Buffer.from(part) : part) {
      if (byte === NEW_LINE) {
        if (done++ >= 0 && last !== COMMA) failed++
      }
      last = byte
    }
    onProgress(toProgress(Math.max(0, done), failed))
    yield part
  }
}

/** One answer after the other; other work gets a turn after each slice. */
async function* answerLines(
  file: AsyncIterable<Uint8Array>,
  { ip, lang, signal, onProgress }: ResultOptions,
): AsyncGenerator<BatchItem> {
  const lookup = (address: string, inLang: Lang) => ip.lookup(address, inLang)
  let [done, failed] = [0, 0]
  for await (const item of lookupLines(readLines(file), { lookup, lang, signal, maxLines: Number.MAX_SAFE_INTEGER })) {
    if (!('record' in item)) failed++
    if (++done % SLICE === 0) {
      onProgress(toProgress(done, failed))
      await new Promise(setImmediate)
    }
    yield item
  }
  onProgress(toProgress(done, failed))
}

/** Each line costs a unit. */
const toProgress = (done: number, failed: number): Progress => ({ done, failed, answered_units: done })

type Selection = { readonly fields: string | undefined; readonly exclude: string | undefined }

async function* writeCsv(
  items: AsyncIterable<BatchItem>,
  { sample, ...selection }: Selection & { sample: IpRecord },
): AsyncGenerator<string> {
  const toCells = (record: IpRecord) => flatten(selectColumns(record, selection))
  const names = toCells(sample).map(([name]) => name)
  yield toCsvLine(['query', ...names, 'error'])
  for await (const item of items) {
    if ('record' in item) {
      const cells = new Map(toCells(item.record))
      yield toCsvLine([item.query, ...names.map((name) => cells.get(name)), ''])
    } else yield toCsvLine([item.query, ...names.map(() => ''), item.error])
  }
}

async function* inSlices<T>(items: AsyncIterable<T>, toText: (item: T) => string): AsyncGenerator<string> {
  let text = ''
  for await (const item of items) {
    text += toText(item)
    if (text.length < SLICE_CHARACTERS) continue
    yield text
    text = ''
  }
  if (text) yield text
}
