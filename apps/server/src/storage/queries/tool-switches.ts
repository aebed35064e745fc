import type { Queries } from '../database.ts'
import { NOW } from './clock.ts'

export async function setToolSwitch(queries: Queries, toolId: string, isOff: boolean): Promise<void> {
  await queries
    .insertInto('tool_switches')
    .values({ tool_id: toolId, is_off: isOff })
    .onConflict((conflict) => conflict.column('tool_id').doUpdateSet({ is_off: isOff, changed_at: NOW }))
    .execute()
}

/** Ids of the tools that are switched off. */
export async function listToolsOff(queries: Queries): Promise<string[]> {
  const rows = await queries.selectFrom('tool_switches').select('tool_id').where('is_off', '=', true).execute()
  return rows.map(({ tool_id: id }) => id)
}
