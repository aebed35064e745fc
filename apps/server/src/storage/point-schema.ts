import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { Text } from '@octet/core/text.ts'
import type { Delivery } from '../domain/jobs/delivery.ts'
import type { MaintenanceSchedule } from '../domain/points/maintenance.ts'
import type { MonitorRequest, MonitorRules } from '../domain/points/monitor.ts'

type Time = ColumnType<Date, Date | undefined, Date>

/** A run of a monitor, as it is kept with it. */
export type RecentRun = {
  readonly at: string
  readonly kind: 'good' | 'bad' | 'unknown'
  readonly ms: number | null
  /** It ran during maintenance. */
  readonly inMaintenance?: boolean
}

/** Tables of `migrations/0004-points.sql`, `0018-shown-monitors.sql`, `0022-point-tokens.sql`, `0024-chat-secrets.sql`,
 * `0025-maintenance.sql` and `0026-silent-monitors.sql`. */
export type PointTables = {
  points: {
    id: string
    account_id: string | null
    name: string
    token_hash: Buffer
    token_end: string
    old_token_hash: Buffer | null
    old_token_until: Date | null
    tags: Generated<string[]>
    country: string | null
    city: string | null
    latitude: number | null
    longitude: number | null
    version: string | null
    last_seen_at: Date | null
    created_at: Time
  }
  measurements: {
    id: string
    account_id: string | null
    idempotency: Buffer | null
    request_hash: Buffer | null
    body: Buffer
    is_finished: Generated<boolean>
    created_at: Time
    expires_at: Date
  }
  monitors: {
    id: string
    account_id: string
    name: string
    request: JSONColumnType<MonitorRequest>
    every_minutes: number
    rules: JSONColumnType<MonitorRules>
    wants_mail: Generated<boolean>
    webhook_url: string | null
    webhook_secret: string | null
    chat_secret: string | null
    is_active: Generated<boolean>
    state: Generated<'unknown' | 'good' | 'bad'>
    state_since: Time
    streak: Generated<number>
    next_at: Time
    last_measurement: string | null
    last_run_at: Date | null
    last_words: JSONColumnType<Text | null, string | null | undefined, string | null>
    shown_id: string | null
    shown_title: string | null
    shows_target: Generated<boolean>
    silent_runs: Generated<number>
    is_silence_told: Generated<boolean>
    silent_since: Date | null
    recent_runs: JSONColumnType<RecentRun[], string | undefined, string>
    created_at: Time
  }
  monitor_days: {
    monitor_id: string
    day: string
    good: Generated<number>
    bad: Generated<number>
    unknown: Generated<number>
    maintenance: Generated<number>
  }
  maintenance_windows: {
    id: string
    account_id: string
    name: string
    monitor_ids: string[] | null
    time_zone: string
    schedule: JSONColumnType<MaintenanceSchedule>
    created_at: Time
  }
  monitor_events: {
    id: Generated<number>
    monitor_id: string
    kind: 'good' | 'bad' | 'silent' | 'heard'
    words: JSONColumnType<Text>
    measurement_id: string | null
    created_at: Time
  }
  monitor_calls: {
    id: string
    monitor_id: string
    body: string
    state: Generated<'waiting' | 'sent' | 'failed'>
    attempts: Generated<number>
    next_at: Time
    error: string | null
    deliveries: JSONColumnType<Delivery[], string | undefined, string>
    created_at: Time
  }
}
