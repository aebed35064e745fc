import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { runInNewContext } from 'node:vm'
import type { Host } from '@octet/core/host.ts'
import type { CorsReport, CorsWish } from '@octet/core/probe/cors.ts'
import { findFreePort } from '@octet/core/testing/free-port.ts'
import { until } from '@octet/core/testing/until.ts'
import { answerTool } from '../../run.ts'
import { createTestHost } from '../../testing/host.ts'
import { readHeaders } from './read-headers.ts'
import { readOrigin } from './read-origin.ts'
import tool from './tool.ts'
import { writeConfig } from './write-config.ts'

test('an origin is read as browsers write it', () => {
  const rows = [
    ['https://example.com', 'https://example.com'],
    ['HTTPS://Example.com:443/path?q#h', 'https://example.com'],
    ['example.com', 'https://example.com'],
    ['http://localhost:5173/', 'http://localhost:5173'],
    ['http://[2001:db8::1]:80', 'http://[2001:db8::1]'],
    ['https://例子.测试', 'https://xn--fsqu00a.xn--0zwm56d'],
    ['chrome-extension://abcdefgh/page.html', 'chrome-extension://abcdefgh'],
    ['capacitor://localhost', 'capacitor://localhost'],
    ['null', 'null'],
    ['file:///home/a.html', 'null'],
  ] as const
  for (const [text, origin] of rows) assert.equal(readOrigin(text), origin)
  for (const text of ['', '*', 'a b', 'https://a"b.example', 'https://', 'mailto:a@example.com', "https://a'b.example"])
    assert.throws(() => readOrigin(text), { key: 'bad_input' }, text)
})

test('headers are read by the line, or as names', () => {
  assert.deepEqual(readHeaders('X-A, X-B\r\nContent-Type: application/json; charset=utf-8\n\nX-C:'), [
    ['X-A', ''],
    ['X-B', ''],
    ['Content-Type', 'application/json; charset=utf-8'],
    ['X-C', ''],
  ])
  for (const text of ['X A: 1', ': 1', 'X-A: 中', 'X-A: \u0000'])
    assert.throws(() => readHeaders(text), { key: 'bad_input' }, text)
  assert.throws(() => readHeaders('a,'.repeat(51)), { key: 'too_large' })
})

test('lines for servers come where a page is kept out, and name what a browser asked for', async () => {
  const wishes: CorsWish[] = []
  const run = async (verdict: CorsReport['verdict']) => {
    const report = async (url: string, wish: CorsWish) => {
      wishes.push(wish)
      const sent = [{ name: 'Access-Control-Request-Headers', value: 'content-type,x-a' }]
      const step = { kind: 'preflight', method: 'OPTIONS', url, origin: wish.origin, status: 204, meaning: '', address: null }
      const steps = [{ ...step, tookMs: 1, passes: true, sent, headers: [] }]
      const reason = { en: 'a', zh: 'a' }
      const shared = {
        url,
        origin: wish.origin,
        method: 'PUT',
        withCredentials: false,
        preflight: null,
        checks: [],
        notes: [],
        headers: [],
      }
      return { ...shared, verdict, reason, steps } as CorsReport
    }
    const probe = { cors: { report } } as unknown as Host<'probe'>['probe']
    const input = { url: 'https://api.example.com', origin: 'app.example.com/x', method: 'PUT', headers: 'X-A: 1' }
    return (await answerTool(tool, input, createTestHost({ probe } as Partial<Host>))) as { nginx?: string; node?: string }
  }
  assert.equal((await run('allowed')).nginx, undefined)
  const { nginx, node } = await run('blocked')
  assert.match(
    nginx!,
    /"https:\/\/app\.example\.com" \$http_origin;[^]*Allow-Methods "GET, HEAD, POST, PUT"[^]*Allow-Headers "content-type, x-a"/,
  )
  assert.match(node!, /new Set\(\['https:\/\/app\.example\.com'\]\)/)
  assert.deepEqual([wishes[0]!.origin, wishes[0]!.headers], ['https://app.example.com', [['X-A', '1']]])
})

test('nothing is written into a configuration that could mean more there', () => {
  const shared = { origin: 'https://example.com', method: 'GET', withCredentials: false }
  assert.equal(writeConfig({ ...shared, names: ["x-'a"] }, 'en'), undefined)
  assert.equal(writeConfig({ ...shared, names: ['$a'] }, 'en'), undefined)
  assert.equal(writeConfig({ ...shared, origin: 'null', names: [] }, 'en'), undefined)
})

const ORIGIN = 'https://app.example.com'
const permission = { origin: ORIGIN, method: 'PUT', names: ['content-type', 'x-a'], withCredentials: true }

/** Asks as a browser does for pages of two origins, one of which is allowed. */
async function askBoth(url: string) {
  const ask = async (method: string, origin: string) => {
    const headers = { origin, 'access-control-request-method': 'PUT', 'access-control-request-headers': 'content-type,x-a' }
    const answer = await fetch(url, { method, headers: method === 'OPTIONS' ? headers : { origin } })
    await answer.text()
    return answer
  }
  const asked = await ask('OPTIONS', ORIGIN)
  const allowed = (name: string) => asked.headers.get(`access-control-allow-${name}`)
  assert.equal(asked.status, 204)
  assert.deepEqual([allowed('origin'), allowed('credentials')], [ORIGIN, 'true'])
  assert.deepEqual([allowed('methods'), allowed('headers')], ['GET, HEAD, POST, PUT', 'content-type, x-a'])
  assert.equal(asked.headers.get('access-control-max-age'), '7200')
  for (const path of ['GET', 'HEAD']) {
    const answer = await ask(path, ORIGIN)
    assert.equal(answer.headers.get('access-control-allow-origin'), ORIGIN)
    assert.equal(answer.headers.get('access-control-allow-credentials'), 'true')
    assert.equal(answer.headers.get('vary'), 'Origin')
  }
  const other = await ask('GET', 'https://other.example')
  assert.deepEqual([other.headers.get('access-control-allow-origin'), other.headers.get('vary')], [null, 'Origin'])
}

test('the lines for Node.js allow what was asked for, and nobody else', async () => {
  const cors = runInNewContext(`${writeConfig(permission, 'zh')!.node}\ncors`) as (...all: unknown[]) => void
  const listener: RequestListener = (request, response) => cors(request, response, () => response.end('text'))
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  await askBoth(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  server.closeAllConnections()
  server.close()
})

/** In the places of system programs, too, which not everybody has in PATH. */
const nginx = ['nginx', '/usr/sbin/nginx'].find((program) => !spawnSync(program, ['-v']).error)

test('the lines for nginx do so, too, and on errors', { skip: nginx === undefined && 'nginx is not installed' }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'octet-cors-'))
  await chmod(folder, 0o755) // started by root, others read it
  const port = await findFreePort()
  const [map = '', location = ''] = writeConfig(permission, 'en')!.nginx.split(/(?=# in the location)/)
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n')
  await writeFile(
    join(folder, 'nginx.conf'),
    `daemon off;\npid ${folder}/pid;\nerror_log stderr;\nevents {}\nhttp {\naccess_log off;\n${paths}\n${map}\nserver {\nlisten 127.0.0.1:${port};\nlocation / {\nroot ${folder};\n${location}}\n}\n}\n`,
  )
  await writeFile(join(folder, 'there'), 'text')
  const child = spawn(nginx!, ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' })
  try {
    await until(async () => (await fetch(`http://127.0.0.1:${port}/there`).catch(() => undefined)) !== undefined, 'nginx')
    assert.equal((await fetch(`http://127.0.0.1:${port}/there`)).status, 200)
    await askBoth(`http://127.0.0.1:${port}/there`)
    await askBoth(`http://127.0.0.1:${port}/not-there`)
  } finally {
    child.kill('SIGQUIT')
    if (child.exitCode === null) await once(child, 'exit')
    await rm(folder, { recursive: true, force: true })
  }
})
