import { counted } from '@octet/core/counted.ts'
import { AppError, isAppError, toErrorMessage } from '@octet/core/errors.ts'
import type { IpRecord } from '@octet/core/ip/record.ts'
import type { Lang } from '@octet/core/text.ts'

/** One answer of a batch: the record, or why there is none. */
export type BatchItem =
  | { readonly query: string; readonly record: IpRecord }
  | { readonly query: string; readonly error: string; readonly msg: string }

export type BatchOptions = {
  readonly lookup: (address: string, lang: Lang) => IpRecord
  readonly lang: Lang
  readonly signal: AbortSignal
  /** Lines after which the batch is refused. */
  readonly maxLines: number
}

/** Lines as they arrive, some at a time: to wait for each of them would cost more than its answer. */
export type Lines = AsyncIterable<readonly string[]>

/** Looks each line up as it arrives. A line that is no address gets its own error and the rest goes on. */
export async function* lookupLines(lines: Lines, { lookup, lang, ...limits }: BatchOptions): AsyncGenerator<BatchItem> {
  for await (const queries of limitLines(lines, limits)) for (const query of queries) yield lookupOne(query, { lookup, lang })
}

/** The lines that are not empty, trimmed. Throws `too_large` after `maxLines`, `cancelled`. */
export async function* limitLines(
  lines: Lines,
  { signal, maxLines }: Pick<BatchOptions, 'signal' | 'maxLines'>,
): AsyncGenerator<string[]> {
  let count = 0
  for await (const some of lines) {
    if (signal.aborted) throw new AppError('cancelled')
    const queries = some.map((line) => line.trim()).filter((query) => query !== '')
    count += queries.length
    if (count > maxLines)
      throw new AppError('too_large', { field: 'body', limit: counted(maxLines, 'lines'), got: { en: 'more', zh: '更多' } })
    yield queries
  }
}

/** The record of one line, or its error. */
function lookupOne(query: string, { lookup, lang }: Pick<BatchOptions, 'lookup' | 'lang'>): BatchItem {
  try {
    return { query, record: lookup(query, lang) }
  } catch (error) {
    if (!isAppError(error)) throw error
    return { query, error: error.key, msg: toErrorMessage(error, lang) }
  }
}

/**
 * Lines of a byte stream, whichever end them, with the first column of a CSV line and quotes taken off. Long lines are cut at
 * 1,000 characters.
 */
export async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of chunks) {
    const text = rest + decoder.decode(chunk, { stream: true })
    const lines = text.includes('\r') ? splitReturns(text) : text.split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > MAX_CHARS) rest = rest.slice(0, MAX_CHARS) + (rest.endsWith('\r') ? '\r' : '')
    yield lines.map(toFirstCell)
  }
  rest += decoder.decode()
  if (rest.trim() || rest.endsWith('\r')) yield [toFirstCell(rest)]
}

/** Of a line; the rest of it is no part of an address. */
const MAX_CHARS = 1_000

/** A return at the end may be half of what ends a line: it waits for what comes. */
const splitReturns = (text: string): string[] => text.split(/\r\n|\r(?=[^])|\n/)

const PLAIN = /^[\w.:]{1,45}$/

/** The first cell of a line, whatever parts them, without its quotes. */
export function toFirstCell(line: string): string {
  if (PLAIN.test(line)) return line // nearly always
  const cell =
    line
      .replace(/\r$/, '')
      .replace(/^\ufeff/, '')
      .split(/[,;\t]/, 1)[0] ?? ''
  return cell.trim().replaceAll(/^"|"$/g, '').slice(0, MAX_CHARS)
}
