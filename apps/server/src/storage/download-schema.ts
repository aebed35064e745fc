import type { ColumnType, Generated } from 'kysely'

/** Tables of database downloads (`migrations/0005-downloads.sql`). */
export type DownloadTables = {
  downloads: {
    id: Generated<number>
    account_id: string
    key_id: string | null
    product: string
    format: string
    build: string
    name: string
    size_bytes: number
    address: string
    started_at: ColumnType<Date, Date | undefined, Date>
    finished_at: Date | null
  }
  download_links: {
    hash: Buffer
    account_id: string
    product: string
    format: string
    build: string
    expires_at: Date
  }
}
