import type { Logger } from 'pino'
import { compareSettings } from './compare-settings.ts'
import { EmbeddedPostgres, type EmbeddedOptions } from './embedded.ts'
import { migrate } from './migrate.ts'
import { UnfitDatabaseError } from './refuse-pooler.ts'
import { describeStartFault } from './start-fault.ts'

export type StorageOptions = EmbeddedOptions & { readonly databaseUrl: string | undefined }

const RETRY_MS = 5_000

/** The database server behind all threads: where it is, and for the embedded one its life. */
export type Storage = AsyncDisposable & {
  /** Connection string; undefined when there is no database, which leaves lookups and tools as they are. */
  readonly url: string | undefined
  /** Why accounts are off at this moment; undefined once the tables are ready. */
  readonly fault: string | undefined
}

/**
 * Starts the embedded database, or uses the one that is given, and brings its tables up to date. Never throws: without
 * a database account calls answer 503. A server that is given but away is tried again until it is there.
 */
export async function openStorage({ databaseUrl, ...options }: StorageOptions): Promise<Storage> {
  const { log } = options
  let embedded: EmbeddedPostgres | undefined
  try {
    if (databaseUrl === undefined) embedded = await EmbeddedPostgres.start(options)
    const url = databaseUrl ?? embedded?.url ?? ''
    const tables = await migrateUntilDone(url, log)
    if (!embedded && !tables.fault) await compareSettings(url, { threads: options.threads ?? 1, log })
    return {
      url,
      get fault() {
        return tables.fault
      },
      async [Symbol.asyncDispose]() {
        clearInterval(tables.retry)
        await embedded?.[Symbol.asyncDispose]()
      },
    }
  } catch (error) {
    await embedded?.[Symbol.asyncDispose]()
    log.error({ err: error }, 'no database: accounts and keys are off, lookups and tools go on')
    return { url: undefined, fault: (error as Error).message, async [Symbol.asyncDispose]() {} }
  }
}

/** Tables on their way: what keeps them from being ready, and the timer that tries again. */
type Tables = { fault?: string | undefined; readonly retry?: NodeJS.Timeout }

async function migrateUntilDone(url: string, log: Logger): Promise<Tables> {
  const attempt = () => migrate(url).then((names) => names.length > 0 && log.info({ names }, 'tables are up to date'))
  try {
    await attempt()
    return {}
  } catch (error) {
    if (error instanceof UnfitDatabaseError) throw error
    const fault = describeStartFault(error, url)
    log.error({ err: error }, `the database cannot be prepared: ${fault}; trying again`)
    const timer = setInterval(() => {
      attempt().then(
        () => {
          clearInterval(timer)
          tables.fault = undefined
          log.info('the database is prepared')
        },
        () => {},
      )
    }, RETRY_MS)
    timer.unref()
    const tables: Tables = { fault, retry: timer }
    return tables
  }
}
