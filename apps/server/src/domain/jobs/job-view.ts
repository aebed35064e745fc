import type { Lang } from '@octet/core/text.ts'
import type { Job } from '../../storage/queries/jobs.ts'
import { toFaultFields } from './job-fault.ts'

/** A job as its owner sees it. */
export function toShown(row: Job, lang: Lang) {
  return {
    id: row.id,
    name: row.name,
    state: row.state,
    format: row.format,
    lines: row.lines,
    done: row.done,
    failed: row.failed,
    percent: row.lines === 0 ? 100 : Math.floor((100 * row.done) / row.lines),
    result_bytes: row.result_bytes,
    build: row.build,
    ...toFaultFields(row.error, lang),
    column: row.address_column,
    delimiter: row.delimiter,
    charged_units: row.charged_units,
    returned_units: row.returned_units,
    webhook_url: row.webhook,
    webhook: row.webhook,
    webhook_state: row.webhook_state,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    expires_at: row.expires_at.toISOString(),
  }
}

/** What the webhook of a job is told: the same each time. */
export function toEndMessage(job: Job, publicOrigin: string): string {
  return JSON.stringify({
    id: job.id, // a job ends once
    event: 'job.ended',
    job: toShown({ ...job, webhook_state: 'waiting' }, job.lang),
    result_url: job.state === 'done' ? `${publicOrigin}/v1/jobs/${job.id}/result` : null,
  })
}
