import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { deflateRawSync, gzipSync } from 'node:zlib'
import { defineSource, type Golden, type Source } from '@octet/core/source.ts'
import { FLAGS } from '@octet/ipdb/meta.ts'
import { openDatabase } from '@octet/ipdb/open.ts'
import { buildDatabase } from './build.ts'
import { defineLayer } from './layer.ts'
import { mit } from './licences.ts'
import { readManifest } from './manifest.ts'
import { ProductStore } from './products/product-store.ts'
import { readFlagLists } from './readers/flag-list.ts'
import { rollBack } from './roll-back.ts'
import { readState } from './source-state.ts'
import postal from './sources/geonames-postal/source.ts'
import stations from './sources/meteostat-stations/source.ts'
import { readStatus } from './status.ts'
import { makeFolder } from './testing/folder.ts'
import { makeBasis, makeLayer } from './testing/small-sources.ts'
import { toUrls, updateSources } from './update.ts'

const OPTIONS = { lang: 'en', now: new Date(0) } as const

function list(
  id: string,
  flags: number,
  extra: { golden?: readonly Golden[]; isOptional?: boolean; maxBytes?: number } = {},
): Source {
  return defineLayer({
    id,
    title: { en: id, zh: id },
    homepage: 'https://lists.example/',
    licence: mit('https://lists.example/', id, id),
    origin: { kind: 'url', urls: [`https://lists.example/${id}.txt`], cadence: 'daily', maxBytes: extra.maxBytes ?? 10_000 },
    kind: 'flags',
    precedence: 10,
    isOptional: extra.isOptional ?? false,
    bounds: { minRows: 2, maxRows: 100 },
    golden: extra.golden ?? [],
    parse: (files) => readFlagLists(files, flags),
  }) as unknown as Source
}

/** A var folder and a mirror, with one list in it. */
async function makeMirror(files: Readonly<Record<string, string | Buffer>> = {}) {
  const folder = await makeFolder()
  const mirror = join(folder.path, 'mirror')
  const put = async (name: string, content: string | Buffer) => {
    const path = join(mirror, 'lists.example', name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, content)
  }
  for (const [name, content] of Object.entries(files)) await put(name, content)
  return { varFolder: join(folder.path, 'var'), mirror, put, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() }
}

const ROWS = '1.0.0.0/24\n1.0.2.0/24\n1.0.4.0/24\n1.0.6.0/24\n'

test('an update fetches, builds and publishes; flags have their list as evidence, and a relay is no VPN', async () => {
  await using it = await makeMirror({ 'vpn.txt': ROWS, 'relay.txt': '1.0.2.0/25\n2a00::/32\n' })
  const sources = [...makeBasis(), list('vpn', FLAGS.vpn), list('relay', FLAGS.relay), list('tor', FLAGS.tor)]
  const report = await updateSources({ ...it, sources })
  assert.deepEqual(
    report.sources.map(({ id, outcome, rows }) => [id, outcome, rows]),
    [
      ['vpn', 'updated', 4],
      ['relay', 'updated', 2],
      ['tor', 'unreachable', 0],
    ],
  )
  await using db = await openDatabase(it.varFolder)
  const [vpn, relay, plain] = ['1.0.0.1', '1.0.2.1', '1.0.1.1'].map((address) => db.lookup(address, OPTIONS))
  assert.deepEqual([vpn!.proxy_data.is_vpn, vpn!.proxy_data.is_relay, vpn!.is_proxy], [true, false, true])
  assert.deepEqual([relay!.proxy_data.is_vpn, relay!.proxy_data.is_relay], [false, true])
  assert.deepEqual([plain!.proxy_data.is_vpn, plain!.proxy_data.is_tor], [false, null])
  const evidence = vpn!.sources.find(({ id }) => id === 'vpn')
  assert.deepEqual(evidence?.fields, ['proxy_data.is_vpn', 'is_proxy'])
  assert.match(evidence?.date ?? '', /^20\d\d-\d\d-\d\d$/)
  assert.ok(!relay!.sources.some(({ id }) => id === 'vpn'))
})

test('nothing new means no new build', async () => {
  await using it = await makeMirror({ 'vpn.txt': ROWS })
  const sources = [...makeBasis(), list('vpn', FLAGS.vpn)]
  const first = await updateSources({ ...it, sources })
  const second = await updateSources({ ...it, sources })
  assert.ok(first.build)
  assert.deepEqual(second, {
    sources: [{ id: 'vpn', outcome: 'unchanged', reason: null, rows: 4 }],
    build: null,
    buildError: null,
  })
})

for (const [what, content, reason] of [
  ['is empty', '', /empty file/],
  ['is a web page', '\n<!DOCTYPE html><title>Log in</title>', /web page/],
  ['is too large', '1.1.1.1\n'.repeat(2000), /at most 10000 bytes/],
  ['has too few rows', '1.0.0.0/24\n', /expected 2 to 100 rows, got 1/],
  ['has too many rows', Array.from({ length: 101 }, (_, at) => `1.0.0.${at}`).join('\n'), /expected 2 to 100 rows, got 101/],
  ['shrinks by more than half', '1.0.0.0/24\n1.0.2.0/24\n'.slice(0, -1), undefined],
  ['is a cut gzip file', gzipSync(ROWS.repeat(3)).subarray(0, 30), /cannot be read: unexpected end of file/],
  ['is something else', 'error: quota exceeded\ntry later\n', /2 of 2 lines are not/],
] as const)
  test(`a file that ${what} is ${reason ? 'refused and the last good one kept' : 'still good at exactly half'}`, async () => {
    await using it = await makeMirror({ 'vpn.txt': ROWS })
    const sources = [...makeBasis(), list('vpn', FLAGS.vpn)]
    const good = await updateSources({ ...it, sources })
    await it.put('vpn.txt', content)
    const options = { ...it, sources, now: () => new Date('2026-11-22T03:00:00Z') }
    const {
      sources: [outcome],
      build,
    } = await updateSources(options)
    if (!reason) return assert.equal(outcome?.outcome, 'updated')
    assert.equal(outcome?.outcome, 'refused')
    assert.match(outcome.reason ?? '', reason)
    assert.equal(build, null)
    assert.equal((await readManifest(it.varFolder))?.build, good.build)
    assert.equal(await readFile(join(it.varFolder, 'sources', 'vpn', 'vpn.txt'), 'utf8'), ROWS)
    const status = (await readStatus(it.varFolder, sources)).find(({ id }) => id === 'vpn')
    assert.equal(status?.lastError?.at, '2026-11-22T03:00:00.000Z')
    assert.deepEqual([status.rows, status.checkedAt], [4, '2026-11-22T03:00:00.000Z'])
    assert.deepEqual(await readdir(join(it.varFolder, 'sources')), ['vpn'])
  })

test('a list cut to less than half is refused', async () => {
  await using it = await makeMirror({ 'vpn.txt': `${ROWS}1.0.8.0/24\n` })
  const sources = [...makeBasis(), list('vpn', FLAGS.vpn)]
  await updateSources({ ...it, sources })
  await it.put('vpn.txt', '1.0.0.0/24\n1.0.2.0/24\n')
  const {
    sources: [outcome],
  } = await updateSources({ ...it, sources })
  assert.match(outcome?.reason ?? '', /expected at least 3 rows, half of the last 5, got 2/)
})

const manyRows = (count: number) => Array.from({ length: count }, (_, at) => `1.0.${2 * at}.0/24\n`).join('')

for (const [what, before, after, reason] of [
  ['a list cut by a third', manyRows(90), manyRows(60), /at least 72 rows after the last 90, got 60/],
  [
    'a list whose IPv6 part is missing',
    `${manyRows(80)}${v6Rows(20)}`,
    manyRows(84),
    /at least 10 rows of IPv6, half of the last 20, got 0/,
  ],
  ['a list whose IPv6 part is cut', `${manyRows(60)}${v6Rows(40)}`, `${manyRows(60)}${v6Rows(25)}`, /at least 30 rows of IPv6/],
] as const)
  test(`${what} is refused at first, and the last good one kept`, async () => {
    await using it = await makeMirror({ 'vpn.txt': before })
    const sources = [...makeBasis(), list('vpn', FLAGS.vpn)]
    const good = await updateSources({ ...it, sources })
    await it.put('vpn.txt', after)
    const report = await updateSources({ ...it, sources })
    assert.equal(report.sources[0]?.outcome, 'refused')
    assert.match(report.sources[0].reason ?? '', reason)
    assert.equal((await readManifest(it.varFolder))?.build, good.build)
  })

test('a list that stays smaller for a week is taken as it is; one that was cut once is forgotten', async () => {
  await using it = await makeMirror({ 'vpn.txt': manyRows(90) })
  const sources = [...makeBasis(), list('vpn', FLAGS.vpn)]
  const update = async (day: number, rows: number) => {
    await it.put('vpn.txt', manyRows(rows))
    const now = () => new Date(Date.UTC(2026, 10, day))
    return (await updateSources({ ...it, sources, now })).sources[0]?.outcome
  }
  assert.equal(await update(1, 90), 'updated')
  assert.equal(await update(2, 60), 'refused')
  assert.equal(await update(3, 90), 'unchanged')
  assert.equal(await update(9, 60), 'refused', 'the cut of the 2nd does not count any more')
  assert.equal(await update(15, 61), 'refused')
  assert.equal(await update(16, 62), 'updated')
  assert.equal(await update(17, 30), 'refused')
  assert.equal(await update(24, 30), 'refused', 'less than half is never taken')
})

test('after a failed check the sources are as before, and the next build works', async () => {
  await using it = await makeMirror({ 'vpn.txt': ROWS })
  const golden = [{ address: '1.0.0.1', expect: { 'proxy_data.is_vpn': true } }]
  const sources = [...makeBasis(), list('vpn', FLAGS.vpn, { golden })]
  const good = await updateSources({ ...it, sources })
  await it.put('vpn.txt', '1.0.2.0/24\n1.0.4.0/24\n1.0.6.0/24\n')
  const report = await updateSources({ ...it, sources })
  assert.match(report.buildError ?? '', /1\.0\.0\.1 \(vpn\): expected proxy_data\.is_vpn true, got false/)
  assert.equal((await readManifest(it.varFolder))?.build, good.build)
  assert.equal(await readFile(join(it.varFolder, 'sources', 'vpn', 'vpn.txt'), 'utf8'), ROWS)
  assert.match((await readState(it.varFolder, 'vpn'))?.lastError?.reason ?? '', /the build failed/)
  await buildDatabase({ varFolder: it.varFolder, sources })
})

test('a kill between the renames is repaired, and a build that was cut off is made up for', async () => {
  await using it = await makeMirror({ 'vpn.txt': ROWS })
  const sources = [...makeBasis(), list('vpn', FLAGS.vpn)]
  await updateSources({ ...it, sources })
  const folder = join(it.varFolder, 'sources', 'vpn')
  await rename(folder, `${folder}.old`)
  await rm(join(it.varFolder, 'data'), { recursive: true })
  const report = await updateSources({ ...it, sources })
  assert.equal(report.sources[0]?.outcome, 'unchanged')
  assert.ok(report.build)
})

test('a file that somebody has removed is fetched anew', async () => {
  await using it = await makeMirror({ 'vpn.txt': ROWS })
  const sources = [...makeBasis(), list('vpn', FLAGS.vpn)]
  await updateSources({ ...it, sources })
  await rm(join(it.varFolder, 'sources', 'vpn', 'vpn.txt'))
  assert.equal((await updateSources({ ...it, sources })).sources[0]?.outcome, 'updated')
  assert.equal(await readFile(join(it.varFolder, 'sources', 'vpn', 'vpn.txt'), 'utf8'), ROWS)
})

test('an optional source is fetched when named, and from then on', async () => {
  await using it = await makeMirror({ 'vpn.txt': ROWS })
  const sources = [...makeBasis(), list('vpn', FLAGS.vpn, { isOptional: true })]
  assert.deepEqual((await updateSources({ ...it, sources })).sources, [])
  assert.equal((await updateSources({ ...it, sources, only: ['vpn'] })).sources[0]?.outcome, 'updated')
  assert.equal((await updateSources({ ...it, sources })).sources[0]?.outcome, 'unchanged')
  await using db = await openDatabase(it.varFolder)
  assert.equal(db.lookup('1.0.0.1', OPTIONS).proxy_data.is_vpn, true)
  await assert.rejects(
    updateSources({ ...it, sources, only: ['nobody'] }),
    /expected sources that are fetched \(vpn\), got nobody/,
  )
})

test('over HTTP a file is asked for by its validators, and a cut answer is not used', async () => {
  const seen: IncomingHttpHeaders[] = []
  let answer: 'good' | 'cut' | 'gone' = 'good'
  const server = createServer((request, response) => {
    seen.push(request.headers)
    assert.equal(request.url, '/base/lists.example/vpn.txt')
    if (answer === 'gone') return void response.writeHead(503).end()
    if (request.headers['if-none-match'] === '"one"' && answer === 'good') return void response.writeHead(304).end()
    response.writeHead(200, { etag: '"one"', 'content-length': ROWS.length, 'last-modified': 'Sun, 01 Nov 2026 00:00:00 GMT' })
    if (answer === 'good') response.end(ROWS)
    else response.write(ROWS.slice(0, 20), () => response.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    await using folder = await makeFolder()
    const mirror = `http://127.0.0.1:${(server.address() as AddressInfo).port}/base`
    const options = { varFolder: folder.path, mirror, sources: [...makeBasis(), list('vpn', FLAGS.vpn)] }
    const outcomes: string[] = []
    for (const next of ['good', 'good', 'cut', 'gone'] as const) {
      answer = next
      outcomes.push((await updateSources(options)).sources[0]!.outcome)
    }
    assert.deepEqual(outcomes, ['updated', 'unchanged', 'unreachable', 'unreachable'])
    assert.equal(seen[1]?.['if-none-match'], '"one"')
    assert.equal((await readState(folder.path, 'vpn'))?.date, '2026-11-01')
    assert.match((await readState(folder.path, 'vpn'))?.lastError?.reason ?? '', /expected HTTP status 200, got 503/)
  } finally {
    server.closeAllConnections()
    server.close()
  }
})

test('a month that is not out yet leaves the one before', () => {
  assert.deepEqual(toUrls('https://x.example/a-{YYYY-MM}.gz', new Date('2027-01-02T00:00:00Z')), [
    'https://x.example/a-2027-01.gz',
    'https://x.example/a-2026-12.gz',
  ])
})

for (const [now, newest] of [
  ['2026-11-22T23:59:59Z', '20261116'],
  ['2026-11-23T00:00:00Z', '20261123'],
  ['2026-11-25T12:00:00Z', '20261123'],
] as const)
  test(`a weekly file of ${now.slice(0, 10)} is that of Monday ${newest}, else of the two before`, () => {
    const urls = toUrls('https://x.example/a_{MONDAY}.json', new Date(now))
    assert.equal(urls[0], `https://x.example/a_${newest}.json`)
    assert.equal(urls.length, 3)
    assert.match(urls[2]!, newest === '20261123' ? /_20261109/ : /_20261102/)
  })

test('rolling back publishes the build before, and again the one after', async () => {
  await using it = await makeMirror({ 'vpn.txt': ROWS })
  const sources = [...makeBasis(), list('vpn', FLAGS.vpn)]
  const first = await updateSources({ ...it, sources })
  await assert.rejects(rollBack(it.varFolder), { key: 'no_such', message: /^There is no build before \d{8}T/ })
  await it.put('vpn.txt', `${ROWS}1.0.8.0/24\n`)
  await new Promise((resolve) => setTimeout(resolve, 1005 - (Date.now() % 1000)))
  const second = await updateSources({ ...it, sources })
  const store = new ProductStore(it.varFolder)
  for (const { build } of [first, second]) await store.writeSamples(build ?? '', {})
  assert.equal((await rollBack(it.varFolder)).build, first.build)
  assert.equal((await readManifest(it.varFolder))?.build, first.build)
  assert.deepEqual(await store.listBuilds(), [first.build], 'files of the build that was taken back are offered no more')
  assert.equal((await rollBack(it.varFolder)).build, second.build)
})

test('places get the nearest postal code of their country, a station, and its height', async () => {
  await using folder = await makeFolder()
  const place = (at: bigint, value: object) => ({
    first: 0x0100_0000n + at,
    last: 0x0100_0000n + at,
    value: { country: 'AA', radiusKm: 20, ...value },
  })
  const town = { region: 'Upper', city: 'North', latitude: 10, longitude: 0 }
  const location = makeLayer('location', 'location', {
    4: [place(0n, town), place(1n, {}), place(2n, { ...town, latitude: 40 })],
  })
  const zip = 'AA\t123\tNear\t\t\t\t\t\t\t10.1\t0\t4\nBB\t999\tNearer\t\t\t\t\t\t\t10\t0\t4\n'
  const report = (id: string, latitude: number, icao: string | null, elevation: number) => ({
    id,
    name: { en: `Station ${id}` },
    identifiers: icao ? { icao } : { wmo: `0${id}` },
    location: { latitude, longitude: 0, elevation },
    active: id !== 'off',
  })
  const rows = [report('off', 10, 'OFFF', 1), report('1', 10.05, null, 30), report('2', 10.2, 'AAAA', 99)]
  const bounded = (source: Source, name: string) =>
    defineSource({ ...source, bounds: { minRows: 1, maxRows: 9 }, origin: { kind: 'url', urls: [name], cadence: 'weekly' } })
  await mkdir(join(folder.path, 'sources', postal.id), { recursive: true })
  await mkdir(join(folder.path, 'sources', stations.id), { recursive: true })
  await writeFile(join(folder.path, 'sources', postal.id, 'zip'), makeZip('allCountries.txt', zip))
  await writeFile(join(folder.path, 'sources', stations.id, 'json.gz'), gzipSync(JSON.stringify(rows)))
  const sources = [...makeBasis(), location, bounded(postal as Source, 'x/zip'), bounded(stations as Source, 'x/json.gz')]
  await buildDatabase({ varFolder: folder.path, sources })
  await using db = await openDatabase(folder.path)
  const [near, country, far] = ['1.0.0.0', '1.0.0.1', '1.0.0.2'].map((address) => db.lookup(address, OPTIONS))
  assert.deepEqual(
    [near!.zip_code, near!.weather_station_code, near!.weather_station_name, near!.elevation],
    ['123', 'AAAA', 'Station 2', 30],
  )
  for (const record of [country!, far!]) {
    assert.deepEqual([record.zip_code, record.weather_station_code, record.elevation], [null, null, null])
    assert.equal(record.missing['elevation'], 'not_in_data')
  }
})

function v6Rows(count: number): string {
  return Array.from({ length: count }, (_, at) => `2a00:${(2 * at).toString(16)}::/32\n`).join('')
}

/** A ZIP archive with one deflated entry (APPNOTE 4.3). */
function makeZip(name: string, text: string): Buffer {
  const data = deflateRawSync(text)
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x0403_4b50, 0)
  local.writeUInt16LE(name.length, 26)
  const central = Buffer.alloc(46)
  central.writeUInt32LE(0x0201_4b50, 0)
  central.writeUInt16LE(8, 10)
  central.writeUInt32LE(data.length, 20)
  central.writeUInt32LE(Buffer.byteLength(text), 24)
  central.writeUInt16LE(name.length, 28)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x0605_4b50, 0)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(30 + name.length + data.length, 16)
  return Buffer.concat([local, Buffer.from(name), data, central, Buffer.from(name), end])
}
