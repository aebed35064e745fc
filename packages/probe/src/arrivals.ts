/**
 * Runs jobs, at most `inFlight` at once, and yields their results in the order in which they come.
 * When the reader leaves, no further job starts.
 */
export async function* mergeArrivals<T>(jobs: readonly (() => Promise<T>)[], inFlight: number): AsyncGenerator<T> {
  const waiting = jobs.values()
  const running = new Map<number, Promise<{ id: number; value: T }>>()
  let next = 0
  const start = () => {
    const { value: job, done } = waiting.next()
    if (done) return
    const id = next++
    const promise = job().then((value) => ({ id, value }))
    promise.catch(() => {}) // it may fail while the reader is busy; the race below tells of it
    running.set(id, promise)
  }
  for (let index = 0; index < inFlight; index++) start()
  while (running.size > 0) {
    const { id, value } = await Promise.race(running.values())
    running.delete(id)
    start()
    yield value
  }
}
