import type { Readable } from 'node:stream'
import { AppError } from '@octet/core/errors.ts'
import type { Flaw } from './response-head.ts'
import { CodingError, isKnownCoding, undoCoding } from './undo-coding.ts'

const MAX_RATIO = 100
/** Below this a high ratio costs nothing: brotli reaches it honestly where much is repeated, as in tables and drawings. */
const FREE_BYTES = 500_000
/** What may have been read before it was decoded. */
const AHEAD_BYTES = 4_000_000
/** As many codings as curl undoes. */
const MAX_CODINGS = 5

export type Decoded = {
  readonly bytes: Uint8Array
  readonly isCut: boolean
  /** Why the body could not be decoded to its end. */
  readonly problem?: AppError
  /** What is wrong with it though it could be. */
  readonly flaw?: Flaw
}

/**
 * Reads a body up to `maxBytes` decoded bytes; several codings are undone from the last to the first (RFC 9110 §8.4). A body that
 * swells more than a hundredfold is refused, as is one that is far larger as it was sent; an unknown encoding is left as it is.
 *
 * @throws {AppError} `too_large` for a bomb
 */
export async function decodeBody(body: Readable, encoding: string | undefined, maxBytes: number): Promise<Decoded> {
  const pieces = body[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>
  const first = await pieces.next()
  // an answer to HEAD, 204 and 304 name the encoding of a body that does not come
  if (first.done) return { bytes: new Uint8Array(), isCut: false }
  const codings = findCodings(encoding)
  let rawBytes = 0
  let flaw: Flaw | undefined
  let source = count(first.value, pieces, (sizeBytes) => {
    rawBytes += sizeBytes
    // Empty blocks go on without end and decode to nothing.
    if (codings.length > 0) refuseLong(rawBytes, maxBytes)
  })
  for (const [index, coding] of codings.toReversed().entries()) {
    if (index > 0) source = limit(source, maxBytes)
    source = undoCoding(coding, source, (found) => (flaw ??= found))
  }
  const chunks: Buffer[] = []
  let size = 0
  let problem: AppError | undefined
  try {
    for await (const chunk of source) {
      size += chunk.length
      if (codings.length > 0 && size > FREE_BYTES && size > rawBytes * MAX_RATIO)
        throw new AppError('too_large', {
          field: { en: 'the decoded body', zh: '解压后的内容' },
          limit: `${MAX_RATIO}×`,
          got: `${Math.floor(size / Math.max(1, rawBytes))}×`,
        })
      chunks.push(chunk)
      if (size > maxBytes) break
    }
  } catch (error) {
    if (!(error instanceof CodingError)) throw error
    problem = new AppError('target_failed', { reason: error.text }, { cause: error })
  } finally {
    body.on('error', () => {}).destroy()
  }
  const bytes = Uint8Array.from(Buffer.concat(chunks).subarray(0, maxBytes))
  return { bytes, isCut: size > maxBytes, ...(problem && { problem }), ...(flaw && { flaw }) }
}

/** None where one of them is unknown: browsers then take the body as it is. */
function findCodings(encoding: string | undefined): string[] {
  const named = (encoding ?? '').toLowerCase().split(',', MAX_CODINGS + 1)
  const codings = named.map((one) => one.trim()).filter((one) => one !== '')
  return codings.length <= MAX_CODINGS && codings.every(isKnownCoding) ? codings : []
}

function refuseLong(sizeBytes: number, maxBytes: number): void {
  if (sizeBytes > maxBytes + AHEAD_BYTES)
    throw new AppError('too_large', {
      field: { en: 'the body as sent', zh: '传输的内容' },
      limit: { en: `${maxBytes} bytes`, zh: `${maxBytes} 字节` },
      got: { en: 'more', zh: '更多' },
    })
}

/** What stands between two codings may decode to nothing as well. */
async function* limit(source: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let sizeBytes = 0
  for await (const chunk of source) {
    refuseLong((sizeBytes += chunk.length), maxBytes)
    yield chunk
  }
}

async function* count(
  first: Buffer,
  pieces: AsyncIterator<Buffer, undefined>,
  add: (sizeBytes: number) => void,
): AsyncGenerator<Buffer> {
  for (let piece: Buffer | undefined = first; piece; piece = (await pieces.next()).value) {
    add(piece.length)
    yield piece
  }
}
