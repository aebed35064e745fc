import { sql } from 'kysely'
import type { Services } from '../services.ts'

/** Units of an account that are written as used, once the meter has written all it knows. */
export async function readUsed({ storage, meter }: Pick<Services, 'storage' | 'meter'>, accountId: string): Promise<number> {
  await meter.flush()
  const { rows } = await storage.run((queries) =>
    sql<{ used: number }>`select coalesce(sum(used), 0)::int as used from leases where account_id = ${accountId}`.execute(
      queries,
    ),
  )
  return rows[0]?.used ?? 0
}
