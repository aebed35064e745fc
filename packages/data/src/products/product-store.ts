import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { PRODUCT_IDS, type ProductId } from '@octet/ipdb/write/product.ts'
import { toDataFolder } from '../manifest.ts'
import { FORMAT_IDS, type FormatId } from './formats.ts'

/** Which product in which format. */
export type Wanted = { readonly product: ProductId; readonly format: FormatId }

const fileSchema = z.object({
  product: z.enum(PRODUCT_IDS),
  format: z.enum(FORMAT_IDS),
  name: z.string(),
  sizeBytes: z.number().int(),
  md5: z.string(),
  sha1: z.string(),
  sha256: z.string(),
  /** MD5 of the MMDB inside; null for other formats. */
  mmdbMd5: z.string().nullable(),
  /** Ranges or networks in it; null where they are not counted. */
  rows: z.number().int().nullable(),
  /** When it was made, RFC 3339, and how long that took. */
  madeAt: z.string(),
  seconds: z.number(),
})
const listSchema = z.object({ build: z.string(), date: z.string(), files: z.array(fileSchema) })

/** A finished file with where it lies and what it was made from. `date` is that of the build, RFC 3339. */
export type ProductFile = z.output<typeof fileSchema> & { readonly build: string; readonly date: string; readonly path: string }

const makingSchema = z.object({
  product: z.enum(PRODUCT_IDS),
  format: z.enum(FORMAT_IDS),
  build: z.string(),
  rows: z.number().int(),
  startedAt: z.string(),
})
/** What is being made now. */
export type Making = z.output<typeof makingSchema>

const failureSchema = z.object({ at: z.string(), reason: z.string() })
/** Why a file could not be made. */
export type Failure = z.output<typeof failureSchema>

const sampleSchema = z.partialRecord(z.enum(PRODUCT_IDS), z.array(z.record(z.string(), z.unknown())))
/** A few rows of each product, as the flat layout has them. */
export type Samples = z.output<typeof sampleSchema>

const LIST = 'files.json'
const BUILD_NAME = /^\d{8}T\d{6}Z$/

/**
 * The files made of builds, `<var>/data/products/<build>/`, with what is wanted and what is being made. Every change is
 * a file that appears whole or not at all, so any process and thread may look at any time.
 */
export class ProductStore {
  readonly folder: string

  constructor(varFolder: string) {
    this.folder = join(toDataFolder(varFolder), 'products')
  }

  /** Builds of which files are kept, the newest first. */
  async listBuilds(): Promise<string[]> {
    const names = await listFolder(this.folder)
    return names.filter((name) => BUILD_NAME.test(name)).sort((a, b) => (a < b ? 1 : -1))
  }

  /** Finished files of a build. */
  async list(build: string): Promise<ProductFile[]> {
    const list = await readJson(join(this.folder, build, LIST), listSchema)
    return (list?.files ?? []).map((file) => ({
      ...file,
      build,
      date: list!.date,
      path: join(this.folder, build, file.name),
    }))
  }

  /** A few rows of each product of a build, once files of it have been made. */
  async readSamples(build: string): Promise<Samples> {
    return (await readJson(join(this.folder, build, 'samples.json'), sampleSchema)) ?? {}
  }

  async writeSamples(build: string, samples: Samples): Promise<void> {
    await writeJson(join(this.folder, build, 'samples.json'), samples)
  }

  /** The newest finished file, or that of one build; undefined when there is none. */
  async find({ product, format }: Wanted, build?: string): Promise<ProductFile | undefined> {
    for (const kept of build === undefined ? await this.listBuilds() : [build]) {
      const found = (await this.list(kept)).find((file) => file.product === product && file.format === format)
      if (found) return found
    }
    return undefined
  }

  /** Adds a finished file to the list of its build. */
  async record(build: { id: string; date: string }, file: z.output<typeof fileSchema>): Promise<void> {
    const files = (await this.list(build.id)).filter(({ name }) => name !== file.name)
    const list = listSchema.parse({ build: build.id, date: build.date, files: [...files, file] })
    await writeJson(join(this.folder, build.id, LIST), list)
  }

  /** Removes all but the newest `count` builds; files that are being read stay readable until they are closed. */
  async prune(count: number): Promise<void> {
    for (const build of (await this.listBuilds()).slice(Math.max(1, count))) await this.drop(build)
  }

  /** Removes the files of builds newer than the published one, which has been gone back to: they would be offered as the newest. */
  async dropNewer(published: string): Promise<void> {
    for (const build of await this.listBuilds()) if (build > published) await this.drop(build)
  }

  /** Removes the files of one build. */
  async drop(build: string): Promise<void> {
    await rm(join(this.folder, build), { recursive: true, force: true })
  }

  /** Asks for a file of the present build. */
  async want(wanted: Wanted): Promise<void> {
    const folder = join(this.folder, 'wanted')
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, toMark(wanted)), '')
  }

  /** What has been asked for. */
  async listWanted(): Promise<Wanted[]> {
    return (await listFolder(join(this.folder, 'wanted'))).flatMap((name) => fromMark(name) ?? [])
  }

  async forgetWanted(wanted: Wanted): Promise<void> {
    await rm(join(this.folder, 'wanted', toMark(wanted)), { force: true })
  }

  /** Says what is being made; undefined when nothing is. At once: an MMDB is written in one go, and nothing runs beside. */
  setMaking(making: Making | undefined): void {
    const path = join(this.folder, 'making.json')
    if (!making) return rmSync(path, { force: true })
    const fresh = `${path}.${process.pid}.new`
    writeFileSync(fresh, JSON.stringify(making))
    renameSync(fresh, path)
  }

  readMaking(): Promise<Making | undefined> {
    return readJson(join(this.folder, 'making.json'), makingSchema)
  }

  async setFailure(wanted: Wanted, failure: Failure | undefined): Promise<void> {
    const path = join(this.folder, 'failed', `${toMark(wanted)}.json`)
    if (failure) await writeJson(path, failure)
    else await rm(path, { force: true })
  }

  findFailure(wanted: Wanted): Promise<Failure | undefined> {
    return readJson(join(this.folder, 'failed', `${toMark(wanted)}.json`), failureSchema)
  }
}

const toMark = ({ product, format }: Wanted) => `${product}@${format}`

function fromMark(name: string): Wanted | undefined {
  const [product = '', format = ''] = name.split('@')
  const isKnown = (PRODUCT_IDS as readonly string[]).includes(product) && (FORMAT_IDS as readonly string[]).includes(format)
  return isKnown ? { product: product as ProductId, format: format as FormatId } : undefined
}

async function listFolder(path: string): Promise<string[]> {
  return readdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
}

/** A file that is not there, or damaged, counts as none: everything in it can be made again. */
async function readJson<T>(path: string, schema: z.ZodType<T>): Promise<T | undefined> {
  try {
    return schema.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    const isNone =
      (error as NodeJS.ErrnoException).code === 'ENOENT' || error instanceof SyntaxError || error instanceof z.ZodError
    if (isNone) return undefined
    throw error
  }
}

async function writeJson(path: string, value: unknown): Promise<void> {
  await mkdir(join(path, '..'), { recursive: true })
  const fresh = `${path}.${process.pid}.new`
  {
    await using file = await open(fresh, 'w')
    await file.writeFile(`${JSON.stringify(value, undefined, 2)}\n`)
    await file.sync()
  }
  await rename(fresh, path)
}
