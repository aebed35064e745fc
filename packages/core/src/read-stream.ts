/** The parts of a stream as they come; a loop that is left ends it. Safari cannot iterate over streams by itself. */
export async function* readStream<T>(stream: ReadableStream<T>): AsyncGenerator<T> {
  const reader = stream.getReader()
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value
  } finally {
    // Nothing after the end; after an error the same error once more.
    await reader.cancel()
    reader.releaseLock()
  }
}
