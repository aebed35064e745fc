import { AppError } from '@octet/core/errors.ts'
import { findAddress, parseAddress } from '@octet/core/ip/address.ts'
import type { IpCapability } from '@octet/core/host.ts'
import type { IpRange } from '@octet/core/ip/range.ts'
import type { IpRecord } from '@octet/core/ip/record.ts'
import type { Lang } from '@octet/core/text.ts'
import { CsvKernels } from '@octet/ipdb/csv-kernels.ts'
import { CSV_HEADER } from '@octet/ipdb/csv-fields.ts'
import type { Ipdb } from '@octet/ipdb/open.ts'
import { findHostName } from '@octet/tools/lib/host-name.ts'
import { toFirstCells } from './first-cells.ts'

/** What the address data is and whether it can answer. */
export type DataState = {
  readonly state: 'ready' | 'missing'
  readonly build: string | null
  readonly date: string | null
  readonly rows: { readonly v4: number; readonly v6: number } | null
}

/** Takes units of the caller's month for so many answers. Throws what stops them. */
export type Charge = (answers: number) => Promise<void>

type WantedRanges = Parameters<IpCapability['ranges']>[0]

export type IpServiceOptions = {
  /** The database of this moment; it changes while serving when a new build is published. */
  readonly current: () => Ipdb | undefined
  readonly state: () => DataState
  /** Addresses of a name, guarded. */
  readonly resolve: (name: string, signal?: AbortSignal) => Promise<string[]>
  readonly now?: () => Date
}

export type FoundIp = { readonly query: string; readonly hostname: string | null; readonly records: IpRecord[] }

/** Looks addresses and names up in the range database. */
export class IpService {
  readonly #options: IpServiceOptions
  readonly #kernels = new CsvKernels()

  constructor(options: IpServiceOptions) {
    this.#options = options
  }

  get state(): DataState {
    return this.#options.state()
  }

  /** The record of one address. Throws `bad_address`, `not_one_address`, `data_missing`. */
  lookup(address: string, lang: Lang): IpRecord {
    const database = this.#options.current()
    if (database) return database.lookup(address, { lang, now: (this.#options.now ?? (() => new Date()))() })
    parseAddress(address) // a wrong address is told even where there is no data
    throw toMissing()
  }

  /**
   * Writes the record of one address as JSON into a buffer from `at` on, where MAX_RECORD_BYTES must be free, and says
   * where it ends. Throws as {@link lookup}.
   */
  writeJson(address: string, lang: Lang, target: Buffer, at: number): { end: number; build: string } {
    const database = this.database
    const nowMs = this.#options.now?.().getTime() ?? Date.now()
    return { end: database.writeJson(address, { lang, nowMs }, target, at), build: database.build }
  }

  /** The same for many addresses by the database and the clock of this moment: gives where the record ends. Throws `data_missing`. */
  startJson(lang: Lang): (address: string, target: Buffer, at: number) => number {
    const { database } = this
    const options = { lang, nowMs: this.#options.now?.().getTime() ?? Date.now() }
    return (address, target, at) => database.writeJson(address, options, target, at)
  }

  /**
   * A stream of lines, one address each or in the first cell, as CSV with the columns of `CSV_COLUMNS`. `isSent` says whether
   * what has been given before is read no more, so that its memory may be written again; `charge` hears how many
   * addresses are answered before they leave. Throws `data_missing`.
   */
  async *answerCsv(
    chunks: AsyncIterable<Uint8Array>,
    { lang, isSent, charge }: { lang: Lang; isSent: () => boolean; charge?: Charge },
  ): AsyncGenerator<Uint8Array | string> {
    const kernel = this.#kernels.take(this.database, lang)
    let charged = 0
    const chargeNew = async () => {
      const answered = kernel.rows - kernel.refused
      if (answered > charged) await charge?.(answered - charged)
      charged = answered
    }
    try {
      let head: string | undefined = CSV_HEADER // waits for the first rows: until then an error is still an answer
      for await (const chunk of toFirstCells(chunks)) {
        if (!isSent()) kernel.leaveResult()
        const rows = kernel.push(chunk)
        await chargeNew()
        if (head) yield head
        head = undefined
        yield rows
      }
      if (!isSent()) kernel.leaveResult()
      const rows = kernel.finish()
      await chargeNew()
      if (head) yield head
      yield rows
    } finally {
      kernel.leaveResult() // the next stream may begin before the last of this one has left
      this.#kernels.giveBack(kernel)
    }
  }

  /** The caller's own record; null while there is no data. */
  findSelf({ address, lang }: { address: string; lang: Lang }): IpRecord | null {
    return this.#options.current() && findAddress(address) ? this.lookup(address, lang) : null
  }

  /** What a visitor typed: an address, a host name or a URL. Throws as {@link lookup}, `bad_domain`, `name_not_found`. */
  async find(query: string, lang: Lang, limits: { readonly signal: AbortSignal }): Promise<FoundIp> {
    const text = query.trim()
    const name = findHostName(text)
    if (name === undefined) return { query: text, hostname: null, records: [this.lookup(text, lang)] }
    const address = findAddress(name)
    if (address) return { query: text, hostname: null, records: [this.lookup(name, lang)] }
    const addresses = await this.#options.resolve(name, limits.signal)
    return { query: text, hostname: name, records: addresses.map((found) => this.lookup(found, lang)) }
  }

  /** Addresses of a host name, guarded. */
  resolve(name: string, signal?: AbortSignal): Promise<string[]> {
    return this.#options.resolve(name, signal)
  }

  /** Ranges of a country or an autonomous system. Throws `data_missing`. */
  ranges(wanted: WantedRanges): Iterable<IpRange> {
    return this.database.ranges(wanted)
  }

  /** The same for another database, such as that of an earlier build. */
  withDatabase(database: Ipdb): IpService {
    return new IpService({ ...this.#options, current: () => database })
  }

  /** The database of this moment. Throws `data_missing`. */
  get database(): Ipdb {
    const database = this.#options.current()
    if (!database) throw toMissing()
    return database
  }
}

function toMissing(): AppError {
  return new AppError('data_missing', { reason: { en: 'it has not been built yet', zh: '尚未构建' } })
}
