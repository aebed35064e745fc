/** One figure of a bench file: `run()` gives a list of them, `npm run bench` prints them. */
export type BenchRow = {
  readonly name: string
  readonly value: number
  readonly unit: string
  /** Measured in the same interleaved run; `ratio` says how many times better ours is. */
  readonly peer?: { readonly name: string; readonly value: number; readonly ratio: number } | undefined
  /** What DESIGN.md asks for, and whether it is met. */
  readonly budget?: { readonly text: string; readonly isMet: boolean } | undefined
}

/** The middle of some values, the upper of two; NaN of none. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

/** The 99th percentile of some values; infinite of none, so that nothing measured meets no budget. */
export function toP99(values: readonly number[]): number {
  return Float64Array.from(values).sort()[Math.floor(values.length * 0.99)] ?? Number.POSITIVE_INFINITY
}
