import type { Measurement, MeasurementRow } from '@octet/core/probe/measurement.ts'
import { findRowData, toRowMs } from '@octet/core/probe/measurement-figures.ts'
import type { Tone } from '../net/chip.tsx'

const NEAR_MS = 60
const FAR_MS = 180

/** How good a row is at a glance. */
export function toRowTone(type: Measurement['type'], row: MeasurementRow): Tone {
  const { status } = row.result
  if (status === 'failed') return 'bad'
  if (status === 'offline') return 'plain'
  const found = findRowData(type, row)
  if (!found) return 'wait'
  if (found.type === 'tls') return found.data.grade === 'A' ? 'ok' : found.data.grade === 'B' ? 'warn' : 'bad'
  const ms = toRowMs(type, row)
  if (ms === null) return status === 'in-progress' ? 'wait' : 'bad'
  if (found.type === 'ping' && (found.data.lossPercent ?? 0) >= 5) return found.data.received === 0 ? 'bad' : 'warn'
  if (found.type === 'http' && found.data.status >= 400) return 'bad'
  if (found.type === 'dns' && found.data.rcode !== 'NOERROR') return 'warn'
  return ms < NEAR_MS ? 'ok' : ms < FAR_MS ? 'warn' : 'bad'
}
