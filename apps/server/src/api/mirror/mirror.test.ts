import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { buildDatabase } from '@octet/data/build.ts'
import { startPull } from '@octet/data/start-update.ts'
import { readLastUpdate } from '@octet/data/update-report.ts'
import { makeFolder } from '@octet/data/testing/folder.ts'
import { makeBasis, makeLayer } from '@octet/data/testing/small-sources.ts'
import { startProduct } from '../../testing/start.ts'

const CLI = join(import.meta.dirname, '../../../../cli/bin/octet.mjs')
const TOKEN = 'a-word-of-twenty-two-c'
const run = promisify(execFile)

let folder: Awaited<ReturnType<typeof makeFolder>>
let product: Awaited<ReturnType<typeof startProduct>>
const sourcesOf = (country: string) => [
  ...makeBasis(),
  makeLayer('location', 'places', { 4: [{ first: 0x0100_0000n, last: 0x0100_00ffn, value: { country, radiusKm: 20 } }] }),
]

async function startWith(config: object) {
  const path = join(folder.path, 'octet.json')
  await writeFile(path, JSON.stringify(config))
  return startProduct({ env: { OCTET_VAR: folder.path, OCTET_CONFIG: path }, listen: true })
}

before(async () => {
  folder = await makeFolder()
  await buildDatabase({ varFolder: folder.path, sources: sourcesOf('AA') })
  product = await startWith({ mirror: { token: TOKEN }, limits: { unitsPerSecond: 1_000, burst: 10_000 } })
})
after(async () => {
  await product[Symbol.asyncDispose]()
  await folder[Symbol.asyncDispose]()
})

test('another process brings the build over, and then only asks', async () => {
  await using mirror = await makeFolder()
  const pull = () => startPull({ varFolder: mirror.path, url: product.origin, token: TOKEN }).ended
  const first = await pull()
  assert.equal(first.error, null)
  assert.ok(first.build)
  await using replica = await startProduct({ env: { OCTET_VAR: mirror.path } })
  const answer = await replica.app.inject('/v1/ip/1.0.0.1')
  assert.equal(answer.json<{ data: { country_code: string } }>().data.country_code, 'AA')
  const second = await pull()
  assert.deepEqual([second.build, second.error], [null, null])
  assert.equal((await readLastUpdate(mirror.path))?.startedAt, second.startedAt)
})

test('the command does the same, and says why it cannot', async () => {
  await using mirror = await makeFolder()
  const env = { ...process.env, OCTET_VAR: mirror.path, LANG: 'C' }
  const good = await run(process.execPath, [CLI, 'data', 'mirror', product.origin, '--token', TOKEN], { env })
  assert.match(good.stdout, /^build \d{8}T\d{6}Z\n$/)
  const bad = run(process.execPath, [CLI, 'data', 'mirror', product.origin, '--token', 'another-word-of-length'], { env })
  await assert.rejects(bad, /what is published stays: .* got 401/)
  assert.equal((await readdir(join(mirror.path, 'data'))).filter((name) => name.endsWith('.ipdb')).length, 1)
})

test('the command downloads a database, waiting until it has been made, and checks it', async () => {
  await using target = await makeFolder()
  const env = { ...process.env, OCTET_SERVER: product.origin, LANG: 'C' }
  const { stdout, stderr } = await run(process.execPath, [CLI, 'download', 'lite', 'mmdb', '--to', target.path], { env })
  const path = stdout.trim()
  assert.match(path, /octet-lite-\d{8}\.mmdb$/)
  const sha256 = createHash('sha256')
    .update(await readFile(path))
    .digest('hex')
  assert.match(stderr, new RegExp(`SHA-256 ${sha256}`))
  assert.deepEqual((await readdir(target.path)).length, 1)
  const refused = run(process.execPath, [CLI, 'download', 'asn', 'mmdb', '--to', target.path], { env })
  await assert.rejects(refused, /expected OCTET_KEY with a key that is good for “download”, got none/)
})

test('the command makes files of the present build, also while the server makes some', async () => {
  const env = { ...process.env, OCTET_VAR: folder.path, LANG: 'C' }
  const made = await run(process.execPath, [CLI, 'data', 'make', 'lite/csv.zip'], { env })
  assert.match(made.stdout, /octet-lite-\d{8}-csv\.zip\n$/)
  await assert.rejects(run(process.execPath, [CLI, 'data', 'make', 'asn/mmdb'], { env }), /expected at least one range, got none/)
})

test('nobody gets a build whom the operator does not let', async () => {
  for (const headers of [{}, { authorization: 'Bearer no' }])
    for (const url of ['/v1/mirror/manifest', '/v1/mirror/files/octet-x.ipdb'])
      assert.equal((await product.app.inject({ url, headers })).statusCode, 401)
  await using closed = await startWith({})
  assert.equal((await closed.app.inject('/v1/mirror/manifest')).statusCode, 404)
  await using open = await startWith({ mirror: { clients: ['127.0.0.0/8'] } })
  assert.equal((await open.app.inject('/v1/mirror/manifest')).statusCode, 200)
})

test('only files of the manifest are given, in parts and with validators', async () => {
  const headers = { authorization: `Bearer ${TOKEN}` }
  const manifest = (await product.app.inject({ url: '/v1/mirror/manifest', headers })).json<{
    build: string
    files: { name: string }[]
  }>()
  assert.equal(
    (await product.app.inject({ url: '/v1/mirror/manifest', headers: { ...headers, 'if-none-match': `"${manifest.build}"` } }))
      .statusCode,
    304,
  )
  const { name } = manifest.files[0]!
  const part = await product.app.inject({ url: `/v1/mirror/files/${name}`, headers: { ...headers, range: 'bytes=8-15' } })
  const bytes = await readFile(join(folder.path, 'data', name))
  assert.deepEqual([part.statusCode, part.rawPayload], [206, bytes.subarray(8, 16)])
  for (const other of ['manifest.json', '..%2f..%2foctet.json', 'octet-nothing.ipdb'])
    assert.equal((await product.app.inject({ url: `/v1/mirror/files/${other}`, headers })).statusCode, 404)
})
