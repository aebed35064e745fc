import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Source } from '@octet/core/source.ts'
import type { Text } from '@octet/core/text.ts'
import { readManifestFile, type Manifest } from '@octet/ipdb/manifest.ts'
import { FLAGS, type CountryFacts, type DatabaseMeta, type UsageType } from '@octet/ipdb/meta.ts'
import { encodeNetworks } from '@octet/ipdb/network-facts.ts'
import { ASN, ASN_WORDS } from '@octet/ipdb/record-table.ts'
import { writeDatabase, type DatabaseParts } from '@octet/ipdb/write.ts'
import { lockBuild } from './build-lock.ts'
import { fromBuildId, toBuildId } from './build-id.ts'
import { checkBuild } from './check.ts'
import { listBuilds } from './find-build.ts'
import { findFiles, findRemote, findSources } from './find-sources.ts'
import { toDataFolder } from './manifest.ts'
import type { PlaceValue } from './layer.ts'
import { BuildTables } from './merge/build-tables.ts'
import { orderRecords } from './merge/order-records.ts'
import { PlaceDetails } from './merge/place-details.ts'
import { SpecialLayer } from './merge/special-layer.ts'
import { settleHosts } from './merge/settle-hosts.ts'
import { sweep, type MergedRows } from './merge/sweep.ts'
import { DivisionCodes } from './places/division-codes.ts'
import { Gazetteer } from './places/gazetteer.ts'
import type { TownQuery } from './places/place.ts'
import { toWorldNames } from './places/world-in-chinese.ts'
import { publish } from './publish.ts'
import { releaseMemory } from '@octet/ipdb/release-memory.ts'
import { LayerQueue, naming, toUsedSource, type ReadySource } from './read-layers.ts'
import { RULES } from './rules.ts'
import { readState } from './source-state.ts'
import { classify } from './sources/as-classes/source.ts'
import type { DescribedNetwork } from './sources/as-metadata/source.ts'
import type { NetworkDomain } from './sources/iplocate-domains/source.ts'
import type { Division } from './sources/divisions/source.ts'
import type { PostalCode } from './sources/geonames-postal/source.ts'
import { toChineseNames } from './sources/ip2region/chinese-names.ts'
import type { Station } from './sources/meteostat-stations/source.ts'
import type { Town } from './sources/geonames/source.ts'
import type { FindZone } from './sources/time-zones/source.ts'

/** Where a build is: `done` of `total`, in per cent of the whole. */
export type BuildStep = { readonly id: string; readonly text: Text; readonly done: number; readonly total: number }

export type BuildOptions = {
  readonly varFolder: string
  readonly onProgress?: ((step: BuildStep) => void) | undefined
  readonly signal?: AbortSignal | undefined
  /** Sources to build from; all of the folder tree unless given. */
  readonly sources?: readonly Source[] | undefined
  /** Ids of optional sources (share-alike or unclear terms) to use all the same. */
  readonly optional?: readonly string[] | undefined
  /** Builds that are kept, the new one counted; two unless given. */
  readonly keepBuilds?: number | undefined
}

/**
 * Reads every source that is there, merges them into one range table, checks the result and publishes it.
 * Nothing published is touched when a step fails.
 *
 * @throws when a source is damaged, a check fails, or another process is building
 */
export async function buildDatabase(options: BuildOptions): Promise<Manifest> {
  const { varFolder, onProgress, signal } = options
  const started = { at: performance.now(), cpu: process.cpuUsage() }
  const dataFolder = toDataFolder(varFolder)
  await using _lock = await lockBuild(dataFolder)
  await removeLeftovers(dataFolder)
  const progress = (id: string, done: number, en: string, zh: string) => onProgress?.({ id, text: { en, zh }, done, total: 100 })
  progress('sources', 1, 'Finding the sources', '查找数据源')
  const ready = await findReady(options)
  // The tables are out of reach when this returns: the check needs the memory.
  const manifest = await mergeAndWrite(ready, dataFolder, { progress, signal })
  releaseMemory()
  progress('check', 92, 'Checking the database', '检查数据库')
  await checkAndPublish(manifest, { dataFolder, ready, started, keepBuilds: options.keepBuilds })
  progress('done', 100, `Build ${manifest.build} is ready`, `数据 ${manifest.build} 已就绪`)
  return manifest
}

/**
 * The moment as an id, or the second after the newest build that is kept: readers take the greatest id for the newest
 * build, also when the clock has gone back, or two builds end within one second.
 */
async function nextBuildId(dataFolder: string, now: Date): Promise<string> {
  const [newest] = await listBuilds(dirname(dataFolder))
  return toBuildId(new Date(Math.max(now.getTime(), newest ? fromBuildId(newest.build) + 1000 : 0)))
}

type Progress = (id: string, done: number, en: string, zh: string) => void

async function mergeAndWrite(
  ready: readonly ReadySource[],
  dataFolder: string,
  { progress, signal }: { progress: Progress; signal: AbortSignal | undefined },
): Promise<Manifest> {
  const basis = await readBasis(ready)
  const queue = new LayerQueue(ready)
  const special = new SpecialLayer()
  const { tables } = basis
  const merge = async (version: 4 | 6, from: number, to: number): Promise<MergedRows> => {
    const onSource = ({ id, title }: Source) => {
      releaseMemory()
      progress(`read-${id}`, from, `Reading ${title.en}`, `读取${title.zh}`)
    }
    const layers = await queue.take(version, onSource)
    releaseMemory()
    signal?.throwIfAborted()
    const onRows = (rows: number) => {
      const share = Math.min(1, rows / EXPECTED_ROWS[version])
      const done = Math.round(from + (to - from) * share)
      progress(`merge-v${version}`, done, `Merging IPv${version}: ${rows} ranges`, `合并 IPv${version}：${rows} 段`)
    }
    for (const layer of layers)
      if (layer.kind === 'location') basis.gazetteer.learnRegions((layer.stream.values ?? []).map(toTownQuery))
    const rows = await sweep({ version, layers, special, tables, onRows, signal })
    queue.finish(layers)
    return rows
  }
  const merged4 = await merge(4, 10, 45)
  const merged6 = await merge(6, 45, 85)
  const { v4, v6 } = settleHosts({ tables, v4: merged4, v6: merged6, source: findWorldwide(ready) })
  progress('places', 85, 'Finding postal codes and weather stations', '查找邮政编码与气象站')
  await readDetails(ready, basis)
  const stations = basis.details.apply(tables)
  releaseMemory()
  const sources = await Promise.all(ready.map((one, at) => toUsedSource(one, basis.rows.get(one.source.id) ?? queue.rowsOf(at))))
  const now = new Date()
  const build = await nextBuildId(dataFolder, now)
  const meta = toMeta({ build, date: now.toISOString(), ready, basis, special, stations })
  progress('write', 86, 'Writing the database', '写入数据库')
  const name = `octet-${build}.ipdb`
  const file = await write(dataFolder, name, toParts(meta, basis, v4, v6))
  return {
    format: 1,
    build,
    date: now.toISOString(),
    rules: RULES,
    files: [{ name, ...file }],
    sources,
    rows: { v4: v4.records.length, v6: v6.records.length },
  }
}

/** The number of the worldwide location source, which stands below all others; -1 without one. */
function findWorldwide(ready: readonly ReadySource[]): number {
  const lowest = ready
    .filter(({ source }) => source.kind === 'location')
    .reduce<ReadySource | undefined>((low, one) => (low && low.source.precedence <= one.source.precedence ? low : one), undefined)
  return lowest ? ready.indexOf(lowest) : -1
}

const EXPECTED_ROWS = { 4: 4_000_000, 6: 4_600_000 } as const

type Started = { readonly at: number; readonly cpu: NodeJS.CpuUsage }

type PublishPlan = {
  readonly dataFolder: string
  readonly ready: readonly ReadySource[]
  readonly started: Started
  readonly keepBuilds: number | undefined
}

async function checkAndPublish(manifest: Manifest, { dataFolder, ready, started, keepBuilds }: PublishPlan): Promise<void> {
  const previous = await readManifestFile(dataFolder).catch(() => undefined)
  try {
    await checkBuild({ folder: dataFolder, manifest, sources: ready.map(({ source }) => source), previous })
  } catch (error) {
    for (const { name } of manifest.files) await rm(join(dataFolder, name), { force: true })
    throw error
  }
  const peakMegabytes = Math.round(process.resourceUsage().maxRSS / 1024)
  const { user, system } = process.cpuUsage(started.cpu)
  const toSeconds = (milliseconds: number) => Math.round(milliseconds / 100) / 10
  manifest.cost = {
    seconds: toSeconds(performance.now() - started.at),
    cpuSeconds: toSeconds((user + system) / 1000),
    peakMegabytes,
  }
  await publish(dataFolder, manifest, { keepBuilds })
}

/** Sources whose files are there. Missing ones are left out: the product answers with what it has. */
async function findReady({ varFolder, sources, optional = [] }: BuildOptions): Promise<ReadySource[]> {
  const all = sources ?? (await findSources())
  const ready: ReadySource[] = []
  for (const source of all) {
    const state = findRemote(source) && (await readState(varFolder, source.id))
    // Optional sources are fetched only when asked for by name: their files being there is the operator's word.
    if (source.isOptional && !optional.includes(source.id) && !state?.fetchedAt) continue
    const files = await findFiles(source, varFolder)
    if (files) ready.push({ source, files, date: (await source.readDate?.(files)) ?? state?.date ?? null })
  }
  return ready
}

type Basis = {
  readonly tables: BuildTables
  readonly gazetteer: Gazetteer
  readonly details: PlaceDetails
  readonly divisions: DivisionCodes
  readonly facts: readonly CountryFacts[]
  readonly rows: Map<string, number>
  /** What a source says of networks, by their numbers. */
  readonly networks: ReadonlyMap<number, DescribedNetwork>
}

/** What the merge needs before the first range: countries, towns, time zones. */
async function readBasis(ready: readonly ReadySource[]): Promise<Basis> {
  const rows = new Map<string, number>()
  const facts: CountryFacts[] = []
  const gazetteer = new Gazetteer()
  let findZone: FindZone = () => ''
  await readKind<CountryFacts>(ready, rows, 'facts', (row) => facts.push(row))
  await readKind<Town>(ready, rows, 'towns', (row) => gazetteer.add(row))
  await readKind<FindZone>(ready, rows, 'zones', (row) => (findZone = row))
  await readKind(ready, rows, 'classes', () => {})
  const networks = new Map<number, DescribedNetwork>()
  await readKind<DescribedNetwork>(ready, rows, 'networks', (row) => networks.set(row.asn, row))
  const countries = facts.map(({ code }) => gazetteer.toCountryPlace(code) ?? { code })
  const domains = new Map<number, string>()
  await readKind<NetworkDomain>(ready, rows, 'domains', ({ asn, domain }) => domains.set(asn, domain))
  const tables = new BuildTables({
    countries,
    findTown: (country, region, name) => gazetteer.findTown(country, region, name),
    findExactTown: (query) => gazetteer.findExactTown(query),
    findRegionPlace: (country, region) => gazetteer.findRegionPlace(country, region),
    findRegion: (code) => gazetteer.findRegion(code),
    toChinese: (country, region = '', city = '') =>
      country === 'CN' ? toChineseNames(region, city) : toWorldNames(country, region, city),
    findZone,
    classify,
    domains,
    described: { usages: toUsages(networks), source: ready.findIndex(({ source }) => source.kind === 'networks') },
  })
  return { tables, gazetteer, details: new PlaceDetails(), divisions: new DivisionCodes(), facts, rows, networks }
}

function toUsages(networks: ReadonlyMap<number, DescribedNetwork>): Map<number, UsageType> {
  return new Map([...networks].flatMap(([asn, { usage }]) => (usage === null ? [] : [[asn, usage] as const])))
}

/** What is added when all places are known. Read last, so that it is not in memory during the merge. */
async function readDetails(ready: readonly ReadySource[], { tables, details, divisions, rows }: Basis): Promise<void> {
  await readKind<Division>(ready, rows, 'divisions', (row) => divisions.add(row))
  await readKind<PostalCode>(ready, rows, 'postal', (row) => details.addPostalCode(row, tables.countryNumber(row.country)))
  await readKind<Station>(ready, rows, 'stations', (row) => details.addStation(row))
}

async function readKind<Row>(
  ready: readonly ReadySource[],
  rows: Map<string, number>,
  kind: string,
  use: (row: Row) => void,
): Promise<void> {
  for (const { source, files } of ready) {
    if (source.kind !== kind) continue
    for await (const row of naming(source.id, () => source.parse(files) as AsyncIterable<Row>)) {
      rows.set(source.id, (rows.get(source.id) ?? 0) + 1)
      use(row)
    }
  }
}

const toTownQuery = ({ country, city = '', regionCode }: PlaceValue): TownQuery => ({ country, name: city, regionCode })

function toMeta(options: {
  build: string
  date: string
  ready: readonly ReadySource[]
  basis: Basis
  special: SpecialLayer
  stations: DatabaseMeta['stations']
}): DatabaseMeta {
  const { build, date, ready, basis, special, stations } = options
  const { flagsBySource } = basis.tables
  const numberOf = (kind: string) => ready.findIndex(({ source }) => source.kind === kind)
  const usage = numberOf('classes')
  return {
    build,
    date,
    sources: ready.map(({ source, date: dataDate }, at) => {
      const flags = flagsBySource.get(at)
      return { id: source.id, date: dataDate, ...(flags === undefined ? {} : { flags }) }
    }),
    countries: [null, ...basis.facts],
    zones: basis.tables.zones,
    isps: basis.tables.isps,
    specials: ['', ...special.blocks.map(({ block }) => block)],
    layerSets: basis.tables.layerSets,
    knownFlags: basis.tables.seenFlags,
    knownByAsn: usage < 0 ? 0 : FLAGS.hosting,
    loadedFields: [
      ...(numberOf('divisions') < 0 ? [] : ['region_code']),
      ...(numberOf('postal') < 0 ? [] : ['zip_code']),
      ...(numberOf('stations') < 0 ? [] : ['elevation', 'weather_station']),
      ...(numberOf('domains') < 0 ? [] : ['ASN.domain']),
    ],
    keptFields: ready.some(({ source }) => source.kind === 'domains' && !source.licence.mayRedistribute) ? ['ASN.domain'] : [],
    fixedSources: {
      facts: numberOf('facts'),
      zone: numberOf('zones'),
      usage,
      regionCode: numberOf('divisions'),
      networks: numberOf('networks'),
      domain: numberOf('domains'),
      zip: numberOf('postal'),
      elevation: numberOf('stations'),
      station: numberOf('stations'),
    },
    stations,
    regionCodes: numberOf('divisions') < 0 ? [] : toRegionCodes(basis),
  }
}

function toRegionCodes({ tables, divisions }: Basis): NonNullable<DatabaseMeta['regionCodes']> {
  return [...tables.regions].flatMap(({ country, region, code, name }) => {
    const found = divisions.find(code, name)
    return found === undefined ? [] : [[country, region, found] as const]
  })
}

function toParts(meta: DatabaseMeta, { tables, networks }: Basis, v4: MergedRows, v6: MergedRows): DatabaseParts {
  const records = tables.records.view()
  const asns = tables.asns.view()
  const announced = new Set<number>()
  for (let at = ASN.asn; at < asns.length; at += ASN_WORDS) announced.add(asns[at]! >>> 0)
  const described = [...networks.values()].filter(({ asn }) => announced.has(asn))
  const parts: DatabaseParts = {
    meta,
    v4: { starts: v4.high, records: v4.records },
    v6,
    records: new Uint32Array(records.buffer, records.byteOffset, records.length),
    places: tables.places.view(),
    placesZh: tables.toChinese(),
    asns: new Uint32Array(asns.buffer, asns.byteOffset, asns.length),
    networks: encodeNetworks(described, (text) => tables.strings.intern(text)),
    strings: tables.strings.encode(),
  }
  orderRecords(parts)
  return parts
}

/** What a build that was killed had begun to write. */
async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (/^octet-[\w-]+\.ipdb\.new$/.test(name)) await rm(join(folder, name), { force: true })
}

async function write(folder: string, name: string, parts: DatabaseParts): Promise<{ sizeBytes: number; sha256: string }> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, `${name}.new`)
  const written = await writeDatabase(path, parts).catch(async (error: unknown) => {
    await rm(path, { force: true })
    throw error
  })
  await rename(path, join(folder, name))
  return written
}
