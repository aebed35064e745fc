import { setTimeout as sleep } from 'node:timers/promises'

/** Many times what a loaded machine needs: only what never comes to be takes so long. */
const LIMIT_MS = 60_000
const LEAST_PAUSE_MS = 10
const MOST_PAUSE_MS = 100
/** Looking takes a tenth of the time: what is waited for, and other tests, need the processor. */
const PAUSES_PER_LOOK = 9

/** Milliseconds until the next look, after one that took so many: the longer it took, the later, within bounds. */
export const toPauseMs = (tookMs: number): number => Math.min(Math.max(tookMs * PAUSES_PER_LOOK, LEAST_PAUSE_MS), MOST_PAUSE_MS)

/**
 * Waits for something that must come to be, and gives it: whatever `look` returns that is neither false nor undefined. How
 * fast the machine is plays no part. Throws after a minute with what was waited for.
 */
export async function until<T>(look: () => T | Promise<T>, what: string): Promise<Exclude<T, false | undefined>> {
  const endMs = performance.now() + LIMIT_MS
  for (;;) {
    const beganMs = performance.now()
    const found = await look()
    if (found !== false && found !== undefined) return found as Exclude<T, false | undefined>
    const nowMs = performance.now()
    if (nowMs > endMs) throw new Error(`expected within ${LIMIT_MS / 1000} s: ${what}`)
    await sleep(toPauseMs(nowMs - beganMs))
  }
}
