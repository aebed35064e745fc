import { isAppError } from '@octet/core/errors.ts'
import { parseCidr, countAddresses, type Cidr } from '@octet/core/ip/cidr.ts'
import type { Address } from '@octet/core/ip/address.ts'
import type { Ipdb } from '@octet/ipdb/ipdb.ts'
import type { Score } from './accuracy-report.ts'
import { distanceKm, fold } from './places/gazetteer.ts'

/** One line of a truth file: where the addresses of a network are known to be. */
export type TruthRow = {
  readonly network: Cidr
  readonly country: string
  readonly region: string
  readonly latitude: number | undefined
  readonly longitude: number | undefined
  /** Where the knowledge comes from: `feed:…` operators’ own statements, `indep:…` independent ones. */
  readonly tag: string
}

const COLUMNS = ['cidr', 'country', 'region', 'city', 'lat', 'lon', 'source']

/** Rows of a truth file, and the lines that could not be read. */
export type Truth = { readonly rows: readonly TruthRow[]; readonly refused: readonly string[] }

/**
 * Reads a truth file: CSV with the columns cidr, country, region, city, lat, lon, source.
 * Lines whose network is not written canonically are refused, not guessed.
 *
 * @throws when the columns are others
 */
export function parseTruth(text: string): Truth {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const header = splitLine(lines[0] ?? '')
  if (header.join() !== COLUMNS.join())
    throw new Error(`truth file: expected the columns ${COLUMNS.join()}, got ${header.join()}`)
  const rows: TruthRow[] = []
  const refused: string[] = []
  for (const line of lines.slice(1)) {
    const row = findRow(line)
    if (row) rows.push(row)
    else refused.push(line)
  }
  return { rows, refused }
}

function findRow(line: string): TruthRow | undefined {
  const [cidr = '', country = '', region = '', , latitude = '', longitude = '', tag = ''] = splitLine(line)
  const number = (value: string) => (value === '' ? undefined : Number(value))
  try {
    const { network } = parseCidr(cidr)
    if (!/^(feed|indep):/.test(tag)) return undefined
    return { network, country, region, latitude: number(latitude), longitude: number(longitude), tag }
  } catch (error) {
    if (isAppError(error)) return undefined
    throw error
  }
}

/** Scores per tag and for all of a group; one address of each row is asked, always the same one. */
export function scoreTruth(db: Ipdb, rows: readonly TruthRow[]): Score[] {
  const counts = new Map<string, Count>()
  for (const group of ['all indep', 'all feed']) counts.set(group, newCount())
  for (const row of rows) {
    const result = scoreRow(db, row)
    const tag = counts.get(row.tag) ?? newCount()
    counts.set(row.tag, tag)
    for (const count of [tag, counts.get(`all ${row.tag.split(':')[0]}`)!]) addTo(count, result)
  }
  return [...counts].filter(([, count]) => count.rows > 0).map(([tag, count]) => toScore(tag, count))
}

type Result = {
  country: boolean
  distanceKm: number | undefined
  /** The accuracy radius stated. */
  radiusKm: number | null
  isPlaced: boolean
  region: boolean | undefined
}
type Count = {
  rows: number
  country: number
  placed: number
  near: number
  withRadius: number
  inRadius: number
  regions: number
  region: number
}

function scoreRow(db: Ipdb, row: TruthRow): Result {
  const record = db.lookup(pickAddress(row.network), { lang: 'en', now: new Date(0) })
  const isPlaced = row.latitude !== undefined && row.longitude !== undefined
  const { latitude, longitude } = record
  return {
    country: record.country_code === row.country,
    radiusKm: record.accuracy_radius,
    isPlaced,
    distanceKm:
      isPlaced && latitude !== null && longitude !== null
        ? distanceKm({ latitude, longitude }, { latitude: row.latitude!, longitude: row.longitude! })
        : undefined,
    region: isSameRegion(record.region_name, row.region),
  }
}

/**
 * Names are compared without accents, spaces and words such as Province. Codes (ISO 3166-2) are known for the United
 * States only; of other countries they are left out, since the table has names.
 */
function isSameRegion(got: string | null, expected: string): boolean | undefined {
  const [, country, code] = /^([A-Z]{2})-(\w{1,3})$/.exec(expected) ?? []
  if (expected === '' || (country && country !== 'US')) return undefined
  if (code) return STATES[code] === got
  const simplify = (name: string) => fold(name).replace(/(province|state|region|shi|sheng)$/, '')
  return got !== null && simplify(got) === simplify(expected)
}

const newCount = (): Count => ({
  rows: 0,
  country: 0,
  placed: 0,
  near: 0,
  withRadius: 0,
  inRadius: 0,
  regions: 0,
  region: 0,
})

function addTo(count: Count, { country, isPlaced, distanceKm: distance, radiusKm, region }: Result): void {
  count.rows++
  if (country) count.country++
  if (isPlaced) count.placed++
  if (distance !== undefined && distance <= 50) count.near++
  if (distance !== undefined && radiusKm !== null) count.withRadius++
  if (distance !== undefined && radiusKm !== null && distance <= radiusKm) count.inRadius++
  if (region !== undefined) count.regions++
  if (region) count.region++
}

function toScore(tag: string, count: Count): Score {
  const { rows, country, placed, near, withRadius, inRadius, regions, region } = count
  const percent = (part: number, of: number) => (of === 0 ? null : Math.round((1000 * part) / of) / 10)
  return {
    tag,
    rows,
    country: percent(country, rows),
    within50km: percent(near, placed),
    withinRadius: percent(inRadius, withRadius),
    region: percent(region, regions),
    regionRows: regions,
  }
}

/** An address of the network that looks random and depends on nothing but the network. */
export function pickAddress(network: Cidr): Address {
  let state = 0x9e37_79b9n ^ network.value ^ BigInt(network.prefix)
  for (let round = 0; round < 4; round++) {
    state = BigInt.asUintN(128, (state ^ (state >> 61n)) * 0xda94_2042_e4dd_58b5_9e37_79b9_7f4a_7c15n + 1n)
  }
  return { version: network.version, value: network.value + ((state >> 1n) % countAddresses(network)) }
}

/** Splits one line of CSV (RFC 4180). */
function splitLine(line: string): string[] {
  const fields = line.trimEnd().match(/("(?:[^"]|"")*"|[^,]*)(,|$)/g) ?? []
  const values = fields.map((field) =>
    field
      .replace(/,$/, '')
      .replace(/^"(.*)"$/s, '$1')
      .replaceAll('""', '"'),
  )
  return line.trimEnd().endsWith(',') ? values : values.slice(0, -1)
}

const STATES: Readonly<Record<string, string>> = Object.fromEntries(
  `AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware,DC District of Columbia,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa,KS Kansas,KY Kentucky,LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota,MS Mississippi,MO Missouri,MT Montana,NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey,NM New Mexico,NY New York,NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon,PA Pennsylvania,RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah,VT Vermont,VA Virginia,WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming`
    .split(',')
    .map((pair) => [pair.slice(0, 2), pair.slice(3)]),
)
