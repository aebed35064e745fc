import { buildDatabase } from '../packages/data/src/build.ts'
import { readManifest } from '../packages/data/src/manifest.ts'
import { Progress } from './progress.ts'

/** Builds the address data once; later starts find it in the var folder. */
export async function prepareData(varFolder: string): Promise<void> {
  const manifest = await readManifest(varFolder).catch(() => undefined)
  if (manifest) return
  const progress = new Progress('Building the address data (once)')
  const built = await buildDatabase({ varFolder, onProgress: ({ text, done, total }) => progress.step(text.en, done, total) })
  progress.end(`${(built.rows.v4 + built.rows.v6).toLocaleString('en')} ranges, build ${built.build}`)
}
