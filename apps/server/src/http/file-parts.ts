import type { Readable } from 'node:stream'

type Around = {
  /** Comes first. */
  readonly before?: Uint8Array | undefined
  /** Called when the last byte has been handed over. */
  readonly finish?: (() => Promise<void>) | undefined
}

/**
 * The bytes of a file that is open. It is closed also when nobody has begun to read, as of a caller who has gone by then: a
 * generator that has not begun comes to no `finally`, nor does the iterator of a stream.
 */
export function toFileParts(stream: Readable, around: Around = {}): AsyncIterable<Uint8Array> {
  const parts = readParts(stream, around)
  const iterator: AsyncIterator<Uint8Array> = {
    next: () => parts.next(),
    return() {
      stream.destroy()
      return parts.return(undefined)
    },
  }
  return { [Symbol.asyncIterator]: () => iterator }
}

async function* readParts(stream: AsyncIterable<Uint8Array>, { before, finish }: Around): AsyncGenerator<Uint8Array> {
  if (before) yield before
  for await (const chunk of stream) yield chunk
  await finish?.()
}
