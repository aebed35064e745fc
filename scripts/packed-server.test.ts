import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposable, readdir, readFile, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '@octet/core/testing/free-port.ts'
import { until } from '@octet/core/testing/until.ts'
import { startProduct } from '../apps/server/src/testing/start.ts'
import { findPacked, findProgram, isPacked } from './packed-server.ts'
import { prepareServer } from './prepare-server.ts'

const ROOT = join(import.meta.dirname, '..')

test('the server is packed from the sources as they are, and every thread of it is', async () => {
  await prepareServer(findProgram())
  const program = findProgram()
  assert.ok(isPacked(program))
  assert.deepEqual(findPacked()[0], fileURLToPath(new URL('.', program.start)).slice(0, -1))
  // Who serves need not be who has packed, as in an image.
  const { mode } = await stat(new URL('.', program.start))
  assert.equal(mode & 0o055, 0o055 & ~process.umask())
  const first = await readFile(program.start, 'utf8')
  const thread = await readFile(program.thread, 'utf8')
  for (const text of [first, thread]) assert.doesNotMatch(text, /import\.meta\.(?!dirname, ["']\.\.)/)
  const names = await readdir(new URL('.', program.start))
  assert.ok(names.length < 400, `${names.length} files`)
  assert.deepEqual(
    names.filter((name) => !name.endsWith('.js')),
    [],
  )
})

test('what loads modules of its own from the sources is served from them', (context) => {
  for (const name of ['OCTET_TOOLS', 'WATCH_REPORT_DEPENDENCIES']) {
    context.after(() => delete process.env[name])
    process.env[name] = '1'
    assert.ok(!isPacked(findProgram()), name)
    delete process.env[name]
  }
})

test('packed or not, the server has the same calls, and its tools give the same', async () => {
  await prepareServer(findProgram())
  assert.ok(isPacked(findProgram()))
  await using folder = await mkdtempDisposable(join(tmpdir(), 'octet-packed-'))
  const port = await findFreePort()
  const child = spawn(process.execPath, ['scripts/dev-api.ts'], {
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: String(port),
      OCTET_PROCESSES: '1',
      OCTET_VAR: folder.path,
      LOG_LEVEL: 'error',
      NODE_OPTIONS: '',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exit = once(child, 'exit')
  try {
    let said = ''
    child.stdout.on('data', (text: Buffer) => (said += text))
    await until(() => said.includes('is ready') || child.exitCode !== null, 'the greeting of the server')
    await using product = await startProduct()
    const ask = async (method: 'GET' | 'POST', url: string, body?: object) => {
      const packed = await fetch(`http://127.0.0.1:${port}${url}`, {
        method,
        ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
      })
      const plain = await product.app.inject({ method, url, ...(body && { payload: body }) })
      assert.equal(packed.status, plain.statusCode, url)
      return [(await packed.json()) as object, plain.json() as object] as const
    }
    for (const url of ['/v1/tools', '/v1/openapi.json']) {
      const [packed, plain] = await ask('GET', url)
      assert.deepEqual(packed, plain, url)
    }
    for (const { id, input } of SAMPLES) {
      const [packed, plain] = await ask('POST', `/v1/tools/${id}`, input)
      assert.ok(Reflect.get(packed, 'data'), JSON.stringify(packed))
      assert.deepEqual(Reflect.get(packed, 'data'), Reflect.get(plain, 'data'), id)
    }
  } finally {
    child.kill('SIGTERM')
    assert.deepEqual(await exit, [0, null])
  }
})

/** Of each: what is read at once, what comes when it is first needed, what reads a file beside its source, and a package that stays outside. */
const SAMPLES = [
  { id: 'case', input: { text: 'packed server', to: 'camel' } },
  { id: 'xml', input: { text: '<a><b>1</b></a>' } },
  { id: 'pinyin', input: { text: '重庆' } },
  { id: 'phone', input: { number: '+8613800138000' } },
  { id: 'compress', input: { text: 'aaaa', format: 'br' } },
  { id: 'mac-vendor', input: { mac: '00:00:5E:00:53:01' } },
  { id: 'qr', input: { text: 'octet' } },
  { id: 'redact', input: { text: 'mail a@example.com' } },
]
