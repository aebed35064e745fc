import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Machine } from './cluster.ts'
import { findFreePort } from '../../packages/core/src/testing/free-port.ts'
import { until } from '../../packages/core/src/testing/until.ts'

const execute = promisify(execFile)
const CLI = join(import.meta.dirname, '../../apps/cli/bin/octet.mjs')

/** One server process of its own, with the built address data and an embedded database. */
export type Alone = AsyncDisposable & {
  readonly origin: string
  readonly port: number
  readonly pid: number
  readonly varFolder: string
  /** Faults that it has logged, as JSON lines (`LOG_LEVEL` says from which level on). */
  readonly faults: readonly string[]
  /** The API key of a new account, made by the command line. */
  addKey(plan: string): Promise<string>
  /** An account that can log in. */
  addUser(user: { email: string; password: string }): Promise<void>
  /** The link that makes the operator's account, good for a day. */
  readOperatorLink(): Promise<string>
}

export type AloneOptions = {
  readonly operator?: object
  readonly env?: Readonly<Record<string, string>>
  /** Gets the folder of everything that is written ready, such as by mounting a disk; gives how to undo it. */
  readonly prepareVar?: (folder: string) => () => void
  /** Gets `<var>/data` ready; the checkout's own is used unless given. */
  readonly prepareData?: (folder: string) => Promise<void>
}

export async function startAlone({
  operator = {},
  env = {},
  prepareVar,
  prepareData = useBuilt,
}: AloneOptions = {}): Promise<Alone> {
  await using begun = new AsyncDisposableStack() // undone when the start fails
  const folder = await mkdtemp(join(tmpdir(), 'octet-alone-'))
  begun.defer(() => rm(folder, { recursive: true, force: true }))
  await chmod(folder, 0o755) // or the database, as another user, would lie elsewhere
  const varFolder = join(folder, 'var')
  const config = join(folder, 'octet.json')
  await mkdir(varFolder)
  await writeFile(config, JSON.stringify(operator))
  const undo = prepareVar?.(varFolder)
  if (undo) begun.defer(undo)
  await prepareData(join(varFolder, 'data'))
  const port = await findFreePort()
  const settings = { OCTET_VAR: varFolder, OCTET_CONFIG: config, OCTET_PROCESSES: '1', LOG_LEVEL: 'error', ...env }
  const own = { ...process.env, OCTET_VAR: varFolder, OCTET_CONFIG: config }
  const machine = new Machine(port, settings)
  begun.defer(async () => void (await machine.stop()))
  await machine.start()
  await until(() => existsSync(join(varFolder, 'operator.json')), 'the socket of the command line')
  await until(async () => (await fetch(`http://127.0.0.1:${port}/v1/account/ready`)).ok, 'the database of accounts')
  const all = begun.move()
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    pid: machine.pid,
    varFolder,
    faults: machine.faults,
    addKey: (plan) => addKey(own, plan),
    addUser: async ({ email, password }) => void (await octet(own, ['user', 'add', '--email', email, '--password', password])),
    readOperatorLink: async () => (await octet(own, ['operator', 'link'])).trim(),
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
}

async function addKey(env: NodeJS.ProcessEnv, plan: string): Promise<string> {
  const email = `${randomUUID()}@example.org`
  await octet(env, ['user', 'add', '--plan', plan, '--email', email])
  return (await octet(env, ['key', 'add', '--name', 'trial', '--email', email])).trim()
}

/** Runs a command of the command line; gives what it prints. */
async function octet(env: NodeJS.ProcessEnv, words: readonly string[]): Promise<string> {
  return (await execute(process.execPath, [CLI, ...words], { env })).stdout
}

function useBuilt(folder: string): Promise<void> {
  return symlink(join(import.meta.dirname, '../../var/data'), folder)
}
