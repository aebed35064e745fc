import { sql, type Insertable, type Selectable } from 'kysely'
import type { Queries } from '../database.ts'
import type { Schema } from '../schema.ts'
import { NOW } from './clock.ts'

export type Correction = Selectable<Schema['corrections']>
const MAX_LISTED = 500

/** Open corrections from a client; those that come at the same time are counted one after the other. */
export async function countOpen(queries: Queries, address: string): Promise<number> {
  const client = toClientNetwork(address)
  await sql`select pg_advisory_xact_lock(hashtextextended(${client}::text, 4))`.execute(queries)
  const { count } = await queries
    .selectFrom('corrections')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(sql<boolean>`address::inet <<= ${client}`)
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow()
  return count
}

/** All addresses of a client, as PostgreSQL has it: a /64 of IPv6, whose holder may choose any of them. */
function toClientNetwork(address: string) {
  return sql`network(set_masklen(${address}::inet, ${sql.lit(address.includes(':') ? 64 : 32)}))`
}

export async function insertCorrection(queries: Queries, correction: Insertable<Schema['corrections']>): Promise<void> {
  await queries.insertInto('corrections').values(correction).execute()
}

export function findCorrection(queries: Queries, id: string): Promise<Correction | undefined> {
  return queries.selectFrom('corrections').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Corrections in a state, the oldest first. */
export function listCorrections(queries: Queries, state: Correction['state']): Promise<Correction[]> {
  return queries
    .selectFrom('corrections')
    .selectAll()
    .where('state', '=', state)
    .orderBy('created_at')
    .limit(MAX_LISTED)
    .execute()
}

/** Decides a correction; undefined for one that is not open. */
export function decideCorrection(
  queries: Queries,
  id: string,
  { state, note }: Pick<Correction, 'state' | 'note'>,
): Promise<Correction | undefined> {
  return queries
    .updateTable('corrections')
    .set({ state, note, decided_at: NOW })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .returningAll()
    .executeTakeFirst()
}

const WRITING = 6

/** Does work on the files of accepted corrections while no other process of the database does; not within a transaction. */
export function writeAlone(queries: Queries, work: (queries: Queries) => Promise<void>): Promise<void> {
  return queries.connection().execute(async (own) => {
    await sql`select pg_advisory_lock(${WRITING})`.execute(own)
    try {
      await work(own)
    } finally {
      await sql`select pg_advisory_unlock(${WRITING})`.execute(own)
    }
  })
}

/** Corrections that were accepted, in the order of the decisions. */
export function listAccepted(queries: Queries) {
  return queries
    .selectFrom('corrections')
    .select(['id', 'network', 'claim'])
    .where('state', '=', 'accepted')
    .orderBy('decided_at')
    .execute()
}
