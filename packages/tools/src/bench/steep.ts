/** CPU milliseconds below which growth does not count. */
export const WORTH_MS = 60
/** Four times the text takes 4.4 times as long where time grows with n log n, 16 times with n²; the rest is noise. */
const MAX_RATIO = 7

/** CPU milliseconds of a run, and the error it was refused with. */
export type Timed = { readonly ms: number; readonly refused?: string | undefined }

/**
 * Whether one of some runs, each on four times the text of the one before, took too much more than the one before it. One
 * that was refused at once says nothing of one that was not.
 */
export function isSteep(runs: readonly Timed[]): boolean {
  return runs.some((last, index) => {
    const before = runs[index - 1]
    if (before === undefined) return last.ms === Infinity
    const isAlike = before.refused === undefined || last.refused !== undefined || last.ms === Infinity
    return isAlike && last.ms > WORTH_MS && last.ms / before.ms > MAX_RATIO
  })
}
