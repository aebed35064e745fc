import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findFreePort } from '@octet/core/testing/free-port.ts'
import { DIST } from '../build/dist.ts'

const ROOT = join(import.meta.dirname, '../../..')
const DATA = join(ROOT, 'var/data')
const START_LIMIT_MS = 300_000
const STOP_LIMIT_MS = 30_000

export type RealApi = { readonly origin: string; readonly varFolder: string; close(): Promise<void> }

/** Whether address data has been built, without which the product cannot look anything up. */
export const hasAddressData = existsSync(join(DATA, 'manifest.json'))

type RealOptions = {
  /** The server also serves the built site, under the name `localhost`: browsers give no passkeys to addresses. */
  readonly isWhole?: boolean
  /** The operator's file. */
  readonly config?: string
}

/** Starts the product's own server in one process on a free loopback port, with the built address data and an empty database. */
export async function startRealApi({ isWhole = false, config }: RealOptions = {}): Promise<RealApi> {
  const folder = await mkdtemp(join(tmpdir(), 'octet-e2e-'))
  await chmod(folder, 0o755) // a database of its own lies in it then, and goes with it
  if (hasAddressData) await symlink(DATA, join(folder, 'data'))
  const port = await findFreePort()
  const origin = `http://${isWhole ? 'localhost' : '127.0.0.1'}:${port}`
  const child = spawn(process.execPath, ['scripts/dev-api.ts'], {
    cwd: ROOT,
    env: {
      ...process.env,
      ...(isWhole && { PUBLIC_ORIGIN: origin, OCTET_WEB_DIST: DIST }),
      ...(config !== undefined && { OCTET_CONFIG: config }),
      PORT: String(port),
      OCTET_PROCESSES: '1',
      OCTET_VAR: folder,
      LOG_LEVEL: 'error',
      NODE_OPTIONS: '',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  const close = async () => {
    child.kill('SIGINT') // open connections get a second, and its database ends with it
    await Promise.race([ended, wait(STOP_LIMIT_MS, undefined, { ref: false })])
    child.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  }
  const until = Date.now() + START_LIMIT_MS
  while (!(await isReady(origin))) {
    if (child.exitCode !== null || Date.now() > until) {
      await close()
      throw new Error(`the server was not ready within ${START_LIMIT_MS} ms (exit code ${child.exitCode})`)
    }
    await wait(200)
  }
  return { origin, varFolder: folder, close }
}

/** Ready or not: without address data `/readyz` says 503, and the server answers all the same. */
const isReady = (origin: string) =>
  fetch(`${origin}/readyz`).then(
    ({ status }) => status === 200 || !hasAddressData,
    () => false,
  )
