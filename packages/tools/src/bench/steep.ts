/** CPU milliseconds below which growth does not count. */
export const WORTH_MS = 60
/** Four times the text takes 4.4 times as long where time grows with n log n, 16 times with n²; the rest is noise. */
const MAX_RATIO = 7

/** Whether one of some times, each for four times the text of the one before, is too much more than the one before it. */
export function isSteep(times: readonly number[]): boolean {
  return times.some((last, index) => {
    const before = times[index - 1]
    return before === undefined ? last === Infinity : last > WORTH_MS && last / before > MAX_RATIO
  })
}
