import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { median, type BenchRow } from '../../packages/core/src/bench.ts'
import { findFreePort } from '../../packages/core/src/testing/free-port.ts'

const ROOT = join(import.meta.dirname, '../..')
const LIMIT_MS = 900_000
const run_ = promisify(execFile)

/** A clone of what is committed, started by `npm start` with nothing prepared, and started again. Packages come from npm. */
export async function run(): Promise<BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'octet-newcomer-'))
  try {
    const clone = join(folder, 'octet')
    await run_('git', ['clone', '-q', ROOT, clone])
    const first = await timeStart(clone)
    const later: number[] = []
    for (let round = 0; round < 3; round++) later.push(await timeStart(clone))
    const middle = median(later)
    return [
      {
        name: 'npm start in a clean clone → first answer, with packages in the cache',
        value: first,
        unit: 's',
        budget: { text: '≤ 120 s', isMet: first <= 120 },
      },
      {
        name: 'npm start again → first answer (median of 3)',
        value: middle,
        unit: 's',
        budget: { text: '≤ 3 s', isMet: middle <= 3 },
      },
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Seconds until a lookup is answered. */
async function timeStart(folder: string): Promise<number> {
  const port = await findFreePort()
  const { DATABASE_URL: _database, REDIS_URL: _redis, NODE_COMPILE_CACHE: _code, ...env } = process.env
  const npm = process.env['npm_execpath']
  const started = performance.now()
  const words = npm ? [npm, 'start'] : ['start']
  const child = spawn(npm ? process.execPath : 'npm', words, {
    cwd: folder,
    // a group of its own: npm hands signals on, but not to what its scripts have started
    detached: true,
    stdio: 'ignore',
    env: { ...env, PORT: String(port), HOST: '127.0.0.1', PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin` },
  })
  const exit = once(child, 'exit')
  try {
    for (;;) {
      const isUp = await fetch(`http://127.0.0.1:${port}/v1/ip/8.8.8.8`).then(
        (answer) => answer.ok,
        () => false,
      )
      const ms = performance.now() - started
      if (isUp) return ms / 1_000
      if (child.exitCode !== null || ms > LIMIT_MS) throw new Error(`npm start gave no answer within ${Math.round(ms / 1_000)} s`)
      await sleep(20)
    }
  } finally {
    process.kill(-child.pid!, 'SIGTERM')
    await exit
    await sleep(2_000) // its database ends after it
  }
}
