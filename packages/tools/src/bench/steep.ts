/** CPU milliseconds below which growth does not count. */
export const WORTH_MS = 60
/** Twice the text takes 2.1 times as long where time grows with n log n; the rest is noise. */
const MAX_RATIO = 2.6

/** Whether one of some times, each for twice the text of the one before, is too much more than the one before it. */
export function isSteep(times: readonly number[]): boolean {
  return times.some((last, index) => {
    const before = times[index - 1]
    return before === undefined ? last === Infinity : last > WORTH_MS && last / before > MAX_RATIO
  })
}
