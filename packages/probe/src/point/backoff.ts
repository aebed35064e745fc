const FIRST_MS = 1_000
const LONGEST_MS = 60_000

/**
 * How long to wait before try number `tries` (0 is the first): anywhere between half and the whole of 1, 2, 4 … 60 s, so
 * that a thousand points that lost their server do not all come back in the same second.
 */
export function toBackoffMs(tries: number, random: () => number = Math.random): number {
  const whole = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(tries, 10))
  return Math.round(whole * (0.5 + random() / 2))
}
