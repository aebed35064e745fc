import { copyFile, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { MANIFEST, PREVIOUS_MANIFEST, readManifestFile, type Manifest } from '@octet/ipdb/manifest.ts'

export type PublishOptions = {
  /** Builds that are kept, the new one counted; at least two, two unless given. */
  readonly keepBuilds?: number | undefined
}

/** Mark of a build that failed (`rebuild.ts`); one that came after it takes it away. */
const TRIED = /^(rules-\d+|packages-[\da-f]+)\.tried$/
const OLD_MANIFEST = /^manifest\.\d{8}T\d{6}Z\.json$/

/**
 * Makes a build the current one: its files are already in the folder; the manifest before is kept beside, then the new
 * one takes its name. Readers see either the old state or the new one. Older builds go on as `manifest.<build>.json`
 * while they are among those that are kept; files that no manifest names are removed.
 */
export async function publish(dataFolder: string, manifest: Manifest, { keepBuilds = 2 }: PublishOptions = {}): Promise<void> {
  await mkdir(dataFolder, { recursive: true })
  const current = await readManifestFile(dataFolder).catch(() => undefined)
  const previous = await readManifestFile(dataFolder, PREVIOUS_MANIFEST).catch(() => undefined)
  // One that comes again, since its files were damaged, leaves the one before where it is.
  const isAgain = current?.build === manifest.build
  if (current && !isAgain) {
    if (previous && previous.build !== current.build && previous.build !== manifest.build && keepBuilds > 2)
      await rename(join(dataFolder, PREVIOUS_MANIFEST), join(dataFolder, `manifest.${previous.build}.json`))
    const copy = join(dataFolder, `${PREVIOUS_MANIFEST}.new`)
    await copyFile(join(dataFolder, MANIFEST), copy)
    await rename(copy, join(dataFolder, PREVIOUS_MANIFEST))
  }
  const written = join(dataFolder, `${MANIFEST}.new`)
  await writeDurably(written, `${JSON.stringify(manifest, undefined, 2)}\n`)
  await rename(written, join(dataFolder, MANIFEST))
  await syncFolder(dataFolder)
  const older = await keepNewest(dataFolder, Math.max(0, keepBuilds - 2))
  await removeOldFiles(dataFolder, [manifest, isAgain ? previous : current, ...older])
}

/** The newest manifests before the last two; the others are removed. */
async function keepNewest(folder: string, count: number): Promise<(Manifest | undefined)[]> {
  const names = (await readdir(folder)).filter((name) => OLD_MANIFEST.test(name)).sort((a, b) => (a < b ? 1 : -1))
  for (const name of names.slice(count)) await rm(join(folder, name), { force: true })
  return Promise.all(names.slice(0, count).map((name) => readManifestFile(folder, name).catch(() => undefined)))
}

async function removeOldFiles(folder: string, kept: readonly (Manifest | undefined)[]): Promise<void> {
  const names = new Set(kept.flatMap((manifest) => manifest?.files.map(({ name }) => name) ?? []))
  for (const name of await readdir(folder))
    if ((/^octet-[\w-]+\.ipdb$/.test(name) && !names.has(name)) || TRIED.test(name)) await rm(join(folder, name), { force: true })
}

async function writeDurably(path: string, text: string): Promise<void> {
  await using file = await open(path, 'w')
  await file.writeFile(text)
  await file.sync()
}

/** So that the renames outlive a power cut. */
async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path, 'r')
  await folder.sync()
}
