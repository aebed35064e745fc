import { Readable, type Transform } from 'node:stream'
import { constants, createBrotliDecompress, createGunzip, createInflate, createInflateRaw, createZstdDecompress } from 'node:zlib'
import { AppError } from '@octet/core/errors.ts'

const MAX_RATIO = 100
/** Below this a high ratio costs nothing: short repeated texts reach it honestly. */
const FREE_BYTES = 64_000
/** What may have been read before it was decoded. */
const AHEAD_BYTES = 4_000_000

/** As much memory as a body may ask for: 8 MB (RFC 9659). */
const ZSTD = { params: { [constants.ZSTD_d_windowLogMax]: 23 } }

/** By the body's first byte, since some servers leave out the zlib header that `deflate` asks for (RFC 9110 §8.4.1.2). */
const DECODERS: Readonly<Record<string, (first: number) => ReturnType<typeof createGunzip>>> = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  deflate: (first) => ((first & 0x0f) === 8 ? createInflate() : createInflateRaw()),
  br: () => createBrotliDecompress() as never,
  zstd: () => createZstdDecompress(ZSTD) as never,
}

/**
 * Reads a body up to `maxBytes` decoded bytes. A body that swells more than a hundredfold is refused, as is one that is
 * far larger as it was sent; an unknown encoding is left as it is.
 *
 * @throws {AppError} `too_large` for a bomb, `target_failed` for a body that cannot be decoded
 */
export async function decodeBody(
  body: Readable,
  encoding: string | undefined,
  maxBytes: number,
): Promise<{ bytes: Uint8Array; isCut: boolean }> {
  const pieces = body[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>
  const first = await pieces.next()
  // an answer to HEAD, 204 and 304 name the encoding of a body that does not come
  if (first.done) return { bytes: new Uint8Array(), isCut: false }
  const named = (encoding ?? '').trim().toLowerCase()
  const decoder = Object.hasOwn(DECODERS, named) ? DECODERS[named]!(first.value[0]!) : undefined
  let rawBytes = 0
  const raw = count(first.value, pieces, (sizeBytes) => {
    rawBytes += sizeBytes
    // Empty blocks go on without end and decode to nothing.
    if (decoder && rawBytes > maxBytes + AHEAD_BYTES)
      throw new AppError('too_large', {
        field: { en: 'the body as sent', zh: '传输的内容' },
        limit: { en: `${maxBytes} bytes`, zh: `${maxBytes} 字节` },
        got: { en: 'more', zh: '更多' },
      })
  })
  const source: AsyncIterable<Buffer> = decoder ? pipeInto(Readable.from(raw), decoder) : raw
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of source) {
      size += chunk.length
      if (decoder && size > FREE_BYTES && size > rawBytes * MAX_RATIO)
        throw new AppError('too_large', {
          field: { en: 'the decoded body', zh: '解压后的内容' },
          limit: `${MAX_RATIO}×`,
          got: `${Math.floor(size / Math.max(1, rawBytes))}×`,
        })
      chunks.push(chunk)
      if (size >= maxBytes) break
    }
  } catch (error) {
    if (decoder && error instanceof Error && 'code' in error && /^(Z_|ZSTD_|ERR_|ERR__)/.test(String(error.code)))
      throw new AppError(
        'target_failed',
        { reason: { en: `the body is not valid ${encoding}`, zh: `内容不是有效的 ${encoding} 编码` } },
        { cause: error },
      )
    throw error
  } finally {
    decoder?.destroy()
    body.on('error', () => {}).destroy()
  }
  return { bytes: Uint8Array.from(Buffer.concat(chunks).subarray(0, maxBytes)), isCut: size > maxBytes }
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

function pipeInto<T extends Transform>(source: Readable, decoder: T): T {
  source.on('error', (error) => decoder.destroy(error))
  decoder.once('close', () => source.destroy())
  return source.pipe(decoder)
}
