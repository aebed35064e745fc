import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { until } from '@octet/core/testing/until.ts'
import { buildDatabase } from '@octet/data/build.ts'
import { makeFolder } from '@octet/data/testing/folder.ts'
import { makeBasis, makeLayer } from '@octet/data/testing/small-sources.ts'
import { addAccount } from '../../domain/account/add-account.ts'
import { startStorage, type TestStorage } from '../../testing/start-storage.ts'
import { startProduct } from '../../testing/start.ts'

let folder: Awaited<ReturnType<typeof makeFolder>>
let storage: TestStorage
let product: Awaited<ReturnType<typeof startProduct>>
const lines: string[] = []
const keys: Record<string, string> = {}

const ranges = <Value>(value: Value) => ({ 4: [{ first: 0x0100_0000n, last: 0x0100_00ffn, value }] })
before(async () => {
  folder = await makeFolder()
  const place = { country: 'AA', region: 'Upper', city: 'North', latitude: 10, longitude: 0, radiusKm: 20 }
  const sources = [
    ...makeBasis(),
    makeLayer('location', 'places', ranges(place)),
    makeLayer('asn', 'nets', ranges({ asn: 64_496, name: 'Ex' })),
  ]
  await buildDatabase({ varFolder: folder.path, sources })
  const config = join(folder.path, 'octet.json')
  await writeFile(config, JSON.stringify({ limits: { unitsPerSecond: 1e4, burst: 1e5 } }))
  storage = await startStorage()
  const env = { OCTET_VAR: folder.path, OCTET_CONFIG: config, LOG_LEVEL: 'info' }
  const logTo = { write: (line: string) => void lines.push(line) }
  product = await startProduct({ storageUrl: storage.url, env, listen: true, logTo })
  for (const plan of ['free', 'enterprise']) {
    const { storage: database, plans, keys: made } = product.services
    const { id } = await addAccount({ database, plans }, { email: `${plan}@example.org`, plan })
    const fields = { name: 'x', kind: 'live', cidrs: [], origins: [], allowQuery: true, expiresAt: null, capMonth: null } as const
    keys[plan] = (await made.create(id, { ...fields, scopes: ['download'] })).key
  }
  await product.services.keyTable.load()
})
after(async () => {
  await product[Symbol.asyncDispose]()
  await storage[Symbol.asyncDispose]()
  await folder[Symbol.asyncDispose]()
})

const basic = (key = '') => `Basic ${Buffer.from(`42:${key}`).toString('base64')}`
type Asked = { readonly url: string; readonly plan?: string; readonly method?: 'GET' | 'HEAD' }

/** Asks as GeoIP Update does: 503 means that the file is being made. */
const ask = ({ url, plan = 'enterprise', method = 'GET' }: Asked) =>
  until(async () => {
    const answer = await product.app.inject({ url, method, headers: { authorization: basic(keys[plan]) } })
    return answer.statusCode !== 503 && answer
  }, `${url} is made`)

const md5 = (bytes: Buffer) => createHash('md5').update(bytes).digest('hex')

test('version 7: metadata, then an archive whose .mmdb has that MD5', async () => {
  const { databases } = (await ask({ url: '/geoip/updates/metadata?edition_id=Octet-City' })).json()
  assert.equal(databases.length, 1)
  const [{ edition_id, md5: expected, date }] = databases
  assert.equal(edition_id, 'Octet-City')
  assert.match(date, /^\d{4}-\d\d-\d\d$/)
  const url = `/geoip/databases/Octet-City/download?date=${date.replaceAll('-', '')}&suffix=tar.gz`
  const archive = await ask({ url })
  assert.equal(archive.statusCode, 200)
  assert.equal(archive.headers['content-encoding'], undefined)
  assert.match(String(archive.headers['last-modified']), /^\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT$/)
  assert.match(String(archive.headers['content-disposition']), /filename=Octet-City_\d{8}\.tar\.gz$/)
  const path = join(folder.path, 'a.tar.gz')
  await writeFile(path, archive.rawPayload)
  const names = execFileSync('tar', ['-tzf', path], { encoding: 'utf8' }).split('\n')
  const mmdb = names.find((name) => name.endsWith('.mmdb'))
  assert.ok(mmdb, names.join())
  assert.equal(md5(execFileSync('tar', ['-xzOf', path, mmdb])), expected)
})

test('version 4: the gzip of the bare file with its MD5, then 304', async () => {
  const first = await ask({ url: `/geoip/databases/Octet-ASN/update?db_md5=${'0'.repeat(32)}` })
  const expected = String(first.headers['x-database-md5'])
  assert.deepEqual(
    [first.statusCode, first.headers['content-encoding'], md5(gunzipSync(first.rawPayload))],
    [200, undefined, expected],
  )
  const again = await ask({ url: `/geoip/databases/Octet-ASN/update?db_md5=${expected}` })
  assert.deepEqual([again.statusCode, again.body], [304, ''])
})

test('the oldest: the name of the file, and the address with the key in it', async () => {
  assert.equal((await ask({ url: '/app/update_getfilename?product_id=Octet-Country' })).body, 'Octet-Country.mmdb')
  const url = `/app/geoip_download?edition_id=Octet-Country&license_key=${keys['free']}&suffix=tar.gz`
  const answer = await product.app.inject({ url })
  assert.ok([200, 503].includes(answer.statusCode), answer.body)
})

test('a permalink has a checksum; HEAD tells without sending', async () => {
  const url = '/geoip/databases/Octet-City/download?suffix=tar.gz'
  const archive = await ask({ url })
  const checksum = await ask({ url: `${url}.sha256` })
  const expected = createHash('sha256').update(archive.rawPayload).digest('hex')
  assert.match(checksum.body, new RegExp(`^${expected} {2}Octet-City_\\d{8}\\.tar\\.gz\\n$`))
  const head = await ask({ url, method: 'HEAD' })
  assert.deepEqual([head.statusCode, head.body, head.headers['content-length']], [200, '', String(archive.rawPayload.length)])
})

test('tables come as an edition that ends in -CSV', async () => {
  const answer = await ask({ url: '/geoip/databases/Octet-City-CSV/download?suffix=zip' })
  assert.deepEqual([answer.statusCode, answer.rawPayload.subarray(0, 2).toString()], [200, 'PK'])
})

const refused: [string, Asked, number, string][] = [
  [
    'an edition of another vendor while the switch is off',
    { url: '/geoip/updates/metadata?edition_id=GeoLite2-City' },
    404,
    'EDITION_NOT_FOUND',
  ],
  ['an edition nobody knows', { url: '/geoip/databases/Nothing/download?suffix=tar.gz' }, 404, 'EDITION_NOT_FOUND'],
  ['a plan without it', { url: '/geoip/updates/metadata?edition_id=Octet-City', plan: 'free' }, 402, 'PERMISSION_REQUIRED'],
  [
    'an account without a key',
    { url: '/geoip/updates/metadata?edition_id=Octet-City', plan: 'nobody' },
    401,
    'AUTHORIZATION_INVALID',
  ],
  ['another ending', { url: '/geoip/databases/Octet-City/download?suffix=rar' }, 400, 'PARAMETER_INVALID'],
  [
    'a day that is not kept',
    { url: '/geoip/databases/Octet-City/download?suffix=tar.gz&date=19990101' },
    404,
    'EDITION_NOT_FOUND',
  ],
  ...['2026', '2', '-', '2026-1031', 'latest'].map((date): (typeof refused)[number] => [
    `a day that is none: ${date}`,
    { url: `/geoip/databases/Octet-City/download?suffix=tar.gz&date=${date}` },
    400,
    'PARAMETER_INVALID',
  ]),
]
test('a date without a value is no date', async () => {
  const url = '/geoip/databases/Octet-City/download?suffix=tar.gz.sha256'
  const [plain, empty] = [await ask({ url }), await ask({ url: `${url}&date=` })]
  assert.deepEqual([empty.statusCode, empty.body], [200, plain.body])
})

test('who asks for an edition that is not there is told which are', async () => {
  const answer = await ask({ url: '/geoip/databases/GeoLite2-City/update' })
  assert.match(
    answer.json().error,
    /^There is no edition “GeoLite2-City”: the editions here are Octet-City, Octet-Country, Octet-ASN, /,
  )
})

for (const [name, asked, status, code] of refused)
  test(`${name} → ${status} ${code}`, async () => {
    const answer = await ask(asked)
    assert.deepEqual([answer.statusCode, answer.json().code], [status, code])
  })

test('what was sent to the last byte is in the history', async () => {
  const before = (await product.services.downloadLog.list(await accountOf('enterprise'))).length
  await fetch(`${product.origin}/geoip/databases/Octet-City/download?suffix=tar.gz`, {
    headers: { authorization: basic(keys['enterprise']) },
  }).then((answer) => answer.arrayBuffer())
  const rows = await product.services.downloadLog.list(await accountOf('enterprise'))
  assert.equal(rows.length, before + 1)
})

for (const url of [
  '/geoip/databases/Octet-Country/download?suffix=tar.gz',
  '/geoip/databases/Octet-Country/update',
  '/app/geoip_download?edition_id=Octet-Country&suffix=tar.gz',
  '/data/free/country_asn.csv.gz',
])
  test(`${url} without a key: a line of the log with database, build and network`, async () => {
    const fetchFile = (method: 'GET' | 'HEAD') => fetch(product.origin + url, { method })
    await until(async () => (await fetchFile('HEAD')).status === 200, 'the file is made')
    lines.length = 0
    const answer = await fetchFile('GET')
    const { byteLength } = await answer.arrayBuffer()
    assert.ok(answer.status === 200 && byteLength > 0)
    const noted = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'a download without an account')
    const build = answer.headers.get('x-data-build')
    assert.deepEqual(
      noted.map(({ product: id, build: of, start, network }) => [id, of, start, network]),
      [['lite', build, 0, '127.0.0.0/24']],
    )
  })

test('files under the names of ipinfo come with the checksums of exactly their bytes', async () => {
  const bearer = { authorization: `Bearer ${keys['free']}` }
  const file = await until(async () => {
    const answer = await product.app.inject({ url: '/data/free/country_asn.csv.gz', headers: bearer })
    return answer.statusCode !== 503 && answer
  }, 'the file is made')
  assert.deepEqual([file.statusCode, file.headers['content-encoding']], [200, undefined])
  const { checksums } = (await product.app.inject({ url: '/data/free/country_asn.csv.gz/checksums', headers: bearer })).json()
  for (const name of ['md5', 'sha1', 'sha256'])
    assert.equal(checksums[name], createHash(name).update(file.rawPayload).digest('hex'))
  assert.equal((await product.app.inject({ url: '/data/asn.mmdb', headers: bearer })).statusCode, 403)
  assert.equal((await product.app.inject({ url: '/data/nothing.mmdb', headers: bearer })).statusCode, 404)
})

async function accountOf(name: string): Promise<string> {
  const { id } = await product.services.storage.run((queries) =>
    queries.selectFrom('accounts').select('id').where('email', '=', `${name}@example.org`).executeTakeFirstOrThrow(),
  )
  return id
}

const geoipupdate = ['/usr/bin/geoipupdate', '/usr/sbin/geoipupdate'].find((path) => existsSync(path))
test('geoipupdate itself fetches an edition', { skip: geoipupdate ? false : 'geoipupdate is not installed' }, async () => {
  const version = execFileSync(geoipupdate!, ['-V'], { encoding: 'utf8' })
  const isOld = /\b[1-6]\.\d/.test(version)
  const host = isOld ? new URL(product.origin).host : product.origin
  const config = join(folder.path, 'GeoIP.conf')
  await writeFile(config, `AccountID 42\nLicenseKey ${keys['enterprise']}\nEditionIDs Octet-City\nHost ${host}\n`)
  await ask({ url: '/geoip/updates/metadata?edition_id=Octet-City' })
  if (isOld) return // these speak https only, whatever the host
  execFileSync(geoipupdate!, ['-f', config, '-d', folder.path], { timeout: 60_000 })
  assert.ok((await readFile(join(folder.path, 'Octet-City.mmdb'))).includes('MaxMind.com'))
})
