import { countOf } from '@octet/core/counted.ts'
import { AppError } from '@octet/core/errors.ts'
import type { FormatId } from '@octet/data/products/formats.ts'
import { ProductStore, type ProductFile, type Wanted } from '@octet/data/products/product-store.ts'
import { readManifest } from '@octet/data/manifest.ts'
import type { ProductId } from '@octet/ipdb/write/product.ts'
import type { Database } from '../../storage/database.ts'
import { listSubscriptions } from '../../storage/queries/subscriptions.ts'
import type { Plans } from '../plan/plans.ts'

/** Seconds until a file that is being made is worth asking for again. */
const RETRY_SECONDS = 10
/** A file that could not be made is tried again after so long. */
const FAILURE_MS = 600_000

export type DownloadsOptions = {
  readonly varFolder: string
  readonly database: Database
  readonly plans: Plans
  readonly liteWithoutAccount: boolean
}

/** Which database files there are, and who may have them. */
export class Downloads {
  readonly store: ProductStore
  readonly #options: DownloadsOptions

  constructor(options: DownloadsOptions) {
    this.#options = options
    this.store = new ProductStore(options.varFolder)
  }

  /** The build that is published; undefined when none is. */
  async findBuild(): Promise<{ build: string; date: string } | undefined> {
    return readManifest(this.#options.varFolder).catch(() => undefined)
  }

  /** The newest file that is ready; while that of a new build is being made it is the one before. */
  find(product: ProductId, format: FormatId, build?: string): Promise<ProductFile | undefined> {
    return this.store.find({ product, format }, build)
  }

  /**
   * The newest file, made in the background when it is the first time that anybody asks.
   *
   * @throws {AppError} `data_missing` without address data, `database_not_ready` while the file is being made
   */
  async get(product: ProductId, format: FormatId, build?: string): Promise<ProductFile> {
    const wanted = { product, format }
    const file = await this.find(product, format, build)
    if (file) return file
    if (build !== undefined) throw new AppError('no_such', { what: { en: 'build', zh: '构建' }, got: build })
    await this.want(wanted)
    const making = await this.store.readMaking()
    const isMade = making?.product === product && making.format === format
    throw new AppError('database_not_ready', {
      product,
      format,
      progress: {
        en: isMade ? `${countOf(making.rows, 'range')} so far` : 'in the queue',
        zh: isMade ? `已写入 ${making.rows} 段` : '排队中',
      },
      retryAfter: RETRY_SECONDS,
    })
  }

  /** Has a file of the present build made, unless that has just failed. Throws `data_missing`, `unavailable`. */
  async want(wanted: Wanted): Promise<void> {
    if (!(await this.findBuild()))
      throw new AppError('data_missing', { reason: { en: 'nothing has been built yet', zh: '尚未构建数据' } })
    const failure = await this.store.findFailure(wanted)
    const isFresh = failure && Date.now() - Date.parse(failure.at) < FAILURE_MS
    if (isFresh)
      throw new AppError('unavailable', {
        reason: { en: `the file could not be made: ${failure.reason}`, zh: `文件生成失败：${failure.reason}` },
        retryAfter: 60,
      })
    await this.store.want(wanted)
  }

  /**
   * Throws unless the account, null for nobody, may have the product: the Lite edition where the operator gives it
   * away, others with a plan that holds them.
   *
   * @throws {AppError} `login_required`, `database_not_subscribed`
   */
  async checkRight(accountId: string | null, product: ProductId): Promise<void> {
    if (product === 'lite' && (accountId !== null || this.#options.liteWithoutAccount)) return
    if (accountId === null) throw new AppError('login_required')
    const { products } = await this.readRights(accountId)
    if (!products.includes(product)) throw new AppError('database_not_subscribed')
  }

  /** What an account may download, and until when; null for no end. */
  async readRights(accountId: string): Promise<{ products: ProductId[]; until: Date | null }> {
    const rows = await this.#options.database.run((queries) => listSubscriptions(queries, accountId))
    const now = Date.now()
    const running = rows.filter(({ ends_at: endsAt }) => endsAt === null || endsAt.getTime() > now)
    const holding = running.flatMap(({ plan_id: id, ends_at: until }) => {
      const databases = this.#options.plans.find(id)?.databases ?? []
      return databases.length > 0 ? [{ databases, until }] : []
    })
    const ends = holding.map(({ until }) => until)
    return {
      products: ['lite', ...new Set(holding.flatMap(({ databases }) => databases))],
      until: ends.length === 0 || ends.includes(null) ? null : new Date(Math.max(...ends.map((end) => end!.getTime()))),
    }
  }
}
