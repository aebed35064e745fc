import * as z from 'zod'

/** A job as its owner sees it. */
export const jobSchema = z.object({
  id: z.string(),
  state: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']),
  format: z.enum(['csv', 'ndjson']),
  lines: z.number().int(),
  done: z.number().int().describe('Lines answered so far'),
  failed: z.number().int().describe('Of these, lines that are no address'),
  percent: z.number().int(),
  result_bytes: z.number().int().nullable(),
  build: z.string().nullable().describe('Id of the data that answered'),
  error: z.string().nullable().describe('Key of the error that ended it'),
  msg: z.string().nullable().describe('What that error says'),
  resolution: z.string().nullable().describe('What can be done about it'),
  returned_units: z
    .number()
    .int()
    .describe('Units given back to the month they were charged to, because the job failed through a fault of this service'),
  webhook: z.string().nullable(),
  webhook_state: z.enum(['none', 'waiting', 'sent', 'failed']),
  created_at: z.string(),
  finished_at: z.string().nullable(),
  expires_at: z.string(),
})
