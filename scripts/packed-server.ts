import { createHash } from 'node:crypto'
import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { canBuild, toFingerprint, toLockFingerprint } from './fingerprint.ts'
import { holdPack } from './hold-pack.ts'

const ROOT = join(import.meta.dirname, '..')
/** Each packed server has a folder of its own: one that runs reads on from its own while others are written. */
export const PACKED = join(ROOT, 'apps/server/dist')
const LOCK = 'package-lock.json'
/** What the packed server depends on beside its packages. */
const SOURCE_INPUTS = ['scripts', 'apps/server/src', ...globSync('packages/*/src', { cwd: ROOT }).sort()]

/** Of each of the two parts of a folder's name. */
const LENGTH = 16

/** The files with which the server begins: `start.ts` itself and each serving thread. */
export type Program = { readonly start: URL; readonly thread: URL }

/** As the sources have it. */
const SOURCES: Program = {
  start: new URL('./start-server.ts', import.meta.url),
  thread: new URL('../apps/server/src/thread.ts', import.meta.url),
}

/**
 * The packed server, where there is one of the sources as they are now; else the sources. These also where files are
 * watched, and where tools come from other folders: those load what they share with the server from its sources.
 */
export function findProgram(): Program {
  const folder = findFolder()
  return folder === undefined ? SOURCES : toProgram(folder)
}

/** The same for a server that begins with it: what is packed stays for as long as this process runs. */
export function takeProgram(): Program {
  const folder = findFolder()
  return folder !== undefined && holdPack(folder) ? toProgram(folder) : SOURCES
}

const toProgram = (folder: string): Program => ({
  start: pathToFileURL(join(folder, 'start.js')),
  thread: pathToFileURL(join(folder, 'thread.js')),
})

function findFolder(): string | undefined {
  if (process.env['OCTET_TOOLS'] || process.env['WATCH_REPORT_DEPENDENCIES'] || !existsSync(PACKED)) return undefined
  const mark = canBuild() ? `${toTimes()}-` : `-${toSizes()}`
  return findPacked().find((path) => basename(path).includes(mark))
}

export const isPacked = ({ start }: Program): boolean => start.href !== SOURCES.start.href

/** Where the server belongs that is packed from the sources as they are now. */
export const toPackedFolder = (): string => join(PACKED, `${toTimes()}-${toSizes()}`)

const toTimes = (): string => toFingerprint([LOCK, ...SOURCE_INPUTS]).slice(0, LENGTH)

/** By these an image knows its packed server: it has other file times than where it was built, and nothing that packs. */
const toSizes = (): string =>
  createHash('sha256')
    .update(toFingerprint(SOURCE_INPUTS, { times: false }))
    .update(toLockFingerprint(readFileSync(join(ROOT, LOCK), 'utf8')))
    .digest('hex')
    .slice(0, LENGTH)

/** The folders of packed servers, the newest first. */
export function findPacked(): string[] {
  const folders = readdirSync(PACKED)
    .filter((name) => /^[0-9a-f]{16}-[0-9a-f]{16}$/.test(name))
    .map((name) => join(PACKED, name))
  // One may be removed at this moment.
  const toTime = (path: string) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
  return folders.sort((a, b) => toTime(b) - toTime(a))
}
