import type { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { AppError } from '@octet/core/errors.ts'

const MAX_RATIO = 100
/** Below this a high ratio costs nothing: short repeated texts reach it honestly. */
const FREE_BYTES = 64_000

const DECODERS: Readonly<Record<string, () => ReturnType<typeof createGunzip>>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress as never,
}

/**
 * Reads a body up to `maxBytes` decoded bytes. A body that swells more than a hundredfold is refused,
 * an unknown encoding is left as it is.
 *
 * @throws {AppError} `too_large` for a bomb, `unavailable` for a body that cannot be decoded
 */
export async function decodeBody(
  body: Readable,
  encoding: string | undefined,
  maxBytes: number,
): Promise<{ bytes: Uint8Array; isCut: boolean }> {
  const decoder = DECODERS[(encoding ?? '').trim().toLowerCase()]?.()
  let rawBytes = 0
  body.on('data', (chunk: Buffer) => (rawBytes += chunk.length))
  const source: Readable = decoder ? body.pipe(decoder) : body
  if (decoder) body.on('error', (error) => decoder.destroy(error))
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
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
    if (decoder && error instanceof Error && 'code' in error && /^(Z_|ERR_|ERR__)/.test(String(error.code)))
      throw new AppError(
        'unavailable',
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
