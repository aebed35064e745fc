import type { Text } from '@octet/core/text.ts'
import type { Tone } from '../net/chip.tsx'
import { monitorText, type monitorTypeWords } from '../text/monitors.ts'
import { shownMonitorText } from '../text/shown-monitor.ts'

type Verdict = 'good' | 'bad' | 'unknown'

/** What `GET /v1/shown-monitors/{id}` gives. */
export type ShownMonitor = {
  readonly title: string
  readonly measures: {
    readonly type: keyof typeof monitorTypeWords
    readonly targets: readonly string[]
    readonly every_minutes: number
  } | null
  readonly state: Verdict | 'paused' | 'maintenance'
  readonly state_since: string
  /** When the maintenance ends that is under way. */
  readonly maintenance_until: string | null
  readonly availability: readonly { readonly days: number; readonly per_cent: number | null }[]
  readonly days: readonly ShownDay[]
  readonly runs: readonly {
    readonly at: string
    readonly kind: Verdict
    readonly ms: number | null
    readonly in_maintenance: boolean
  }[]
  readonly events: readonly { readonly kind: 'good' | 'bad'; readonly at: string }[]
}

export type ShownDay = {
  readonly day: string
  readonly per_cent: number | null
  readonly good: number
  readonly bad: number
  /** Runs during maintenance, which are neither. */
  readonly maintenance: number
}

export const RUN_TONES: Readonly<Record<Verdict, Tone>> = { unknown: 'wait', good: 'ok', bad: 'bad' }
export const STATE_TONES: Readonly<Record<ShownMonitor['state'], Tone>> = { ...RUN_TONES, paused: 'plain', maintenance: 'plain' }
export const STATE_WORDS: Readonly<Record<ShownMonitor['state'], Text>> = {
  unknown: monitorText.unknown,
  good: monitorText.good,
  bad: monitorText.isBad,
  paused: monitorText.paused,
  maintenance: shownMonitorText.maintenance,
}
