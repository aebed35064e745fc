import type { RecentRun } from '../../storage/point-schema.ts'

type Runs = { readonly recent_runs: readonly RecentRun[]; readonly every_minutes: number; readonly is_active: boolean }

/** So many turns in a row may pass without a word before a state is not believed any more; never less than a while. */
const TURNS = 3
const LEAST_MINUTES = 15

/**
 * Since when no run of a monitor that should be running could judge, as where its points are gone: its state is of that time,
 * and says nothing of today. Null while runs judge, and of one that has not run yet.
 */
export function findSilence({ recent_runs: runs, every_minutes: every, is_active: isActive }: Runs, now: Date): string | null {
  const [newest] = runs
  if (!isActive || !newest) return null
  const { at } = runs.find(({ kind }) => kind !== 'unknown') ?? runs.at(-1)!
  const silentMs = now.getTime() - Date.parse(at)
  return silentMs > Math.max(TURNS * every, LEAST_MINUTES) * 60_000 ? new Date(at).toISOString() : null
}

export type SilentRow = Runs & {
  /** Runs in a row that could not judge. */
  readonly silent_runs: number
  readonly created_at: Date
  readonly now: Date
}

/**
 * The same for who is to be told: so many runs in a row could not judge either, so that a pause or a rest of the whole server is not
 * taken for it. One that has never judged is silent since it was added.
 */
export function findLongSilence({ silent_runs: silentRuns, created_at: createdAt, now, ...row }: SilentRow): Date | null {
  if (silentRuns < TURNS) return null
  const born = { at: createdAt.toISOString(), kind: 'unknown', ms: null } as const
  const since = findSilence({ ...row, recent_runs: row.recent_runs.length > 0 ? row.recent_runs : [born] }, now)
  return since === null ? null : new Date(since)
}
