/**
 * Words between the threads of a process, or between processes and machines. Everybody but the speaker hears them, in the
 * order in which one speaker said them. Words may be lost while the carrier is away, so listeners must be able to do
 * without any single one.
 */
export type Bus = AsyncDisposable & {
  /** Says something that JSON can carry. Never throws. */
  publish(channel: string, word: unknown): void
  /** Hears a channel from the moment the promise resolves until disposed. */
  subscribe(channel: string, heed: Heed): Promise<Disposable>
}
export type Heed = (word: unknown) => void
