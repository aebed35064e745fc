import { stat } from 'node:fs/promises'
import { join } from 'node:path'

/** What is published: see manifest.ts. */
export const MANIFEST = 'manifest.json'
/** The manifest before the last one: what is served when the newest files are damaged. */
export const PREVIOUS_MANIFEST = 'manifest.previous.json'

/** The folder that holds the manifest: the given one, or `data` in it. */
export async function findDataFolder(folder: string): Promise<string> {
  const holds = (path: string) =>
    stat(join(path, MANIFEST)).then(
      () => true,
      () => false,
    )
  if (await holds(folder)) return folder
  const inner = join(folder, 'data')
  return (await holds(inner)) ? inner : folder
}
