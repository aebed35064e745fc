import { copyFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@octet/core/errors.ts'
import { openPublished } from '@octet/ipdb/open.ts'
import { MANIFEST, PREVIOUS_MANIFEST, readManifestFile, type Manifest } from '@octet/ipdb/manifest.ts'
import { lockBuild } from './build-lock.ts'
import { toDataFolder } from './manifest.ts'
import { ProductStore } from './products/product-store.ts'

/**
 * Publishes the build before the present one again; the present one is kept as the one before, so that a second call
 * takes the first back. The fetched sources stay: the next update builds from them. Database files of the build that is
 * taken back go, or they would still be offered as the newest.
 *
 * @throws {AppError} `no_such` when there is no build before, `data_missing` when there is none at all
 * @throws when another process is building, or its file is damaged; nothing changes then
 */
export async function rollBack(varFolder: string): Promise<Manifest> {
  const dataFolder = toDataFolder(varFolder)
  await using _lock = await lockBuild(dataFolder)
  const taken = await readManifestFile(dataFolder, MANIFEST)
  if (!taken) throw new AppError('data_missing', { reason: { en: 'it has not been built here', zh: '本机尚未构建' } })
  const previous = await readManifestFile(dataFolder, PREVIOUS_MANIFEST)
  if (!previous) throw new AppError('no_such', { what: { en: 'build before', zh: '构建之前的版本' }, got: taken.build })
  await openPublished(dataFolder, PREVIOUS_MANIFEST)
  const [current, before, kept] = [MANIFEST, PREVIOUS_MANIFEST, `${PREVIOUS_MANIFEST}.new`].map((name) => join(dataFolder, name))
  await copyFile(current!, kept!)
  await rename(before!, current!)
  await rename(kept!, before!)
  await new ProductStore(varFolder).dropNewer(previous.build)
  return previous
}
