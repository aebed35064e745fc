import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { Reader, type Response } from 'maxmind'
import { parquetMetadata, parquetReadObjects } from 'hyparquet'
import { openDatabase, type Ipdb } from '../open.ts'
import { spellV6 } from '../spelling.ts'
import { makeFolder, writeSmallDatabase } from '../testing/small-database.ts'
import { PRODUCTS } from './find-product.ts'
import { verifyMmdb } from './mmdb/verify.ts'
import { forEachNetwork } from './networks.ts'
import { PRODUCT_IDS } from './product.ts'
import type { Run } from './runs.ts'
import { toBlocksCsv, toFlatCsv, toJson, toLocationsCsv, toNdjson } from './text-rows.ts'
import { writeParquet } from './write-parquet.ts'
import { writeProductMmdb } from './write-product-mmdb.ts'

/** Rows begin at these; row n has record n modulo six, see small-database.ts. */
const V4 = [0, 1, 256, 1000, 65_536, 0x0a00_0000, 0x0b00_0000, 0x0b00_0001, 0xffff_fffe]
const V6 = [
  0n,
  1n << 32n,
  0xffffn << 32n,
  1n << 48n,
  0x64_ff9bn << 96n,
  (0x64_ff9bn << 96n) + (1n << 32n),
  0x2000n << 112n,
  0x2001n << 112n,
  (0x2001n << 112n) + 5n,
  0x2002n << 112n,
  0x2003n << 112n,
]

let folder: Awaited<ReturnType<typeof makeFolder>>
let db: Ipdb
before(async () => {
  folder = await makeFolder()
  await writeSmallDatabase(folder.path, { v4: V4, v6: V6 })
  db = await openDatabase(folder.path)
})
after(() => folder[Symbol.asyncDispose]())

const OPTIONS = { type: 'Octet-Test', description: { en: 'test' }, languages: ['en'], builtAt: new Date(0) }
const read = (pieces: Iterable<string>) => [...pieces].join('')

function write(id: (typeof PRODUCT_IDS)[number], layout: 'nested' | 'flat'): Reader<Response> {
  const path = join(folder.path, `${id}-${layout}.mmdb`)
  writeProductMmdb(db, PRODUCTS[id], path, { ...OPTIONS, builtAt: new Date(1_790_000_000_000), layout })
  const bytes = readFileSync(path)
  verifyMmdb(bytes)
  return new Reader<Response>(bytes)
}

test('nested geolocation is what GeoIP2 readers expect', () => {
  const reader = write('geolocation', 'nested')
  assert.deepEqual(reader.get('0.0.0.1'), {
    city: { names: { en: 'Berlin', 'zh-CN': '柏林' } },
    continent: { code: 'EU', names: (reader.get('0.0.0.1') as { continent: { names: object } }).continent.names },
    country: {
      iso_code: 'DE',
      is_in_european_union: true,
      names: {
        de: 'Deutschland',
        en: 'Germany',
        es: 'Alemania',
        fr: 'Allemagne',
        ja: 'ドイツ',
        'pt-BR': 'Alemanha',
        ru: 'Германия',
        'zh-CN': '德国',
      },
    },
    location: { accuracy_radius: 25, latitude: 52.52, longitude: 13.405, time_zone: 'Europe/Berlin' },
    postal: { code: '10115' },
    subdivisions: [{ iso_code: 'BE', names: { en: 'Land Berlin' } }],
  })
  assert.equal(reader.get('0.0.0.0'), null)
})

for (const id of PRODUCT_IDS)
  for (const layout of ['nested', 'flat'] as const)
    test(`${id} ${layout}: every row edge, in IPv4, mapped, NAT64, 6to4 and IPv6, says what the table says`, () => {
      const reader = write(id, layout)
      const product = PRODUCTS[id].open(db)
      for (const [row, start] of V4.entries())
        for (const value of [start, (V4[row + 1] ?? 2 ** 32) - 1]) {
          const number = product.values[db.v4.recordOf(row)]!
          const dotted = [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join('.')
          const hex = value.toString(16).padStart(8, '0')
          const expected = reader.get(dotted)
          assert.equal(expected === null, number === 0, dotted)
          if (layout === 'flat' && number !== 0) {
            const cells = product.read(number)
            const filled = PRODUCTS[id].columns.flatMap(({ name }, at) => (cells[at] === null ? [] : [[name, cells[at]]]))
            assert.deepEqual(expected, Object.fromEntries(filled))
          }
          for (const text of [`::ffff:${dotted}`, `64:ff9b::${dotted}`, `2002:${hex.slice(0, 4)}:${hex.slice(4)}::`])
            assert.deepEqual(reader.get(text), expected, text)
        }
      const words = new Uint32Array(4)
      for (const [row, start] of V6.entries()) {
        if (row === 0 || [2, 4, 9].includes(row)) continue
        for (const [at, shift] of [96n, 64n, 32n, 0n].entries()) words[at] = Number((start >> shift) & 0xffff_ffffn)
        assert.equal(reader.get(spellV6(words)) === null, product.values[db.v6.records[row]!] === 0, spellV6(words))
      }
    })

const BEGINNINGS: readonly [outcome: string, records: readonly number[], addresses: readonly string[]][] = [
  ['a value at 0.0.0.0 stands, and that of ::/96 gives way to it', [0], ['0.0.0.0', '::ffff:0.0.0.0']],
  ['of a range that begins in ::/96 the rest stands', [0, 1], ['0.0.0.0', '0.0.0.1', '::1:0:0', '::ffff:0.0.0.0']],
  ['a value of a block that leads to IPv4 gives way to that of IPv4', [1, 6, 7, 8], ['0.0.0.1', '::1:0:0']],
]
for (const [outcome, records, addresses] of BEGINNINGS)
  test(outcome, () => {
    const path = join(folder.path, 'beginning.mmdb')
    const open = (from: Ipdb) => {
      const reader = PRODUCTS.asn.open(from)
      return { ...reader, values: reader.values.map((_, record) => Number(records.includes(record))) }
    }
    writeProductMmdb(db, { ...PRODUCTS.asn, open }, path, { ...OPTIONS, layout: 'flat' })
    const reader = new Reader<Response>(readFileSync(path))
    const asked = ['0.0.0.0', '0.0.0.1', '255.255.255.255', '::1:0:0', '::ffff:0.0.0.0']
    assert.deepEqual(
      asked.filter((address) => reader.get(address) !== null),
      addresses,
    )
  })

test('flat CSV, NDJSON and JSON hold the same rows', () => {
  for (const id of PRODUCT_IDS) {
    const rows = read(toNdjson(db, PRODUCTS[id]))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    assert.deepEqual(JSON.parse(read(toJson(db, PRODUCTS[id]))), rows)
    assert.equal(read(toFlatCsv(db, PRODUCTS[id])).trim().split('\n').length, rows.length + 1)
  }
  const [, line] = read(toFlatCsv(db, PRODUCTS.geolocation)).split('\n')
  assert.equal(
    line,
    '0.0.0.1,0.0.0.255,DE,Germany,EU,Europe,Land Berlin,BE,Berlin,52.52,13.405,10115,Europe/Berlin,25,false,34,EDDB',
  )
  assert.match(read(toFlatCsv(db, PRODUCTS.asn)), /AS64496,"Acme ""Hosting"" \\ GmbH",acme\.example,hosting/)
})

test('blocks of the ASN product have the columns that GeoIP importers read, with the number as one', () => {
  const blocks = read(toBlocksCsv(db, PRODUCTS.asn, { version: 4 })).split('\n')
  assert.equal(blocks[0], 'network,autonomous_system_number,autonomous_system_organization')
  assert.match(blocks[1]!, /^[\d.]+\/\d+,64496,"Acme ""Hosting"" \\ GmbH"$/)
})

test('blocks of the privacy product have the names of its nested layout, and flags as numbers', () => {
  const [head = '', ...blocks] = read(toBlocksCsv(db, PRODUCTS.privacy, { version: 4 })).split('\n')
  assert.equal(
    head,
    'network,is_anonymous,is_anonymous_vpn,is_hosting_provider,is_public_proxy,is_tor_exit_node,is_relay,network_last_seen,lists',
  )
  const names = PRODUCTS.privacy.nestedFields.map((path) => path.replace('[]', ''))
  assert.deepEqual(new Set(head.split(',').slice(1)), new Set(names))
  assert.equal(blocks[0], '0.0.0.1/32,0,0,1,0,0,0,,networks')
  assert.ok(blocks.includes('0.0.1.0/24,1,1,0,0,0,0,,networks'))
  assert.ok(blocks.includes('0.0.4.0/22,1,0,0,0,0,1,2026-11-02,relays'))
})

test('blocks are networks that name a place', () => {
  const blocks = read(toBlocksCsv(db, PRODUCTS.geolocation, { version: 4 })).split('\n')
  assert.equal(blocks[0], 'network,location_id,postal_code,latitude,longitude,accuracy_radius,is_anycast')
  assert.equal(blocks[1], '0.0.0.1/32,1,10115,52.52,13.405,25,0')
  assert.equal(blocks[2], '0.0.0.2/31,1,10115,52.52,13.405,25,0')
  const { locations } = PRODUCTS.geolocation.open(db)
  const zh = read(toLocationsCsv(locations!, 'zh-CN')).split('\n')
  assert.equal(zh[1], '1,zh-CN,EU,欧洲,DE,德国,BE,Land Berlin,柏林,Europe/Berlin,1')
})

test('privacy names its list, and leaves empty what no list was loaded of', () => {
  const rows = read(toNdjson(db, PRODUCTS.privacy)).split('\n')
  assert.deepEqual(JSON.parse(rows[1]!), {
    start_ip: '0.0.1.0',
    end_ip: '0.0.3.231',
    is_anonymous: true,
    is_vpn: true,
    is_tor: false,
    is_proxy: null,
    is_relay: null,
    is_hosting: false,
    is_data_center: null,
    last_seen: null,
    lists: ['networks'],
  })
})

test('Parquet is read back as it was', async () => {
  const path = join(folder.path, 'x.parquet')
  const rows = await writeParquet(db, PRODUCTS.geolocation, path, { notes: { licences: 'CC-BY-4.0' } })
  const bytes = readFileSync(path)
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length)
  const found = await parquetReadObjects({ file })
  assert.equal(found.length, rows)
  const expected = read(toNdjson(db, PRODUCTS.geolocation))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as object)
  assert.deepEqual(found, expected)
})

test('Parquet is one group of rows up to 100,000, as readers that work by groups like it', async () => {
  await using wide = await makeFolder()
  await writeSmallDatabase(wide.path, { v4: Array.from({ length: 3_000 }, (_, at) => at * 256), v6: [0n] })
  await using many = await openDatabase(wide.path)
  const path = join(wide.path, 'x.parquet')
  const rows = await writeParquet(many, PRODUCTS.geolocation, path, { notes: {} })
  const bytes = readFileSync(path)
  const { row_groups: groups } = parquetMetadata(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))
  assert.deepEqual([rows > 1_000, groups.map(({ num_rows: size }) => Number(size))], [true, [rows]])
})

test('a range falls into the fewest networks', () => {
  const run = (version: 4 | 6, first: readonly number[], last: readonly number[]): Run => ({
    version,
    first: Uint32Array.from(first),
    last: Uint32Array.from(last),
    value: 1,
  })
  const split = (range: Run) => {
    const networks: string[] = []
    forEachNetwork(range, (network) => networks.push(network))
    return networks
  }
  const top = 0xffff_ffff
  assert.deepEqual(split(run(4, [0, 0, 0, 0], [0, 0, 0, top])), ['0.0.0.0/0'])
  assert.deepEqual(split(run(4, [0, 0, 0, 1], [0, 0, 0, 6])), ['0.0.0.1/32', '0.0.0.2/31', '0.0.0.4/31', '0.0.0.6/32'])
  assert.deepEqual(split(run(4, [0, 0, 0, top], [0, 0, 0, top])), ['255.255.255.255/32'])
  assert.deepEqual(split(run(6, [0, 0, 0, 0], [top, top, top, top])), ['::/0'])
  assert.deepEqual(split(run(6, [1, 0, 0, 0], [1, top, top, top])), ['0:1::/32'])
  assert.deepEqual(split(run(6, [1, 0, 0, top], [1, 0, 1, 0])), ['0:1::ffff:ffff/128', '0:1::1:0:0/128'])
})

test('python3-maxminddb sees every network as we do', { skip: !hasPython() && 'python3-maxminddb is not here' }, () => {
  write('geolocation', 'nested')
  const path = join(folder.path, 'geolocation-nested.mmdb')
  const script = `import maxminddb,json
r=maxminddb.open_database(${JSON.stringify(path)},maxminddb.MODE_FILE)
print(json.dumps([r.get(a) for a in ["0.0.0.1","0.0.1.5","2001::3","10.0.0.1"]]),r.metadata().database_type)`
  const reader = new Reader<Response>(readFileSync(path))
  const [json, type] = execFileSync('/usr/bin/python3', ['-c', script])
    .toString()
    .trim()
    .split(/ (?=Octet)/)
  assert.equal(type, 'Octet-Test')
  assert.deepEqual(
    JSON.parse(json!),
    ['0.0.0.1', '0.0.1.5', '2001::3', '10.0.0.1'].map((address) => reader.get(address)),
  )
})

function hasPython(): boolean {
  try {
    execFileSync('/usr/bin/python3', ['-c', 'import maxminddb'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
