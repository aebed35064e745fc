import { mkdir, open, readFile, rm, stat, utimes } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { isRunning, readPidSpace, readStart } from './is-alive.ts'

const TOUCH_MS = 20_000
/** A lock of another machine or container that nobody has touched for so long is left over. */
const STALE_MS = 120_000

/** Another process has the lock. */
export class LockedError extends Error {}

/**
 * Lets one process build in a data folder at a time, be the folder shared with other machines or containers. A lock whose
 * process has gone is taken over.
 *
 * @throws {LockedError} when another process is building
 */
export async function lockBuild(dataFolder: string): Promise<AsyncDisposable> {
  await mkdir(dataFolder, { recursive: true })
  const path = join(dataFolder, 'build.lock')
  const mark = toMark()
  if (!(await tryLock(path, mark))) {
    const owner = await findOwner(path)
    if (owner !== undefined) throw new LockedError(`${owner} is already building in ${dataFolder}`)
    if (!(await takeOver(path, mark))) throw new LockedError(`another process has just begun to build in ${dataFolder}`)
  }
  const touch = async () => {
    if ((await readMark(path)) === mark) await utimes(path, new Date(), new Date()).catch(() => {})
  }
  const timer = setInterval(() => void touch(), TOUCH_MS).unref()
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      // Another may hold it by now: a process that is stopped for minutes touches nothing.
      if ((await readMark(path)) === mark) await rm(path, { force: true })
    },
  }
}

/**
 * Takes a lock that is left over. One at a time may, and looks once more whether it still is: who looked before another
 * took it over would take it from that one.
 */
async function takeOver(path: string, mark: string): Promise<boolean> {
  const taking = `${path}.taking`
  if (!(await tryLock(taking, mark))) {
    if (await isLeft(taking)) await rm(taking, { force: true }) // by one that was killed here: the next may
    return false
  }
  try {
    if ((await findOwner(path)) !== undefined) return false
    await rm(path, { force: true })
    return await tryLock(path, mark)
  } finally {
    await rm(taking, { force: true })
  }
}

/** Who holds a lock: process, when it began, and where. */
function toMark(): string {
  return [process.pid, readStart(process.pid), readPlace()].join(' ')
}

/** Undefined when the lock is left over, not when it has just been let go: another may have it before it is removed. */
async function findOwner(path: string): Promise<string | undefined> {
  const mark = await readMark(path)
  // Made a moment ago: its owner is about to write.
  if (mark === '') return (await isLeft(path)) ? undefined : 'another process'
  const [pid = '', start, place] = mark.split(' ')
  if (place !== undefined && place !== readPlace()) return (await isLeft(path)) ? undefined : `process ${pid} of ${place}`
  return isRunning(Number(pid), start) ? `process ${pid}` : undefined
}

/** Empty where there is none. */
function readMark(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '')
}

/** Whether it is there, and nobody has touched it for long. */
function isLeft(path: string): Promise<boolean> {
  return stat(path).then(
    ({ mtimeMs }) => Date.now() - mtimeMs >= STALE_MS,
    () => false,
  )
}

/** Where numbers of processes mean the same. */
function readPlace(): string {
  return `${hostname()}/${readPidSpace()}`
}

async function tryLock(path: string, mark: string): Promise<boolean> {
  try {
    await using file = await open(path, 'wx')
    await file.writeFile(mark).catch(async (cause: unknown) => {
      await rm(path, { force: true }) // a full disk leaves no lock of nobody
      throw cause
    })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}
