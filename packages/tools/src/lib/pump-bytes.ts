import { readStream } from '@octet/core/read-stream.ts'
import { joinBytes, type Bytes } from './bytes.ts'

/**
 * Runs bytes through a stream and stops once the bound is passed, so that a small file cannot grow without end. Throws what the
 * stream throws where the bytes are damaged.
 */
export async function pumpBytes(
  bytes: readonly Uint8Array[],
  stream: CompressionStream | DecompressionStream,
  bound: number,
): Promise<Bytes> {
  const parts: Uint8Array[] = []
  let size = 0
  const source = new Blob([joinBytes(bytes)]).stream() // in one: a Blob gives back each of its parts apart, however small
  for await (const part of readStream(source.pipeThrough(stream))) {
    parts.push(part)
    size += part.length
    if (size > bound) break
  }
  return joinBytes(parts)
}
