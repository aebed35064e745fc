import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { BITS, formatAddress, MAX_VALUE, parseAddress, type Address } from '@octet/core/ip/address.ts'
import { findSupernet, formatCidr, toCidr, toLastAddress, type Cidr } from '@octet/core/ip/cidr.ts'
import type { IpRange } from '@octet/core/ip/range.ts'
import { ipRecordSchema } from '@octet/core/ip/record.ts'
import { MAX_RECORD_BYTES, openDatabase, type Ipdb } from './open.ts'
import { v4Starts, v6Starts } from './testing/row-starts.ts'
import { makeFolder, writeSmallDatabase, type SmallRows } from './testing/small-database.ts'

const OPTIONS = { lang: 'en', now: new Date('2026-07-01T12:00:00Z') } as const

async function withDatabase(rows: SmallRows, use: (db: Ipdb) => void | Promise<void>): Promise<void> {
  await using folder = await makeFolder()
  await writeSmallDatabase(folder.path, rows)
  await using db = await openDatabase(folder.path)
  await use(db)
}

test('start, end and network are those of the row', () =>
  fc.assert(
    fc.asyncProperty(v4Starts, v6Starts, fc.nat(1000), async (v4, v6, seed) => {
      await withDatabase({ v4, v6 }, (db) => {
        for (const [version, starts] of [
          [4, v4.map(BigInt)],
          [6, v6],
        ] as const) {
          const row = seed % starts.length
          const range = { version, first: starts[row]!, last: (starts[row + 1] ?? MAX_VALUE[version] + 1n) - 1n }
          const address = { version, value: range.first + (range.last - range.first) / 3n }
          const record = db.lookup(address, OPTIONS)
          assert.equal(record.ip, formatAddress(address))
          assert.equal(record.start_ip, formatAddress({ version, value: range.first }))
          assert.equal(record.end_ip, formatAddress({ version, value: range.last }))
          assert.equal(record.network, formatCidr(findWidest(range, address)))
        }
      })
    }),
    { numRuns: 10 },
  ))

/** The widest network around an address that stays within a range. */
function findWidest({ first, last }: IpRange, address: Address): Cidr {
  let widest = toCidr(address, BITS[address.version])
  for (let wider = findSupernet(widest); wider; wider = findSupernet(wider)) {
    if (wider.value < first || toLastAddress(wider).value > last) break
    widest = wider
  }
  return widest
}

const KINDS: SmallRows = {
  v4: [0, 1 << 8, 2 << 8, 3 << 8, 4 << 8, 10 << 24, 11 << 24],
  v6: [
    0n,
    0xffffn << 32n,
    0x1_0000n << 32n,
    0x64_ff9bn << 96n,
    (0x64_ff9bn << 96n) + (1n << 32n),
    0x2002n << 112n,
    0x2003n << 112n,
  ],
}
const ADDRESSES = [
  '0.0.0.1',
  '0.0.1.1',
  '0.0.2.2',
  '0.0.3.3',
  '0.0.4.4',
  '10.1.2.3',
  '11.0.0.1',
  '2a00::1',
  'fe80::1:0:0:1',
  '64:ff9b::0.0.1.7',
  '::ffff:0.0.1.7',
  '2002:0:103::9',
]

test('JSON is what JSON.stringify makes of the record, for every kind of record and both languages', () =>
  withDatabase(KINDS, (db) => {
    for (const address of ADDRESSES)
      for (const lang of ['en', 'zh'] as const) {
        const options = { ...OPTIONS, lang }
        const json = JSON.stringify(db.lookup(address, options))
        for (const _again of [1, 2]) assert.equal(JSON.stringify(db.lookup(address, options)), json) // from the third on it is kept
        assert.equal(db.lookupJson(address, options), json)
        const target = Buffer.alloc(100 + MAX_RECORD_BYTES)
        const end = db.writeJson(address, { lang, nowMs: options.now.getTime() }, target, 100)
        assert.equal(target.toString('utf8', 100, end), json)
      }
  }))

test('records fit the schema of the contract', () =>
  withDatabase(KINDS, (db) => {
    for (const address of ADDRESSES) ipRecordSchema.parse(db.lookup(address, OPTIONS))
  }))

test('a value is empty exactly when a reason is given', () =>
  withDatabase(KINDS, (db) => {
    for (const address of ADDRESSES) {
      const record = db.lookup(address, OPTIONS)
      const empty = Object.entries(record).flatMap(([name, value]): string[] => {
        if (name === 'special') return []
        if (value === null) return [name]
        if (typeof value !== 'object' || Array.isArray(value) || name === 'missing') return []
        return Object.entries(value).flatMap(([inner, part]) => (part === null ? [`${name}.${inner}`] : []))
      })
      assert.deepEqual(Object.keys(record.missing).sort(), empty.sort(), address)
    }
  }))

test('a full record says what its parts say', () =>
  withDatabase(KINDS, (db) => {
    const record = db.lookup('0.0.1.1', { ...OPTIONS, lang: 'zh' })
    assert.equal(record.country_name, '德国')
    assert.equal(record.city_name, '柏林')
    assert.equal(record.region_name, 'Land Berlin')
    assert.equal(record.region_code, 'DE-BE')
    assert.equal(record.zip_code, '10115')
    assert.equal(record.elevation, 34)
    assert.equal(record.weather_station_code, 'EDDB')
    assert.deepEqual(record.time_zone, { name: 'Europe/Berlin', offset: '+02:00', current_time: '2026-07-01T14:00:00+02:00' })
    assert.equal(record.proxy_data.is_hosting, true)
    assert.equal(record.proxy_data.is_vpn, false)
    assert.equal(record.is_proxy, null)
    assert.equal(record.missing['proxy_data.is_relay'], 'source_missing')
    assert.deepEqual(record.sources[0], {
      id: 'places',
      date: '2026-11-01',
      fields: ['country_code', 'region_name', 'city_name', 'latitude', 'longitude', 'accuracy_radius', 'zip_code'],
    })
  }))

test('an anonymising flag makes is_proxy true', () =>
  withDatabase(KINDS, (db) => {
    assert.equal(db.lookup('0.0.2.2', OPTIONS).is_proxy, true)
    assert.equal(db.lookup('0.0.3.3', OPTIONS).proxy_data.is_relay, true)
    assert.equal(db.lookup('0.0.4.4', OPTIONS).missing['region_name'], 'withheld')
  }))

test('a region without a code is there all the same, and says why', () =>
  withDatabase({ ...KINDS, v4: [0, 1 << 8, 2 << 8] }, (db) => {
    const { region_name: region, region_code: code } = db.lookup('0.0.2.2', OPTIONS)
    assert.deepEqual([region, code], ['Île-de-France', null])
    assert.match(db.lookupJson('0.0.2.2', OPTIONS), /"region_name":"Île-de-France","region_code":null/)
  }))

test('a private address says what it is and by which document', () =>
  withDatabase(KINDS, (db) => {
    const record = db.lookup('10.1.2.3', OPTIONS)
    assert.equal(record.special?.rfc, 'RFC 1918')
    assert.equal(record.missing['country_code'], 'special_purpose')
    assert.deepEqual(record.sources, [])
  }))

for (const [address, start, end, network] of [
  ['::ffff:0.0.1.7', '::ffff:0.0.1.0', '::ffff:0.0.1.255', '::ffff:0.0.1.0/120'],
  ['64:ff9b::0.0.1.7', '64:ff9b::100', '64:ff9b::1ff', '64:ff9b::100/120'],
  ['2002:0:107:5::9', '2002:0:100::', '2002:0:1ff:ffff:ffff:ffff:ffff:ffff', '2002:0:100::/40'],
] as const)
  test(`${address} has the answer of the IPv4 address inside it`, () =>
    withDatabase(KINDS, (db) => {
      const record = db.lookup(address, OPTIONS)
      assert.equal(record.city_name, 'Berlin')
      assert.deepEqual([record.start_ip, record.end_ip, record.network], [start, end, network])
      assert.equal(record.special?.global, address.startsWith('64'))
    }))

for (const [text, key] of [
  ['999.1.1.1', 'bad_address'],
  ['1.2.3', 'bad_address'],
  ['0x7f.1', 'bad_address'],
  ['::g', 'bad_address'],
  ['', 'bad_address'],
  ['8.8.8.0/24', 'not_one_address'],
] as const)
  test(`${JSON.stringify(text)} is refused as ${key}`, () =>
    withDatabase(KINDS, (db) => {
      assert.throws(() => db.lookup(text, OPTIONS), { key })
      assert.throws(() => db.lookupJson(text, OPTIONS), { key })
      assert.equal(db.findId(text), -1)
    }))

test('an address value is as good as its text', () =>
  withDatabase(KINDS, (db) => assert.deepEqual(db.lookup(parseAddress('2A00::1'), OPTIONS), db.lookup('2a00:0::1', OPTIONS))))

test('ranges of a country are the rows that say so, joined where they touch', () =>
  withDatabase(KINDS, (db) => {
    const ranges = [...db.ranges({ country: 'DE', version: 4 })].map(({ first, last }) => [Number(first), Number(last)])
    assert.deepEqual(ranges, [
      [1 << 8, (2 << 8) - 1],
      [3 << 8, (10 << 24) - 1],
    ])
    const networks = [...db.ranges({ asn: 64_496 })]
    assert.ok(networks.length > 0)
    for (const { version, first } of networks) assert.equal(db.lookup({ version, value: first }, OPTIONS).ASN.asn, 64_496)
  }))

test('another thread’s memory is used as it is', async () => {
  await using folder = await makeFolder()
  await writeSmallDatabase(folder.path, KINDS)
  const one = await openDatabase(folder.path)
  const other = await openDatabase('/nowhere', { shared: one.shared })
  assert.equal(other.shared, one.shared)
  assert.deepEqual(other.lookup('0.0.1.1', OPTIONS), one.lookup('0.0.1.1', OPTIONS))
})

test('an address gets the same record however often it is asked for, in its own language', () =>
  withDatabase(KINDS, (db) => {
    for (const address of ['0.0.1.1', '0.0.2.1', '10.0.0.1', '::ffff:0.0.1.1', '2002:0:101::'])
      for (const lang of ['en', 'zh'] as const) {
        const asked = Array.from({ length: 4 }, () => db.lookup(address, { ...OPTIONS, lang }))
        for (const record of asked) assert.deepEqual(record, asked[0])
        assert.equal(db.lookupJson(address, { ...OPTIONS, lang }), JSON.stringify(asked[3]))
      }
  }))

test('rows and records of many addresses at once are those of one by one', () =>
  withDatabase(KINDS, (db) => {
    const addresses = Uint32Array.from({ length: 1500 }, (_, at) => at * 7)
    const [rows, records] = [new Int32Array(1500), new Uint32Array(1500)]
    db.v4.findRows(addresses, rows, 1500)
    db.v4.readRecords(addresses, rows, records, 1500)
    const alone = [...addresses].map((address) => db.v4.findRow(address))
    assert.deepEqual([...rows], alone)
    assert.deepEqual(
      [...records],
      alone.map((row) => db.v4.recordOf(row)),
    )
  }))
