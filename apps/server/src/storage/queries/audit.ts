import type { Queries } from '../database.ts'

export type NewAudit = {
  readonly account_id: string | null
  readonly address: string | null
  readonly action: string
  /** JSON. */
  readonly detail: string
}

export async function insertAudit(queries: Queries, entry: NewAudit): Promise<void> {
  await queries.insertInto('audit').values(entry).execute()
}
