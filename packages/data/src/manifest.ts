import { join } from 'node:path'
import { MANIFEST, readManifestFile, readMark, type Manifest } from '@octet/ipdb/manifest.ts'
import { ACCURACY, readAccuracy, type AccuracyReport } from './accuracy-report.ts'

export type { Manifest, UsedSource } from '@octet/ipdb/manifest.ts'

/** Where published data live, inside the var folder. */
export function toDataFolder(varFolder: string): string {
  return join(varFolder, 'data')
}

type Published = Manifest & { readonly accuracy?: AccuracyReport }

/** What was last read of each folder, and of which files. */
const kept = new Map<string, { readonly mark: string; readonly published: Published | undefined }>()

/**
 * What is published, with the last accuracy scores of this very build; undefined when nothing is. Files that are still
 * the same are not read again.
 */
export async function readManifest(varFolder: string): Promise<Published | undefined> {
  const folder = toDataFolder(varFolder)
  const mark = (await Promise.all([MANIFEST, ACCURACY].map((name) => readMark(join(folder, name))))).join('|')
  const last = kept.get(folder)
  if (last?.mark === mark) return last.published
  const published = await readPublished(folder)
  kept.set(folder, { mark, published })
  return published
}

async function readPublished(folder: string): Promise<Published | undefined> {
  const manifest = await readManifestFile(folder)
  if (!manifest) return undefined
  const accuracy = await readAccuracy(folder)
  return accuracy?.build === manifest.build ? { ...manifest, accuracy } : manifest
}
