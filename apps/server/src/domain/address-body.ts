import { counted } from '@octet/core/counted.ts'
import { AppError, isAppError } from '@octet/core/errors.ts'
import { findAddressIn } from '@octet/core/ip/find-address-in.ts'
import { parseJson } from '@octet/core/parse-json.ts'
import type { Text } from '@octet/core/text.ts'
import type { Lines } from './batch.ts'
import { readRows } from './csv-rows.ts'
import { readObjects } from './object-lines.ts'
import { peekStart } from './jobs/table.ts'
import { toJsonFault } from './json-fault.ts'

/** A body as it comes. Throws `too_large` after `maxBytes`. */
export async function* limitBytes(body: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let sizeBytes = 0
  for await (const chunk of body) {
    sizeBytes += chunk.length
    if (sizeBytes > maxBytes)
      throw new AppError('too_large', { field: 'body', limit: counted(maxBytes, 'bytes'), got: { en: 'more', zh: '更多' } })
    yield chunk
  }
}

/** Of the longest list that is taken, `[…]` and its commas, and some more to be told what is too long. */
const MAX_VALUES = 1_000_100

/** The addresses of a JSON array, of texts or of objects that hold one, or of `{"ips": […]}`, with or without a byte order mark. Throws `bad_body`, `bad_input`. */
export function parseAddressList(marked: string): string[] {
  const text = marked.replace(/^\ufeff/, '')
  try {
    return toAddresses(parseJson(text, { field: 'body', maxValues: MAX_VALUES }))
  } catch (cause) {
    throw isAppError(cause) ? cause : toJsonFault(text, cause)
  }
}

function toAddresses(value: unknown): string[] {
  const list = Array.isArray(value) ? value : (value as { ips?: unknown } | null)?.ips
  // What is no text is shown as it came, beside what is wrong with it.
  if (Array.isArray(list))
    return list.map((item) => (typeof item === 'string' ? item : (findAddressIn(item) ?? JSON.stringify(item))))
  throw new AppError('bad_input', {
    field: 'body',
    expected: { en: 'a JSON array of addresses', zh: '地址的 JSON 数组' },
    got: JSON.stringify(value).slice(0, 80),
  })
}

/** A field of a form: no address has a `=`. */
const FIELD_START = /^\s*[a-z_]\w*(\[\]|%5B%5D)?=/i

/** An object, or a list of anything: not `[2001:db8::1]:443`, which is a line. */
const JSON_START = /^\s*(\{|\[\s*(["\][{]|null\b|-?\d+\s*[,\]]|$))/

export type OpenBody = {
  readonly isJson: boolean
  /** Whether it came as a JSON object a line; its chunks are lines with the address of each. */
  readonly isObjects: boolean
  readonly chunks: AsyncIterable<Uint8Array>
}

/**
 * A list of addresses whose first bytes have come, without the byte order mark that some editors begin a text with. Whether
 * it is JSON shows in them, since scripts often send the wrong type. Throws `bad_input` for a form, whose parts would be read as addresses, and for a body without a word.
 */
export async function openBody(body: AsyncIterable<Uint8Array>): Promise<OpenBody> {
  const rest = (await toUtf8(body))[Symbol.asyncIterator]()
  let first = await rest.next()
  while (!first.done && toText(first.value).trim() === '') first = await rest.next()
  if (first.done) throw toNoList({ en: 'nothing', zh: '空内容' })
  first = { done: false, value: withoutMark(first.value) }
  const start = toText(first.value)
  if (/^--[^\n]*\ncontent-/i.test(start)) throw toNoList('multipart/form-data')
  if (FIELD_START.test(start)) throw toNoList({ en: 'a form', zh: '表单' })
  if (/^\s*\{/.test(start)) return openObject(chain(first, rest))
  return { isJson: JSON_START.test(start), isObjects: false, chunks: chain(first, rest) }
}

/** A list in an object, or a line for each of many objects: the first line shows it. */
async function openObject(chunks: AsyncIterable<Uint8Array>): Promise<OpenBody> {
  const { start, whole } = await peekStart(chunks, (text) => text.trimStart().includes('\n'))
  const [line = ''] = start.trimStart().split(/\r?\n/, 1)
  if (findAddressIn(line) === undefined) return { isJson: true, isObjects: false, chunks: whole }
  return { isJson: false, isObjects: true, chunks: readObjects(whole) }
}

/** The same in UTF-8 where a byte order mark says that it is UTF-16, as PowerShell and Excel save texts. */
async function toUtf8(body: AsyncIterable<Uint8Array>): Promise<AsyncIterable<Uint8Array>> {
  const rest = body[Symbol.asyncIterator]()
  let first = await rest.next()
  while (!first.done && first.value.length < 2) {
    const { done, value } = await rest.next()
    if (done) break
    first = { done: false, value: Buffer.concat([first.value, value]) }
  }
  const [one, two] = first.done ? [] : first.value
  const encoding = one === 0xff && two === 0xfe ? 'utf-16le' : one === 0xfe && two === 0xff ? 'utf-16be' : undefined
  const whole = chain(first, rest)
  return encoding ? decode(whole, encoding) : whole
}

async function* decode(chunks: AsyncIterable<Uint8Array>, encoding: string): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of chunks) yield Buffer.from(decoder.decode(chunk, { stream: true }))
  yield Buffer.from(decoder.decode())
}

const MARK = Buffer.from('\ufeff')
const withoutMark = (bytes: Uint8Array): Uint8Array =>
  MARK.equals(bytes.subarray(0, MARK.length)) ? bytes.subarray(MARK.length) : bytes

const toText = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8')

function toNoList(got: string | Text): AppError {
  const expected = { en: 'lines, a CSV or a JSON array of addresses', zh: '逐行文本、CSV 或地址的 JSON 数组' }
  return new AppError('bad_input', { field: 'body', expected, got })
}

export type LineOptions = { readonly maxJsonBytes: number; readonly isCsv: boolean }

/** A list of addresses as lines, in whatever form it came. Throws `bad_body`, `bad_input`, `too_large`. */
export async function* toLineBytes(
  body: AsyncIterable<Uint8Array>,
  { maxJsonBytes, isCsv }: LineOptions,
): AsyncGenerator<Uint8Array> {
  const { isJson, chunks } = await openBody(body)
  if (!isJson) return yield* isCsv ? toBytes(readRows(chunks)) : withFeeds(chunks)
  const text = Buffer.concat(await Array.fromAsync(limitBytes(chunks, maxJsonBytes))).toString('utf8')
  const lines = parseAddressList(text).map((line) => line.replaceAll(/[\r\n]/g, ' '))
  yield Buffer.from(lines.join('\n'))
}

const [FEED, RETURN] = [0x0a, 0x0d]

/** The same with a line feed for each carriage return that stands alone; one at the end of a piece waits for the next. */
async function* withFeeds(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let isWaiting = false
  for await (const chunk of chunks) {
    if (chunk.length === 0) continue
    if (isWaiting) yield Uint8Array.of(chunk[0] === FEED ? RETURN : FEED)
    isWaiting = chunk.at(-1) === RETURN
    const piece = isWaiting ? chunk.subarray(0, -1) : chunk
    yield piece.includes(RETURN) ? toFeeds(piece) : piece
  }
  if (isWaiting) yield Uint8Array.of(FEED)
}

/** Behind a return that ends the piece another one waits. */
function toFeeds(piece: Uint8Array): Uint8Array {
  const bytes = Uint8Array.from(piece)
  for (let at = bytes.indexOf(RETURN); at !== -1; at = bytes.indexOf(RETURN, at + 1)) if (bytes[at + 1] !== FEED) bytes[at] = FEED
  return bytes
}

async function* toBytes(lines: Lines): AsyncGenerator<Uint8Array> {
  for await (const some of lines) if (some.length > 0) yield Buffer.from(`${some.join('\n')}\n`)
}

/** The whole again; who stops reading ends the rest, too. */
async function* chain(first: IteratorResult<Uint8Array>, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    for (let next = first; !next.done; next = await rest.next()) yield next.value
  } finally {
    await rest.return?.()
  }
}
