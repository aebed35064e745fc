/** What follows from round-trip times: milliseconds with three digits; null without any time. */
export type Statistics = {
  minMs: number | null
  avgMs: number | null
  maxMs: number | null
  medianMs: number | null
  p95Ms: number | null
  mdevMs: number | null
  jitterMs: number | null
}

/** `mdev` is the standard deviation; `jitter` the mean difference of neighbours, in the order sent. */
export function toStatistics(timesMs: readonly number[]): Statistics {
  if (timesMs.length === 0)
    return { minMs: null, avgMs: null, maxMs: null, medianMs: null, p95Ms: null, mdevMs: null, jitterMs: null }
  const sorted = [...timesMs].sort((a, b) => a - b)
  const mean = sum(timesMs) / timesMs.length
  const differences = timesMs.slice(1).map((time, index) => Math.abs(time - timesMs[index]!))
  return {
    minMs: round(sorted[0]!),
    avgMs: round(mean),
    maxMs: round(sorted.at(-1)!),
    medianMs: round((sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.ceil((sorted.length - 1) / 2)]!) / 2),
    p95Ms: round(sorted[Math.ceil(sorted.length * 0.95) - 1]!),
    mdevMs: round(Math.sqrt(sum(timesMs.map((time) => (time - mean) ** 2)) / timesMs.length)),
    jitterMs: differences.length > 0 ? round(sum(differences) / differences.length) : null,
  }
}

/** Percent with one digit; null before anything is sent. */
export function toLossPercent(sent: number, received: number): number | null {
  return sent === 0 ? null : Math.round(((sent - received) / sent) * 1000) / 10
}

export function round(ms: number): number {
  return Math.round(ms * 1000) / 1000
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
