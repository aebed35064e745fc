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

/** The two of the kept builds that have these ids; without ids the last two. Throws `builds_not_kept`. */
export function pickTwoBuilds<T extends { readonly build: string }>(
  kept: readonly T[],
  [fromId = kept[1]?.build, toId = kept[0]?.build]: readonly (string | undefined)[],
): [T, T] {
  const [from, to] = [fromId, toId].map((id) => kept.find(({ build }) => build === id))
  if (from && to) return [from, to]
  const got = [fromId, toId].filter((id) => id !== undefined).join(', ') || '–'
  throw new AppError('builds_not_kept', { got, kept: kept.map(({ build }) => build).join(', ') || '–' })
}

/** Opens two kept builds by id; without ids the last two. Throws `builds_not_kept`. */
export async function openTwoBuilds(varFolder: string, ids: readonly (string | undefined)[]): Promise<[Ipdb, Ipdb]> {
  const [before, after] = pickTwoBuilds(await listBuilds(varFolder), ids)
  const folder = toDataFolder(varFolder)
  return [await openPublished(folder, before.manifestName), await openPublished(folder, after.manifestName)]
}
