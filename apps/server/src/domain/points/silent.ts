import type { RecentRun } from '../../storage/point-schema.ts'

export type SilentRow = {
  readonly recent_runs: readonly RecentRun[]
  readonly every_minutes: number
  readonly is_active: boolean
  /** Runs in a row that could not judge, also those that did not begin. */
  readonly silent_runs: number
  /** Since when, of a silence that its owner has been told of. */
  readonly silent_since: Date | null
  readonly state_since: Date
  readonly now: Date
}

/** So many turns in a row may pass without a word before a state is not believed any more; never less than a while. */
const TURNS = 3
const LEAST_MINUTES = 15

/**
 * Since when no run of a monitor that should be running could judge, as where its points are gone: its state is of that time,
 * and says nothing of today. Null while runs judge, and of one that has not run yet.
 */
export function findSilence({ every_minutes: every, is_active: isActive, now, ...row }: SilentRow): Date | null {
  const since = findLastWord(row)
  if (!isActive || !since) return null
  return now.getTime() - since.getTime() > Math.max(TURNS * every, LEAST_MINUTES) * 60_000 ? since : null
}

type Words = Pick<SilentRow, 'recent_runs' | 'silent_runs' | 'silent_since' | 'state_since'>

/** When a run last judged; where that is long gone, or there was none, since when there have been runs that could not. */
function findLastWord({ recent_runs: runs, ...row }: Words): Date | undefined {
  const judged = runs.find(({ kind }) => kind !== 'unknown')
  if (judged) return new Date(judged.at)
  if (row.silent_since) return row.silent_since
  const oldest = runs.at(-1)
  if (oldest) return new Date(oldest.at)
  return row.silent_runs > 0 ? row.state_since : undefined
}

/**
 * The same for who is to be told: so many runs in a row could not judge either, so that a pause or a rest of the whole server is not
 * taken for it. One that has never judged is silent since it was added, or since it measures what it does.
 */
export function findLongSilence(row: SilentRow): Date | null {
  return row.silent_runs < TURNS ? null : findSilence(row)
}
