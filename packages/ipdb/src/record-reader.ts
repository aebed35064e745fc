import type { IpRecord } from '@octet/core/ip/record.ts'
import { SPECIAL_BLOCKS, type SpecialBlock } from '@octet/core/ip/special.ts'
import type { Lang } from '@octet/core/text.ts'
import type { Loaded } from './load.ts'
import { FLAGS, USAGE_TYPES, type DatabaseMeta } from './meta.ts'
import { ANONYMISING, EMPTY, ProvenanceTable } from './provenance.ts'
import { ASN, ASN_WORDS, COORDINATE_SCALE, NO_COORDINATE, PLACE, PLACE_WORDS, RECORD, RECORD_WORDS } from './record-table.ts'
import { StringPool } from './string-pool.ts'
import { ZoneClock } from './zone-clock.ts'

/** Where an address lies, spelled out. */
export type Span = { readonly ip: string; readonly start: string; readonly end: string; readonly network: string }

/** Facts of a country in one language, as they stand in a record. */
type CountryPart = Pick<
  IpRecord,
  'country_code' | 'country_name' | 'country_capital' | 'is_eu' | 'calling_code' | 'country_flag' | 'currency'
> & { readonly empty: number }

/** Turns record numbers into records. Parts that many records share are made once and frozen. */
export class RecordReader {
  readonly meta: DatabaseMeta
  readonly clock: ZoneClock
  readonly strings: StringPool
  readonly #records: Uint32Array
  readonly #places: Int32Array
  readonly #asns: Uint32Array
  readonly #zh: ReadonlyMap<number, { region: number; city: number }>
  readonly #countries: Readonly<Record<Lang, readonly CountryPart[]>>
  readonly #specials: readonly (SpecialBlock | null)[]
  readonly #asnParts: Readonly<Record<Lang, (IpRecord['ASN'] | undefined)[]>> = { en: [], zh: [] }
  readonly #flagParts = new Map<number, IpRecord['proxy_data']>()
  readonly #provenance: ProvenanceTable

  constructor(loaded: Loaded) {
    this.meta = loaded.meta
    this.#records = loaded.words('records')
    const places = loaded.words('places')
    this.#places = new Int32Array(places.buffer, places.byteOffset, places.length)
    this.#asns = loaded.words('asns')
    this.strings = new StringPool(loaded.words('strings.offsets'), loaded.bytes('strings.bytes'))
    this.clock = new ZoneClock(this.meta.zones)
    this.#zh = readChinese(loaded.words('places.zh'))
    this.#countries = { en: toCountryParts(this.meta, 'en'), zh: toCountryParts(this.meta, 'zh') }
    this.#specials = this.meta.specials.map((block) => (block === '' ? null : toSpecial(block)))
    this.#provenance = new ProvenanceTable(this.meta)
  }

  /** The special block of a record, or null. */
  specialOf(record: number): SpecialBlock | null {
    return this.#specials[this.#records[RECORD_WORDS * record + RECORD.layersAndSpecial]! >>> 16]!
  }

  /** The ISO code of a record's country, or null. */
  countryOf(record: number): string | null {
    const place = this.#records[RECORD_WORDS * record + RECORD.place]!
    return this.#countries.en[this.#places[PLACE_WORDS * place + PLACE.countryAndZone]! & 0xffff]!.country_code
  }

  /** The AS number of a record's network, or 0. */
  asnOf(record: number): number {
    return this.#asns[ASN_WORDS * this.#records[RECORD_WORDS * record + RECORD.asn]! + ASN.asn]!
  }

  get recordCount(): number {
    return this.#records.length / RECORD_WORDS
  }

  /** The whole record; `special` overrides the one of the record. */
  read(record: number, span: Span, lang: Lang, nowMs: number, special = this.specialOf(record)): IpRecord {
    const at = RECORD_WORDS * record
    const placeNumber = this.#records[at + RECORD.place]!
    const asnNumber = this.#records[at + RECORD.asn]!
    const flagsAndIsp = this.#records[at + RECORD.flagsAndIsp]!
    const layerSet = this.#records[at + RECORD.layersAndSpecial]! & 0xffff
    const place = PLACE_WORDS * placeNumber
    const places = this.#places
    const countryAndZone = places[place + PLACE.countryAndZone]!
    const country = this.#countries[lang][countryAndZone & 0xffff]!
    const zone = countryAndZone >>> 16
    const names = lang === 'zh' ? this.#zh.get(placeNumber) : undefined
    const region = this.strings.get(names?.region || places[place + PLACE.region]!)
    const city = this.strings.get(names?.city || places[place + PLACE.city]!)
    const latitude = places[place + PLACE.latitude]!
    const hasCoordinates = latitude !== NO_COORDINATE
    const zip = this.strings.get(places[place + PLACE.zip]!)
    const radiusAndElevation = places[place + PLACE.radiusAndElevation]!
    const radius = radiusAndElevation & 0xffff
    const height = radiusAndElevation >>> 16
    const station = places[place + PLACE.station]!
    const asn = this.#asnPart(asnNumber, flagsAndIsp >>> 16, lang)
    const flags = (flagsAndIsp & 0xff) | ((this.#asns[ASN_WORDS * asnNumber + ASN.usageAndFlags]! >>> 8) & 0xff)
    const known = this.meta.knownFlags | (asnNumber === 0 ? 0 : this.meta.knownByAsn) | flags
    let empty = country.empty
    if (region === null) empty |= EMPTY.region
    if (city === null) empty |= EMPTY.city
    if (!hasCoordinates) empty |= EMPTY.coordinates
    if (radius === 0) empty |= EMPTY.radius
    if (zip === null) empty |= EMPTY.zip
    if (height === 0) empty |= EMPTY.elevation
    if (station === 0) empty |= EMPTY.station
    if (zone === 0) empty |= EMPTY.zone
    if (asnNumber === 0) empty |= EMPTY.asn
    if (asn.domain === null) empty |= EMPTY.domain
    if (asn.usage_type === null) empty |= EMPTY.usage
    if (special !== null && country.country_code === null) empty |= EMPTY.special
    const { sources, missing } = this.#provenance.get(layerSet, empty, ~known & 63)
    return {
      ip: span.ip,
      country_code: country.country_code,
      country_name: country.country_name,
      country_capital: country.country_capital,
      region_name: region,
      city_name: city,
      latitude: hasCoordinates ? latitude / COORDINATE_SCALE : null,
      longitude: hasCoordinates ? places[place + PLACE.longitude]! / COORDINATE_SCALE : null,
      zip_code: zip,
      is_eu: country.is_eu,
      calling_code: country.calling_code,
      country_flag: country.country_flag,
      weather_station_code: station === 0 ? null : this.meta.stations[station]!.code,
      weather_station_name: station === 0 ? null : this.meta.stations[station]!.name,
      elevation: height === 0 ? null : height - 32_768,
      ASN: asn,
      time_zone: this.clock.read(zone, nowMs),
      currency: country.currency,
      is_proxy: (flags & ANONYMISING) !== 0 ? true : (known & ANONYMISING) === ANONYMISING ? false : null,
      proxy_data: this.#flagPart(flags, known),
      start_ip: span.start,
      end_ip: span.end,
      network: span.network,
      accuracy_radius: radius === 0 ? null : radius,
      special,
      sources,
      missing,
      build: this.meta.build,
    }
  }

  #asnPart(asn: number, isp: number, lang: Lang): IpRecord['ASN'] {
    if (isp !== 0) return this.#makeAsn(asn, this.meta.isps[isp]![lang], lang)
    const parts = this.#asnParts[lang]
    return (parts[asn] ??= this.#makeAsn(asn, null, lang))
  }

  #makeAsn(asn: number, isp: string | null, _lang: Lang): IpRecord['ASN'] {
    const at = ASN_WORDS * asn
    const name = this.strings.get(this.#asns[at + ASN.name]!)
    return Object.freeze({
      asn: asn === 0 ? null : this.#asns[at + ASN.asn]!,
      asn_name: name,
      domain: this.strings.get(this.#asns[at + ASN.domain]!),
      usage_type: USAGE_TYPES[this.#asns[at + ASN.usageAndFlags]! & 0xff]!,
      isp: isp ?? name,
      organization: name,
    })
  }

  #flagPart(flags: number, known: number): IpRecord['proxy_data'] {
    const key = flags * 256 + known
    let part = this.#flagParts.get(key)
    if (part === undefined) {
      const read = (bit: number) => ((flags & bit) !== 0 ? true : (known & bit) !== 0 ? false : null)
      part = Object.freeze({
        is_vpn: read(FLAGS.vpn),
        is_tor: read(FLAGS.tor),
        is_data_center: read(FLAGS.dataCenter),
        is_proxy: read(FLAGS.proxy),
        is_relay: read(FLAGS.relay),
        is_hosting: read(FLAGS.hosting),
      })
      this.#flagParts.set(key, part)
    }
    return part
  }
}

function readChinese(words: Uint32Array): Map<number, { region: number; city: number }> {
  const names = new Map<number, { region: number; city: number }>()
  for (let at = 0; at < words.length; at += 3) names.set(words[at]!, { region: words[at + 1]!, city: words[at + 2]! })
  return names
}

function toSpecial(block: string): SpecialBlock {
  const known = SPECIAL_BLOCKS.find((special) => special.block === block)
  if (!known) throw new Error(`the database names the special block ${block}, which this version does not know`)
  const { name, rfc, global } = known
  return Object.freeze({ block, name, rfc, global })
}

const NO_CURRENCY: IpRecord['currency'] = Object.freeze({ code: null, name: null, symbol: null })

function toCountryParts(meta: DatabaseMeta, lang: Lang): CountryPart[] {
  return meta.countries.map((country) => {
    const currency = country?.currency
    const empty =
      (country ? 0 : EMPTY.country) |
      (country?.capital ? 0 : EMPTY.capital) |
      (currency ? 0 : EMPTY.currency) |
      (country?.callingCode ? 0 : EMPTY.callingCode)
    return {
      country_code: country?.code ?? null,
      country_name: country?.name[lang] ?? null,
      country_capital: country?.capital?.[lang] ?? null,
      is_eu: country?.isEu ?? null,
      calling_code: country?.callingCode ?? null,
      country_flag: country ? `/flags/${country.code.toLowerCase()}.svg` : null,
      currency: currency
        ? Object.freeze({ code: currency.code, name: currency.name[lang], symbol: currency.symbol[lang] })
        : NO_CURRENCY,
      empty,
    }
  })
}
