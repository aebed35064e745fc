import assert from 'node:assert/strict'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { formatAddress, type IpVersion } from '@octet/core/ip/address.ts'
import type { Source } from '@octet/core/source.ts'
import { ANYCAST, FLAGS } from '@octet/ipdb/meta.ts'
import { openDatabase } from '@octet/ipdb/open.ts'
import { PRODUCTS } from '@octet/ipdb/write/find-product.ts'
import { buildDatabase } from './build.ts'
import type { AsnValue, FlagValue, LayerKind, LayerValues, PlaceValue } from './layer.ts'
import { readManifest } from './manifest.ts'
import { makeFolder } from './testing/folder.ts'
import { makeBasis, makeDivisions, makeDomains, makeLayer, makeNetworks, type TestRange } from './testing/small-sources.ts'

const OPTIONS = { lang: 'en', now: new Date(0) } as const
/** Where the tests put their ranges: ordinary addresses of both families, in IPv6 across the edge of a /64. */
const BASE: Readonly<Record<IpVersion, bigint>> = { 4: 0x0100_0000n, 6: (0x2a00_0001n << 96n) - 32n }
const SIZE = 64

const COUNTRIES = ['AA', 'BB', 'CC', 'DD']
const country = fc.constantFrom(...COUNTRIES)

/** Ranges that do not overlap, with a value each. */
function ranges<Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<{ first: number; last: number; value: Value }[]> {
  return fc.array(fc.tuple(fc.nat(12), fc.integer({ min: 1, max: 16 }), value), { maxLength: 10 }).map((parts) => {
    let at = 0
    return parts.flatMap(([gap, size, one]) => {
      const first = at + gap
      at = first + size
      return at <= SIZE ? [{ first, last: at - 1, value: one }] : []
    })
  })
}

const somewhere = fc.record({
  country,
  region: fc.constantFrom('Upper', 'Lower', ''),
  city: fc.constantFrom('North', 'South', ''),
})
/** ZZ is nobody's code: feeds write it where they do not want to say. */
const unsaid = fc.constant({ country: 'ZZ', region: '', city: '' })
const layers = fc.record({
  feed: ranges(fc.oneof({ arbitrary: somewhere, weight: 3 }, unsaid)),
  location: ranges(somewhere),
  use: ranges(fc.record({ country })),
  registration: ranges(fc.record({ country })),
  national: ranges(
    fc.record({
      country: fc.constant('AA'),
      region: fc.constantFrom('Upper', 'Lower'),
      city: fc.constantFrom('North', undefined),
      isp: fc.constantFrom({ en: 'Isp', zh: '网' }, undefined),
    }),
  ),
  // An access network: hosts are settled once all is merged (merge/settle-hosts.test.ts).
  asn: ranges(fc.record({ asn: fc.integer({ min: 1, max: 3 }), name: fc.constant('Acme Telecom') })),
  vpn: ranges(fc.constant({ flags: FLAGS.vpn })),
  tor: ranges(fc.constant({ flags: FLAGS.tor })),
})
type Layers = typeof layers extends fc.Arbitrary<infer Value> ? Value : never
type Row = Layers[keyof Layers][number]

const find = <Part extends Row>(rows: readonly Part[], at: number) => rows.find(({ first, last }) => first <= at && at <= last)

/** The same, unless what it says is no country. */
const findKnown = (rows: Layers['feed'], at: number) => {
  const value = find(rows, at)?.value
  return value?.country === 'ZZ' ? undefined : value
}

/** How wide the run of equal rows around an address is; a row that touches another of the same value is still its own. */
const width = (row: Row | undefined) => (row ? row.last - row.first + 1 : 0)

/** The rules of merge/decide.ts, said once more for one address. */
function decide(all: Layers, at: number) {
  const feed = findKnown(all.feed, at)
  const location = find(all.location, at)
  const use = find(all.use, at)
  const registered = find(all.registration, at)?.value.country
  const base = feed ?? location?.value
  let code: string | undefined = base?.country
  let isWithheld = false
  if (use && use.value.country !== code && !feed) {
    const isNarrower = width(use) < width(location)
    const isTie = width(use) <= width(location) && code === registered
    if (!code || isNarrower || isTie) {
      isWithheld = code !== undefined
      code = use.value.country
    }
  }
  // A feed that names the country alone leaves the rest to the other location layer.
  const told = feed && !feed.city && !feed.region && location?.value.country === feed.country ? location.value : base
  let place: { region?: string | undefined; city?: string | undefined } | undefined =
    base?.country === code && !isWithheld ? told : undefined
  const national = find(all.national, at)?.value
  const isHome = national !== undefined && code === 'AA'
  if (isHome && (!feed || told !== base) && (national.city || national.region !== place?.region)) place = national
  return {
    country: code ?? null,
    region: place?.region || null,
    city: place?.city || null,
    asn: find(all.asn, at)?.value.asn ?? null,
    isp: isHome && national.isp ? national.isp.en : (find(all.asn, at)?.value.name ?? null),
    vpn: all.vpn.length > 0 ? find(all.vpn, at) !== undefined : null,
    tor: all.tor.length > 0 ? find(all.tor, at) !== undefined : null,
  }
}

function toSources(all: Layers): Source[] {
  const layer = <Kind extends LayerKind>(kind: Kind, id: string, rows: readonly Row[], precedence = 10) => {
    const shift = (version: IpVersion): TestRange<LayerValues[Kind]>[] =>
      rows.map(({ first, last, value }) => {
        // The generator of each layer gives the values of its kind.
        return { first: BASE[version] + BigInt(first), last: BASE[version] + BigInt(last), value: value as LayerValues[Kind] }
      })
    return makeLayer(kind, id, { 4: shift(4), 6: shift(6) }, { precedence })
  }
  return [
    ...makeBasis(),
    layer('location', 'feed', all.feed, 20),
    layer('location', 'location', all.location),
    layer('country', 'use', all.use),
    layer('registration', 'registration', all.registration),
    layer('national', 'national', all.national),
    layer('asn', 'asn', all.asn),
    layer('flags', 'vpn', all.vpn),
    layer('flags', 'tor', all.tor),
  ]
}

test('the merged table says at every address what the rules say there', () =>
  fc.assert(
    fc.asyncProperty(layers, async (all) => {
      await using folder = await makeFolder()
      await buildDatabase({ varFolder: folder.path, sources: toSources(all) })
      await using db = await openDatabase(folder.path)
      for (const version of [4, 6] as const)
        for (let at = 0; at < SIZE; at++) {
          const address = formatAddress({ version, value: BASE[version] + BigInt(at) })
          const record = db.lookup(address, OPTIONS)
          const got = {
            country: record.country_code,
            region: record.region_name,
            city: record.city_name,
            asn: record.ASN.asn,
            isp: record.ASN.isp,
            vpn: record.proxy_data.is_vpn,
            tor: record.proxy_data.is_tor,
          }
          assert.deepEqual(got, decide(all, at), `${address} (${at})`)
        }
    }),
    { numRuns: 10 },
  ))

for (const [prefix, expected] of [
  [47, 'AA'],
  [48, 'AA'],
  [49, 'BB'],
  [64, 'BB'],
] as const)
  test(`in IPv6 a narrower country of use for a /${prefix} ${expected === 'BB' ? 'is' : 'is not'} believed`, async () => {
    await using folder = await makeFolder()
    const range = <Value>(bits: number, value: Value) => {
      const first = 0x2a00_0001n << 96n
      return { first, last: first + (1n << BigInt(128 - bits)) - 1n, value }
    }
    const sources = [
      ...makeBasis(),
      makeLayer('location', 'location', { 6: [range(40, { country: 'AA' })] }),
      makeLayer('country', 'use', { 6: [range(prefix, { country: 'BB' })] }),
      makeLayer('registration', 'registration', { 6: [range(32, { country: 'CC' })] }),
    ]
    await buildDatabase({ varFolder: folder.path, sources })
    await using db = await openDatabase(folder.path)
    assert.equal(db.lookup('2a00:1::1', OPTIONS).country_code, expected)
  })

test('a network announced from many places has the country of its registration, unless its operator names one, and no radius', async () => {
  await using folder = await makeFolder()
  const range = <Value>(first: number, last: number, value: Value) => ({
    first: BASE[4] + BigInt(first),
    last: BASE[4] + BigInt(last),
    value,
  })
  const everywhere: FlagValue = { flags: ANYCAST }
  const sources = [
    ...makeBasis(),
    makeLayer('location', 'feed', { 4: [range(10, 19, { country: 'CC', region: 'Upper', city: 'North' })] }, { precedence: 20 }),
    makeLayer('location', 'location', { 4: [range(0, 39, { country: 'BB', region: 'Lower', city: 'South', radiusKm: 25 })] }),
    makeLayer('country', 'use', { 4: [range(0, 4, { country: 'DD' })] }),
    makeLayer('registration', 'registration', { 4: [range(0, 29, { country: 'AA' }), range(35, 36, { country: 'BB' })] }),
    makeLayer('national', 'national', { 4: [range(0, 9, { country: 'AA', region: '', isp: { en: 'Isp', zh: '网' } })] }),
    makeLayer('asn', 'asn', { 4: [range(0, 39, { asn: 1, name: 'Acme Telecom' })] }),
    makeLayer('flags', 'anycast', { 4: [range(0, 19, everywhere), range(30, 39, everywhere)] }),
  ]
  await buildDatabase({ varFolder: folder.path, sources })
  await using db = await openDatabase(folder.path)
  const read = (at: number) => {
    const record = db.lookup(formatAddress({ version: 4, value: BASE[4] + BigInt(at) }), OPTIONS)
    const { country_code, region_name, city_name, accuracy_radius, missing } = record
    return [country_code, region_name, city_name, accuracy_radius, missing['city_name'], missing['accuracy_radius']]
  }
  const nowhere = [null, null, null, 'anycast', 'anycast']
  assert.deepEqual(read(0), ['AA', ...nowhere])
  assert.deepEqual(read(12), ['CC', 'Upper', 'North', null, undefined, 'anycast'])
  assert.deepEqual(read(25), ['BB', 'Lower', 'South', 25, undefined, undefined])
  for (const at of [34, 35]) assert.deepEqual(read(at), ['BB', 'Lower', 'South', null, undefined, 'anycast'])
  const { ASN, sources: parts } = db.lookup('1.0.0.0', OPTIONS)
  assert.equal(ASN.isp, 'Isp')
  const deciders = (field: string) => parts.filter(({ fields }) => fields.includes(field)).map(({ id }) => id)
  assert.deepEqual([deciders('country_code'), deciders('accuracy_radius')], [['registration'], ['anycast']])
})

test('a block set aside for identifiers or protocols is nowhere, unless somebody announces it or an operator says where', async () => {
  await using folder = await makeFolder()
  const block = <Value>(high: bigint, value: Value) => ({ first: high << 96n, last: ((high + 1n) << 96n) - 1n, value })
  const somewhere = { country: 'BB', region: 'Lower', city: 'South', radiusKm: 25 }
  const [orchids, drones, tunnels] = [0x2001_0020n, 0x2001_0030n, 0x2001_0003n]
  const sources = [
    ...makeBasis(),
    makeLayer('location', 'feed', { 6: [block(drones, { country: 'CC', region: 'Upper', city: 'North' })] }, { precedence: 20 }),
    makeLayer('location', 'location', { 6: [tunnels, orchids, drones].map((high) => block(high, somewhere)) }),
    makeLayer('asn', 'asn', { 6: [block(tunnels, { asn: 1, name: 'Acme Telecom' })] }),
  ]
  await buildDatabase({ varFolder: folder.path, sources })
  await using db = await openDatabase(folder.path)
  const read = (address: string) => {
    const { country_code, city_name, special, missing } = db.lookup(address, OPTIONS)
    return [country_code, city_name, special?.global, missing['country_code']]
  }
  assert.deepEqual(read('2001:20::1'), [null, null, true, 'special_purpose'])
  assert.deepEqual(read('2001:30::1'), ['CC', 'North', true, undefined])
  assert.deepEqual(read('2001:3::1'), ['BB', 'South', true, undefined])
})

test('evidence of hosting is the list that says so, else the name of the network; a list of anycast networks is none', async () => {
  await using folder = await makeFolder()
  const range = <Value>(first: number, last: number, value: Value) => ({
    first: BASE[4] + BigInt(first),
    last: BASE[4] + BigInt(last),
    value,
  })
  const networks = [range(0, 9, { asn: 1, name: 'Acme Hosting' }), range(10, 29, { asn: 2, name: 'Acme Telecom' })]
  const sources = [
    ...makeBasis(),
    makeLayer('asn', 'asn', { 4: networks }),
    makeLayer('flags', 'hosts', { 4: [range(5, 14, { flags: FLAGS.hosting | FLAGS.dataCenter })] }),
    makeLayer('flags', 'tor', { 4: [range(4, 4, { flags: FLAGS.tor })] }),
    makeLayer('flags', 'anycast', { 4: [range(0, 24, { flags: ANYCAST })] }),
  ]
  await buildDatabase({ varFolder: folder.path, sources })
  await using db = await openDatabase(folder.path)
  const privacy = PRODUCTS.privacy.open(db)
  const read = (at: number) => {
    const record = db.lookup(formatAddress({ version: 4, value: BASE[4] + BigInt(at) }), OPTIONS)
    const decided = record.sources.filter(({ fields }) => fields.includes('proxy_data.is_hosting')).map(({ id }) => id)
    const value = privacy.values[db.v4.recordOf(db.v4.findRow(Number(BASE[4]) + at))]!
    const cells = value === 0 ? [] : privacy.read(value)
    return [record.proxy_data.is_hosting, decided, cells.at(-1) ?? null]
  }
  assert.deepEqual(read(0), [true, ['classes'], ['classes']])
  assert.deepEqual(read(4), [true, ['classes'], ['tor', 'classes']])
  assert.deepEqual(read(5), [true, ['hosts'], ['hosts']])
  assert.deepEqual(read(12), [true, ['hosts'], ['hosts']])
  assert.deepEqual(read(20), [false, ['classes'], null])
})

test('what a source says of a network comes before its name, and its registration and its neighbours are there', async () => {
  await using folder = await makeFolder()
  const range = (first: number, asn: number, name: string) => ({
    first: BASE[4] + BigInt(first),
    last: BASE[4] + BigInt(first) + 9n,
    value: { asn, name },
  })
  const known = { handle: 'ACME', country: 'AA', registered: '1997-03-14', role: 'stub', peerCount: 7 } as const
  const sources = [
    ...makeBasis(),
    makeLayer('asn', 'asn', { 4: [range(0, 1, 'Acme Hosting'), range(10, 2, 'Acme Telecom'), range(20, 3, 'Acme Telecom')] }),
    makeNetworks(
      { ...known, asn: 1, usage: 'isp', providers: [2, 9] },
      { ...known, asn: 2, usage: 'hosting', providers: [] },
      { ...known, asn: 3, usage: null, providers: [2] },
      { ...known, asn: 4, usage: 'isp', providers: [2] },
    ),
  ]
  await buildDatabase({ varFolder: folder.path, sources })
  await using db = await openDatabase(folder.path)
  const read = (at: number) => {
    const { ASN, proxy_data, sources: parts } = db.lookup(formatAddress({ version: 4, value: BASE[4] + BigInt(at) }), OPTIONS)
    const decided = parts.filter(({ fields }) => fields.includes('ASN.usage_type')).map(({ id }) => id)
    return [ASN.usage_type, proxy_data.is_hosting, decided]
  }
  assert.deepEqual([0, 10, 20].map(read), [
    ['isp', false, ['networks']],
    ['hosting', true, ['networks']],
    ['isp', false, ['classes']],
  ])
  assert.deepEqual(db.networks.get(1), { ...known, asn: 1, providers: [2, 9] })
  assert.deepEqual([db.networks.get(4), db.networks.customersOf(2)], [undefined, [1, 3]], 'only networks with addresses')
  const privacy = PRODUCTS.privacy.open(db)
  const hosting = privacy.values[db.v4.recordOf(db.v4.findRow(Number(BASE[4]) + 10))]!
  assert.deepEqual(privacy.read(hosting).at(-1), ['networks'])
})

test('domains of networks are answered with their source, and left out of files where they are not to be passed on', async () => {
  await using folder = await makeFolder()
  const networks = [1, 2].map((asn) => ({
    first: BASE[4] + BigInt(10 * asn),
    last: BASE[4] + BigInt(10 * asn + 9),
    value: { asn, name: `Net ${asn}` },
  }))
  const sources = [...makeBasis(), makeLayer('asn', 'asn', { 4: networks }), makeDomains({ asn: 1, domain: 'one.example' })]
  await buildDatabase({ varFolder: folder.path, sources })
  await using db = await openDatabase(folder.path)
  const read = (at: number) => db.lookup(formatAddress({ version: 4, value: BASE[4] + BigInt(at) }), OPTIONS)
  const [one, two] = [read(10), read(20)]
  assert.deepEqual([one.ASN.domain, two.ASN.domain, two.missing['ASN.domain']], ['one.example', null, 'not_in_data'])
  assert.deepEqual(
    one.sources.filter(({ fields }) => fields.includes('ASN.domain')).map(({ id }) => id),
    ['domains'],
  )
  const product = PRODUCTS.asn.open(db)
  const cells = product.read(product.values[db.v4.recordOf(db.v4.findRow(Number(BASE[4]) + 10))]!)
  assert.deepEqual(cells.slice(0, 3), ['AS1', 'Net 1', null])
})

/** A place on the equator, in the middle between the towns of AA, 1,112 km away; one degree, 111 km, west of that of BB. */
const DOUBTED = { country: 'AA', region: 'Upper', city: 'Hamlet', latitude: 0, longitude: 0, radiusKm: 25 }

/** What is said of a network of its own: prefix lengths of what the worldwide source and the registries say, and more. */
type Doubt = {
  readonly version?: IpVersion
  readonly location?: number
  /** Addresses at the end of it that are said to be elsewhere. */
  readonly setApart?: bigint
  readonly use?: number
  readonly usedIn: string
  readonly name?: string
  readonly feed?: PlaceValue
  readonly national?: PlaceValue
  readonly isAnycast?: boolean
  readonly radiusKm: number | null
}

test('the radius takes in the country that was not believed, and its own where hosts of one site are set apart', async () => {
  const cases: Readonly<Record<string, Doubt>> = {
    'sources that agree': { usedIn: 'AA', radiusKm: 25 },
    'another country of use': { usedIn: 'DD', radiusKm: 1500 },
    'the same in IPv6': { version: 6, location: 40, use: 36, usedIn: 'DD', radiusKm: 1500 },
    'hosts, which may stand elsewhere than registered': { usedIn: 'DD', name: 'Acme Hosting', radiusKm: 25 },
    'a company, which may do so, too': { usedIn: 'DD', name: 'Acme Corporation', radiusKm: 25 },
    'hosts of a site': { version: 6, location: 48, usedIn: 'AA', name: 'Acme Hosting', radiusKm: 25 },
    'hosts of a part of it': { version: 6, location: 49, usedIn: 'AA', name: 'Acme Hosting', radiusKm: 1200 },
    'the same in another country of use': { version: 6, location: 49, usedIn: 'DD', name: 'Acme Hosting', radiusKm: 1500 },
    'hosts of a /24': { usedIn: 'AA', name: 'Acme Hosting', radiusKm: 25 },
    'hosts of half of it': { location: 25, usedIn: 'AA', name: 'Acme Hosting', radiusKm: 25 },
    'hosts of what is left of it': { location: 24, setApart: 1n, usedIn: 'AA', name: 'Acme Hosting', radiusKm: 1200 },
    'access of a part of a site': { version: 6, location: 56, usedIn: 'AA', radiusKm: 25 },
    'an operator, who knows better': { usedIn: 'DD', feed: { ...DOUBTED, radiusKm: 20 }, radiusKm: 20 },
    'a national source that agrees': { usedIn: 'DD', national: { country: 'AA', region: 'Upper' }, radiusKm: 25 },
    'a network announced from many places': { usedIn: 'DD', isAnycast: true, radiusKm: null },
  }
  const networks = Object.entries(cases).map(([what, { version = 4, ...said }], at) => {
    const first = version === 4 ? BigInt(0x0100_0000 + (at << 16)) : BigInt(0x2a00_0000 + at) << 96n
    const to = (prefix: number) => first + (1n << BigInt((version === 4 ? 32 : 128) - prefix)) - 1n
    return { what, version, first, to, ...said }
  })
  type Network = (typeof networks)[number]
  const layer = <Kind extends LayerKind>(
    kind: Kind,
    { id = kind, precedence = 10 }: { id?: string; precedence?: number },
    say: (network: Network) => LayerValues[Kind] | undefined,
    toPrefix: (network: Network) => number = () => 20,
  ) => {
    const of = (version: IpVersion) =>
      networks.flatMap((network) => {
        const value = say(network)
        const setApart = kind === 'location' && id !== 'feed' ? (network.setApart ?? 0n) : 0n
        const range = { first: network.first, last: network.to(toPrefix(network)) - setApart }
        return network.version === version && value !== undefined ? [{ ...range, value }] : []
      })
    return makeLayer(kind, id, { 4: of(4), 6: of(6) }, { precedence })
  }
  await using folder = await makeFolder()
  const sources = [
    ...makeBasis(),
    layer('location', { id: 'feed', precedence: 20 }, ({ feed }) => feed),
    layer(
      'location',
      {},
      () => DOUBTED,
      ({ location = 24 }) => location,
    ),
    layer(
      'country',
      {},
      ({ usedIn }) => ({ country: usedIn }),
      ({ use = 20 }) => use,
    ),
    layer('registration', {}, ({ isAnycast }) => (isAnycast ? { country: 'AA' } : undefined)),
    layer('national', {}, ({ national }) => national),
    layer('asn', {}, ({ name = 'Acme Telecom' }) => ({ asn: name.length, name })),
    layer('flags', {}, ({ isAnycast }) => (isAnycast ? { flags: ANYCAST } : undefined)),
  ]
  await buildDatabase({ varFolder: folder.path, sources })
  await using db = await openDatabase(folder.path)
  const told = networks.map(({ what, version, first }) => {
    const { city_name, accuracy_radius } = db.lookup(formatAddress({ version, value: first }), OPTIONS)
    return [what, city_name, accuracy_radius]
  })
  assert.deepEqual(
    told,
    Object.entries(cases).map(([what, { radiusKm }]) => [what, 'Hamlet', radiusKm]),
  )
})

const place = (value: PlaceValue) => ({ first: BASE[4], last: BASE[4] + 255n, value })
const network = (value: AsnValue) => ({ first: BASE[4], last: BASE[4] + 99n, value })

test('a place without coordinates gets those of its town, else of its country', async () => {
  await using folder = await makeFolder()
  const towns = [
    { ...place({ country: 'BB', region: 'Lower', city: 'South' }), last: BASE[4] + 9n },
    { first: BASE[4] + 10n, last: BASE[4] + 19n, value: { country: 'CC', region: 'Upper', city: 'Nowhere' } },
  ]
  await buildDatabase({ varFolder: folder.path, sources: [...makeBasis(), makeLayer('location', 'location', { 4: towns })] })
  await using db = await openDatabase(folder.path)
  const [town, middle] = ['1.0.0.1', '1.0.0.11'].map((address) => db.lookup(address, OPTIONS))
  assert.deepEqual([town!.latitude, town!.longitude], [-10, 1])
  assert.deepEqual([middle!.latitude, middle!.longitude], [0, 2])
  assert.ok(middle!.accuracy_radius! > 1000)
})

test('places are named in Chinese by their source, else by the tables of names, else as they are', async () => {
  await using folder = await makeFolder()
  const rows = [
    { country: 'US', region: 'California', city: 'Mountain View' },
    { country: 'US', region: 'Ohio', city: 'Nowhere' },
    { country: 'CN', region: 'Jiangsu', city: 'Nanjing' },
    { country: 'CN', region: 'Jiangsu', regionZh: '江苏省', city: 'Wuxi', cityZh: '无锡市' },
    { country: 'AA', region: 'Upper', city: 'North' },
  ].map((value, at) => ({ first: BASE[4] + BigInt(at), last: BASE[4] + BigInt(at), value }))
  await buildDatabase({ varFolder: folder.path, sources: [...makeBasis(), makeLayer('location', 'location', { 4: rows })] })
  await using db = await openDatabase(folder.path)
  const read = (at: number, lang: 'en' | 'zh') => {
    const { region_name, city_name } = db.lookup(formatAddress({ version: 4, value: BASE[4] + BigInt(at) }), { ...OPTIONS, lang })
    return `${region_name} ${city_name}`
  }
  assert.deepEqual(
    rows.map((_, at) => read(at, 'zh')),
    ['加利福尼亚州 山景城', '俄亥俄州 Nowhere', '江苏省 南京市', '江苏省 无锡市', 'Upper North'],
  )
  assert.equal(read(0, 'en'), 'California Mountain View')
})

test('a region has its code where a list of divisions is loaded, and says that it is missing elsewhere', async () => {
  await using folder = await makeFolder()
  const rows = [
    { country: 'AA', region: 'Upper', city: 'North' },
    { country: 'BB', region: 'Upper Province', city: 'North' },
    { country: 'AA', region: 'Lower', city: 'South' },
    { country: 'AA' },
  ].map((value, at) => ({ first: BASE[4] + BigInt(at), last: BASE[4] + BigInt(at), value }))
  const sources = [...makeBasis(), makeLayer('location', 'location', { 4: rows })]
  const read = async () => {
    await using db = await openDatabase(folder.path)
    return rows.map(({ first }) => {
      const { region_code, missing, sources: from } = db.lookup(formatAddress({ version: 4, value: first }), OPTIONS)
      return region_code ?? missing['region_code'] ?? from.find(({ fields }) => fields.includes('region_code'))?.id
    })
  }
  const build = (more: Source[]) => buildDatabase({ varFolder: folder.path, sources: [...sources, ...more] })
  await build([])
  assert.deepEqual(
    await read(),
    Array.from(rows, () => 'source_missing'),
  )
  await build([makeDivisions(['AA-U', 'Upper'], ['BB-UP', 'Upper'])])
  assert.deepEqual(await read(), ['AA-U', 'BB-UP', 'not_in_data', 'not_in_data'])
})

test('a build is published with its sources, checksums and steps, and the one before is kept', async () => {
  await using folder = await makeFolder()
  const sources = [...makeBasis(), makeLayer('asn', 'asn', { 4: [network({ asn: 64_500, name: 'Acme Hosting' })] })]
  const steps: number[] = []
  const first = await buildDatabase({ varFolder: folder.path, sources, onProgress: ({ done }) => steps.push(done) })
  assert.deepEqual(
    steps,
    [...steps].sort((a, b) => a - b),
  )
  assert.equal(steps.at(-1), 100)
  const second = await buildDatabase({ varFolder: folder.path, sources })
  assert.notEqual(first.build, second.build)
  const manifest = await readManifest(folder.path)
  assert.equal(manifest?.build, second.build)
  assert.deepEqual(manifest?.sources.find(({ id }) => id === 'asn')?.rows, 1)
  assert.deepEqual((await readdir(join(folder.path, 'data'))).sort(), [
    'manifest.json',
    'manifest.previous.json',
    `octet-${first.build}.ipdb`,
    `octet-${second.build}.ipdb`,
  ])
  await using db = await openDatabase(folder.path)
  const { ASN, proxy_data: flags } = db.lookup('1.0.0.5', OPTIONS)
  assert.deepEqual([ASN.asn, ASN.usage_type, flags.is_hosting], [64_500, 'hosting', true])
})

/** A source whose boundaries do not ascend, as no list of ranges makes them. */
function makeBackwards(): Source {
  const boundaries = [5, 3]
  let at = 0
  const next = (into: Uint32Array, word: number) => {
    const boundary = boundaries[at++]
    if (boundary !== undefined) into[word] = Number(BASE[4]) + boundary
    return boundary !== undefined
  }
  const stream = { version: 4 as const, next, value: 1, rows: 1, describe: () => ({ flags: FLAGS.vpn }) }
  return { ...makeLayer('flags', 'backwards', {}), parse: () => [stream] } as Source
}

/** A source whose file cannot be read. */
function makeUnreadable(kind: 'flags' | 'networks'): Source {
  const parse = () => {
    throw new Error('line 3 is no network')
  }
  return { ...makeLayer('flags', 'broken', {}), kind, parse } as unknown as Source
}

for (const [what, bad, expected] of [
  ['a source whose boundaries go back', makeBackwards(), /^Error: expected boundaries that ascend, got one in IPv4 /],
  ['a list of ranges that cannot be read', makeUnreadable('flags'), /^Error: source broken: line 3 is no network$/],
  ['another list that cannot be read', makeUnreadable('networks'), /^Error: source broken: line 3 is no network$/],
  ['a source that gives too few rows', makeLayer('asn', 'asn', { 4: [] }, { minRows: 5 }), /asn: expected 5–1000000 rows, got 0/],
  [
    'a golden address with another answer',
    makeLayer(
      'asn',
      'asn',
      { 4: [network({ asn: 1, name: 'x' })] },
      { golden: [{ address: '1.0.0.1', expect: { 'ASN.asn': 2 } }] },
    ),
    /1\.0\.0\.1 \(asn\): expected ASN\.asn 2, got 1/,
  ],
] as const)
  test(`${what} stops the build, and what was published stays`, async () => {
    await using folder = await makeFolder()
    const good = await buildDatabase({ varFolder: folder.path, sources: makeBasis() })
    await assert.rejects(buildDatabase({ varFolder: folder.path, sources: [...makeBasis(), bad] }), expected)
    assert.equal((await readManifest(folder.path))?.build, good.build)
    assert.deepEqual((await readdir(join(folder.path, 'data'))).sort(), ['manifest.json', `octet-${good.build}.ipdb`])
  })

test('a build that shrinks by more than a fifth is not published', async () => {
  await using folder = await makeFolder()
  const flags = (count: number) => {
    const rows = Array.from({ length: count }, (_, at) => {
      const value: FlagValue = { flags: FLAGS.vpn }
      return { first: BASE[4] + BigInt(2 * at), last: BASE[4] + BigInt(2 * at), value }
    })
    return [...makeBasis(), makeLayer('flags', 'vpn', { 4: rows })]
  }
  await buildDatabase({ varFolder: folder.path, sources: flags(1000) })
  await assert.rejects(buildDatabase({ varFolder: folder.path, sources: flags(200) }), /rows of v4: expected about/)
})

test('an aborted build leaves nothing behind', async () => {
  await using folder = await makeFolder()
  const options = { varFolder: folder.path, sources: makeBasis(), signal: AbortSignal.abort(new Error('enough')) }
  await assert.rejects(buildDatabase(options), /enough/)
  assert.deepEqual(await readdir(join(folder.path, 'data')), [])
})

test('two builds do not run in one folder; a lock whose process has gone is taken over', async () => {
  await using folder = await makeFolder()
  await buildDatabase({ varFolder: folder.path, sources: makeBasis() })
  const lock = join(folder.path, 'data', 'build.lock')
  await writeFile(lock, String(process.pid))
  await assert.rejects(buildDatabase({ varFolder: folder.path, sources: makeBasis() }), /already building/)
  assert.equal(await readFile(lock, 'utf8'), String(process.pid))
  await writeFile(lock, '999999999')
  await buildDatabase({ varFolder: folder.path, sources: makeBasis() })
})

test('an optional source is used only when it is named', async () => {
  await using folder = await makeFolder()
  const asns = { 4: [network({ asn: 7, name: 'x' })] }
  const sources = [...makeBasis(), makeLayer('asn', 'share-alike', asns, { isOptional: true })]
  const manifest = await buildDatabase({ varFolder: folder.path, sources })
  assert.ok(!manifest.sources.some(({ id }) => id === 'share-alike'))
  const named = await buildDatabase({ varFolder: folder.path, sources, optional: ['share-alike'] })
  assert.ok(named.sources.some(({ id }) => id === 'share-alike'))
})

test('builds of one second, and one after the clock has gone back, have ids in their order', async () => {
  await using folder = await makeFolder()
  const build = async () => (await buildDatabase({ varFolder: folder.path, sources: makeBasis() })).build
  const first = await build()
  const second = await build()
  const manifest = join(folder.path, 'data', 'manifest.json')
  const ahead = (await readFile(manifest, 'utf8')).replace(`"build": "${second}"`, '"build": "29991231T235959Z"')
  await writeFile(manifest, ahead)
  assert.deepEqual([first < second, await build(), await build()], [true, '30000101T000000Z', '30000101T000001Z'])
})
