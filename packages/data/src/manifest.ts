import { join } from 'node:path'
import { readManifestFile, type Manifest } from '@octet/ipdb/manifest.ts'
import { readAccuracy, type AccuracyReport } from './accuracy-report.ts'

export type { Manifest, UsedSource } from '@octet/ipdb/manifest.ts'

/** Where published data live, inside the var folder. */
export function toDataFolder(varFolder: string): string {
  return join(varFolder, 'data')
}

/** What is published, with the last accuracy scores of this very build; undefined when nothing is. */
export async function readManifest(varFolder: string): Promise<(Manifest & { accuracy?: AccuracyReport }) | undefined> {
  const folder = toDataFolder(varFolder)
  const manifest = await readManifestFile(folder)
  if (!manifest) return undefined
  const accuracy = await readAccuracy(folder)
  return accuracy?.build === manifest.build ? { ...manifest, accuracy } : manifest
}
