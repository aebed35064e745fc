/** A path is reloaded at most once in this time (SPEC §4). */
const RELOAD_GUARD_MS = 10_000

/** Whether a path may be reloaded now; notes the time when it may. */
export function mayReload(path: string, storage: Pick<Storage, 'getItem' | 'setItem'>, nowMs: number): boolean {
  const key = `reload:${path}`
  if (nowMs - Number(storage.getItem(key) ?? -Infinity) < RELOAD_GUARD_MS) return false
  storage.setItem(key, String(nowMs))
  // Where nothing is kept, a page that stays broken would load for ever.
  return storage.getItem(key) === String(nowMs)
}
