import type { DnsAnswer } from './dns.ts'
import type { HttpReport } from './http.ts'
import type { Measurement, MeasurementRow } from './measurement.ts'
import type { PingResult, TraceResult } from './ping.ts'
import type { TlsReport } from './tls.ts'

/** The result of a row by its type; its shape was checked by the server. */
export type RowData =
  | { readonly type: 'ping'; readonly data: PingResult }
  | { readonly type: 'traceroute' | 'mtr'; readonly data: TraceResult }
  | { readonly type: 'dns'; readonly data: DnsAnswer }
  | { readonly type: 'http'; readonly data: HttpReport }
  | { readonly type: 'tls'; readonly data: TlsReport }

/** What a row has come to so far; undefined before its first word. */
export function findRowData(type: Measurement['type'], { result }: MeasurementRow): RowData | undefined {
  // The schema of the type belongs to its data; TypeScript cannot know that they come together.
  return result.data ? ({ type, data: result.data } as unknown as RowData) : undefined
}

/** The one time that stands for a row, in milliseconds; null without an answer. */
export function toRowMs(type: Measurement['type'], row: MeasurementRow): number | null {
  const found = findRowData(type, row)
  if (!found || row.result.status === 'failed') return null
  switch (found.type) {
    case 'ping':
      return found.data.avgMs
    case 'traceroute':
    case 'mtr':
      return found.data.isReached ? (found.data.hops.at(-1)?.avgMs ?? null) : null
    case 'dns':
      return found.data.ms
    case 'http':
      return found.data.hops.at(-1)?.timing.firstByteMs ?? found.data.totalMs
    case 'tls':
      return null
  }
}

/** Rows as they came while it runs, so that nothing jumps; the fastest first when it is over. */
export function toOrdered({ type, status, results }: Measurement): readonly MeasurementRow[] {
  if (status !== 'finished') return results
  const toKey = (row: MeasurementRow): number => toRowMs(type, row) ?? Infinity
  return results.toSorted((a, b) => (toKey(a) === toKey(b) ? 0 : toKey(a) - toKey(b)))
}

/** The middle of sorted times; of an even number the mean of the two in the middle. */
function toMedian(times: readonly number[]): number | null {
  const [low, high] = [times[(times.length - 1) >> 1], times[times.length >> 1]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}

type Summary = {
  readonly fastest: number | null
  readonly median: number | null
  readonly slowest: number | null
  /** Percent of all packets; null where none are counted. */
  readonly loss: number | null
  readonly failures: number
  readonly done: number
}

/** Figures over all rows of a measurement. */
export function toSummary({ type, results }: Measurement): Summary {
  const times = results.flatMap((row) => toRowMs(type, row) ?? []).sort((a, b) => a - b)
  const pings =
    type === 'ping' ? results.flatMap(({ result }) => (result.data ? [result.data as unknown as PingResult] : [])) : []
  const sent = pings.reduce((sum, ping) => sum + ping.sent, 0)
  const received = pings.reduce((sum, ping) => sum + ping.received, 0)
  const isOver = ({ result }: MeasurementRow) => result.status !== 'in-progress'
  return {
    fastest: times[0] ?? null,
    median: toMedian(times),
    slowest: times.at(-1) ?? null,
    loss: sent === 0 ? null : Math.round((1 - received / sent) * 1000) / 10,
    failures: results.filter(({ result }) => result.status === 'failed' || result.status === 'offline').length,
    done: results.filter(isOver).length,
  }
}
