import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { IpRecord } from '@octet/core/ip/record.ts'
import { findDataFolder, MANIFEST } from './data-folder.ts'
import { FileBlocks } from './file-blocks.ts'
import { Ipdb, type LookupOptions } from './ipdb.ts'
import { DamagedFileError } from './layout.ts'
import { readAsAsked } from './read-as-asked.ts'

/** So many lookups take a tenth of what it takes to read, check and index the whole file. */
const FEW = 100

export type AskOptions = {
  /** Told when the newest files are damaged and the ones before are used. */
  readonly onFallback?: ((error: Error) => void) | undefined
}

/**
 * The published database of a folder for a program that may want no more than one address: of the file those blocks are read
 * and checked that a lookup needs. The whole is opened, as `openDatabase` does it, when it is asked for, after many lookups,
 * for a file of before, and where anything is found damaged: that says what is, and uses the build before.
 *
 * @example
 * await using data = await AskedDatabase.open('var/data')
 * ;(await data.lookup('8.8.8.8', { lang: 'en', now: new Date() })).country_code // 'US'
 */
export class AskedDatabase implements AsyncDisposable {
  readonly #folder: string
  readonly #options: AskOptions
  readonly #published: Published | undefined
  /** Opened by the first lookup: who wants the whole need not wait for it. */
  #part: Part | undefined
  #whole: Promise<Ipdb> | undefined
  #opened: Ipdb | undefined
  #asked = 0

  /** @throws {AppError} `data_missing`, {@link DamagedFileError} as `openDatabase` does */
  static async open(folder: string, options: AskOptions = {}): Promise<AskedDatabase> {
    const published = await findPublished(folder)
    const data = new AskedDatabase(folder, options, published)
    if (!published) await data.whole()
    return data
  }

  private constructor(folder: string, options: AskOptions, published: Published | undefined) {
    this.#folder = folder
    this.#options = options
    this.#published = published
  }

  /**
   * The record of an address, as `Ipdb.lookup` gives it.
   *
   * @throws {AppError} `bad_address`, `not_one_address`
   */
  lookup(address: string, options: LookupOptions): IpRecord | Promise<IpRecord> {
    if (this.#opened) return this.#opened.lookup(address, options)
    if (this.#whole || ++this.#asked > FEW) return this.#lookupInWhole(address, options)
    this.#part ??= this.#published && openPart(this.#published)
    if (!this.#part) return this.#lookupInWhole(address, options)
    try {
      return this.#part.database.lookup(address, options)
    } catch (error) {
      if (!(error instanceof DamagedFileError)) throw error
      return this.#lookupInWhole(address, options)
    }
  }

  /** All of it in memory, for lists and for everything but lookups. */
  whole(): Promise<Ipdb> {
    return (this.#whole ??= this.#openWhole())
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#part?.blocks[Symbol.dispose]()
    this.#part = undefined
  }

  async #lookupInWhole(address: string, options: LookupOptions): Promise<IpRecord> {
    return (await this.whole()).lookup(address, options)
  }

  async #openWhole(): Promise<Ipdb> {
    const { openDatabase } = await import('./open.ts') // and what checks a manifest, which takes longer than a lookup
    this.#opened = await openDatabase(this.#folder, this.#options)
    await this[Symbol.asyncDispose]()
    return this.#opened
  }
}

type Part = { readonly database: Ipdb; readonly blocks: FileBlocks }

/** Undefined wherever anything is not as expected: who opens the whole finds out what it is, and says it. */
function openPart({ path, sizeBytes, build }: Published): Part | undefined {
  let blocks: FileBlocks | undefined
  try {
    blocks = FileBlocks.open(path, sizeBytes)
    return blocks && { database: new Ipdb(readAsAsked(blocks, build)), blocks }
  } catch (error) {
    blocks?.[Symbol.dispose]()
    if (error instanceof TypeError) throw error // a mistake of ours
    return undefined
  }
}

type Published = { readonly build: string; readonly path: string; readonly sizeBytes: number }

/** What a manifest says of its database, read by hand: to load what checks all of it takes longer than a lookup. */
async function findPublished(folder: string): Promise<Published | undefined> {
  const dataFolder = await findDataFolder(folder)
  try {
    const { format, build, files }: Record<string, unknown> = JSON.parse(await readFile(join(dataFolder, MANIFEST), 'utf8'))
    const found: unknown = Array.isArray(files) ? files.find((file) => String(Object(file).name).endsWith('.ipdb')) : undefined
    const { name, sizeBytes }: Record<string, unknown> = Object(found)
    const isWhole = format === 1 && typeof build === 'string' && typeof name === 'string' && typeof sizeBytes === 'number'
    return isWhole ? { build, path: join(dataFolder, name), sizeBytes } : undefined
  } catch {
    return undefined // `whole` tells why
  }
}
