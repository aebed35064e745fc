import { sql, type Insertable } from 'kysely'
import type { Queries } from '../database.ts'
import type { Schema } from '../schema.ts'
import { inMinutes, NOW } from './clock.ts'

type Begun = { readonly accountId: string; readonly name: string; readonly build: string; readonly hours: number }

/** The latest download of a file by an account that began within so many hours: of parts that come at once the last may be first. */
export async function findBegun(queries: Queries, { accountId, name, build, hours }: Begun): Promise<number | undefined> {
  const open = await queries
    .selectFrom('downloads')
    .select('id')
    .where('account_id', '=', accountId)
    .where('name', '=', name)
    .where('build', '=', build)
    .where('started_at', '>', sql<Date>`now() - make_interval(hours => ${hours})`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return open?.id
}

export async function insertDownload(queries: Queries, download: Insertable<Schema['downloads']>): Promise<number> {
  return (await queries.insertInto('downloads').values(download).returning('id').executeTakeFirstOrThrow()).id
}

export async function finishDownload(queries: Queries, id: number): Promise<void> {
  await queries
    .updateTable('downloads')
    .set({ finished_at: new Date() })
    .where('id', '=', id)
    .where('finished_at', 'is', null)
    .execute()
}

/** The latest downloads of an account, the newest first. */
export function listDownloads(queries: Queries, accountId: string, limit: number) {
  return queries
    .selectFrom('downloads')
    .select(['product', 'format', 'build', 'name', 'size_bytes', 'address', 'started_at', 'finished_at'])
    .where('account_id', '=', accountId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

type LinkRow = Omit<Insertable<Schema['download_links']>, 'expires_at'>

/** Adds a link to a file that works for so many minutes, and forgets those that have expired. Gives its end. */
export async function insertDownloadLink(queries: Queries, link: LinkRow, minutes: number): Promise<Date> {
  await queries.deleteFrom('download_links').where('expires_at', '<', NOW).execute()
  const { expires_at: end } = await queries
    .insertInto('download_links')
    .values({ ...link, expires_at: inMinutes(minutes) })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return end
}

/** The link to a file that works. */
export function findDownloadLink(queries: Queries, { hash, product, format }: Pick<LinkRow, 'hash' | 'product' | 'format'>) {
  return queries
    .selectFrom('download_links')
    .select(['account_id', 'build'])
    .where('hash', '=', hash)
    .where('product', '=', product)
    .where('format', '=', format)
    .where('expires_at', '>', NOW)
    .executeTakeFirst()
}
