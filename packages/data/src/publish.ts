import { copyFile, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { MANIFEST, PREVIOUS_MANIFEST, readManifestFile, type Manifest } from '@octet/ipdb/manifest.ts'

/**
 * Makes a build the current one: its files are already in the folder; the manifest before is kept beside, then the new
 * one takes its name. Readers see either the old state or the new one. Files that neither manifest names are removed.
 */
export async function publish(dataFolder: string, manifest: Manifest): Promise<void> {
  await mkdir(dataFolder, { recursive: true })
  const current = await readManifestFile(dataFolder).catch(() => undefined)
  if (current) {
    const copy = join(dataFolder, `${PREVIOUS_MANIFEST}.new`)
    await copyFile(join(dataFolder, MANIFEST), copy)
    await rename(copy, join(dataFolder, PREVIOUS_MANIFEST))
  }
  const written = join(dataFolder, `${MANIFEST}.new`)
  await writeDurably(written, `${JSON.stringify(manifest, undefined, 2)}\n`)
  await rename(written, join(dataFolder, MANIFEST))
  await syncFolder(dataFolder)
  await removeOldFiles(dataFolder, [manifest, current])
}

async function removeOldFiles(folder: string, kept: readonly (Manifest | undefined)[]): Promise<void> {
  const names = new Set(kept.flatMap((manifest) => manifest?.files.map(({ name }) => name) ?? []))
  for (const name of await readdir(folder))
    if (/^octet-[\w-]+\.ipdb$/.test(name) && !names.has(name)) await rm(join(folder, name), { force: true })
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
