import type { Lang } from '@octet/core/text.ts'
import type { Queries } from '../database.ts'

export type NewMessage = {
  readonly account_id: string | null
  readonly category: 'custom' | 'support' | 'feedback'
  readonly name: string
  readonly email: string
  readonly text: string
  readonly lang: Lang
}

export async function insertMessage(queries: Queries, message: NewMessage): Promise<void> {
  await queries.insertInto('messages').values(message).execute()
}

/** Marks a message as answered, or as open again; false when there is none. */
export async function setMessageState(queries: Queries, id: number, state: 'open' | 'done'): Promise<boolean> {
  const { numUpdatedRows } = await queries.updateTable('messages').set({ state }).where('id', '=', id).executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function deleteMessage(queries: Queries, id: number): Promise<boolean> {
  const { numDeletedRows } = await queries.deleteFrom('messages').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}
