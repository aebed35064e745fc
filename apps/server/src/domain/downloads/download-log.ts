import { AppError } from '@octet/core/errors.ts'
import type { ProductFile } from '@octet/data/products/product-store.ts'
import type { ProductId } from '@octet/ipdb/write/product.ts'
import type { Database } from '../../storage/database.ts'
import * as rows from '../../storage/queries/downloads.ts'
import { makeSecret, toHash } from '../account/secret.ts'

const LINK_MINUTES = 10
/** A download may be gone on with for so long. */
const RESUME_HOURS = 24
const MAX_HISTORY = 200

export type Downloader = { readonly accountId: string; readonly keyId: string | null; readonly address: string }

/** What has been downloaded, with date and address, and links for browsers. */
export class DownloadLog {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** Notes a download that begins; a later part of the file belongs to the last one of the account. Gives its id. */
  begin({ accountId, keyId, address }: Downloader, file: ProductFile, isContinued: boolean): Promise<number> {
    return this.#database.transact(async (queries) => {
      if (isContinued) {
        const begun = await rows.findBegun(queries, { accountId, name: file.name, build: file.build, hours: RESUME_HOURS })
        if (begun !== undefined) return begun
      }
      const { product, format, build, name, sizeBytes } = file
      return rows.insertDownload(queries, {
        account_id: accountId,
        key_id: keyId,
        product,
        format,
        build,
        name,
        size_bytes: sizeBytes,
        address,
      })
    })
  }

  /** Notes that the last byte has been sent. */
  async finish(id: number): Promise<void> {
    await this.#database.run((queries) => rows.finishDownload(queries, id))
  }

  /** The latest downloads of an account, the newest first. */
  list(accountId: string) {
    return this.#database.run((queries) => rows.listDownloads(queries, accountId, MAX_HISTORY))
  }

  /** A word that opens one file for ten minutes without a token. */
  async openLink(accountId: string, { product, format, build }: ProductFile): Promise<{ ticket: string; expiresAt: Date }> {
    const ticket = makeSecret()
    const link = { hash: toHash(ticket), account_id: accountId, product, format, build }
    const expiresAt = await this.#database.transact((queries) => rows.insertDownloadLink(queries, link, LINK_MINUTES))
    return { ticket, expiresAt }
  }

  /** The account of a link, which must be for this very file. Throws `link_dead`. */
  async useLink(
    ticket: string,
    { product, format }: { product: ProductId; format: string },
  ): Promise<{ accountId: string; build: string }> {
    const wanted = { hash: toHash(ticket), product, format }
    const found = await this.#database.run((queries) => rows.findDownloadLink(queries, wanted))
    if (!found) throw new AppError('link_dead')
    return { accountId: found.account_id, build: found.build }
  }
}
