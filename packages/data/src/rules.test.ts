import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { formatAddress, type IpVersion } from '@octet/core/ip/address.ts'
import { SPECIAL_BLOCKS } from '@octet/core/ip/special.ts'
import type { Source } from '@octet/core/source.ts'
import { ANYCAST, FLAGS } from '@octet/ipdb/meta.ts'
import { openDatabase } from '@octet/ipdb/open.ts'
import { buildDatabase } from './build.ts'
import { findSources } from './find-sources.ts'
import type { LayerKind, LayerValues } from './layer.ts'
import { OUR_NAMES, REASSIGNED } from './places/division-names.ts'
import { CITIES, REGIONS } from './places/world-in-chinese.ts'
import { RULES } from './rules.ts'
import classes from './sources/as-classes/source.ts'
import { REGIONS as AZURE } from './sources/azure-cloud/regions.ts'
import { CAPITALS_ZH } from './sources/countries/capitals-zh.ts'
import { CORRECTIONS, EU } from './sources/countries/source.ts'
import { NO_CITIES, PROVINCES, SEATS } from './sources/ip2region/prefectures.ts'
import { CHINESE, ENGLISH } from './sources/ip2region/provider-names.ts'
import { SERVICES } from './sources/known-anycast/source.ts'
import { REGIONS as ORACLE, STATES } from './sources/oracle-cloud/regions.ts'
import { makeFolder } from './testing/folder.ts'
import { makeBasis, makeLayer } from './testing/small-sources.ts'

/** What the rules of this number come to. Both change together. */
const PINNED = { rules: 7, tables: '9aa39e4fd810caf3', answers: '71747fa1ea5ba983' }

const RAISE =
  'the same sources make other data now: raise RULES in packages/data/src/rules.ts, so that installations build theirs anew, and pin the new values in this test'

test('tables of our own and the precedence of sources are those of the number of the rules', async () => {
  const sources = (await findSources()).map(({ id, kind, precedence, isOptional = false }) => [id, kind, precedence, isOptional])
  const rules = (await Array.fromAsync(await classes.parse([]))).map(({ usage, flags, pattern }) => [usage, flags, `${pattern}`])
  const networks = SPECIAL_BLOCKS.map(({ block, global }) => [block, global])
  const clouds = [AZURE, ORACLE, STATES].map((table) => [...table])
  const names = [REGIONS, CITIES, CAPITALS_ZH, [...EU], CORRECTIONS, PROVINCES, SEATS, [...NO_CITIES], ENGLISH, CHINESE]
  const divisions = [OUR_NAMES, [...REASSIGNED]]
  const tables = digest([sources, rules, networks, SERVICES, clouds, names, divisions])
  assert.deepEqual({ rules: RULES, tables }, { rules: PINNED.rules, tables: PINNED.tables }, RAISE)
})

test('the answers of a small build are those of the number of the rules', async () => {
  await using folder = await makeFolder()
  await buildDatabase({ varFolder: folder.path, sources: makeSmall() })
  await using db = await openDatabase(folder.path)
  const read = (version: IpVersion, at: number, lang: 'en' | 'zh') => {
    const address = formatAddress({ version, value: BASE[version] + BigInt(at) })
    const record = db.lookup(address, { lang, now: new Date(0) })
    const { country_code, region_name, city_name, latitude, longitude, accuracy_radius, is_proxy, ASN, sources } = record
    const { is_vpn, is_tor, is_data_center, is_relay, is_hosting } = record.proxy_data
    const place = [country_code, region_name, city_name, latitude, longitude, accuracy_radius, record.missing['city_name']]
    const network = [ASN.asn, ASN.asn_name, ASN.usage_type, ASN.isp]
    const flags = [is_proxy, is_vpn, is_tor, is_data_center, is_relay, is_hosting]
    return [place, network, flags, sources.map(({ id }) => id)]
  }
  const rows = ([4, 6] as const).flatMap((version) =>
    Array.from({ length: 240 / STEP }, (_, at) => [read(version, at * STEP, 'en'), read(version, at * STEP, 'zh')]),
  )
  assert.ok(new Set(rows.map((row) => JSON.stringify(row))).size > 20, 'answers of many kinds')
  const answers = digest(rows)
  assert.deepEqual({ rules: RULES, answers }, { rules: PINNED.rules, answers: PINNED.answers }, RAISE)
})

const BASE: Readonly<Record<IpVersion, bigint>> = { 4: 0x0100_0000n, 6: 0x2a00_0001n << 96n }
const STEP = 2

/** Layers of every kind that agree, disagree and leave gaps; in IPv6 the same, between the hosts of one /64. */
function makeSmall(): Source[] {
  type Row<Kind extends LayerKind> = readonly [first: number, last: number, value: LayerValues[Kind]]
  const layer = <Kind extends LayerKind>(kind: Kind, id: string, precedence: number, ...rows: readonly Row<Kind>[]) => {
    const of = (version: IpVersion) =>
      rows.map(([first, last, value]) => ({ first: BASE[version] + BigInt(first), last: BASE[version] + BigInt(last), value }))
    return makeLayer(kind, id, { 4: of(4), 6: of(6) }, { precedence })
  }
  const upper = { country: 'AA', region: 'Upper', city: 'North' }
  const near = (latitude: number, city: string) => ({
    country: 'DD',
    region: 'Upper',
    city,
    latitude,
    longitude: 3,
    radiusKm: 25,
  })
  return [
    ...makeBasis(),
    layer('location', 'feed', 20, [0, 9, { country: 'AA' }], [20, 29, { country: 'CC', region: 'Upper', city: 'North' }]),
    layer(
      'location',
      'location',
      10,
      [0, 39, { country: 'AA', region: 'Lower', city: 'South' }],
      [40, 79, { ...upper, radiusKm: 40 }],
      [80, 99, { country: 'BB', region: '', city: 'Nowhere' }],
      [100, 109, { country: 'US', region: 'California', city: 'Mountain View' }],
      [110, 119, { country: 'CN', region: 'Jiangsu', city: 'Nanjing' }],
      [120, 199, near(10, 'North')],
      [200, 209, near(12, 'Hamlet')],
      [220, 235, upper],
      [1000, 1999, near(10, 'North')],
    ),
    layer('country', 'use', 10, [30, 33, { country: 'BB' }], [40, 79, { country: 'CC' }], [210, 223, { country: 'DD' }]),
    layer('registration', 'registration', 10, [0, 59, { country: 'CC' }], [60, 229, { country: 'AA' }]),
    layer(
      'national',
      'national',
      10,
      [5, 14, { ...upper, isp: { en: 'Isp', zh: '网' } }],
      [60, 69, { ...upper, region: 'Lower' }],
    ),
    layer(
      'asn',
      'asn',
      10,
      [0, 59, { asn: 1, name: 'Acme Telecom', domain: 'acme.example' }],
      [60, 119, { asn: 2, name: 'University of Acme' }],
      [120, 235, { asn: 3, name: 'Acme Hosting' }],
      [1000, 1999, { asn: 3, name: 'Acme Hosting' }],
    ),
    layer('flags', 'vpn', 10, [10, 24, { flags: FLAGS.vpn }], [130, 139, { flags: FLAGS.vpn | FLAGS.dataCenter }]),
    layer('flags', 'tor', 10, [20, 34, { flags: FLAGS.tor }]),
    layer('flags', 'relay', 10, [22, 40, { flags: FLAGS.relay }]),
    layer('flags', 'anycast', 10, [34, 44, { flags: ANYCAST }], [84, 89, { flags: ANYCAST }]),
  ]
}

function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16)
}
