import { readdir, readFile, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { importModule } from '@octet/core/import-module.ts'
import type { Remote, Source } from '@octet/core/source.ts'

const FOLDER = join(import.meta.dirname, 'sources')
const require = createRequire(import.meta.url)

/** Every source of the folder tree: `sources/<id>/source.ts`, in order of their ids. */
export async function findSources(folder = FOLDER): Promise<Source[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const ids = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  return Promise.all(
    ids.sort().map(async (id) => {
      const loaded = (await importModule(pathToFileURL(join(folder, id, 'source.ts')).href)) as { default: Source }
      if (loaded.default.id !== id)
        throw new Error(`sources/${id}/source.ts: expected the id “${id}”, got “${loaded.default.id}”`)
      return loaded.default
    }),
  )
}

/** What is fetched for a source; undefined when it has no address. */
export function findRemote({ origin }: Source): Remote | undefined {
  const remote = origin.kind === 'url' ? origin : origin.newer
  return remote && remote.urls.length > 0 ? remote : undefined
}

/** The folder of a source's fetched files. */
export function toSourceFolder(varFolder: string, id: string): string {
  return join(varFolder, 'sources', id)
}

/** The name under which a fetched file is kept: the last part of its address without the month or the day. */
export function toFileName(url: string): string {
  return basename(url).replace(/[-_]\{(YYYY-MM|MONDAY)\}/, '')
}

/**
 * The files of a source: fetched ones under `<var>/sources/<id>/` when all are there, else those of its npm package;
 * undefined when it has not been fetched yet.
 */
export async function findFiles(source: Source, varFolder: string): Promise<string[] | undefined> {
  const { origin } = source
  const folder = toSourceFolder(varFolder, source.id)
  if (origin.kind === 'url' && origin.local !== undefined) {
    const path = join(folder, origin.local)
    return (await allExist([path])) ? [path] : undefined
  }
  if (origin.kind === 'url' && origin.urls.length === 0) return []
  for (const names of [findRemote(source)?.urls.map(toFileName), origin.kind === 'npm' ? origin.files.map(toFileName) : []]) {
    const fetched = names?.map((name) => join(folder, name)) ?? []
    if (fetched.length > 0 && (await allExist(fetched))) return fetched
  }
  if (origin.kind === 'url') return undefined
  const packageFolder = findPackageFolder(origin.package)
  if (packageFolder === undefined) return undefined
  const packaged = origin.files.map((name) => join(packageFolder, name))
  return (await allExist(packaged)) ? packaged : undefined
}

/** The version of the package that files of a source are from; undefined where they were fetched, or are no package's. */
export async function findVersion({ origin }: Source, files: readonly string[]): Promise<string | undefined> {
  const folder = origin.kind === 'npm' ? findPackageFolder(origin.package) : undefined
  if (folder === undefined || !files[0]?.startsWith(join(folder, '/'))) return undefined
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version?: string }
  return version
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
