import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { Delivery } from '../domain/jobs/delivery.ts'

/** A column the database fills when it is left out. */
type Time = ColumnType<Date, Date | undefined, Date>

/**
 * Tables of the data service: corrections, jobs, maps (`migrations/0006-corrections-and-jobs.sql`), inputs that are kept for
 * a link (`0014-kept-inputs.sql`), names of files and links to results
 * (`0021-files-of-accounts.sql`), files that are given back whole (`0023-whole-tables.sql`).
 */
export type DataTables = {
  corrections: {
    id: string
    token_hash: Buffer
    account_id: string | null
    network: string
    claim: JSONColumnType<Record<string, unknown>>
    evidence: Generated<string>
    email: string | null
    before: JSONColumnType<Record<string, unknown>>
    build: string
    state: Generated<'open' | 'accepted' | 'declined'>
    note: Generated<string>
    address: string | null
    created_at: Time
    decided_at: Date | null
  }
  jobs: {
    id: string
    account_id: string
    key_id: string
    kind: 'lookup'
    name: string | null
    state: Generated<'waiting' | 'running' | 'done' | 'failed' | 'cancelled'>
    format: 'csv' | 'ndjson' | 'table'
    lang: 'en' | 'zh'
    fields: string | null
    exclude: string | null
    lines: number
    done: Generated<number>
    failed: Generated<number>
    result_bytes: number | null
    build: string | null
    error: string | null
    webhook: string | null
    webhook_state: Generated<'none' | 'waiting' | 'sent' | 'failed'>
    webhook_attempts: Generated<number>
    webhook_next_at: Date | null
    webhook_error: string | null
    webhook_deliveries: JSONColumnType<Delivery[], string | undefined, string>
    charged_units: number | null
    charged_month: string | null
    is_our_fault: Generated<boolean>
    returned_units: Generated<number>
    answered_units: Generated<number>
    address_column: number | null
    delimiter: string | null
    idempotency: Buffer | null
    request_hash: Buffer | null
    created_at: Time
    seen_at: Date | null
    finished_at: Date | null
    expires_at: Date
  }
  job_links: { hash: Buffer; job_id: string; expires_at: Date }
  maps: { id: string; report: JSONColumnType<Record<string, unknown>>; created_at: Time; expires_at: Date }
  kept_inputs: { id: string; sealed: Buffer; removal_hash: Buffer; created_at: Time; expires_at: Date }
}
