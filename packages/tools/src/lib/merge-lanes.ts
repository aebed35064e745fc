/** What came from one of several streams. */
export type LaneValue<T> =
  | { readonly lane: number; readonly value: T }
  | { readonly lane: number; readonly error: unknown }
  | { readonly lane: number; readonly isDone: true }

/**
 * Reads several streams at once and yields what comes, in the order it comes. A stream that throws ends with its error as a
 * value, so that the others go on. Leaving the loop closes them all.
 */
export async function* mergeLanes<T>(streams: readonly AsyncIterable<T>[]): AsyncGenerator<LaneValue<T>> {
  const iterators = streams.map((stream) => stream[Symbol.asyncIterator]())
  const read = (lane: number): Promise<LaneValue<T>> =>
    iterators[lane]!.next().then(
      (next) => (next.done ? { lane, isDone: true } : { lane, value: next.value }),
      (error: unknown) => ({ lane, error }),
    )
  const waiting = new Map(iterators.map((_iterator, lane) => [lane, read(lane)]))
  try {
    while (waiting.size > 0) {
      const arrived = await Promise.race(waiting.values())
      if ('value' in arrived) waiting.set(arrived.lane, read(arrived.lane))
      else waiting.delete(arrived.lane)
      yield arrived
    }
  } finally {
    for (const lane of waiting.keys()) void iterators[lane]!.return?.()?.catch(() => {})
  }
}
