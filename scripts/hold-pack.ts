import { existsSync, openSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** Begins the name of a folder that nobody is to begin with: it is being written, or being removed. */
export const NEW = 'new-'
/** Ends the name of the mark on a folder that is about to be removed. */
const DOOMED = '.doomed'
/** Without the system's word on who has a folder open, it may be in use for so long. */
const UNSURE_MS = 7 * 86_400_000
/** How a process is called that may hold one. */
const HOLDER = /\bscripts[\\/](?:start|dev-api)\.ts/

/**
 * Keeps the folder of a packed server until this process ends, in whatever way: some of its files are read when a tool is
 * first used. It is held open, which needs no right to write, and which the system tells {@link dropOldPacks}. False when
 * the folder is gone, or about to go: the caller begins with something else.
 */
export function holdPack(folder: string): boolean {
  try {
    openSync(folder, 'r') // stays open; children do not inherit it
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false // others: a system that opens no folders
  }
  // In this order: who removes marks first and asks then who holds.
  return !existsSync(folder + DOOMED) && existsSync(join(folder, 'start.js'))
}

/** Removes folders of packed servers that no process holds. Only one process at a time may call it. */
export async function dropOldPacks(folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    const mark = folder + DOOMED
    writeFileSync(mark, '')
    try {
      if (isHeld(folder)) continue
      const gone = join(dirname(folder), `${NEW}${process.pid}-${basename(folder)}`) // whole at one moment, and not there at the next
      await rename(folder, gone)
      await rm(gone, { recursive: true })
    } finally {
      rmSync(mark)
    }
  }
}

/** Removes what a process left behind that was killed while it wrote or removed a folder. */
export async function clearLeftovers(packed: string): Promise<void> {
  const left = readdirSync(packed).filter((name) => name.startsWith(NEW) || name.endsWith(DOOMED))
  for (const name of left) await rm(join(packed, name), { recursive: true, force: true })
}

/** Whether a process has a folder open, or may have where that cannot be known. */
function isHeld(folder: string): boolean {
  const isUnsure = () => Date.now() - statSync(folder).mtimeMs < UNSURE_MS
  if (process.platform !== 'linux' || !existsSync('/proc/self/fd')) return isUnsure()
  // By its end: another container may have the program in another place.
  const end = join(basename(dirname(folder)), basename(folder))
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const found = findOpen(pid, end)
    if (found === 'yes' || (found === 'unsure' && isUnsure())) return true
  }
  return false
}

function findOpen(pid: string, end: string): 'yes' | 'no' | 'unsure' {
  const fds = `/proc/${pid}/fd`
  try {
    return readdirSync(fds).some((fd) => readLink(join(fds, fd)).endsWith(end)) ? 'yes' : 'no'
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // Another user's. One that has ended in the meantime holds nothing.
    return (code === 'EACCES' || code === 'EPERM') && HOLDER.test(readText(`/proc/${pid}/cmdline`)) ? 'unsure' : 'no'
  }
}

/** Empty for one that has been closed. */
function readLink(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
