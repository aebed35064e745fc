import { open } from 'node:fs/promises'
import { Answer } from '@octet/core/endpoint.ts'
import { hasStrongTag, hasTag } from './has-tag.ts'
import { parseRange, type ByteRange } from './byte-range.ts'
import { toFileParts } from './file-parts.ts'

/** A file as HTTP knows it. */
export type SentFile = {
  readonly path: string
  readonly sizeBytes: number
  /** In hexadecimal; the entity tag and the digest come from it. */
  readonly sha256: string
  readonly modifiedAt: Date
  readonly mediaType: string
  readonly headers?: Readonly<Record<string, string>>
}

export type SendOptions = {
  readonly method: string
  readonly header: (name: string) => string | undefined
  /** Told before the first byte; what it gives is called when the last byte of the file has been handed over. */
  readonly onSend?: ((range: ByteRange) => Promise<(() => Promise<void>) | undefined>) | undefined
}

const CHUNK_BYTES = 256 * 1024

/**
 * Answers with a file: whole, a range of it (206), nothing for HEAD, 304 when the caller has it, 412 when it is not the
 * one that the caller means, 416 for a range that is not in it (RFC 9110 §13–§15). The file stays readable to the end although it is removed meanwhile.
 */
export async function sendFile(file: SentFile, { method, header, onSend }: SendOptions): Promise<Answer> {
  const { sizeBytes, mediaType } = file
  const headers = toHeaders(file)
  if (!isMeant(file, header)) return new Answer('', { type: mediaType, status: 412, headers })
  if (isKnown(file, header)) return new Answer('', { type: mediaType, status: 304, headers })
  // Of other methods a range is not heeded (RFC 9110 §14.2).
  const range = method === 'GET' && isRangeWanted(file, header) ? parseRange(header('range'), sizeBytes) : undefined
  if (range === 'unsatisfiable')
    return new Answer('', { type: mediaType, status: 416, headers: { ...headers, 'content-range': `bytes */${sizeBytes}` } })
  const { start, end } = range ?? { start: 0, end: sizeBytes - 1 }
  const options = {
    type: mediaType,
    status: range ? 206 : 200,
    headers: {
      ...headers,
      'content-length': String(end - start + 1),
      ...(range && { 'content-range': `bytes ${start}-${end}/${sizeBytes}` }),
    },
  }
  if (method === 'HEAD') return new Answer(nothing(), options)
  return new Answer(await openBytes(file, { start, end }, onSend), options)
}

function toHeaders({ sha256, modifiedAt, headers }: SentFile): Record<string, string> {
  return {
    etag: toTag(sha256),
    'last-modified': modifiedAt.toUTCString(),
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
    // RFC 9530, and a form that shell scripts can compare.
    'repr-digest': `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`,
    'x-checksum-sha256': sha256,
    ...headers,
  }
}

const toTag = (sha256: string): string => `"${sha256.slice(0, 32)}"`
const toSeconds = (time: Date): number => Math.floor(time.getTime() / 1000) * 1000

/** False once the file has been replaced since the caller began with it. */
function isMeant({ sha256, modifiedAt }: SentFile, header: SendOptions['header']): boolean {
  const tags = header('if-match')
  if (tags !== undefined) return hasStrongTag(tags, toTag(sha256))
  const since = Date.parse(header('if-unmodified-since') ?? '')
  return Number.isNaN(since) || toSeconds(modifiedAt) <= since
}

function isKnown({ sha256, modifiedAt }: SentFile, header: SendOptions['header']): boolean {
  const tags = header('if-none-match')
  if (tags !== undefined) return hasTag(tags, toTag(sha256))
  const since = Date.parse(header('if-modified-since') ?? '')
  return !Number.isNaN(since) && toSeconds(modifiedAt) <= since
}

/** A range is good only while the file is the one it was begun with. */
function isRangeWanted({ sha256, modifiedAt }: SentFile, header: SendOptions['header']): boolean {
  const condition = header('if-range')
  return condition === undefined || condition === toTag(sha256) || condition === modifiedAt.toUTCString()
}

// oxlint-disable-next-line require-yield -- a body without bytes, since the length of another one is counted
async function* nothing(): AsyncGenerator<Uint8Array> {}

async function openBytes(
  { path, sizeBytes }: SentFile,
  range: ByteRange,
  onSend: SendOptions['onSend'],
): Promise<AsyncIterable<Uint8Array>> {
  const handle = await open(path, 'r')
  try {
    const finish = await onSend?.(range)
    if (sizeBytes === 0) {
      await handle.close()
      return nothing()
    }
    const stream = handle.createReadStream({ start: range.start, end: range.end, highWaterMark: CHUNK_BYTES })
    return toFileParts(stream, { finish: range.end === sizeBytes - 1 ? finish : undefined })
  } catch (error) {
    await handle.close()
    throw error
  }
}
