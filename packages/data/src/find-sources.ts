import { readdir, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import type { Source } from '@octet/core/source.ts'

const FOLDER = join(import.meta.dirname, 'sources')
const require = createRequire(import.meta.url)

/** Every source of the folder tree: `sources/<id>/source.ts`, in order of their ids. */
export async function findSources(folder = FOLDER): Promise<Source[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const ids = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  return Promise.all(
    ids.sort().map(async (id) => {
      const loaded = (await import(join(folder, id, 'source.ts'))) as { default: Source }
      if (loaded.default.id !== id)
        throw new Error(`sources/${id}/source.ts: expected the id “${id}”, got “${loaded.default.id}”`)
      return loaded.default
    }),
  )
}

/**
 * The files of a source: fetched ones under `<var>/sources/<id>/` when all are there, else those of its npm package;
 * undefined when it has not been fetched yet.
 */
export async function findFiles(source: Source, varFolder: string): Promise<string[] | undefined> {
  const names = source.origin.kind === 'npm' ? source.origin.files : source.origin.urls
  const fetched = names.map((name) => join(varFolder, 'sources', source.id, basename(name)))
  if (fetched.length > 0 && (await allExist(fetched))) return fetched
  if (source.origin.kind === 'url') return names.length === 0 ? [] : undefined
  const folder = findPackageFolder(source.origin.package)
  if (folder === undefined) return undefined
  const packaged = source.origin.files.map((name) => join(folder, name))
  return (await allExist(packaged)) ? packaged : undefined
}

/** Looks where Node would; packages whose `exports` hide their own package.json are found by the folders themselves. */
function findPackageFolder(name: string): string | undefined {
  for (const place of require.resolve.paths(name) ?? []) {
    const folder = join(place, name)
    try {
      return dirname(require.resolve(join(folder, 'package.json')))
    } catch {
      continue
    }
  }
  return undefined
}

async function allExist(files: readonly string[]): Promise<boolean> {
  const found = await Promise.all(
    files.map((file) =>
      stat(file).then(
        (entry) => entry.isFile(),
        () => false,
      ),
    ),
  )
  return found.every(Boolean)
}
