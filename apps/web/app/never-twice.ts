/**
 * The same, but never twice at once: who asks while it is under way gets what that gives. A slow server is so asked no more
 * than it answers, and no older answer comes after a newer one.
 */
export function neverTwice<T>(act: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined
  return () => (running ??= act().finally(() => (running = undefined)))
}
