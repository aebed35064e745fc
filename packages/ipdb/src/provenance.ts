import type { EmptyReason } from '@octet/core/ip/empty-reasons.ts'
import type { IpRecord } from '@octet/core/ip/record.ts'
import { ALL_FLAGS, ANYCAST, FLAGS, type DatabaseMeta, type FlagName, type LayerSet, type LayerSource } from './meta.ts'

/** Which values of a record are empty, as bits; together with the layer set they decide `sources` and `missing`. */
export const EMPTY = {
  country: 1,
  region: 2,
  city: 4,
  coordinates: 8,
  zip: 16,
  elevation: 32,
  station: 64,
  zone: 128,
  asn: 256,
  domain: 512,
  usage: 1024,
  capital: 2048,
  currency: 4096,
  callingCode: 8192,
  special: 16_384,
  radius: 32_768,
  isProxy: 65_536,
  regionCode: 131_072,
} as const

/** Where the values of a record come from and why others are empty; `json` is both as members of an object. */
export type Provenance = Pick<IpRecord, 'sources' | 'missing'> & { readonly json: string }

const FLAG_FIELDS: Readonly<Record<FlagName, string>> = {
  vpn: 'proxy_data.is_vpn',
  tor: 'proxy_data.is_tor',
  dataCenter: 'proxy_data.is_data_center',
  proxy: 'proxy_data.is_proxy',
  relay: 'proxy_data.is_relay',
  hosting: 'proxy_data.is_hosting',
}

/** Fields that are empty together. */
const FIELDS: readonly (readonly [bit: number, fields: readonly string[]])[] = [
  [EMPTY.country, ['country_code', 'country_name', 'is_eu', 'country_flag']],
  [EMPTY.region, ['region_name']],
  [EMPTY.regionCode, ['region_code']],
  [EMPTY.city, ['city_name']],
  [EMPTY.coordinates, ['latitude', 'longitude']],
  [EMPTY.zip, ['zip_code']],
  [EMPTY.elevation, ['elevation']],
  [EMPTY.station, ['weather_station_code', 'weather_station_name']],
  [EMPTY.zone, ['time_zone.name', 'time_zone.offset', 'time_zone.current_time']],
  [EMPTY.asn, ['ASN.asn', 'ASN.asn_name', 'ASN.isp', 'ASN.organization']],
  [EMPTY.domain, ['ASN.domain']],
  [EMPTY.usage, ['ASN.usage_type']],
  [EMPTY.capital, ['country_capital']],
  [EMPTY.currency, ['currency.code', 'currency.name', 'currency.symbol']],
  [EMPTY.callingCode, ['calling_code']],
  [EMPTY.radius, ['accuracy_radius']],
]
const NETWORK_BITS = EMPTY.asn | EMPTY.domain | EMPTY.usage
const PLACE_BITS = EMPTY.region | EMPTY.regionCode | EMPTY.city
/** What only a place known well enough has. */
const NEARBY_BITS = EMPTY.radius | EMPTY.zip | EMPTY.elevation | EMPTY.station

/** `sources` and `missing` of records; equal ones are made once and shared, frozen. */
export class ProvenanceTable {
  readonly #meta: DatabaseMeta
  /** By layer set and unknown flags, then by empty values. */
  readonly #made: (Map<number, Provenance> | undefined)[] = []
  // Most lookups in a row are alike.
  #lastKey = -1
  #lastEmpty = -1
  #last: Provenance | undefined

  constructor(meta: DatabaseMeta) {
    this.#meta = meta
  }

  /** `unknownFlags`: bits of FLAGS that no source covers at this address. */
  get(layerSet: number, empty: number, unknownFlags: number): Provenance {
    const key = layerSet * 64 + unknownFlags
    if (key === this.#lastKey && empty === this.#lastEmpty) return this.#last!
    const byEmpty = (this.#made[key] ??= new Map())
    let made = byEmpty.get(empty)
    if (made === undefined) byEmpty.set(empty, (made = this.#make(this.#meta.layerSets[layerSet]!, empty, unknownFlags)))
    this.#lastKey = key
    this.#lastEmpty = empty
    return (this.#last = made)
  }

  #make(layers: LayerSet, empty: number, unknownFlags: number): Provenance {
    const sources = Object.freeze(this.#toSources(layers, empty)) as IpRecord['sources']
    const missing = Object.freeze(this.#toMissing(layers, empty, unknownFlags))
    const json = `,"sources":${JSON.stringify(sources)},"missing":${JSON.stringify(missing)}`
    return Object.freeze({ sources, missing, json })
  }

  #toSources(layers: LayerSet, empty: number): IpRecord['sources'] {
    const { sources, fixedSources: fixed } = this.#meta
    const fields = new Map<number, string[]>()
    const add = (source: number, bits: number, names: readonly string[]) => {
      if (source >= 0 && (empty & bits) === 0) fields.set(source, [...(fields.get(source) ?? []), ...names])
    }
    add(layers.country, EMPTY.country, ['country_code'])
    add(layers.place, EMPTY.region, ['region_name'])
    if (fixed.regionCode !== undefined) add(fixed.regionCode, EMPTY.regionCode, ['region_code'])
    add(layers.place, EMPTY.city, ['city_name'])
    add(layers.place, EMPTY.coordinates, ['latitude', 'longitude'])
    add(layers.place, EMPTY.radius, ['accuracy_radius'])
    add(fixed.zip, EMPTY.zip, ['zip_code'])
    add(fixed.elevation, EMPTY.elevation, ['elevation'])
    add(fixed.station, EMPTY.station, ['weather_station_code', 'weather_station_name'])
    add(layers.asn, EMPTY.asn, ['ASN.asn', 'ASN.asn_name', 'ASN.organization'])
    add(layers.isp >= 0 ? layers.isp : layers.asn, layers.isp >= 0 ? 0 : EMPTY.asn, ['ASN.isp'])
    if (fixed.domain !== undefined) add(fixed.domain, EMPTY.domain, ['ASN.domain'])
    add(layers.usage ?? fixed.usage, EMPTY.usage, [
      'ASN.usage_type',
      ...(isHostingListed(layers, sources) ? [] : ['proxy_data.is_hosting']),
    ])
    for (const source of layers.flags) add(source, 0, toFlagFields(sources[source]!.flags ?? ALL_FLAGS))
    add(fixed.facts, EMPTY.country, ['country_name', 'is_eu', 'country_flag'])
    add(fixed.facts, EMPTY.country | EMPTY.capital, ['country_capital'])
    add(fixed.facts, EMPTY.country | EMPTY.callingCode, ['calling_code'])
    add(fixed.facts, EMPTY.country | EMPTY.currency, ['currency'])
    add(fixed.zone, EMPTY.zone, ['time_zone'])
    return [...fields].map(([source, names]) => {
      const { id, date } = sources[source]!
      return Object.freeze({ id, date, fields: names })
    })
  }

  #toMissing(layers: LayerSet, empty: number, unknownFlags: number): Record<string, EmptyReason> {
    const isSpecial = (empty & EMPTY.special) !== 0
    const missing: Record<string, EmptyReason> = {}
    for (const [bit, names] of FIELDS)
      if ((empty & bit) !== 0) for (const name of names) missing[name] = this.#explain(bit, layers, empty)
    for (const [flag, name] of Object.entries(FLAG_FIELDS) as [FlagName, string][])
      if ((unknownFlags & FLAGS[flag]) !== 0) missing[name] = isSpecial ? 'special_purpose' : 'source_missing'
    if ((empty & EMPTY.isProxy) !== 0) missing['is_proxy'] = isSpecial ? 'special_purpose' : 'source_missing'
    return missing
  }

  #explain(bit: number, layers: LayerSet, empty: number): EmptyReason {
    if ((empty & EMPTY.special) !== 0) return 'special_purpose'
    const optional = OPTIONAL.get(bit)
    if (optional !== undefined && !this.#meta.loadedFields.includes(optional)) return 'source_missing'
    if ((bit & NETWORK_BITS) !== 0 && (empty & EMPTY.asn) !== 0) return 'not_routed'
    if (layers.isAnycast && (bit & (PLACE_BITS | NEARBY_BITS)) !== 0) return 'anycast'
    return (bit & PLACE_BITS) !== 0 && layers.isWithheld ? 'withheld' : 'not_in_data'
  }
}

/** Whether a list says hosting: it decides then, whatever the name of the network says. */
export function isHostingListed({ flags }: LayerSet, sources: readonly LayerSource[]): boolean {
  return flags.some((source) => ((sources[source]!.flags ?? 0) & FLAGS.hosting) !== 0)
}

/** The fields of a record that a list with these bits decides. */
function toFlagFields(flags: number): string[] {
  const fields = Object.entries(FLAG_FIELDS).flatMap(([name, field]) => ((flags & FLAGS[name as FlagName]) !== 0 ? [field] : []))
  if ((flags & ANONYMISING) !== 0) fields.push('is_proxy')
  if ((flags & ANYCAST) !== 0) fields.push('accuracy_radius')
  return fields
}

/** Flags that make `is_proxy` true. */
export const ANONYMISING = FLAGS.vpn | FLAGS.tor | FLAGS.proxy | FLAGS.relay

/** Fields whose sources come with the updater. */
const OPTIONAL: ReadonlyMap<number, string> = new Map([
  [EMPTY.regionCode, 'region_code'],
  [EMPTY.zip, 'zip_code'],
  [EMPTY.elevation, 'elevation'],
  [EMPTY.station, 'weather_station'],
  [EMPTY.domain, 'ASN.domain'],
])
