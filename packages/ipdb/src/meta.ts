import type { Text } from '@octet/core/text.ts'

/** Facts of a country that stand in every record of it. */
export type CountryFacts = {
  /** ISO 3166-1 alpha-2. */
  readonly code: string
  readonly name: Text
  readonly capital: Text | null
  readonly isEu: boolean
  readonly callingCode: string | null
  readonly currency: { readonly code: string; readonly name: Text; readonly symbol: Text } | null
}

/** A source as named in records. */
export type LayerSource = {
  readonly id: string
  readonly date: string | null
  /** Bits of {@link FLAGS} and {@link ANYCAST} that a list of ranges decides. */
  readonly flags?: number
}

/** Which sources decided a record; numbers point into `sources`, -1 for none. */
export type LayerSet = {
  /** Region, city, coordinates. */
  readonly place: number
  readonly country: number
  readonly asn: number
  readonly isp: number
  /** Sources of the flags that are set. */
  readonly flags: readonly number[]
  /** Two sources disagree about the country, so the place is left out. */
  readonly isWithheld: boolean
  /** What the network is for, where a source says so; else its name tells. Files of before do not say. */
  readonly usage?: number
  /** Announced from many places at once. Files of before do not say. */
  readonly isAnycast?: boolean
}

/** Small tables of a database, kept as JSON. Entry 0 of `countries`, `zones`, `isps` and `specials` stands for none. */
export type DatabaseMeta = {
  readonly build: string
  /** When it was built, RFC 3339. */
  readonly date: string
  readonly sources: readonly LayerSource[]
  readonly countries: readonly (CountryFacts | null)[]
  /** IANA names. */
  readonly zones: readonly string[]
  readonly isps: readonly Text[]
  /** Blocks set aside, as CIDR; facts about them are in core. */
  readonly specials: readonly string[]
  readonly layerSets: readonly LayerSet[]
  /** Bits of {@link FLAGS} for which a list of ranges was loaded: unset means false there, and unknown elsewhere. */
  readonly knownFlags: number
  /** Bits known from the network an address belongs to; unknown where no network announces it. */
  readonly knownByAsn: number
  /** Optional fields for which a source was loaded: `region_code`, `zip_code`, `elevation`, `weather_station`, `ASN.domain`. */
  readonly loadedFields: readonly string[]
  /** Fields whose source is not to be passed on: they are answered, and left out of files. Files of before have none. */
  readonly keptFields?: readonly string[]
  /** Source of the country facts, of time zones, of name classes: by field group. Files of before have none of codes and networks. */
  readonly fixedSources: Readonly<Record<'facts' | 'zone' | 'usage' | 'zip' | 'elevation' | 'station', number>> & {
    readonly regionCode?: number
    readonly networks?: number
    readonly domain?: number
  }
  /** ISO 3166-2 codes by number of the country and of the string that names the region. Files of before have none. */
  readonly regionCodes?: readonly (readonly [country: number, region: number, code: string])[]
  /** Weather stations by number, entry 0 for none. */
  readonly stations: readonly { readonly code: string; readonly name: string }[]
}

/** Privacy flags of a record, as bits. */
export const FLAGS = { vpn: 1, tor: 2, dataCenter: 4, proxy: 8, relay: 16, hosting: 32 } as const
/** All bits of {@link FLAGS}. */
export const ALL_FLAGS = 63
/** Bits of {@link FLAGS} of a host rather than somebody's access. */
export const HOSTED = FLAGS.hosting | FLAGS.dataCenter
export type FlagName = keyof typeof FLAGS

/** Bit beside {@link FLAGS} for networks announced from many places at once, which have no town and no accuracy radius. */
export const ANYCAST = 64

/** Usage types of a network, by number in the ASN table; 0 is unknown. */
export const USAGE_TYPES = [null, 'isp', 'hosting', 'business', 'education', 'government'] as const
export type UsageType = NonNullable<(typeof USAGE_TYPES)[number]>
