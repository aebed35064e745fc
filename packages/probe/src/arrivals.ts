import { Mailbox } from './mailbox.ts'

/**
 * Runs jobs, at most `inFlight` at once, and yields their results in the order in which they come.
 * When the reader leaves, no further job starts.
 */
export async function* mergeArrivals<T>(jobs: readonly (() => Promise<T>)[], inFlight: number): AsyncGenerator<T> {
  const arrived = new Mailbox<T>()
  let started = 0
  let read = 0
  const start = () => {
    if (started < jobs.length)
      jobs[started++]!().then(
        (value) => arrived.put(value),
        (error: Error) => arrived.fail(error),
      )
    else if (read === started) arrived.close()
  }
  for (let index = 0; index < Math.max(1, inFlight); index++) start()
  for await (const value of arrived) {
    read++
    start()
    yield value
  }
}
