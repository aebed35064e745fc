import type { StatisticsRow } from './dashboard.ts'

/** What the counts are split by. */
export const SPLITS = ['product', 'key', 'status'] as const
export type Split = (typeof SPLITS)[number]

/** Requests of one split in every step between two times. */
export type Series = { readonly name: string; readonly counts: readonly number[]; readonly total: number }
export type Statistics = { readonly times: readonly number[]; readonly series: readonly Series[]; readonly total: number }

const STEP_MS = { hour: 3_600_000, day: 86_400_000 } as const

/** Most series that a picture can tell apart; the rest is one. */
const MAX_SERIES = 6
export const REST = '…'

type Range = { readonly start: Date; readonly end: Date; readonly step: 'hour' | 'day' }

/** Rows as series over all steps from start to end, the largest first. Empty steps are 0. */
export function toStatistics(rows: readonly StatisticsRow[], split: Split, { start, end, step }: Range): Statistics {
  const stepMs = STEP_MS[step]
  const first = Math.floor(start.getTime() / stepMs) * stepMs
  const length = Math.max(1, Math.floor((end.getTime() - first) / stepMs) + 1)
  const times = Array.from({ length }, (_, index) => first + index * stepMs)
  const counts = new Map<string, number[]>()
  for (const row of rows) {
    const index = Math.floor((Date.parse(row.hour) - first) / stepMs)
    if (index < 0 || index >= length) continue
    const name = toName(row, split)
    let list = counts.get(name)
    if (!list) counts.set(name, (list = Array<number>(length).fill(0)))
    list[index] = (list[index] ?? 0) + row.requests
  }
  const all = [...counts].map(([name, list]) => ({ name, counts: list, total: sum(list) })).sort((a, b) => b.total - a.total)
  const series = all.length <= MAX_SERIES ? all : [...all.slice(0, MAX_SERIES - 1), toRest(all.slice(MAX_SERIES - 1))]
  return { times, series, total: sum(all.map(({ total }) => total)) }
}

function toName({ product, key_id: keyId, status }: StatisticsRow, split: Split): string {
  return split === 'product' ? product : split === 'key' ? keyId : String(status)
}

function toRest(series: readonly Series[]): Series {
  const counts = (series[0]?.counts ?? []).map((_, index) => sum(series.map((one) => one.counts[index] ?? 0)))
  return { name: REST, counts, total: sum(counts) }
}

const sum = (list: readonly number[]): number => list.reduce((total, count) => total + count, 0)
