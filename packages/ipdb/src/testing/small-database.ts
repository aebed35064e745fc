import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MANIFEST, type Manifest } from '../manifest.ts'
import { USAGE_TYPES, FLAGS, type DatabaseMeta } from '../meta.ts'
import { encodeNetworks } from '../network-facts.ts'
import { NO_COORDINATE } from '../record-table.ts'
import { writeDatabase, type DatabaseParts } from '../write.ts'

/** A folder that is removed when the test ends. */
export async function makeFolder(): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'octet-ipdb-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

/** Row starts of a small table: IPv4 numbers and IPv6 bigints, ascending, 0 added when missing. */
export type SmallRows = { readonly v4: readonly number[]; readonly v6: readonly bigint[] }

const STRINGS = [
  '',
  'Berlin',
  'Land Berlin',
  'Paris “Ⅷ”',
  'Île-de-France',
  'Acme "Hosting" \\ GmbH',
  '10115',
  'acme.example',
  '柏林',
  '上海市',
]

const META: Omit<DatabaseMeta, 'build'> = {
  date: '2026-11-21T00:00:00.000Z',
  sources: [
    { id: 'places', date: '2026-11-01' },
    { id: 'networks', date: null },
    { id: 'facts', date: null },
    { id: 'relays', date: '2026-11-02', flags: FLAGS.relay },
  ],
  countries: [
    null,
    {
      code: 'DE',
      name: { en: 'Germany', zh: '德国' },
      capital: { en: 'Berlin', zh: '柏林' },
      isEu: true,
      callingCode: '+49',
      currency: { code: 'EUR', name: { en: 'Euro', zh: '欧元' }, symbol: { en: '€', zh: '€' } },
    },
    { code: 'AQ', name: { en: 'Antarctica', zh: '南极洲' }, capital: null, isEu: false, callingCode: '+672', currency: null },
  ],
  zones: ['', 'Europe/Berlin', 'Asia/Kathmandu'],
  isps: [
    { en: '', zh: '' },
    { en: 'Acme', zh: '顶点' },
  ],
  specials: ['', '10.0.0.0/8', '::ffff:0:0/96', '64:ff9b::/96', '2002::/16'],
  layerSets: [
    { place: -1, country: -1, asn: -1, isp: -1, flags: [], isWithheld: false },
    { place: 0, country: 0, asn: 1, isp: -1, flags: [], isWithheld: false },
    { place: 0, country: 0, asn: 1, isp: 0, flags: [1], isWithheld: true },
    { place: 0, country: 0, asn: -1, isp: -1, flags: [3], isWithheld: false },
  ],
  knownFlags: FLAGS.vpn | FLAGS.tor,
  knownByAsn: FLAGS.hosting,
  loadedFields: ['region_code', 'zip_code'],
  fixedSources: { facts: 2, zone: 2, usage: 1, regionCode: 2, zip: 0, elevation: -1, station: -1 },
  stations: [
    { code: '', name: '' },
    { code: 'EDDB', name: 'Berlin "Brandenburg"' },
  ],
  regionCodes: [[1, 2, 'DE-BE']],
}

const PLACES = [
  [0, 0, NO_COORDINATE, NO_COORDINATE, 0, 0, 0, 0],
  [1, 2, 525_200, 134_050, 6, 1 | (1 << 16), 25 | ((32_768 + 34) << 16), 1],
  [3, 4, -12_345, -1_799_999, 0, 2 | (2 << 16), 3000 | ((32_768 - 5) << 16), 0],
  [0, 0, 0, 0, 0, 1, 0, 0],
]
const ASNS = [
  [0, 0, 0, 0],
  [64_496, 5, 7, USAGE_TYPES.indexOf('hosting') | (FLAGS.hosting << 8)],
  [4_200_000_000, 5, 0, USAGE_TYPES.indexOf('isp')],
]
/** Every way a record can look: with and without place, network, provider, flags, special block. */
const RECORDS = [
  [0, 0, 0, 0],
  [1, 1, 0, 1],
  [2, 2, FLAGS.vpn | (1 << 16), 2],
  [1, 0, FLAGS.relay, 3],
  [3, 2, 0, 2],
  [0, 0, 0, 1 << 16],
]
/** Records of the embedding blocks, by the order of `specials`. */
const EMBEDDING_RECORDS = [2, 3, 4].map((special) => [0, 0, 0, special << 16])

/** What the small table says: record numbers by row. */
const recordOfRow = (row: number) => row % RECORDS.length

/** Writes a database of given rows; row n has record n modulo the kinds there are. Publishes it unless told not to. */
export async function writeSmallDatabase(folder: string, rows: SmallRows, build = 'small'): Promise<Manifest> {
  await mkdir(folder, { recursive: true })
  const name = `octet-${build}.ipdb`
  const file = await writeDatabase(join(folder, name), toParts(rows, build))
  const manifest: Manifest = {
    format: 1,
    build,
    date: META.date,
    files: [{ name, ...file }],
    sources: [],
    rows: { v4: rows.v4.length, v6: rows.v6.length },
  }
  await writeFile(join(folder, MANIFEST), JSON.stringify(manifest))
  return manifest
}

function toParts({ v4, v6 }: SmallRows, build: string): DatabaseParts {
  const word = (value: bigint, shift: bigint) => Number((value >> shift) & 0xffff_ffffn)
  const deep = v6.flatMap((start, row) => (start % (1n << 64n) === 0n ? [] : [{ start, row }]))
  const encoded = STRINGS.map((text) => Buffer.from(text))
  const offsets = encoded.reduce<number[]>((ends, bytes) => [...ends, ends.at(-1)! + bytes.length], [0])
  const embedded = new Map([
    [0xffffn << 32n, RECORDS.length],
    [0x64_ff9bn << 96n, RECORDS.length + 1],
    [0x2002n << 112n, RECORDS.length + 2],
  ])
  return {
    meta: { ...META, build },
    v4: { starts: Uint32Array.from(v4), records: Uint32Array.from(v4, (_, row) => recordOfRow(row)) },
    v6: {
      high: Uint32Array.from(v6, (start) => word(start, 96n)),
      low: Uint32Array.from(v6, (start) => word(start, 64n)),
      records: Uint32Array.from(v6, (start, row) => embedded.get(start) ?? recordOfRow(row)),
      deepRows: Uint32Array.from(deep, ({ row }) => row),
      deepLows: Uint32Array.from(deep.flatMap(({ start }) => [word(start, 32n), word(start, 0n)])),
    },
    records: Uint32Array.from([...RECORDS, ...EMBEDDING_RECORDS].flat()),
    places: Int32Array.from(PLACES.flat()),
    placesZh: Uint32Array.from([1, 0, 8]),
    asns: Uint32Array.from(ASNS.flat()),
    networks: encodeNetworks([], () => 0),
    strings: { offsets: Uint32Array.from(offsets), bytes: Buffer.concat(encoded) },
  }
}
