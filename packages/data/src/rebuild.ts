import { createHash } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PREVIOUS_MANIFEST, readManifestFile } from '@octet/ipdb/manifest.ts'
import { findFiles, findSources } from './find-sources.ts'
import { readManifest, toDataFolder } from './manifest.ts'
import { findNewerPackages } from './outdated.ts'
import { hasOlderRules, RULES } from './rules.ts'
import { startRebuild, type RunningUpdate } from './start-update.ts'

type RebuildOptions = Parameters<typeof startRebuild>[0]

/**
 * Begins to build data of older rules, or of older packages, anew, from the files at hand; undefined where there is nothing to do. A mark in the
 * data folder, which other machines see too, lets one of them try, and once: what failed waits for the next update.
 */
export async function rebuildOutdated(options: RebuildOptions, start = startRebuild): Promise<RunningUpdate | undefined> {
  const cause = await findCause(options.varFolder)
  if (cause === undefined) return undefined
  const mark = join(toDataFolder(options.varFolder), `${cause}.tried`)
  if (!(await make(mark))) return undefined
  const { child, ended } = start(options)
  return {
    child,
    ended: ended.then(async (report) => {
      const isStopped = child.signalCode === 'SIGTERM' || child.signalCode === 'SIGINT'
      if (report.error === null || isStopped) await rm(mark, { force: true })
      return report
    }),
  }
}

/**
 * A word for what is newer here than what is published; undefined where nothing is. What was taken back by hand stays, as does what came from elsewhere: its
 * sources are not at hand.
 */
async function findCause(varFolder: string): Promise<string | undefined> {
  const manifest = await readManifest(varFolder).catch(() => undefined)
  if (!manifest) return undefined
  const packages = hasOlderRules(manifest) ? [] : await findNewerPackages(manifest, varFolder)
  if (packages.length === 0 && !hasOlderRules(manifest)) return undefined
  const before = await readManifestFile(toDataFolder(varFolder), PREVIOUS_MANIFEST).catch(() => undefined)
  if (before && before.build > manifest.build) return undefined
  const used = new Set(manifest.sources.map(({ id }) => id))
  for (const source of await findSources()) if (used.has(source.id) && !(await findFiles(source, varFolder))) return undefined
  return packages.length === 0 ? `rules-${RULES}` : `packages-${digest(packages)}`
}

function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 8)
}

/** False where it is there already. */
function make(path: string): Promise<boolean> {
  return writeFile(path, '', { flag: 'wx' }).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return false
      throw error
    },
  )
}
