import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { after, before, test } from 'node:test'
import { Reader, type Response } from 'maxmind'
import { until } from '@octet/core/testing/until.ts'
import { FLAGS } from '@octet/ipdb/meta.ts'
import { readManifestFile } from '@octet/ipdb/manifest.ts'
import { PRODUCTS } from '@octet/ipdb/write/find-product.ts'
import { PRODUCT_IDS, type Product } from '@octet/ipdb/write/product.ts'
import { lockBuild } from '../build-lock.ts'
import { buildDatabase } from '../build.ts'
import { makeFolder } from '../testing/folder.ts'
import { makeBasis, makeLayer } from '../testing/small-sources.ts'
import { FORMAT_IDS } from './formats.ts'
import { makeProducts } from './make-products.ts'
import { ProductStore } from './product-store.ts'
import { toReadMe } from './read-me.ts'
import { startMaker } from './start-maker.ts'

const ranges = <Value>(value: Value) => ({ 4: [{ first: 0x0100_0000n, last: 0x0100_00ffn, value }] })
const sources = [
  ...makeBasis(),
  makeLayer(
    'location',
    'places',
    ranges({ country: 'AA', region: 'Upper', city: 'North', latitude: 10, longitude: 0, radiusKm: 20 }),
  ),
  makeLayer('asn', 'networks', ranges({ asn: 64_496, name: 'Example' })),
  makeLayer('flags', 'vpns', ranges({ flags: FLAGS.vpn })),
]

let folder: Awaited<ReturnType<typeof makeFolder>>
let store: ProductStore
let build: string
before(async () => {
  folder = await makeFolder()
  build = (await buildDatabase({ varFolder: folder.path, sources })).build
  store = new ProductStore(folder.path)
})
after(() => folder[Symbol.asyncDispose]())
const options = () => ({ varFolder: folder.path, brand: 'Octet', hasCompatibleNames: false, keepBuilds: 2 })

test('every product is made in every format, each file as its list says', async () => {
  for (const product of PRODUCT_IDS) for (const format of FORMAT_IDS) await store.want({ product, format })
  await makeProducts(options())
  const files = await store.list(build)
  assert.equal(files.length, PRODUCT_IDS.length * FORMAT_IDS.length)
  for (const { path, sizeBytes, sha256 } of files) {
    const bytes = await readFile(path)
    assert.deepEqual([bytes.length, createHash('sha256').update(bytes).digest('hex')], [sizeBytes, sha256], path)
  }
  assert.deepEqual(await store.listWanted(), [])
  assert.equal(await store.readMaking(), undefined)
  assert.equal((await store.readSamples(build)).geolocation?.[0]?.['city'], 'North')
  assert.deepEqual(
    (await readdir(join(store.folder, build))).filter((name) => name.startsWith('.')),
    [],
  )
})

test('the MMDB inside the packed ones is the bare one', async () => {
  const find = async (format: (typeof FORMAT_IDS)[number]) => (await store.find({ product: 'geolocation', format }))!
  const bare = await readFile((await find('mmdb')).path)
  const md5 = createHash('md5').update(bare).digest('hex')
  for (const format of ['mmdb', 'mmdb.gz', 'mmdb.tar.gz'] as const) assert.equal((await find(format)).mmdbMd5, md5)
  assert.ok(gunzipSync(await readFile((await find('mmdb.gz')).path)).equals(bare))
  const { path } = await find('mmdb.tar.gz')
  const listed = execFileSync('tar', ['-tzf', path]).toString().trim().split('\n')
  const top = `Octet-City_${build.slice(0, 8)}`
  assert.deepEqual(listed, [`${top}/Octet-City.mmdb`, `${top}/README.txt`, `${top}/LICENSES.txt`])
  assert.ok(execFileSync('tar', ['-xzOf', path, listed[0]!]).equals(bare))
  assert.match(execFileSync('tar', ['-xzOf', path, listed[1]!]).toString(), /Update frequency \/ 更新频率[\s\S]*city\.names/)
  assert.match(execFileSync('tar', ['-xzOf', path, listed[2]!]).toString(), /nobody[\s\S]*CC0-1\.0/)
  const reader = new Reader<Response>(bare)
  assert.equal((reader.get('1.0.0.1') as { city?: { names: { en: string } } } | null)?.city?.names.en, 'North')
  assert.equal(reader.metadata.databaseType, 'Octet-City')
})

test('the README of tables names the columns of their networks, and places only where there are some', async () => {
  const manifest = (await readManifestFile(join(folder.path, 'data')))!
  const write = (product: Product) => toReadMe({ product, formatId: 'csv.zip', manifest, brand: 'Octet' })
  assert.match(write(PRODUCTS.asn), /Columns behind it:\n {2}autonomous_system_number uint32/)
  assert.doesNotMatch(write(PRODUCTS.asn) + write(PRODUCTS.privacy), /location_id|as_name/)
  assert.match(write(PRODUCTS.geolocation), /location_id leads to the Locations files/)
})

test('the languages of an MMDB are those of its names (MMDB 2.0, «languages»)', async () => {
  const open = async (format: 'mmdb' | 'mmdb-flat') =>
    new Reader<Response>(await readFile((await store.find({ product: 'geolocation', format }))!.path))
  const nested = await open('mmdb')
  const { country } = nested.get('1.0.0.1') as unknown as { country: { names: object } }
  assert.deepEqual(nested.metadata.languages, ['de', 'en', 'es', 'fr', 'ja', 'pt-BR', 'ru', 'zh-CN'])
  assert.deepEqual(
    Object.keys(country.names).filter((name) => !nested.metadata.languages.includes(name)),
    [],
  )
  assert.deepEqual((await open('mmdb-flat')).metadata.languages, ['en'])
})

test('a file that cannot be made is noted with its reason, and made when the fault is gone', async () => {
  const wanted = { product: 'lite', format: 'json.gz' } as const
  const name = (await store.find(wanted))!.name
  const list = join(store.folder, build, 'files.json')
  const before = await readFile(list, 'utf8')
  const without = JSON.parse(before) as { files: { name: string }[] }
  await writeFile(list, JSON.stringify({ ...without, files: without.files.filter((file) => file.name !== name) }))
  // In the way of the new file: a folder cannot be written to, as a full disk cannot.
  await mkdir(join(store.folder, build, name, 'x'), { recursive: true }).catch(async () => {
    execFileSync('rm', [join(store.folder, build, name)])
    await mkdir(join(store.folder, build, name, 'x'), { recursive: true })
  })
  await store.want(wanted)
  assert.equal(await makeProducts(options()), 0)
  assert.match((await store.findFailure(wanted))?.reason ?? '', /EISDIR|ENOTEMPTY|EEXIST/)
  assert.equal(await store.find(wanted), undefined)
  execFileSync('rm', ['-r', join(store.folder, build, name)])
  await store.want(wanted)
  assert.equal(await makeProducts(options()), 1)
  assert.equal(await store.findFailure(wanted), undefined)
})

test('a process that is killed leaves no half file, and the next one finishes', async () => {
  const wanted = { product: 'asn', format: 'csv.gz' } as const
  await using other = await makeFolder()
  await buildDatabase({ varFolder: other.path, sources })
  const its = new ProductStore(other.path)
  for (const format of FORMAT_IDS) await its.want({ product: 'asn', format })
  const { child, ended } = startMaker({ ...options(), varFolder: other.path })
  await once(child, 'spawn')
  await until(async () => (await its.readMaking()) !== undefined, 'it makes')
  child.kill('SIGKILL')
  assert.match((await ended) ?? '', /SIGKILL/)
  assert.equal(await startMaker({ ...options(), varFolder: other.path }).ended, undefined)
  const [kept] = await its.listBuilds()
  const files = await its.list(kept!)
  assert.equal(files.length, FORMAT_IDS.length)
  assert.ok(await its.find(wanted))
  assert.deepEqual(
    (await readdir(join(its.folder, kept!))).sort(),
    [...files.map(({ name }) => name), 'files.json', 'samples.json'].sort(),
  )
})

test('who is asked while another process makes files waits, and makes what that one left', async () => {
  await using other = await makeFolder()
  await buildDatabase({ varFolder: other.path, sources })
  const its = new ProductStore(other.path)
  const wanted = { product: 'asn', format: 'mmdb' } as const
  await its.want(wanted)
  const told: number[] = []
  const make = () => makeProducts({ ...options(), varFolder: other.path, onProgress: (_, rows) => void told.push(rows) })
  const lock = await lockBuild(its.folder)
  its.setMaking({ ...wanted, build, rows: 12_345, startedAt: new Date().toISOString() })
  const made = make()
  await until(() => told.includes(12_345), 'it tells how far the other is')
  assert.equal(await its.find(wanted), undefined)
  await lock[Symbol.asyncDispose]()
  assert.equal(await made, 1)
  assert.ok(await its.find(wanted))

  await its.want(wanted)
  await using _held = await lockBuild(its.folder)
  const waiting = make()
  await its.forgetWanted(wanted) // as who has made it does
  assert.equal(await waiting, 0)
})

test('who makes files keeps others from it until the last one is there', async () => {
  await using other = await makeFolder()
  await buildDatabase({ varFolder: other.path, sources })
  const its = new ProductStore(other.path)
  for (const format of ['mmdb', 'csv.gz'] as const) await its.want({ product: 'asn', format })
  const held = new Set<boolean>()
  const look = () => void held.add(existsSync(join(its.folder, 'build.lock')))
  assert.equal(await makeProducts({ ...options(), varFolder: other.path, onProgress: look }), 2)
  assert.deepEqual([...held], [true])
  assert.ok(!existsSync(join(its.folder, 'build.lock')))
})

test('a product that no source feeds is not made', async () => {
  await using other = await makeFolder()
  await buildDatabase({ varFolder: other.path, sources: [...makeBasis(), sources.at(-1)!] })
  const its = new ProductStore(other.path)
  const wanted = { product: 'asn', format: 'mmdb' } as const
  await its.want(wanted)
  assert.equal(await makeProducts({ ...options(), varFolder: other.path }), 0)
  assert.match((await its.findFailure(wanted))?.reason ?? '', /expected at least one range, got none/)
})

test('old builds go, the newest files stay', async () => {
  for (const old of ['20200101T000000Z', '20200102T000000Z']) await mkdir(join(store.folder, old), { recursive: true })
  await store.prune(2)
  assert.deepEqual(await store.listBuilds(), [build, '20200102T000000Z'])
})
