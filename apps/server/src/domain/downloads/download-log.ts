import { sql } from 'kysely'
import { AppError } from '@octet/core/errors.ts'
import type { ProductFile } from '@octet/data/products/product-store.ts'
import type { ProductId } from '@octet/ipdb/write/product.ts'
import type { Database } from '../../storage/database.ts'
import { makeSecret, toHash } from '../account/secret.ts'

const LINK_MINUTES = 10
/** A download that broke off may be gone on with for so long. */
const RESUME_HOURS = 24
const MAX_HISTORY = 200

export type Downloader = { readonly accountId: string; readonly keyId: string | null; readonly address: string }

/** What has been downloaded, with date and address, and links for browsers. */
export class DownloadLog {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** Notes a download that begins; one that goes on where another of the account broke off continues that. Gives its id. */
  begin({ accountId, keyId, address }: Downloader, file: ProductFile, isContinued: boolean): Promise<number> {
    return this.#database.transact(async (queries) => {
      if (isContinued) {
        const open = await queries
          .selectFrom('downloads')
          .select('id')
          .where('account_id', '=', accountId)
          .where('name', '=', file.name)
          .where('build', '=', file.build)
          .where('finished_at', 'is', null)
          .where('started_at', '>', sql<Date>`now() - make_interval(hours => ${RESUME_HOURS})`)
          .orderBy('id', 'desc')
          .limit(1)
          .executeTakeFirst()
        if (open) return open.id
      }
      const { product, format, build, name, sizeBytes } = file
      const values = { account_id: accountId, key_id: keyId, product, format, build, name, size_bytes: sizeBytes, address }
      return (await queries.insertInto('downloads').values(values).returning('id').executeTakeFirstOrThrow()).id
    })
  }

  /** Notes that the last byte has been sent. */
  async finish(id: number): Promise<void> {
    await this.#database.run((queries) =>
      queries
        .updateTable('downloads')
        .set({ finished_at: new Date() })
        .where('id', '=', id)
        .where('finished_at', 'is', null)
        .execute(),
    )
  }

  /** The latest downloads of an account, the newest first. */
  list(accountId: string) {
    return this.#database.run((queries) =>
      queries
        .selectFrom('downloads')
        .select(['product', 'format', 'build', 'name', 'size_bytes', 'address', 'started_at', 'finished_at'])
        .where('account_id', '=', accountId)
        .orderBy('id', 'desc')
        .limit(MAX_HISTORY)
        .execute(),
    )
  }

  /** A word that opens one file for ten minutes without a token. */
  async openLink(accountId: string, { product, format, build }: ProductFile): Promise<{ ticket: string; expiresAt: Date }> {
    const ticket = makeSecret()
    const expiresAt = await this.#database.transact(async (queries) => {
      await queries
        .deleteFrom('download_links')
        .where('expires_at', '<', sql<Date>`now()`)
        .execute()
      const { expires_at: end } = await queries
        .insertInto('download_links')
        .values({
          hash: toHash(ticket),
          account_id: accountId,
          product,
          format,
          build,
          // By the clock of the database, as it is compared: those of machines differ.
          expires_at: sql<Date>`now() + make_interval(mins => ${LINK_MINUTES})`,
        })
        .returning('expires_at')
        .executeTakeFirstOrThrow()
      return end
    })
    return { ticket, expiresAt }
  }

  /** The account of a link, which must be for this very file. Throws `link_dead`. */
  async useLink(
    ticket: string,
    { product, format }: { product: ProductId; format: string },
  ): Promise<{ accountId: string; build: string }> {
    const found = await this.#database.run((queries) =>
      queries
        .selectFrom('download_links')
        .select(['account_id', 'build'])
        .where('hash', '=', toHash(ticket))
        .where('product', '=', product)
        .where('format', '=', format)
        .where('expires_at', '>', sql<Date>`now()`)
        .executeTakeFirst(),
    )
    if (!found) throw new AppError('link_dead')
    return { accountId: found.account_id, build: found.build }
  }
}
