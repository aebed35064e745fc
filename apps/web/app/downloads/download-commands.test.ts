import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { toDownloadCommands } from './download-commands.ts'

const run = promisify(execFile)

function hasCurl(): boolean {
  try {
    execFileSync('curl', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

test(
  'curl waits for a file that is made, and leaves one alone that is as it was',
  { skip: !hasCurl() && 'no curl' },
  async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'octet-download-'))
    const asked: string[] = []
    const server = createServer(({ url, headers }, answer) => {
      asked.push([url, headers.authorization, headers['if-none-match'] ?? ''].join(' '))
      if (asked.length === 1) answer.writeHead(503, { 'retry-after': '1' }).end('{}')
      else if (headers['if-none-match'] === '"1"') answer.writeHead(304, { etag: '"1"' }).end()
      else answer.writeHead(200, { etag: '"1"' }).end('data')
    }).listen(0, '127.0.0.1')
    t.after(() => Promise.all([rm(folder, { recursive: true }), new Promise((resolve) => server.close(resolve))]))
    await once(server, 'listening')
    const [own, ...curl] = toDownloadCommands('lite').split('\n')
    assert.equal(own, 'octet download lite mmdb')
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const command = curl.join('\n').replace('$ORIGIN', origin)
    for (let i = 0; i < 2; i++) {
      await run('sh', ['-euc', command], { cwd: folder, env: { ...process.env, KEY: 'k' } })
      assert.equal(await readFile(join(folder, 'octet-lite.mmdb'), 'utf8'), 'data')
    }
    assert.equal(asked.length, 3)
    assert.equal(asked.at(-1), '/v1/databases/lite/mmdb Bearer k "1"')
  },
)
