import { createReadStream, createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type { Ipdb } from '@octet/ipdb/open.ts'
import type { Manifest } from '@octet/ipdb/manifest.ts'
import { writeTarGz } from '@octet/ipdb/write/archive/tar-gz.ts'
import { writeZip, type ArchiveEntry } from '@octet/ipdb/write/archive/zip.ts'
import { PRODUCTS } from '@octet/ipdb/write/find-product.ts'
import { LOCALES } from '@octet/ipdb/write/products/country-map.ts'
import type { Product, ProductId } from '@octet/ipdb/write/product.ts'
import { toBlocksCsv, toFlatCsv, toJson, toLocationsCsv, toNdjson } from '@octet/ipdb/write/text-rows.ts'
import { writeParquet } from '@octet/ipdb/write/write-parquet.ts'
import { writeProductMmdb } from '@octet/ipdb/write/write-product-mmdb.ts'
import { toProductName, type FormatId } from './formats.ts'
import { toCredits, toLicences, toReadMe } from './read-me.ts'

export type MakeOptions = {
  readonly db: Ipdb
  readonly manifest: Manifest
  readonly productId: ProductId
  readonly formatId: FormatId
  readonly brand: string
  /** Names of MMDB types that hold another's mark, for clients that ask for them. */
  readonly hasCompatibleNames: boolean
  readonly onRows?: ((rows: number) => void) | undefined
  /** The nested MMDB of this product and build, for the formats that pack it. */
  readonly mmdb: { readonly path: string; readonly rows: number | null } | undefined
}

/** Writes one product in one format to a path; gives the rows where they are counted. */
export async function makeFile(path: string, options: MakeOptions): Promise<number | null> {
  const job = new Job(path, options)
  return MAKERS[options.formatId](job)
}

/** What the makers share. */
class Job {
  readonly path: string
  readonly options: MakeOptions
  readonly product: Product
  readonly date: Date
  /** Rows told last. */
  rows: number | null = null

  constructor(path: string, options: MakeOptions) {
    this.path = path
    this.options = options
    this.product = PRODUCTS[options.productId]
    this.date = new Date(options.manifest.date)
  }

  get db(): Ipdb {
    return this.options.db
  }

  get mmdb(): NonNullable<MakeOptions['mmdb']> {
    if (!this.options.mmdb) throw new Error(`expected the MMDB of ${this.product.id} to be made before ${this.options.formatId}`)
    return this.options.mmdb
  }

  /** Name of the kind of database, and of the folder in archives. */
  get type(): string {
    const { types } = this.product
    return this.options.hasCompatibleNames ? types.compatible : types.nested
  }

  readonly onRows = (rows: number): void => {
    this.rows = rows
    this.options.onRows?.(rows)
  }

  toFolder(mark = ''): string {
    return `${this.type}${mark}_${this.options.manifest.build.slice(0, 8)}`
  }

  toPapers(folder: string): (ArchiveEntry & { content: string })[] {
    const { manifest, formatId, brand } = this.options
    return [
      { name: `${folder}/README.txt`, content: toReadMe({ product: this.product, formatId, manifest, brand }) },
      { name: `${folder}/LICENSES.txt`, content: toLicences(manifest.sources) },
    ]
  }

  async writeArchive(mark: string, entries: readonly ArchiveEntry[]): Promise<number | null> {
    const folder = this.toFolder(mark)
    await writeZip(
      this.path,
      [...entries.map(({ name, content }) => ({ name: `${folder}/${name}`, content })), ...this.toPapers(folder)],
      this.date,
    )
    return this.rows
  }

  async writeGz(pieces: Iterable<string>): Promise<number | null> {
    await pipeline(Readable.from(pieces), createGzip(), createWriteStream(this.path))
    return this.rows
  }
}

type Maker = (job: Job) => Promise<number | null>
type Pieces = typeof toFlatCsv

const MAKERS: Readonly<Record<FormatId, Maker>> = {
  mmdb: async (job) => makeMmdb(job, 'nested'),
  'mmdb-flat': async (job) => makeMmdb(job, 'flat'),
  'mmdb.gz': async (job) => {
    const { path, rows } = job.mmdb
    await pipeline(createReadStream(path), createGzip(), createWriteStream(job.path))
    return rows
  },
  'mmdb.tar.gz': async (job) => {
    const { path, rows } = job.mmdb
    const folder = job.toFolder()
    await writeTarGz(job.path, [{ name: `${folder}/${job.type}.mmdb`, content: { path } }, ...job.toPapers(folder)], job.date)
    return rows
  },
  'csv.zip': (job) => job.writeArchive('-CSV', toTables(job)),
  'csv-flat.zip': zipped('csv', toFlatCsv),
  'csv.gz': gzipped(toFlatCsv),
  'ndjson.zip': zipped('ndjson', toNdjson),
  'ndjson.gz': gzipped(toNdjson),
  'json.zip': zipped('json', toJson),
  'json.gz': gzipped(toJson),
  parquet: ({ db, product, path, onRows, options: { manifest } }) =>
    writeParquet(db, product, path, { onRows, notes: { build: manifest.build, credits: toCredits(manifest.sources) } }),
}

function zipped(ending: string, toPieces: Pieces): Maker {
  return (job) => {
    const name = toProductName(job.product.id, 'mmdb', job.options.manifest.build).replace(/\.mmdb$/, `.${ending}`)
    return job.writeArchive('', [{ name, content: () => toPieces(job.db, job.product, job) }])
  }
}

function gzipped(toPieces: Pieces): Maker {
  return (job) => job.writeGz(toPieces(job.db, job.product, job))
}

/** Blocks of both families, and the places in two languages where the product has places. */
function toTables(job: Job): ArchiveEntry[] {
  const { db, product, type } = job
  const { locations } = product.open(db)
  let rows = 0
  const blocks = (version: 4 | 6): ArchiveEntry => ({
    name: `${type}-Blocks-IPv${version}.csv`,
    *content() {
      const before = rows
      yield* toBlocksCsv(db, product, { version, onRows: (count) => job.onRows((rows = before + count)) })
    },
  })
  const places = (['en', 'zh-CN'] as const).map((locale) => ({
    name: `${type}-Locations-${locale}.csv`,
    content: () => toLocationsCsv(locations!, locale),
  }))
  return [blocks(4), blocks(6), ...(locations ? places : [])]
}

function makeMmdb(job: Job, layout: 'nested' | 'flat'): number | null {
  const { path, db, product, date, onRows, options } = job
  const credits = toCredits(options.manifest.sources)
  writeProductMmdb(db, product, path, {
    layout,
    type: layout === 'flat' ? product.types.flat : job.type,
    description: {
      en: `${options.brand} ${product.title.en}. ${credits}`,
      'zh-CN': `${options.brand} ${product.title.zh}。${credits}`,
    },
    languages: layout === 'flat' ? ['en'] : LOCALES,
    builtAt: date,
    onRuns: onRows,
  })
  return job.rows
}
