import { rm, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { manifestSchema, readManifestFile, type Manifest } from '@octet/ipdb/manifest.ts'
import { lockBuild } from '../build-lock.ts'
import { checkBuild } from '../check.ts'
import { RefusedDataError, UnreachableError } from '../fetch-file.ts'
import { toDataFolder } from '../manifest.ts'
import { ProductStore } from '../products/product-store.ts'
import { publish } from '../publish.ts'
import { hashFile } from '../read-layers.ts'
import { pullFile, toUnreachable } from './pull-file.ts'

export type PullBuildOptions = {
  readonly varFolder: string
  /** Origin of the other instance, such as `https://data.example`. */
  readonly url: string
  /** Word that the other instance asks for. */
  readonly token?: string | undefined
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: ((doneBytes: number, totalBytes: number) => void) | undefined
  /** Builds that are kept; see `publish`. */
  readonly keepBuilds?: number | undefined
}

/** What came of it: the build that is published now, and whether it came just now. */
export type PullReport = { readonly outcome: 'updated' | 'unchanged'; readonly build: string }

const MANIFEST_MAX_BYTES = 4 << 20
const MANIFEST_LIMIT_MS = 30_000
const FILE_MAX_BYTES = 4 * 2 ** 30
const FILE_NAME = /^octet-[\w-]{1,80}\.ipdb$/
const BUILD = /^\d{8}T\d{6}Z$/

/**
 * Brings the build that another instance has published here: its manifest, then its files, each with its checksum. What
 * came is read and checked as one's own build would be, and published; until then, and when anything is wrong with it,
 * the last good build stays. A build that is here already comes again where its files are damaged or gone. Where the other
 * instance has gone back to a build before, so does this one, and database files of newer builds go.
 *
 * @throws {UnreachableError} when the other instance cannot be asked
 * @throws {RefusedDataError} when what came is damaged or not to be believed
 * @throws when another process is building here
 */
export async function pullBuild(options: PullBuildOptions): Promise<PullReport> {
  const dataFolder = toDataFolder(options.varFolder)
  await using _lock = await lockBuild(dataFolder)
  const manifest = await fetchManifest(options)
  const current = await readManifestFile(dataFolder).catch(() => undefined)
  if (current?.build === manifest.build && (await isWhole(dataFolder, current)))
    return { outcome: 'unchanged', build: manifest.build }
  await removeParts(dataFolder, manifest)
  for (const { name, sizeBytes, sha256 } of manifest.files) {
    const url = `${toBase(options.url)}/v1/mirror/files/${encodeURIComponent(name)}`
    const pulled = await pullFile({
      ...options,
      url,
      headers: toHeaders(options),
      into: join(dataFolder, name),
      sha256,
      maxBytes: sizeBytes,
    }).catch(async (error: NodeJS.ErrnoException) => {
      // What came would keep the disk full for everything else here.
      if (error.code === 'ENOSPC') await removeParts(dataFolder)
      throw error
    })
    if (pulled.sizeBytes !== sizeBytes)
      throw new RefusedDataError(`expected ${sizeBytes} bytes of ${name}, got ${pulled.sizeBytes}`)
  }
  await check(dataFolder, manifest, current)
  await publish(dataFolder, manifest, options)
  await new ProductStore(options.varFolder).dropNewer(manifest.build)
  return { outcome: 'updated', build: manifest.build }
}

/** Whether the files are there as they came: else the next start would go on with the build before, and this one never come again. */
async function isWhole(dataFolder: string, { files }: Manifest): Promise<boolean> {
  const sums = files.map(async ({ name, sha256 }) => (await hashFile(join(dataFolder, name)).catch(() => '')) === sha256)
  return (await Promise.all(sums)).every(Boolean)
}

const toBase = (url: string): string => url.replace(/\/+$/, '')

function toHeaders({ token }: PullBuildOptions): Record<string, string> {
  return token === undefined ? {} : { authorization: `Bearer ${token}` }
}

async function fetchManifest(options: PullBuildOptions): Promise<Manifest> {
  const url = `${toBase(options.url)}/v1/mirror/manifest`
  const limit = AbortSignal.timeout(MANIFEST_LIMIT_MS)
  let text: string
  try {
    const signal = options.signal ? AbortSignal.any([options.signal, limit]) : limit
    const answer = await fetch(url, { headers: toHeaders(options), signal })
    if (!answer.ok) throw await toUnreachable(answer)
    text = await readAtMost(answer, MANIFEST_MAX_BYTES)
  } catch (cause) {
    if (cause instanceof UnreachableError || cause instanceof RefusedDataError) throw cause
    options.signal?.throwIfAborted()
    throw new UnreachableError(
      `${url} cannot be had: ${((cause as Error).cause as Error | undefined)?.message ?? (cause as Error).message}`,
      { cause },
    )
  }
  return parseManifest(text, url)
}

async function readAtMost(answer: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let sizeBytes = 0
  for await (const chunk of answer.body ?? []) {
    sizeBytes += chunk.length
    if (sizeBytes > maxBytes) throw new RefusedDataError(`expected a manifest of at most ${maxBytes} bytes, got more`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

/** Names and ids lead into the data folder and sizes to the disk: none is taken as it comes. */
function parseManifest(text: string, url: string): Manifest {
  let manifest: Manifest
  try {
    manifest = manifestSchema.parse(JSON.parse(text))
  } catch (cause) {
    throw new RefusedDataError(`${url} is not a manifest of this version`, { cause })
  }
  if (!BUILD.test(manifest.build))
    throw new RefusedDataError(`expected the id of a build such as 20260101T000000Z, got “${manifest.build.slice(0, 80)}”`)
  if (Number.isNaN(Date.parse(manifest.date))) throw new RefusedDataError(`expected a date, got “${manifest.date.slice(0, 80)}”`)
  for (const { name, sizeBytes } of manifest.files) {
    if (!FILE_NAME.test(name))
      throw new RefusedDataError(`expected a file name such as octet-20260101T000000Z.ipdb, got “${name}”`)
    if (sizeBytes < 1 || sizeBytes > FILE_MAX_BYTES)
      throw new RefusedDataError(`expected at most ${FILE_MAX_BYTES} bytes of ${name}, got ${sizeBytes}`)
  }
  return manifest
}

async function check(dataFolder: string, manifest: Manifest, previous: Manifest | undefined): Promise<void> {
  try {
    await checkBuild({ folder: dataFolder, manifest, sources: [], previous })
  } catch (cause) {
    for (const { name } of manifest.files) await rm(join(dataFolder, name), { force: true })
    throw new RefusedDataError((cause as Error).message, { cause })
  }
}

/** Beginnings of builds that nobody asks for any more: all but those of one that is given. */
async function removeParts(dataFolder: string, kept?: Manifest): Promise<void> {
  for (const name of await readdir(dataFolder))
    if (/\.ipdb\.part(\.etag)?$/.test(name) && !kept?.files.some((file) => name.startsWith(`${file.name}.part`)))
      await rm(join(dataFolder, name), { force: true })
}
