import { findContinent } from '@octet/core/continent.ts'
import type { Ipdb } from '../../ipdb.ts'
import { ANYCAST } from '../../meta.ts'
import { COORDINATE_SCALE, NO_COORDINATE } from '../../record-table.ts'
import { Resolved } from '../../resolver.ts'
import { double, uint16, type MmdbMap } from '../mmdb/value.ts'
import type { Cell, LocationTable, Product, ProductReader } from '../product.ts'
import { cached, ValueTable } from '../value-table.ts'
import { COUNTRY_COLUMNS, PLACE_COLUMNS } from './columns.ts'
import { toContinentCells, toContinentMap, toCountryMap } from './country-map.ts'

/** Country, region, city, coordinates, postal code, time zone. */
export const geolocation: Product = {
  id: 'geolocation',
  title: { en: 'Geolocation', zh: '地理位置' },
  summary: {
    en: 'Country, region, city, coordinates with accuracy radius, postal code, time zone and elevation of every IPv4 and IPv6 range.',
    zh: '每个 IPv4 与 IPv6 地址段的国家、地区、城市、坐标与精度半径、邮政编码、时区和海拔。',
  },
  columns: [...COUNTRY_COLUMNS, ...PLACE_COLUMNS],
  types: { nested: 'Octet-City', compatible: 'Octet-GeoLite2-City', flat: 'Octet-flat-geolocation' },
  hasPlaces: true,
  nestedFields: [
    'city.names.{en,zh-CN}',
    'continent.{code,names}',
    'country.{iso_code,is_in_european_union,names}',
    'location.{latitude,longitude,accuracy_radius,time_zone}',
    'postal.code',
    'subdivisions[].{iso_code,names}',
    'traits.is_anycast',
  ],
  open,
}

function open(db: Ipdb): ProductReader {
  const { resolver } = db.reader
  const isAnycast = (record: number) => (resolver.flagsOf(record) & ANYCAST) !== 0
  const table = new ValueTable(resolver.recordCount, (record) => {
    const place = resolver.placeOf(record)
    return place === 0 ? 0 : 2 * place + (isAnycast(record) ? 1 : 0)
  })
  const parts = new PlaceParts(db)
  const placeOf = (value: number) => resolver.placeOf(table.records[value]!)
  return {
    values: table.values,
    size: table.size,
    read: (value) => parts.read(placeOf(value), isAnycast(table.records[value]!)),
    nest: (value) => parts.nest(placeOf(value), isAnycast(table.records[value]!)),
    get locations() {
      return toLocations(db, parts, { size: table.size, of: placeOf, isAnycast: (value) => isAnycast(table.records[value]!) })
    },
  }
}

/** `US-` of `US-CA`. */
const COUNTRY_PREFIX = 3

/** Reads places; what many of them share is made once. */
class PlaceParts {
  readonly #db: Ipdb
  readonly #it = new Resolved()
  readonly #country = cached((number: number) => toCountryMap(this.#db.reader.meta.countries[number]!))
  readonly #named = cached((key: string): MmdbMap => ({ names: this.#toNames(key) }))
  readonly #list = cached((key: string) => {
    const [code, ...name] = key.split(' ')
    return [{ ...(code && { iso_code: code }), ...this.#named(name.join(' ')) }]
  })
  readonly #postal = cached((zip: number): MmdbMap => ({ code: this.#text(zip)! }))
  readonly #traits: MmdbMap = { is_anycast: true }

  constructor(db: Ipdb) {
    this.#db = db
  }

  read(place: number, isAnycast: boolean): Cell[] {
    const { meta } = this.#db.reader
    const it = this.resolve(place)
    const country = meta.countries[it.country]!
    const hasCoordinates = it.latitude !== NO_COORDINATE
    return [
      country?.code ?? null,
      country?.name.en ?? null,
      ...toContinentCells(country),
      this.#text(it.region),
      this.divisionCode(place),
      this.#text(it.city),
      hasCoordinates ? it.latitude / COORDINATE_SCALE : null,
      hasCoordinates ? it.longitude / COORDINATE_SCALE : null,
      this.#text(it.zip),
      it.zone === 0 ? null : meta.zones[it.zone]!,
      it.radiusKm === 0 ? null : it.radiusKm,
      isAnycast,
      it.height === 0 ? null : it.height - 32_768,
      it.station === 0 ? null : meta.stations[it.station]!.code,
    ]
  }

  nest(place: number, isAnycast: boolean): MmdbMap {
    const { meta, namesZh } = this.#db.reader
    const it = this.resolve(place)
    const zh = namesZh(place)
    const country = meta.countries[it.country]
    const continent = country && findContinent(country.code)
    const record: Record<string, MmdbMap | readonly MmdbMap[]> = {}
    if (it.city !== 0) record['city'] = this.#named(`${it.city} ${zh?.city ?? 0}`)
    if (continent) record['continent'] = toContinentMap(continent)
    if (country) record['country'] = this.#country(it.country)
    record['location'] = this.#toLocation(it)
    if (it.zip !== 0) record['postal'] = this.#postal(it.zip)
    if (it.region !== 0) record['subdivisions'] = this.#list(`${this.divisionCode(place) ?? ''} ${it.region} ${zh?.region ?? 0}`)
    if (isAnycast) record['traits'] = this.#traits
    for (const [key, value] of Object.entries(record)) if (Object.keys(value).length === 0) delete record[key]
    return record
  }

  /** The code of the region as the forms of others have it: without that of the country. */
  divisionCode(place: number): string | null {
    return this.#db.reader.regionCodes.get(place)?.slice(COUNTRY_PREFIX) ?? null
  }

  /** Used again by the next call. */
  resolve(place: number): Resolved {
    this.#db.reader.resolver.readPlace(place, this.#it)
    return this.#it
  }

  #toLocation({ latitude, longitude, radiusKm, zone }: Resolved): MmdbMap {
    return {
      ...(radiusKm !== 0 && { accuracy_radius: uint16(radiusKm) }),
      ...(latitude !== NO_COORDINATE && {
        latitude: double(latitude / COORDINATE_SCALE),
        longitude: double(longitude / COORDINATE_SCALE),
      }),
      ...(zone !== 0 && { time_zone: this.#db.reader.meta.zones[zone]! }),
    }
  }

  #toNames(key: string): MmdbMap {
    const [name, zh] = key.split(' ').map(Number)
    return { en: this.#text(name!)!, ...(zh !== 0 && { 'zh-CN': this.#text(zh!)! }) }
  }

  #text(id: number): string | null {
    return this.#db.reader.strings.get(id)
  }
}

type PlaceValues = { readonly size: number; of(value: number): number; isAnycast(value: number): boolean }

/** Places without what belongs to a block: coordinates, postal code, radius. */
function toLocations(db: Ipdb, parts: PlaceParts, values: PlaceValues): LocationTable {
  const numbers = new Map<string, number>()
  const places = [0]
  const locationOf = new Int32Array(values.size + 1)
  for (let value = 1; value <= values.size; value++) {
    const place = values.of(value)
    const { country, region, city, zone } = parts.resolve(place)
    const zh = db.reader.namesZh(place)
    const key = `${country} ${region} ${city} ${zone} ${zh?.region ?? 0} ${zh?.city ?? 0}`
    let number = numbers.get(key)
    if (number === undefined) {
      numbers.set(key, (number = places.length))
      places.push(place)
    }
    locationOf[value] = number
  }
  return {
    locationOf,
    size: places.length - 1,
    columns: LOCATION_COLUMNS,
    blockColumns: ['postal_code', 'latitude', 'longitude', 'accuracy_radius', 'is_anycast'],
    read: (location, locale) => readLocation(db, parts, places[location]!, locale),
    readBlock(value) {
      const isAnycast = values.isAnycast(value)
      const cells = parts.read(values.of(value), isAnycast)
      return [cells[9]!, cells[7]!, cells[8]!, cells[11]!, isAnycast ? 1 : 0]
    },
  }
}

const LOCATION_COLUMNS = [
  'locale_code',
  'continent_code',
  'continent_name',
  'country_iso_code',
  'country_name',
  'subdivision_1_iso_code',
  'subdivision_1_name',
  'city_name',
  'time_zone',
  'is_in_european_union',
]

function readLocation(db: Ipdb, parts: PlaceParts, place: number, locale: 'en' | 'zh-CN'): Cell[] {
  const { meta, strings, namesZh } = db.reader
  const it = parts.resolve(place)
  const zh = locale === 'zh-CN' ? namesZh(place) : undefined
  const country = meta.countries[it.country]
  const continent = country && findContinent(country.code)
  return [
    locale,
    continent ?? null,
    continent ? (toContinentMap(continent)['names'] as Record<string, string>)[locale]! : null,
    country?.code ?? null,
    country?.name[locale === 'en' ? 'en' : 'zh'] ?? null,
    parts.divisionCode(place),
    strings.get(zh?.region || it.region),
    strings.get(zh?.city || it.city),
    it.zone === 0 ? null : meta.zones[it.zone]!,
    country?.isEu ? 1 : 0,
  ]
}
