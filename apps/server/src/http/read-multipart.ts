import { Busboy } from '@fastify/busboy'
import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { counted } from '@octet/core/counted.ts'
import { AppError } from '@octet/core/errors.ts'
import type { Text } from '@octet/core/text.ts'
import { notUtf8 } from './body-text.ts'

export const MAX_FIELDS = 100
const MAX_FILES = 20
/** What names, types and boundaries may take beside the contents. */
const FRAME_BYTES = 65_536

type Part = [name: string, value: string | Blob]
type MultipartOptions = { readonly headers: IncomingHttpHeaders; readonly limitBytes: number }

/** Reads a form with files (RFC 7578), its parts in their order. What is too large is refused as soon as it is seen. */
export async function readMultipart(payload: Readable, { headers, limitBytes }: MultipartOptions): Promise<Part[]> {
  const parser = createParser(headers, limitBytes)
  const { promise, resolve, reject } = Promise.withResolvers<Part[]>()
  const parts: Part[] = []
  const refuse = (error: AppError) => {
    payload.unpipe(parser)
    payload.resume()
    reject(error)
  }
  const refuseSize = (field: string) =>
    refuse(new AppError('too_large', { field: field.slice(0, 40), limit: counted(limitBytes, 'bytes'), got: MORE }))

  let sizeBytes = 0
  let tail = Buffer.alloc(0)
  let hasReplacements = false
  payload.on('data', (chunk: Buffer) => {
    sizeBytes += chunk.length
    hasReplacements ||= Buffer.concat([tail, chunk.subarray(0, 2)]).includes(REPLACEMENT) || chunk.includes(REPLACEMENT)
    tail = Buffer.from(chunk.subarray(-2))
    const got = counted(sizeBytes, 'bytes')
    if (sizeBytes > limitBytes + FRAME_BYTES)
      refuse(new AppError('too_large', { field: 'body', limit: counted(limitBytes, 'bytes'), got }))
  })
  parser.on('field', (name, value, isNameCut, isValueCut) => {
    if (isNameCut || isValueCut) refuseSize(name)
    // Bytes that are not UTF-8 come as U+FFFD; so does that character itself.
    if (value.includes('\ufffd') && !hasReplacements) refuse(notUtf8())
    parts.push([name, value])
  })
  parser.on('file', (name, stream, filename, _encoding, type) => {
    const chunks: Buffer<ArrayBuffer>[] = []
    stream.on('data', (chunk) => chunks.push(chunk as Buffer<ArrayBuffer>))
    stream.on('limit', () => refuseSize(name))
    stream.on('end', () => parts.push([name, filename ? new File(chunks, filename, { type }) : new Blob(chunks, { type })]))
  })
  for (const event of ['fieldsLimit', 'filesLimit', 'partsLimit'] as const)
    parser.on(event, () => refuse(new AppError('too_large', { field: 'form', limit: MOST_PARTS, got: MORE })))
  parser.on('error', (cause) => refuse(toFormFault(cause)))
  parser.on('finish', () => resolve(parts))
  payload.on('aborted', () => reject(new AppError('cancelled')))
  payload.pipe(parser)
  return promise
}

const REPLACEMENT = Buffer.from('\ufffd')
const MORE: Text = { en: 'more', zh: '更多' }
const MOST_PARTS: Text = { en: `${MAX_FIELDS} fields, ${MAX_FILES} files`, zh: `${MAX_FIELDS} 个字段、${MAX_FILES} 个文件` }

function createParser(headers: IncomingHttpHeaders, limitBytes: number): InstanceType<typeof Busboy> {
  try {
    return new Busboy({
      headers: headers as { 'content-type': string }, // without one there is no way here
      limits: {
        fieldSize: limitBytes,
        fileSize: limitBytes,
        fields: MAX_FIELDS,
        files: MAX_FILES,
        fieldNameSize: 100,
        headerPairs: 20,
      },
    })
  } catch (cause) {
    throw toFormFault(cause)
  }
}

/** Faults of a form by the words of the library. */
const FORM_FAULTS: Readonly<Record<string, string>> = {
  'Multipart: Boundary not found': '缺少 boundary',
  'Unexpected end of multipart data': '内容不完整',
}

function toFormFault(cause: unknown): AppError {
  const { message } = cause as Error
  const reason: Text = {
    en: `multipart: ${message.replace(/^Multipart: /, '').toLowerCase()}`,
    zh: `multipart：${FORM_FAULTS[message] ?? '格式有误'}`,
  }
  return new AppError('bad_body', { reason }, { cause })
}
