import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readFile, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Manifest } from '@octet/ipdb/manifest.ts'
import { openDatabase, type Ipdb } from '@octet/ipdb/open.ts'
import { PRODUCTS } from '@octet/ipdb/write/find-product.ts'
import { verifyMmdb } from '@octet/ipdb/write/mmdb/verify.ts'
import { lockBuild, LockedError } from '../build-lock.ts'
import { readManifest } from '../manifest.ts'
import { toSamples } from './samples.ts'
import { toProductName } from './formats.ts'
import { makeFile } from './make-file.ts'
import { ProductStore, type Wanted } from './product-store.ts'

export type MakeProductsOptions = {
  readonly varFolder: string
  readonly brand: string
  readonly hasCompatibleNames: boolean
  /** Builds of which files are kept. */
  readonly keepBuilds: number
  readonly onProgress?: ((wanted: Wanted, rows: number) => void) | undefined
}

const TOLD_EVERY_MS = 500
/** So often it is looked whether another process is done. */
const LOOK_EVERY_MS = 300

/**
 * Makes every wanted file of the published build, one after the other, until none is wanted any more. What fails is
 * noted with its reason and not tried again until it is wanted again; what was there stays. While another process makes
 * files this one waits, tells how far that one is, and makes what it left: a server at work and the command can both be
 * asked for the same file.
 *
 * @returns how many files this process made
 */
export async function makeProducts(options: MakeProductsOptions): Promise<number> {
  const store = new ProductStore(options.varFolder)
  await using lock = await waitForLock(store, options)
  // Awaited here: a promise handed on would outlive the lock.
  return lock ? await makeAll(store, options) : 0
}

/** Undefined when another process has made everything. */
async function waitForLock(store: ProductStore, { onProgress }: MakeProductsOptions): Promise<AsyncDisposable | undefined> {
  for (;;) {
    try {
      return await lockBuild(store.folder)
    } catch (error) {
      if (!(error instanceof LockedError)) throw error
    }
    if ((await store.listWanted()).length === 0) return undefined
    const making = await store.readMaking()
    if (making) onProgress?.(making, making.rows)
    await delay(LOOK_EVERY_MS)
  }
}

async function makeAll(store: ProductStore, options: MakeProductsOptions): Promise<number> {
  let made = 0
  let opened: { manifest: Manifest; db: Ipdb } | undefined
  try {
    for (let wanted; (wanted = (await store.listWanted())[0]);) {
      const manifest = await readManifest(options.varFolder)
      if (!manifest) break
      if (opened?.manifest.build !== manifest.build) {
        opened = undefined
        const db = await openDatabase(options.varFolder)
        opened = { manifest, db }
        await store.writeSamples(db.build, toSamples(db))
      }
      if (await makeOne(store, wanted, { ...options, ...opened })) made++
      await store.forgetWanted(wanted)
    }
    // A file that was being made when its build was taken back.
    const published = await readManifest(options.varFolder)
    if (published) await store.dropNewer(published.build)
    await store.prune(options.keepBuilds)
  } finally {
    store.setMaking(undefined)
  }
  return made
}

type Opened = MakeProductsOptions & { readonly manifest: Manifest; readonly db: Ipdb }

/** False when it was there already, or could not be made. */
async function makeOne(store: ProductStore, wanted: Wanted, options: Opened): Promise<boolean> {
  const { db, manifest, onProgress } = options
  // The last good build may be served although a newer one is named: what is written is what was read.
  const { build, date } = db
  if (await store.find(wanted, build)) return false
  const startedAt = new Date()
  let toldAt = 0
  const tell = (rows: number) => {
    if (Date.now() - toldAt < TOLD_EVERY_MS) return
    toldAt = Date.now()
    onProgress?.(wanted, rows)
    store.setMaking({ ...wanted, build, rows, startedAt: startedAt.toISOString() })
  }
  const isPacked = wanted.format === 'mmdb.gz' || wanted.format === 'mmdb.tar.gz'
  const bare: Wanted = { ...wanted, format: 'mmdb' }
  if (isPacked) await makeOne(store, bare, options)
  const mmdb = isPacked ? await store.find(bare, build) : undefined
  tell(0)
  const folder = join(store.folder, build)
  const name = toProductName(wanted.product, wanted.format, build)
  const fresh = join(folder, `.${name}.new`)
  try {
    if (PRODUCTS[wanted.product].open(db).size === 0)
      throw new Error('expected at least one range, got none: no source of this build says anything')
    await mkdir(folder, { recursive: true })
    await removeLeftovers(folder)
    const rows = await makeFile(fresh, {
      db,
      manifest: { ...manifest, build, date },
      productId: wanted.product,
      formatId: wanted.format,
      brand: options.brand,
      hasCompatibleNames: options.hasCompatibleNames,
      onRows: tell,
      mmdb,
    })
    const file = await finish(fresh, wanted)
    await rename(fresh, join(folder, name))
    const seconds = Math.round((Date.now() - startedAt.getTime()) / 100) / 10
    const mmdbMd5 = mmdb?.md5 ?? (wanted.format.startsWith('mmdb') ? file.md5 : null)
    await store.record(
      { id: build, date },
      { ...wanted, name, ...file, mmdbMd5, rows, madeAt: new Date().toISOString(), seconds },
    )
    await store.setFailure(wanted, undefined)
    return true
  } catch (error) {
    await rm(fresh, { force: true })
    await store.setFailure(wanted, { at: new Date().toISOString(), reason: (error as Error).message.slice(0, 500) })
    return false
  }
}

/** Checks an MMDB against the format, makes sure the file is on the disk, and sums it up. */
async function finish(path: string, { format }: Wanted) {
  if (format === 'mmdb' || format === 'mmdb-flat') verifyMmdb(await readFile(path))
  await using file = await open(path, 'r+')
  await file.sync()
  const { size } = await stat(path)
  return { sizeBytes: size, ...(await hashFile(path)) }
}

async function hashFile(path: string): Promise<{ md5: string; sha1: string; sha256: string }> {
  const hashes = ['md5', 'sha1', 'sha256'].map((name) => createHash(name))
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 }))
    for (const hash of hashes) hash.update(chunk as Buffer)
  const [md5, sha1, sha256] = hashes.map((hash) => hash.digest('hex'))
  return { md5: md5!, sha1: sha1!, sha256: sha256! }
}

/** What a process that was killed had begun. */
async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (name.startsWith('.')) await rm(join(folder, name), { recursive: true, force: true })
}
