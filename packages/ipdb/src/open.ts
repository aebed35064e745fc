import { AppError } from '@octet/core/errors.ts'
import { findDataFolder, MANIFEST, PREVIOUS_MANIFEST } from './data-folder.ts'
import { Ipdb } from './ipdb.ts'
import { attach, loadFile } from './load.ts'
import { readManifestFile } from './manifest.ts'

export { Ipdb } from './ipdb.ts'
export { MAX_RECORD_BYTES } from './json-writer.ts'
export type { LookupOptions, RowRange } from './ipdb.ts'

export type OpenOptions = {
  /** Memory of a database that another thread has opened (`Ipdb.shared`); nothing is read then. */
  readonly shared?: SharedArrayBuffer | undefined
  /** Told when the newest files are damaged and the ones before are used. */
  readonly onFallback?: ((error: Error) => void) | undefined
}

/**
 * Opens the published database of a data folder (`<var>/data`; the var folder itself will do).
 * When the newest files are damaged, the ones published before are used.
 *
 * @throws {AppError} `data_missing` when nothing has been published yet
 * @throws {DamagedFileError} when neither the newest files nor the ones before can be read
 */
export async function openDatabase(folder: string, { shared, onFallback }: OpenOptions = {}): Promise<Ipdb> {
  if (shared) return new Ipdb(attach(shared))
  const dataFolder = await findDataFolder(folder)
  try {
    return await openPublished(dataFolder, MANIFEST)
  } catch (error) {
    if (error instanceof AppError) throw error
    const previous = await openPublished(dataFolder, PREVIOUS_MANIFEST).catch(() => {
      throw error
    })
    onFallback?.(error as Error)
    return previous
  }
}

/** Opens what one manifest names, without falling back. */
export async function openPublished(dataFolder: string, name: string): Promise<Ipdb> {
  const manifest = await readManifestFile(dataFolder, name)
  if (!manifest)
    throw new AppError('data_missing', {
      reason: { en: `nothing has been built yet in ${dataFolder}`, zh: `${dataFolder} 中尚无构建好的数据` },
    })
  return new Ipdb(await loadFile(dataFolder, manifest))
}
