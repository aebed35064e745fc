import { watch, type FSWatcher } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '@octet/core/errors.ts'
import { findDataFolder, MANIFEST } from './data-folder.ts'
import type { Ipdb } from './ipdb.ts'
import { DamagedFileError } from './layout.ts'
import { readManifestFile, readMark } from './manifest.ts'
import { openDatabase, openPublished } from './open.ts'

export type WatchOptions = {
  /** Told after the reference has changed; `db.shared` can then be sent to other threads. */
  readonly onSwap?: ((db: Ipdb) => void) | undefined
  /** Told when new files are refused; what was served before is kept. */
  readonly onError?: ((error: Error) => void) | undefined
  /** A database of this folder that has been opened already; it is not read again while it is the newest. */
  readonly current?: Ipdb | undefined
  /** How often the manifest is looked at besides being watched, in milliseconds. */
  readonly intervalMs?: number | undefined
}

/** The database being served. `current` changes when a new build is published; a lookup keeps the one it began with. */
export class DatabaseSlot {
  readonly #folder: string
  readonly #options: WatchOptions
  #current: Ipdb | undefined
  #seen = ''
  #running: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #watcher: FSWatcher | undefined

  constructor(folder: string, { current, ...options }: WatchOptions = {}) {
    this.#folder = folder
    this.#options = options // without the first database, which must go when a newer one is in its place
    this.#current = current
  }

  /** The database being served, or undefined while none has been built. */
  get current(): Ipdb | undefined {
    return this.#current
  }

  /**
   * The database being served.
   *
   * @throws {AppError} `data_missing` while none has been built
   */
  get(): Ipdb {
    if (this.#current) return this.#current
    throw new AppError('data_missing', { reason: { en: 'the first build is not finished', zh: '首次构建尚未完成' } })
  }

  /** Puts a database in place, for threads that are sent one. */
  put(db: Ipdb): void {
    this.#current = db
    this.#options.onSwap?.(db)
  }

  /** Looks at the manifest now; resolves when a new build, if any, is in place. */
  refresh(): Promise<void> {
    return (this.#running ??= this.#check().finally(() => (this.#running = undefined)))
  }

  /** Watches the folder until disposed. Neither keeps the process alive. */
  start(): void {
    const refresh = () => void this.refresh()
    this.#timer = setInterval(refresh, this.#options.intervalMs ?? 5000)
    this.#timer.unref()
    try {
      this.#watcher = watch(this.#folder, { persistent: false }, refresh)
      this.#watcher.on('error', () => this.#watcher?.close())
    } catch {
      // Not every file system can be watched, and the folder may not exist yet; the timer looks all the same.
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer)
    this.#watcher?.close()
    await this.#running
  }

  async #check(): Promise<void> {
    const folder = await findDataFolder(this.#folder)
    const mark = await readMark(join(folder, MANIFEST))
    if (mark === '' || mark === this.#seen) return
    this.#seen = mark
    try {
      if (this.#current && (await readManifestFile(folder, MANIFEST))?.build === this.#current.build) return
      // The first time the files before the newest will do; later what is served is better than those.
      const db = this.#current
        ? await openPublished(folder, MANIFEST)
        : await openDatabase(folder, { onFallback: this.#options.onError })
      if (db.build !== this.#current?.build) this.put(db)
    } catch (error) {
      // A damaged file stays damaged; anything else (a full table of open files …) is worth another try.
      if (!(error instanceof DamagedFileError)) this.#seen = ''
      this.#options.onError?.(error as Error)
    }
  }
}

/**
 * Opens the database of a folder and follows it: `slot.current` is always the newest good one. An empty folder is
 * fine; the first build is picked up when it is published.
 *
 * @example
 * await using slot = await watchDatabase('var/data')
 * slot.get().lookup('8.8.8.8', { lang: 'en', now: new Date() })
 */
export async function watchDatabase(folder: string, options: WatchOptions = {}): Promise<DatabaseSlot> {
  const slot = new DatabaseSlot(folder, options)
  await slot.refresh()
  slot.start()
  return slot
}
