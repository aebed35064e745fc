/** Median of numbers; undefined of none. */
export function toMedian(values: readonly number[]): number | undefined {
  if (values.length === 0) return undefined
  const sorted = [...values].sort((a, b) => a - b)
  const half = sorted.length >> 1
  return sorted.length % 2 ? sorted[half] : ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2
}

/** Mean difference of neighbours in ms (as RFC 3550 §6.4.1 without its smoothing); undefined of fewer than two. */
export function toJitter(values: readonly number[]): number | undefined {
  if (values.length < 2) return undefined
  return values.slice(1).reduce((sum, value, i) => sum + Math.abs(value - (values[i] ?? value)), 0) / (values.length - 1)
}

/** How many ms of latency a transfer may add for each grade, best first. */
const GRADES = [
  ['A+', 5],
  ['A', 30],
  ['B', 60],
  ['C', 200],
  ['D', 400],
  ['F', Infinity],
] as const
export type Grade = (typeof GRADES)[number][0]

/** Grade of the latency that transfers add (bufferbloat). */
export function toGrade(addedMs: number): Grade {
  return GRADES.find(([, limitMs]) => addedMs < limitMs)?.[0] ?? 'F'
}

export type SpeedSample = { readonly atMs: number; readonly bytes: number }

/**
 * Megabits per second (10^6) of a transfer whose bytes came at these times. The first part of a long one is left out,
 * since TCP is still finding its pace (slow start, RFC 5681 §3.1).
 */
export function toMbps(samples: readonly SpeedSample[], warmUpMs = 1000): number | undefined {
  const last = samples.at(-1)
  if (!last) return undefined
  const from =
    last.atMs > 2 * warmUpMs ? (samples.findLast(({ atMs }) => atMs <= warmUpMs) ?? { atMs: 0, bytes: 0 }) : { atMs: 0, bytes: 0 }
  const ms = last.atMs - from.atMs
  return ms <= 0 ? undefined : ((last.bytes - from.bytes) * 8) / ms / 1000
}

/** Speeds between neighbouring samples, for a chart. */
export function toSpeeds(samples: readonly SpeedSample[]): { atMs: number; mbps: number }[] {
  return samples.slice(1).map(({ atMs, bytes }, i) => {
    const before = samples[i] ?? { atMs: 0, bytes: 0 }
    return { atMs, mbps: Math.max(0, ((bytes - before.bytes) * 8) / Math.max(1, atMs - before.atMs) / 1000) }
  })
}

/** Three digits that matter: 0.123, 4.56, 78.9, 943. */
export const toFigure = (value: number): string =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)
