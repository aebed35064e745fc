import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PREVIOUS_MANIFEST, readManifestFile } from '@octet/ipdb/manifest.ts'
import { findFiles, findSources } from './find-sources.ts'
import { readManifest, toDataFolder } from './manifest.ts'
import { hasOlderRules, RULES } from './rules.ts'
import { startRebuild, type RunningUpdate } from './start-update.ts'

type RebuildOptions = Parameters<typeof startRebuild>[0]

/**
 * Begins to build data of older rules anew, from the files at hand; undefined where there is nothing to do. A mark in the
 * data folder, which other machines see too, lets one of them try, and once: what failed waits for the next update.
 */
export async function rebuildOutdated(options: RebuildOptions, start = startRebuild): Promise<RunningUpdate | undefined> {
  if (!(await isOutdated(options.varFolder))) return undefined
  const mark = join(toDataFolder(options.varFolder), `rules-${RULES}.tried`)
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
 * Whether older rules made what is published. What was taken back by hand stays, as does what came from elsewhere: its
 * sources are not at hand.
 */
async function isOutdated(varFolder: string): Promise<boolean> {
  const manifest = await readManifest(varFolder).catch(() => undefined)
  if (!manifest || !hasOlderRules(manifest)) return false
  const before = await readManifestFile(toDataFolder(varFolder), PREVIOUS_MANIFEST).catch(() => undefined)
  if (before && before.build > manifest.build) return false
  const used = new Set(manifest.sources.map(({ id }) => id))
  for (const source of await findSources()) if (used.has(source.id) && !(await findFiles(source, varFolder))) return false
  return true
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
