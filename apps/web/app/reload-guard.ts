/** A path is reloaded at most once in this time (SPEC §4). */
const RELOAD_GUARD_MS = 10_000

type Wish = {
  readonly path: string
  /** Changes with every build. A word without blanks. */
  readonly build: string
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>
  readonly nowMs: number
}

/**
 * Whether a path may be reloaded now; notes time and build when it may. A path that goes on missing its code is reloaded once
 * for each build: by the time alone, one that loads slowly would load for ever.
 */
export function mayReload({ path, build, storage, nowMs }: Wish): boolean {
  const key = `reload:${path}`
  const [lastMs = -Infinity, ...builds] = storage.getItem(key)?.split(' ') ?? []
  if (builds.includes(build) || nowMs - +lastMs < RELOAD_GUARD_MS) return false
  const noted = [nowMs, build, ...builds].join(' ')
  storage.setItem(key, noted)
  // Where nothing is kept, a page that stays broken would load for ever.
  return storage.getItem(key) === noted
}
