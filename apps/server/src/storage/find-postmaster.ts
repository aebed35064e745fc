import { readFile, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { LockedError, lockBuild } from '@octet/data/build-lock.ts'
import { isAlive } from '@octet/data/is-alive.ts'

const SOCKET = '.s.PGSQL.5432'
/** Longer than the mark of a container that was killed amid its turn counts. */
const TURN_LIMIT_MS = 150_000

/** Process id of the server that serves this data, from its lock file. */
export async function findRunning(data: string): Promise<number | undefined> {
  const pid = await readOwner(join(data, 'postmaster.pid'))
  if (!(pid > 1) || !isAlive(pid)) return undefined
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => data)
  return command.includes(data) ? pid : undefined
}

/**
 * Whether a server listens in this folder, be it one of another container that has the same volume, as while one takes
 * the place of another. Its process id means nothing here, and PostgreSQL would start a second server on its data.
 */
export function isListening(folder: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(join(folder, SOCKET))
    const end = (isThere: boolean) => {
      socket.destroy()
      resolve(isThere)
    }
    socket.once('connect', () => end(true))
    // A server that is too busy to answer is there.
    socket.once('error', ({ code }: NodeJS.ErrnoException) => end(code !== 'ENOENT' && code !== 'ECONNREFUSED'))
  })
}

/**
 * Removes lock files of a server that has gone, where its process id is that of another program by now: in a container
 * that is started again numbers begin anew, and PostgreSQL would take that program for its server.
 */
export async function dropStaleLocks({ data, socket }: { data: string; socket: string }): Promise<void> {
  for (const path of [join(data, 'postmaster.pid'), join(socket, `${SOCKET}.lock`)]) {
    const pid = await readOwner(path)
    if (pid > 0 && isAlive(pid)) await rm(path, { force: true })
  }
}

/** Those who would start a server on the same data do so one after the other, in whatever container they run. */
export async function takeTurn(folder: string): Promise<AsyncDisposable> {
  for (const endMs = performance.now() + TURN_LIMIT_MS; ; await sleep(50))
    try {
      return await lockBuild(folder)
    } catch (error) {
      if (!(error instanceof LockedError) || performance.now() > endMs) throw error
    }
}

/** NaN or 0 where there is none. */
async function readOwner(path: string): Promise<number> {
  return Number((await readFile(path, 'utf8').catch(() => '')).split('\n')[0])
}
