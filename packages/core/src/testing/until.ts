import { setTimeout as sleep } from 'node:timers/promises'

/** Many times what a loaded machine needs: only what never comes to be takes so long. */
const LIMIT_MS = 60_000
const LOOK_MS = 10

/**
 * Waits for something that must come to be, and gives it: whatever `look` returns that is neither false nor undefined. How
 * fast the machine is plays no part. Throws after a minute with what was waited for.
 */
export async function until<T>(look: () => T | Promise<T>, what: string): Promise<Exclude<T, false | undefined>> {
  const endMs = performance.now() + LIMIT_MS
  for (;;) {
    const found = await look()
    if (found !== false && found !== undefined) return found as Exclude<T, false | undefined>
    if (performance.now() > endMs) throw new Error(`expected within ${LIMIT_MS / 1000} s: ${what}`)
    await sleep(LOOK_MS)
  }
}
