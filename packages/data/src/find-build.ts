import { readdir } from 'node:fs/promises'
import { AppError } from '@octet/core/errors.ts'
import { readManifestFile, type Manifest } from '@octet/ipdb/manifest.ts'
import { openPublished, type Ipdb } from '@octet/ipdb/open.ts'
import { toDataFolder } from './manifest.ts'

const MANIFEST_NAME = /^manifest(\.[\w-]+)?\.json$/

/** Builds that are kept, the newest first. */
export async function listBuilds(varFolder: string): Promise<(Manifest & { readonly manifestName: string })[]> {
  const folder = toDataFolder(varFolder)
  const names = (await readdir(folder).catch(() => [])).filter((name) => MANIFEST_NAME.test(name)).sort()
  const found = new Map<string, Manifest & { readonly manifestName: string }>()
  for (const manifestName of names) {
    const manifest = await readManifestFile(folder, manifestName).catch(() => undefined)
    if (manifest && !found.has(manifest.build)) found.set(manifest.build, { ...manifest, manifestName })
  }
  return [...found.values()].sort((a, b) => (a.build < b.build ? 1 : -1))
}

/** Opens two kept builds by id; without ids the last two. Throws `build_not_kept`. */
export async function openTwoBuilds(varFolder: string, ids: readonly (string | undefined)[]): Promise<[Ipdb, Ipdb]> {
  const kept = await listBuilds(varFolder)
  const [from = kept[1]?.build, to = kept[0]?.build] = ids
  const open = (id: string | undefined) => {
    const found = kept.find(({ build }) => build === id)
    if (!found) throw new AppError('build_not_kept', { got: id ?? '–', oldest: kept.at(-1)?.build ?? '–' })
    return openPublished(toDataFolder(varFolder), found.manifestName)
  }
  const before = await open(from)
  return [before, await open(to)]
}
