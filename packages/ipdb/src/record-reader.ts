import type { IpRecord } from '@octet/core/ip/record.ts'
import type { SpecialBlock } from '@octet/core/ip/special.ts'
import type { Lang } from '@octet/core/text.ts'
import { ChineseNameTable, type ChineseNames } from './chinese-names.ts'
import { toCsvField, toNameField } from './csv-fields.ts'
import type { Loaded } from './load.ts'
import { ALL_FLAGS, type DatabaseMeta } from './meta.ts'
import { AsnParts, FlagParts, toCountryParts, toSpecials, type AsnPart, type CountryPart, type FlagPart } from './parts.ts'
import { EMPTY, ProvenanceTable, type Provenance } from './provenance.ts'
import { COORDINATE_SCALE, NO_COORDINATE } from './record-table.ts'
import { KeptValues, type RecordValues } from './record-values.ts'
import { RegionCodes } from './region-codes.ts'
import { Resolved, Resolver } from './resolver.ts'
import { StringPool } from './string-pool.ts'
import { ZoneClock } from './zone-clock.ts'

/** Where an address lies, spelled out. */
export type Span = { readonly ip: string; readonly start: string; readonly end: string; readonly network: string }

/** What spells it when it is asked to. */
export type SpanSource = { spell(): Span }

/** What a record is read for. */
export type ReadOptions = {
  readonly lang: Lang
  readonly nowMs: number
  /** The block the address itself belongs to, when it is not the record's. */
  readonly special?: number | undefined
}

/** What a record is put together from. */
export type RecordParts = {
  readonly it: Resolved
  regionCode: string | null
  country: CountryPart
  asn: AsnPart
  flag: FlagPart
  from: Provenance
}

/** Turns record numbers into records or JSON. Parts that many records share are made once and frozen. */
export class RecordReader {
  readonly meta: DatabaseMeta
  readonly clock: ZoneClock
  readonly strings: StringPool
  readonly resolver: Resolver
  readonly regionCodes: RegionCodes
  readonly specials: readonly (SpecialBlock | null)[]
  readonly specialJson: readonly string[]
  readonly #zh: ChineseNameTable
  readonly #countries: Readonly<Record<Lang, readonly CountryPart[]>>
  readonly #asns: Readonly<Record<Lang, AsnParts>>
  readonly flagParts = new FlagParts()
  readonly #provenance: ProvenanceTable
  /** The end of the JSON of every record. */
  readonly end: string
  readonly #parts: RecordParts
  readonly #kept: { [lang in Lang]?: KeptValues } = {}

  constructor(loaded: Loaded) {
    const { meta } = loaded
    this.meta = meta
    this.resolver = new Resolver(loaded)
    this.regionCodes = new RegionCodes(meta, this.resolver)
    this.strings = new StringPool(loaded.words('strings.offsets'), loaded)
    this.clock = new ZoneClock(meta.zones)
    this.#zh = new ChineseNameTable(loaded.words('places.zh'))
    this.#countries = { en: toCountryParts(meta, 'en'), zh: toCountryParts(meta, 'zh') }
    const { asns } = this.resolver
    this.#asns = { en: new AsnParts(loaded, asns, this.strings, 'en'), zh: new AsnParts(loaded, asns, this.strings, 'zh') }
    this.specials = toSpecials(meta)
    this.specialJson = this.specials.map((special) => JSON.stringify(special))
    this.#provenance = new ProvenanceTable(meta)
    this.end = `,"build":${JSON.stringify(meta.build)}}`
    this.#parts = {
      it: new Resolved(),
      regionCode: null,
      country: this.#countries.en[0]!,
      asn: this.#asns.en.get(0, 0),
      flag: this.flagParts.get(0, 0),
      from: this.#provenance.get(0, 0, 0),
    }
  }

  /** Strings of the Chinese names of a place, where a source has them; 0 for none. */
  readonly namesZh = (place: number): ChineseNames | undefined => this.#zh.get(place)

  /** The ISO code of a record's country, or null. */
  countryOf(record: number): string | null {
    return this.#countries.en[this.resolver.countryOf(record)]!.country_code
  }

  /** The whole record. Its values are asked for first: while memory brings them, the range is spelled. */
  read(record: number, range: SpanSource, options: ReadOptions): IpRecord {
    const values = this.valuesOf(record, options)
    return this.assemble(values, range.spell(), options.nowMs)
  }

  /** What depends neither on the address nor on the time; kept where the record is asked for more than once. */
  valuesOf(record: number, options: Pick<ReadOptions, 'lang' | 'special'>): RecordValues {
    return options.special === undefined ? this.#findValues(record, options.lang) : this.#readValues(record, options)
  }

  /** The record of such values and the range of an address. */
  assemble(values: RecordValues, span: Span, nowMs: number): IpRecord {
    const time = this.clock.read(values.zone, nowMs)
    const { country, flag, from } = values
    const hasCoordinates = values.latitude !== NO_COORDINATE
    return {
      ip: span.ip,
      country_code: country.country_code,
      country_name: country.country_name,
      country_capital: country.country_capital,
      region_name: values.region_name,
      region_code: values.region_code,
      city_name: values.city_name,
      latitude: hasCoordinates ? values.latitude / COORDINATE_SCALE : null,
      longitude: hasCoordinates ? values.longitude / COORDINATE_SCALE : null,
      zip_code: values.zip_code,
      is_eu: country.is_eu,
      calling_code: country.calling_code,
      country_flag: country.country_flag,
      weather_station_code: values.weather_station_code,
      weather_station_name: values.weather_station_name,
      elevation: values.elevation,
      ASN: values.asn,
      time_zone: time,
      currency: country.currency,
      is_proxy: flag.isProxy,
      proxy_data: flag.value,
      start_ip: span.start,
      end_ip: span.end,
      network: span.network,
      accuracy_radius: values.accuracy_radius,
      special: values.special,
      sources: from.sources,
      missing: from.missing,
      build: this.meta.build,
    }
  }

  #findValues(record: number, lang: Lang): RecordValues {
    const kept = (this.#kept[lang] ??= new KeptValues(this.resolver.recordCount))
    const found = kept.get(record)
    if (found !== undefined) return found
    const values = this.#readValues(record, { lang })
    kept.offer(record, values)
    return values
  }

  #readValues(record: number, options: Omit<ReadOptions, 'nowMs'>): RecordValues {
    const { it, regionCode, country, asn, flag, from } = this.resolve(record, options)
    const station = it.station === 0 ? null : this.meta.stations[it.station]!
    return {
      country,
      region_name: this.strings.get(it.region),
      region_code: regionCode,
      city_name: this.strings.get(it.city),
      latitude: it.latitude,
      longitude: it.longitude,
      zip_code: this.strings.get(it.zip),
      weather_station_code: station && station.code,
      weather_station_name: station && station.name,
      elevation: it.height === 0 ? null : it.height - 32_768,
      asn: asn.value,
      zone: it.zone,
      flag,
      accuracy_radius: it.radiusKm === 0 ? null : it.radiusKm,
      special: this.specials[it.special]!,
      from,
    }
  }

  /** From the station to the elevation, as JSON with a comma before it. */
  heightJson({ station, height }: Resolved): string {
    const at = station === 0 ? null : this.meta.stations[station]!
    const names = `,"weather_station_code":${JSON.stringify(at && at.code)},"weather_station_name":${JSON.stringify(at && at.name)}`
    return `${names},"elevation":${height === 0 ? null : height - 32_768}`
  }

  /** From the region to the zip code, as JSON. */
  placeJson({ it, regionCode }: Pick<RecordParts, 'it' | 'regionCode'>): string {
    const { strings } = this
    const hasCoordinates = it.latitude !== NO_COORDINATE
    return (
      `"region_name":${strings.getJson(it.region)},"region_code":${regionCode === null ? null : `"${regionCode}"`}` +
      `,"city_name":${strings.getJson(it.city)}` +
      `,"latitude":${hasCoordinates ? it.latitude / COORDINATE_SCALE : null},"longitude":${hasCoordinates ? it.longitude / COORDINATE_SCALE : null}` +
      `,"zip_code":${strings.getJson(it.zip)}`
    )
  }

  /** The same as `JSON.stringify` of the record, put together from prepared pieces. */
  readJson(record: number, span: Span, options: ReadOptions): string {
    const parts = this.resolve(record, options)
    const { it, country, asn, flag, from } = parts
    return (
      `{"ip":"${span.ip}",${country.head},${this.placeJson(parts)},${country.tail}${this.heightJson(it)}` +
      `,"ASN":${(asn.json ??= JSON.stringify(asn.value))},"time_zone":${this.clock.readJson(it.zone, options.nowMs)}` +
      `,"currency":${country.currencyJson},${flag.json}` +
      `,"start_ip":"${span.start}","end_ip":"${span.end}","network":"${span.network}"` +
      `,"accuracy_radius":${it.radiusKm === 0 ? null : it.radiusKm},"special":${this.specialJson[it.special]!}${from.json}${this.end}`
    )
  }

  /** The columns `country_code` … `currency_code` of CSV_COLUMNS, each with a comma before it. */
  countryCsv(country: number, lang: Lang): string {
    const it = this.#countries[lang][country]!
    const fields = [it.country_code, it.country_name, it.country_capital, it.is_eu, it.calling_code, it.currency.code]
    return `,${fields.map(toCsvField).join()}`
  }

  /** The columns `region_name` … `accuracy_radius`. */
  placeCsv(place: number, lang: Lang): string {
    const { it } = this.#parts
    this.resolver.readPlace(place, it)
    this.#translate(it, lang)
    const hasCoordinates = it.latitude !== NO_COORDINATE
    const fields = [
      toNameField(this.strings.get(it.region)),
      toCsvField(this.regionCodes.get(place)),
      toNameField(this.strings.get(it.city)),
      toCsvField(hasCoordinates ? it.latitude / COORDINATE_SCALE : null),
      toCsvField(hasCoordinates ? it.longitude / COORDINATE_SCALE : null),
      toNameField(this.strings.get(it.zip)),
      toCsvField(it.zone === 0 ? null : this.meta.zones[it.zone]!),
      toCsvField(it.radiusKm === 0 ? null : it.radiusKm),
    ]
    return `,${fields.join()}`
  }

  /** The columns `asn` … `isp`. */
  asnCsv(asn: number, isp: number, lang: Lang): string {
    const { value } = this.#asns[lang].get(asn, isp)
    const names = [value.asn_name, value.domain, value.usage_type, value.isp]
    return `,${[toCsvField(value.asn), ...names.map(toNameField)].join()}`
  }

  /** The flags of a record, those of its network included, and those of which a source is there to say no. */
  flagsOf(record: number): { readonly flags: number; readonly known: number } {
    const { resolver } = this
    const asn = resolver.asnNumberOf(record)
    const flags = (resolver.flagsOf(record) | resolver.flagsOfAsn(asn)) & ALL_FLAGS
    const isUnused = resolver.specialOf(record) !== 0 && resolver.placeOf(record) === 0
    return { flags, known: isUnused ? flags : this.meta.knownFlags | (asn === 0 ? 0 : this.meta.knownByAsn) | flags }
  }

  /** A small number for the flags of a record; see `flagCsv`. */
  flagKey(record: number): number {
    const { flags, known } = this.flagsOf(record)
    return flags * 64 + known
  }

  /** The columns `is_proxy` … `is_hosting`. */
  flagCsv(key: number): string {
    const { isProxy, value } = this.flagParts.get(key >>> 6, key & 63)
    return `,${[isProxy, ...Object.values(value)].map(toCsvField).join()}`
  }

  #translate(it: Resolved, lang: Lang): void {
    if (lang !== 'zh') return
    const names = this.#zh.get(it.place)
    if (names === undefined) return
    it.region = names.region || it.region
    it.city = names.city || it.city
  }

  /** The parts of a record; the object is used again by the next call. */
  resolve(record: number, { lang, special }: Omit<ReadOptions, 'nowMs'>): RecordParts {
    const parts = this.#parts
    const { it } = parts
    this.resolver.read(record, it)
    if (special !== undefined) it.special = special
    this.#translate(it, lang)
    parts.regionCode = this.regionCodes.get(it.place)
    const country = (parts.country = this.#countries[lang][it.country]!)
    const asn = (parts.asn = this.#asns[lang].get(it.asn, it.isp))
    const flags = (it.flags | asn.flags) & ALL_FLAGS
    const isUnused = it.special !== 0 && it.country === 0
    const known = isUnused ? flags : this.meta.knownFlags | (it.asn === 0 ? 0 : this.meta.knownByAsn) | flags
    parts.flag = this.flagParts.get(flags, known)
    let empty = country.empty | asn.empty
    if (it.region === 0) empty |= EMPTY.region
    if (parts.regionCode === null) empty |= EMPTY.regionCode
    if (it.city === 0) empty |= EMPTY.city
    if (it.latitude === NO_COORDINATE) empty |= EMPTY.coordinates
    if (it.radiusKm === 0) empty |= EMPTY.radius
    if (it.zip === 0) empty |= EMPTY.zip
    if (it.height === 0) empty |= EMPTY.elevation
    if (it.station === 0) empty |= EMPTY.station
    if (it.zone === 0) empty |= EMPTY.zone
    if (parts.flag.isProxy === null) empty |= EMPTY.isProxy
    if (isUnused) empty |= EMPTY.special
    parts.from = this.#provenance.get(it.layerSet, empty, ~known & 63)
    return parts
  }
}
