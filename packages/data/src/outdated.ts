import type { Source } from '@octet/core/source.ts'
import type { Manifest } from '@octet/ipdb/manifest.ts'
import { findFiles, findSources, findVersion } from './find-sources.ts'
import { hasOlderRules } from './rules.ts'

/** A package that has come with the program since data were made from an older version of it. */
export type NewerPackage = { readonly id: string; readonly version: string }

/**
 * The sources of a build whose packages are newer here, by the versions it was made from. An older package changes nothing:
 * a program that was rolled back does not undo a build.
 */
export async function findNewerPackages(
  manifest: Manifest,
  varFolder: string,
  sources?: readonly Source[],
): Promise<NewerPackage[]> {
  const newer: NewerPackage[] = []
  for (const source of sources ?? (await findSources())) {
    const used = manifest.sources.find(({ id }) => id === source.id)?.version
    if (used === undefined) continue
    const version = await findVersion(source, (await findFiles(source, varFolder)) ?? [])
    if (version !== undefined && isNewer(version, used)) newer.push({ id: source.id, version })
  }
  return newer
}

/** Whether what a build was made by, rules or packages, is older than what is here. */
export async function isOutdated(manifest: Manifest, varFolder: string, sources?: readonly Source[]): Promise<boolean> {
  return hasOlderRules(manifest) || (await findNewerPackages(manifest, varFolder, sources)).length > 0
}

/** Number by number: `2.10.0` is newer than `2.9.1`. */
function isNewer(version: string, than: string): boolean {
  return version.localeCompare(than, 'en', { numeric: true }) > 0
}
