import { readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const DAY_MS = 86_400_000
/** What nobody has read for so long is of a program, or a Node, that is gone. */
const UNUSED_MS = 14 * DAY_MS
/** What is kept at most. One version of the program takes 47 MB to build its site, serve and answer commands. */
const MOST_BYTES = 64 << 20

type Kept = { readonly path: string; readonly size: number; readonly usedAt: number }

/**
 * Drops what has not been read for two weeks from the folder where compiled code is kept (`enableCompileCache` of Node, a folder
 * for each version of it), and more of the oldest while it holds more than 64 MB; once a day at most. What is still wanted is
 * compiled once more. Gives how many files were dropped.
 */
export async function pruneCode(folder: string, now = Date.now()): Promise<number> {
  const stamp = join(folder, '.pruned')
  const last = await stat(stamp).catch(() => undefined)
  if (last && now - last.mtimeMs < DAY_MS) return 0
  const files = await listKept(folder)
  const doomed = findDoomed(files, now)
  for (const { path } of doomed) await rm(path, { force: true })
  for (const { path } of await listFolders(folder)) if ((await readdir(path)).length === 0) await rm(path, { recursive: true })
  if (files.length === 0) return 0
  await writeFile(stamp, '')
  await utimes(stamp, now / 1000, now / 1000)
  return doomed.length
}

/** Files too old to keep, and the oldest of the others while they are too many. */
function findDoomed(files: readonly Kept[], now: number): Kept[] {
  let room = MOST_BYTES
  return files
    .toSorted((a, b) => b.usedAt - a.usedAt)
    .filter(({ size, usedAt }) => {
      room -= size
      return room < 0 || now - usedAt > UNUSED_MS
    })
}

async function listKept(folder: string): Promise<Kept[]> {
  const kept: Kept[] = []
  for (const { path: version } of await listFolders(folder))
    for (const name of await readdir(version)) {
      const path = join(version, name)
      const found = await stat(path).catch(() => undefined) // dropped by another start meanwhile
      // Not every disk notes when a file is read.
      if (found?.isFile()) kept.push({ path, size: found.size, usedAt: Math.max(found.atimeMs, found.mtimeMs) })
    }
  return kept
}

async function listFolders(folder: string): Promise<{ path: string }[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => ({ path: join(folder, name) }))
}
