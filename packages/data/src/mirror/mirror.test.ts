import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { access, readFile, readdir, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { until } from '@octet/core/testing/until.ts'
import { openDatabase, openPublished } from '@octet/ipdb/open.ts'
import { PREVIOUS_MANIFEST, readManifestFile, type Manifest } from '@octet/ipdb/manifest.ts'
import { buildDatabase } from '../build.ts'
import { RefusedDataError, UnreachableError } from '../fetch-file.ts'
import { toDataFolder } from '../manifest.ts'
import { makeFolder } from '../testing/folder.ts'
import { makeBasis, makeLayer } from '../testing/small-sources.ts'
import { ProductStore } from '../products/product-store.ts'
import { pullBuild } from './pull-build.ts'
import { pullFile } from './pull-file.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

async function serve(handler: Handler) {
  const server = createServer(handler).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const BYTES = randomBytes(300_000)
const SHA256 = createHash('sha256').update(BYTES).digest('hex')

/** Sends the file, a range of it when that is asked for with the right tag; breaks off when some of so many bytes have been kept. */
function sendPart(
  request: IncomingMessage,
  response: ServerResponse,
  { breakAfter = Infinity, etag = '"one"', bytes = BYTES, into = '' } = {},
): void {
  const isRange = request.headers['if-range'] === etag
  const start = isRange ? Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0) : 0
  const part = bytes.subarray(start)
  response.writeHead(start > 0 ? 206 : 200, { etag, 'content-length': part.length, 'x-checksum-sha256': SHA256 })
  if (breakAfter >= part.length) return void response.end(part)
  response.write(part.subarray(0, breakAfter))
  const sizeOf = () =>
    stat(`${into}.part`).then(
      ({ size }) => size,
      () => 0,
    )
  void until(async () => (await sizeOf()) > start, 'some bytes are kept').finally(() => response.destroy())
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

test('a line that breaks again and again is taken up where it broke', async () => {
  await using folder = await makeFolder()
  const into = join(folder.path, 'file')
  const ranges: (string | undefined)[] = []
  await using server = await serve((request, response) => {
    ranges.push(request.headers.range)
    sendPart(request, response, { breakAfter: 100_000, into })
  })
  assert.deepEqual(await pullFile({ url: server.url, into, maxBytes: 1e6, tries: 2 }), {
    sizeBytes: BYTES.length,
    sha256: SHA256,
  })
  assert.ok((await readFile(into)).equals(BYTES))
  assert.ok(
    ranges.length >= 3 && ranges[0] === undefined && ranges.slice(1).every((range) => /^bytes=\d+-$/.test(range ?? '')),
    ranges.join(),
  )
  assert.deepEqual(await readdir(folder.path), ['file'])
})

test('of an error without end no more is read than what it says', async () => {
  await using folder = await makeFolder()
  const packed = gzipSync(`{"msg":"gone for good"}${' '.repeat(20_000_000)}`)
  await using server = await serve((_request, response) => {
    response.writeHead(404, { 'content-encoding': 'gzip' })
    const send = () => {
      while (response.write(packed));
      response.once('drain', send)
    }
    send()
  })
  const pulled = pullFile({ url: server.url, into: join(folder.path, 'file'), maxBytes: 1e6 })
  await assert.rejects(pulled, { message: 'expected HTTP status 200, got 404: gone for good' })
})

test('what came is gone on with by the next process, and thrown away when the file has changed', async () => {
  await using folder = await makeFolder()
  const into = join(folder.path, 'file')
  let etag = '"one"'
  let breakAfter = 120_000
  let sent = 0
  await using server = await serve((request, response) => {
    if (sent++ > 0 && breakAfter !== Infinity) return void response.writeHead(403).end()
    sendPart(request, response, { etag, breakAfter, into })
  })
  const pull = () => pullFile({ url: server.url, into, maxBytes: 1e6, tries: 2 })
  await assert.rejects(pull(), /expected HTTP status 200, got 403/)
  assert.ok(await exists(`${into}.part`))
  etag = '"two"'
  breakAfter = Infinity
  await pull()
  assert.ok((await readFile(into)).equals(BYTES))
})

for (const [name, handler, error, reason] of [
  ['nobody there', (_, response) => response.destroy(), UnreachableError, /cannot be had/],
  ['another status', (_, response) => response.writeHead(404).end(), UnreachableError, /expected HTTP status 200, got 404/],
  [
    'a damaged file',
    (request, response) => sendPart(request, response, { bytes: Buffer.alloc(300_000) }),
    RefusedDataError,
    /expected SHA-256/,
  ],
  [
    'too many bytes',
    (_, response) => response.writeHead(200).end(Buffer.alloc(2e6)),
    RefusedDataError,
    /expected at most 1000000 bytes/,
  ],
  ['no checksum', (_, response) => response.end('x'), RefusedDataError, /expected a checksum, got none/],
  ['silence', () => {}, UnreachableError, /nothing came for too long/],
] as readonly (readonly [string, Handler, new () => Error, RegExp])[])
  test(`${name}: nothing takes the name of the file`, async () => {
    await using folder = await makeFolder()
    await using server = await serve(handler)
    const into = join(folder.path, 'file')
    await assert.rejects(pullFile({ url: server.url, into, maxBytes: 1e6, tries: 1, silenceMs: 200 }), (found: Error) => {
      assert.ok(found instanceof error, String(found))
      assert.match(found.message, reason)
      return true
    })
    assert.equal(await exists(into), false)
  })

const ranges = (count: bigint, country: string) => ({
  4: Array.from({ length: Number(count) }, (_, at) => ({
    first: BigInt(at) * 512n + 0x0100_0000n,
    last: BigInt(at) * 512n + 0x0100_00ffn,
    value: { country, radiusKm: 9 },
  })),
})
let origin: Awaited<ReturnType<typeof makeFolder>>
let manifest: Manifest
before(async () => {
  origin = await makeFolder()
  manifest = await buildDatabase({
    varFolder: origin.path,
    sources: [...makeBasis(), makeLayer('location', 'places', ranges(50n, 'AA'))],
  })
})
after(() => origin[Symbol.asyncDispose]())

/** An instance that serves a manifest and the files of the origin, as told. */
async function serveBuild(change: { manifest?: (text: string) => string; file?: (bytes: Buffer) => Buffer } = {}) {
  const asked: string[] = []
  const server = await serve((request, response) => {
    asked.push(`${request.url} ${request.headers.authorization ?? ''}`.trim())
    void (async () => {
      const name = /^\/v1\/mirror\/files\/(.+)$/.exec(request.url ?? '')?.[1]
      if (name === undefined) return response.end(change.manifest?.(JSON.stringify(manifest)) ?? JSON.stringify(manifest))
      const bytes = await readFile(join(toDataFolder(origin.path), manifest.files[0]!.name))
      return response.writeHead(200, { etag: '"x"' }).end(change.file?.(bytes) ?? bytes)
    })()
  })
  return { ...server, asked }
}

test('the build comes over, is served, and is not fetched twice', async () => {
  await using folder = await makeFolder()
  await using server = await serveBuild()
  const options = { varFolder: folder.path, url: `${server.url}/`, token: 'a-word-of-16-chars' }
  assert.deepEqual(await pullBuild(options), { outcome: 'updated', build: manifest.build })
  await using db = await openDatabase(folder.path)
  assert.equal(db.lookup('1.0.0.5', { lang: 'en', now: new Date() }).country_code, 'AA')
  assert.deepEqual(await pullBuild(options), { outcome: 'unchanged', build: manifest.build })
  assert.equal(server.asked.filter((line) => line.includes('/files/')).length, 1)
  assert.ok(server.asked.every((line) => line.endsWith('Bearer a-word-of-16-chars')))
})

for (const [what, spoil] of [
  ['damaged', (path: string) => writeFile(path, 'cut')],
  ['gone', (path: string) => rm(path)],
] as const)
  test(`a build whose file is ${what} here comes again, though nothing is new`, async () => {
    await using folder = await makeMirror(40n)
    await using server = await serveBuild()
    const options = { varFolder: folder.path, url: server.url }
    await pullBuild(options)
    await spoil(join(toDataFolder(folder.path), manifest.files[0]!.name))
    assert.deepEqual(await pullBuild(options), { outcome: 'updated', build: manifest.build })
    await using db = await openDatabase(folder.path)
    assert.equal(db.build, manifest.build)
    assert.deepEqual(await pullBuild(options), { outcome: 'unchanged', build: manifest.build })
    const before = await openPublished(toDataFolder(folder.path), PREVIOUS_MANIFEST)
    assert.equal(before.lookup('1.0.0.5', { lang: 'en', now: new Date() }).country_code, 'BB')
  })

test('a mirror goes back with its origin, and offers no files of the build that was taken back', async () => {
  await using folder = await makeMirror(40n, '29991231T235959Z')
  const store = new ProductStore(folder.path)
  const file = { product: 'lite', format: 'mmdb', sizeBytes: 1, md5: '', sha1: '', sha256: '', mmdbMd5: null, rows: 1 } as const
  const made = { madeAt: '', seconds: 1, name: 'lite.mmdb' }
  for (const id of ['29991231T235959Z', '20200101T000000Z']) await store.record({ id, date: manifest.date }, { ...file, ...made })
  await using server = await serveBuild()
  await pullBuild({ varFolder: folder.path, url: server.url })
  assert.equal((await store.find(file))?.build, '20200101T000000Z')
  await using db = await openDatabase(folder.path)
  assert.equal(db.build, manifest.build)
})

/** The last good build of a mirror is another one than the origin's. */
async function makeMirror(count: bigint, build = '20200101T000000Z') {
  const folder = await makeFolder()
  const kept = await buildDatabase({
    varFolder: folder.path,
    sources: [...makeBasis(), makeLayer('location', 'places', ranges(count, 'BB'))],
  })
  const data = toDataFolder(folder.path)
  const files = kept.files.map((file) => ({ ...file, name: file.name.replace(kept.build, build) }))
  for (const [at, { name }] of files.entries()) await rename(join(data, kept.files[at]!.name), join(data, name))
  await writeFile(join(data, 'manifest.json'), JSON.stringify({ ...kept, build, files }))
  return folder
}

for (const [name, change, reason] of [
  ['a page instead of a manifest', { manifest: () => '<!doctype html>' }, /is not a manifest/],
  ['a manifest without end', { manifest: () => 'x'.repeat(5 << 20) }, /at most 4194304 bytes/],
  [
    'a name that leads out of the folder',
    { manifest: (text: string) => text.replace(/octet-[\w-]+\.ipdb/, '../../etc/passwd') },
    /expected a file name/,
  ],
  [
    'a build that leads out of the folder',
    { manifest: (text: string) => text.replace(/"build":"\w+"/, '"build":"../../../tmp/x"') },
    /expected the id of a build/,
  ],
  [
    'a date that is none',
    { manifest: (text: string) => text.replace(/"date":"[^"]+"/, '"date":"soon"') },
    /expected a date, got “soon”/,
  ],
  [
    'the file of another build',
    { manifest: (text: string) => text.replace(/"build":"\w+"/, '"build":"20300101T000000Z"') },
    /expected the file of this build, got one of build/,
  ],
  [
    'an absurd size',
    { manifest: (text: string) => text.replace(/"sizeBytes":\d+/, '"sizeBytes":1e15') },
    /is not a manifest|at most/,
  ],
  ['a truncated file', { file: (bytes: Buffer) => bytes.subarray(0, bytes.length / 2) }, /expected SHA-256|expected \d+ bytes/],
  ['a changed byte', { file: (bytes: Buffer) => Buffer.from(bytes).fill(0xff, 5_000, 5_001) }, /expected SHA-256/],
  ['another kind of file with its own checksum', forge(Buffer.from('not a database'.repeat(100))), /cannot be read|not an Octet/],
] as const)
  test(`${name}: refused, and the last good build stays`, async () => {
    await using folder = await makeMirror(40n)
    await using server = await serveBuild(change)
    await assert.rejects(pullBuild({ varFolder: folder.path, url: server.url }), (error: Error) => {
      assert.ok(error instanceof RefusedDataError, String(error))
      assert.match(error.message, reason)
      return true
    })
    assert.equal((await readManifestFile(toDataFolder(folder.path)))?.build, '20200101T000000Z')
    await using db = await openDatabase(folder.path)
    assert.equal(db.lookup('1.0.0.5', { lang: 'en', now: new Date() }).country_code, 'BB')
    const left = (await readdir(toDataFolder(folder.path))).filter((file) => file.includes(manifest.build))
    assert.deepEqual(left, [])
  })

/** A whole file that is no database, named rightly by its manifest. */
function forge(bytes: Buffer) {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return {
    manifest: (text: string) =>
      text.replace(/"sizeBytes":\d+,"sha256":"\w+"/, `"sizeBytes":${bytes.length},"sha256":"${sha256}"`),
    file: () => bytes,
  }
}

test('a build that has lost most of its rows is refused', async () => {
  await using folder = await makeMirror(500n)
  await using server = await serveBuild()
  await assert.rejects(pullBuild({ varFolder: folder.path, url: server.url }), /rows of v4: expected about/)
  assert.equal((await readManifestFile(toDataFolder(folder.path)))?.build, '20200101T000000Z')
})

test('a refusal is told in the words of the other instance', async () => {
  await using folder = await makeFolder()
  await using server = await serve((_, response) => {
    response.writeHead(402).end('{"code":402,"msg":"The plan of this key holds no mirror"}')
  })
  const refused = pullBuild({ varFolder: folder.path, url: server.url })
  await assert.rejects(refused, {
    message: 'expected HTTP status 200, got 402: The plan of this key holds no mirror',
    status: 402,
  })
})

test('on a full disk nothing is left of what came', { skip: process.platform !== 'linux' }, async () => {
  await using folder = await makeMirror(40n)
  const data = toDataFolder(folder.path)
  await symlink('/dev/full', join(data, `${manifest.files[0]!.name}.part`)) // every write to it says so (full(4))
  await using server = await serveBuild()
  await assert.rejects(pullBuild({ varFolder: folder.path, url: server.url }), { code: 'ENOSPC' })
  assert.deepEqual((await readdir(data)).sort(), ['manifest.json', 'octet-20200101T000000Z.ipdb'])
})

test('one at a time', async () => {
  await using folder = await makeFolder()
  let asked = 0
  await using server = await serve(() => void asked++)
  const leaving = new AbortController()
  const first = pullBuild({ varFolder: folder.path, url: server.url, signal: leaving.signal })
  const settled = first.catch((error: Error) => error)
  await until(() => asked > 0, 'the first is at work')
  await assert.rejects(pullBuild({ varFolder: folder.path, url: server.url }), /already building/)
  leaving.abort()
  await settled
})
