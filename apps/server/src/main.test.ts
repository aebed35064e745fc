import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '@octet/core/testing/free-port.ts'
import { until } from '@octet/core/testing/until.ts'

const ROOT = join(import.meta.dirname, '../../..')

test('two threads serve on one port, count together, and end when they are asked to', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'octet-threads-'))
  const [port, metricsPort] = [await findFreePort(), await findFreePort()]
  const child = spawn(process.execPath, ['scripts/dev-api.ts'], {
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: String(port),
      METRICS_PORT: String(metricsPort),
      OCTET_PROCESSES: '2',
      OCTET_VAR: folder,
      LOG_LEVEL: 'error',
      NODE_OPTIONS: '',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(child, 'exit')
  try {
    let greeting = ''
    child.stdout.on('data', (chunk: Buffer) => (greeting += chunk))
    await until(() => greeting.includes('is ready') || child.exitCode !== null, 'the greeting of the server')
    assert.match(greeting, /2 threads/)
    for (let call = 0; call < 12; call++) {
      const answer = await fetch(`http://127.0.0.1:${port}/v1/tools/case`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', connection: 'close' },
        body: JSON.stringify({ text: 'a', to: 'upper' }),
      })
      assert.equal(answer.status, 200)
      await answer.arrayBuffer()
    }
    const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    const counted = [...metrics.matchAll(/^octet_http_request\w*_count\{[^}]*\} (\d+)$/gm)].reduce(
      (sum, [, n]) => sum + Number(n),
      0,
    )
    assert.ok(counted >= 12, metrics)
  } finally {
    child.kill('SIGTERM')
    await sleep(20)
    child.kill('SIGTERM') // once more while it ends, as where a whole group is told and its npm ends before it
    const [code] = await exit
    await rm(folder, { recursive: true, force: true })
    assert.equal(code, 0)
  }
})

for (const [title, kind, signal, wanted] of [
  ['a server that is stopped while it gets ready ends at once and leaves no database', 'never', 'SIGINT', 0],
  ['a server whose terminal goes while it gets ready leaves no database either', 'never', 'SIGHUP', 0],
  ['a server that cannot get ready says why and ends', 'fails', 'SIGINT', 1],
] as const)
  test(title, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'octet-preparing-'))
    await chmod(folder, 0o755) // the database lies in it, whoever it runs as
    const env = {
      ...process.env,
      CASE: kind,
      PORT: '0',
      OCTET_PROCESSES: '2',
      OCTET_VAR: folder,
      LOG_LEVEL: 'info',
      NODE_OPTIONS: '',
    }
    const child = spawn(process.execPath, ['apps/server/src/testing/serve-unprepared.ts'], { cwd: ROOT, env })
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk))
    const exit = once(child, 'exit')
    try {
      if (kind === 'never') {
        await until(() => said.includes('tables are up to date'), 'the database is there')
        child.kill(signal)
      }
      const [code] = await exit
      assert.equal(code, wanted, said)
      if (kind === 'fails') assert.match(said, /no room for data/)
      assert.deepEqual(
        ['PG_VERSION', 'postmaster.pid'].map((name) => existsSync(join(folder, 'postgres/data', name))),
        [true, false],
      )
    } finally {
      child.kill('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    }
  })
