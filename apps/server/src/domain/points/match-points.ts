import { CONTINENTS, findCountry } from '@octet/core/geo/countries.ts'
import { findAddress } from '@octet/core/ip/address.ts'
import { contains, parseCidr, toCidr, type Cidr } from '@octet/core/ip/cidr.ts'
import type { Condition, ConditionField, Location } from './parse-locations.ts'
import type { Point } from './point.ts'

/** Names of a point under one field; a magic word is looked for in them in this order. */
const NAMES: Readonly<
  Record<Exclude<ConditionField, 'any' | 'prefix' | 'me' | 'world'>, (point: Point) => (string | null | undefined)[]>
> = {
  point: ({ id, name, nameZh }) => [id, name, nameZh],
  country: ({ country }) => (country === null ? [] : [country, findCountry(country)?.code3, ...toCountryNames(country)]),
  continent: ({ continent }) => (continent === null ? [] : [continent, ...CONTINENTS[continent]]),
  region: ({ country }) => {
    const region = country === null ? undefined : findCountry(country)?.region
    return [region?.en, region?.zh]
  },
  city: ({ city, cityZh }) => [city, cityZh, cityZh?.replace(/[市州县区]$/u, '')],
  asn: ({ asn }) => (asn === null ? [] : [String(asn)]),
  tag: ({ tags }) => [...tags],
  network: ({ network }) => [network],
}
const ORDER = ['country', 'city', 'continent', 'region', 'asn', 'tag', 'point', 'network'] as const
/** Words that no substring may stand for. */
const MIN_PART = 3

/** Names of which a part will do. Numbers and ids hold any letters by chance, and mean nothing in part. */
function toPartNames(field: NameField, point: Point): (string | null | undefined)[] {
  if (field === 'asn') return []
  return field === 'point' ? [point.name, point.nameZh] : NAMES[field](point)
}

/**
 * The points of a location. A magic word means the first field in which it is the whole name of any point; only when it is
 * the whole name of none, a part of a name will do. `me` and `world` leave all.
 */
export function matchPoints(points: readonly Point[], { conditions }: Location): Point[] {
  return conditions.reduce<readonly Point[]>(narrow, points) as Point[]
}

function narrow(points: readonly Point[], { field, value }: Condition): readonly Point[] {
  switch (field) {
    case 'me':
    case 'world':
      return points
    case 'prefix':
      return inPrefix(points, value)
    case 'any':
      return matchAny(points, value)
    case 'asn':
    case 'tag':
      return withName(points, field, value)
    default: {
      const exact = withName(points, field, value)
      return exact.length > 0 ? exact : withPart(points, field, value)
    }
  }
}

function matchAny(points: readonly Point[], value: string): readonly Point[] {
  if (value.includes('/') || findAddress(value)) return inPrefix(points, value)
  for (const field of ORDER) {
    const found = withName(points, field, value)
    if (found.length > 0) return found
  }
  if ([...value].length < MIN_PART && !/\p{Script=Han}/u.test(value)) return []
  for (const field of ORDER) {
    const found = withPart(points, field, value)
    if (found.length > 0) return found
  }
  return []
}

type NameField = (typeof ORDER)[number]

function withName(points: readonly Point[], field: NameField, value: string): Point[] {
  const wanted = toPlain(value)
  return points.filter((point) => NAMES[field](point).some((name) => name != null && toPlain(name) === wanted))
}

function withPart(points: readonly Point[], field: NameField, value: string): Point[] {
  const wanted = toPlain(value)
  return points.filter((point) => toPartNames(field, point).some((name) => name != null && toPlain(name).includes(wanted)))
}

/** Capital letters, accents and full width make no difference: `São Paulo` is `sao paulo`. */
function toPlain(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()
}

function inPrefix(points: readonly Point[], text: string): Point[] {
  const network = findNetwork(text)
  if (!network) return []
  return points.filter((point) => {
    const address = findAddress(point.address)
    return address !== undefined && contains(network, address)
  })
}

/** A /24 or /48 is as near as anybody may ask, so that nobody finds a point's own address bit by bit. */
function findNetwork(text: string): Cidr | undefined {
  try {
    const { network } = parseCidr(text)
    return toCidr(network, Math.min(network.prefix, network.version === 4 ? 24 : 48))
  } catch {
    return undefined // not a network: no point is in it
  }
}

const english = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
const chinese = new Intl.DisplayNames('zh-Hans', { type: 'region', fallback: 'none' })
const USUAL: Readonly<Record<string, readonly string[]>> = {
  AE: ['UAE'],
  CZ: ['Czech Republic'],
  GB: ['UK', 'England', 'Britain'],
  KR: ['Korea', '韩国'],
  US: ['America', 'United States of America'],
  HK: ['Hong Kong', '香港'],
  MO: ['Macau', '澳门'],
  TR: ['Turkey'],
}

function toCountryNames(code: string): string[] {
  return [english.of(code) ?? '', chinese.of(code) ?? '', ...(USUAL[code] ?? [])]
}
