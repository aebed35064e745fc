import { ASN_WORDS, COORDINATE_SCALE, NO_COORDINATE, PLACE, PLACE_WORDS, RECORD_WORDS } from '@octet/ipdb/record-table.ts'
import { FLAGS, USAGE_TYPES, type LayerSet, type UsageType } from '@octet/ipdb/meta.ts'
import type { Text } from '@octet/core/text.ts'
import type { AsnValue, PlaceValue } from '../layer.ts'
import { distanceKm } from '../places/gazetteer.ts'
import type { Coordinates, CountryPlace, FoundTown, TownQuery } from '../places/place.ts'
import { GrowableWords } from './growable.ts'
import { StringTable } from './string-table.ts'
import { TupleTable } from './tuple-table.ts'

export type TableOptions = {
  readonly countries: readonly CountryPlace[]
  /** The town of a name in a region, else anywhere in the country. */
  readonly findTown: (country: string, region: string, name: string) => Coordinates | undefined
  /** The town an operator names, where only one can be meant. */
  readonly findExactTown: (query: TownQuery) => FoundTown | undefined
  readonly findRegionPlace: (country: string, region: string) => CountryPlace | undefined
  /** The name of a region by its ISO 3166-2 code. */
  readonly findRegion: (code: string) => string | undefined
  /** Chinese names for English ones; without those that are not known. */
  readonly toChinese: (country: string, region?: string, city?: string) => { regionZh?: string; cityZh?: string }
  readonly findZone: (latitude: number, longitude: number) => string
  readonly classify: (asnName: string) => { readonly usage: UsageType; readonly flags: number }
  /** Domains of networks, by their numbers. */
  readonly domains?: ReadonlyMap<number, string> | undefined
  /** What a network is for, by its number, where a source says so; and the number of that source. */
  readonly described?: { readonly usages: ReadonlyMap<number, UsageType>; readonly source: number } | undefined
}

/** A region that places lie in, with the numbers of its country and of its name. */
export type TableRegion = { readonly country: number; readonly region: number; readonly code: string; readonly name: string }

/** The shared tables of a build: places, networks, records, and the small lists they point to. */
export class BuildTables {
  readonly strings = new StringTable()
  readonly places = new TupleTable(PLACE_WORDS, 700_000)
  readonly asns = new TupleTable(ASN_WORDS, 1 << 17)
  readonly records = new TupleTable(RECORD_WORDS, 1_500_000)
  readonly zones: string[] = ['']
  readonly isps: Text[] = [{ en: '', zh: '' }]
  readonly layerSets: LayerSet[] = []
  /** Bits that some list of ranges has set: where they are not set, they are known to be false. */
  seenFlags = 0
  /** The bits each list of ranges has set, by the number of its source. */
  readonly flagsBySource = new Map<number, number>()
  readonly #options: TableOptions
  readonly #countries: ReadonlyMap<string, number>
  readonly #zoneNumbers = new Map<string, number>([['', 0]])
  readonly #ispNumbers = new Map<string, number>()
  readonly #layerSetNumbers = new Map<string, number>()
  readonly #unlocated = new Set<number>()
  /** The country of each place, packed more closely than the places. */
  readonly #countryOf = new GrowableWords()
  /** For each place the number of its Chinese names plus one; 0 without. */
  readonly #chinese = new GrowableWords()
  readonly #chineseNames = new TupleTable(2)
  readonly #names = new Int32Array(2)
  /** City, region and country, and for each of those the number of what they are called in Chinese plus one. */
  readonly #towns = new TupleTable(3, 1 << 17)
  readonly #townsInChinese = new GrowableWords()
  readonly #town = new Int32Array(3)
  /** What the networks of a name are: most are in both families. */
  readonly #classes = new Map<number, number>()
  readonly #withoutRadius = new Map<number, number>()
  /** By place and country. */
  readonly #reaching = new Map<number, number>()
  readonly #regions = new Map<string, TableRegion>()
  readonly #isDescribed = new GrowableWords()
  readonly #place = new Int32Array(PLACE_WORDS)
  readonly #asn = new Int32Array(ASN_WORDS)

  constructor(options: TableOptions) {
    this.#options = options
    this.#countries = new Map(options.countries.map(({ code }, at) => [code, at + 1]))
    this.internPlace({ country: '' })
    this.internAsn({ asn: 0, name: '' })
  }

  /** The number of a country; 0 for a code that is not in ISO 3166-1. */
  countryNumber(code: string): number {
    return this.#countries.get(code) ?? 0
  }

  countryCode(number: number): string {
    return number === 0 ? '' : this.#options.countries[number - 1]!.code
  }

  countryOf(place: number): number {
    return this.#countryOf.get(place)
  }

  /** Whether a source names a town for this place whose whereabouts are not known. */
  isUnlocated(place: number): boolean {
    return this.#unlocated.has(place)
  }

  internPlace(said: PlaceValue): number {
    const value = this.#complete(said)
    const country = this.countryNumber(value.country)
    const known = this.#options.countries[country - 1]
    const own = this.#coordinatesOf(value)
    const { latitude, longitude } = own ?? known ?? {}
    const radius = own ? value.radiusKm : known?.radiusKm
    const tuple = this.#place
    tuple[0] = this.strings.intern(value.city)
    tuple[1] = this.strings.intern(value.region)
    tuple[2] = latitude === undefined ? NO_COORDINATE : Math.round(latitude * COORDINATE_SCALE)
    tuple[3] = longitude === undefined ? NO_COORDINATE : Math.round(longitude * COORDINATE_SCALE)
    tuple[4] = this.strings.intern(value.zip)
    tuple[5] = country | (this.#zoneNumber(latitude, longitude) << 16)
    tuple[6] = Math.min(0xffff, Math.round(radius ?? 0))
    tuple[7] = 0
    const { size } = this.places
    const id = this.places.intern(tuple)
    if (id === size) {
      this.#countryOf.set(id, country)
      this.#nameInChinese(id, value)
      if (value.region) this.#noteRegion(country, value.region)
    }
    if (value.town === '' && value.city) this.#unlocated.add(id)
    return id
  }

  /** Every region that some place lies in; `code` is that of the country. */
  get regions(): Iterable<TableRegion> {
    return this.#regions.values()
  }

  #noteRegion(country: number, name: string): void {
    const code = this.countryCode(country)
    const key = `${code} ${name}`
    if (!this.#regions.has(key)) this.#regions.set(key, { country, region: this.strings.intern(name), code, name })
  }

  /** As its source names it, else as the tables of names do, which are asked once for all places of a town. */
  #nameInChinese(place: number, value: PlaceValue): void {
    this.#chinese.set(place, value.regionZh ? this.#internChinese(value) : this.#findInChinese(value))
  }

  #findInChinese({ country, region, city }: PlaceValue): number {
    this.#town[0] = this.#place[PLACE.city]!
    this.#town[1] = this.#place[PLACE.region]!
    this.#town[2] = this.#place[PLACE.countryAndZone]! & 0xffff
    const town = this.#towns.intern(this.#town)
    const known = this.#townsInChinese
    if (town === known.length) known.push(this.#internChinese(this.#options.toChinese(country, region, city)))
    return known.get(town)
  }

  #internChinese({ regionZh, cityZh }: Pick<PlaceValue, 'regionZh' | 'cityZh'>): number {
    if (!regionZh && !cityZh) return 0
    this.#names[0] = this.strings.intern(regionZh)
    this.#names[1] = this.strings.intern(cityZh)
    return this.#chineseNames.intern(this.#names) + 1
  }

  /** Places with Chinese names in ascending order, three words each: the place, and region and city as numbers of strings. */
  toChinese(): Uint32Array {
    const words = new GrowableWords()
    for (let place = 0; place < this.#chinese.length; place++) {
      const names = this.#chinese.get(place)
      if (names === 0) continue
      words.push(place)
      words.push(this.#chineseNames.get(names - 1, 0))
      words.push(this.#chineseNames.get(names - 1, 1))
    }
    return words.view()
  }

  /** The same place without an accuracy radius: it stands for many places at once. */
  withoutRadius(place: number): number {
    let made = this.#withoutRadius.get(place)
    if (made === undefined) this.#withoutRadius.set(place, (made = this.withRadius(place, 0)))
    return made
  }

  /**
   * The same place with a radius that takes in a country: as far as to its middle, and from there as far as its own radius,
   * in hundreds of kilometres. Unchanged where that is nearer than its radius, or where nobody knows the middle.
   */
  reaching(place: number, country: number): number {
    const key = place * 1024 + country
    let made = this.#reaching.get(key)
    if (made === undefined) this.#reaching.set(key, (made = this.#reach(place, country)))
    return made
  }

  #reach(place: number, country: number): number {
    const { latitude, longitude, radiusKm = 0 } = this.#options.countries[country - 1] ?? {}
    const north = this.places.get(place, PLACE.latitude)
    if (latitude === undefined || longitude === undefined || north === NO_COORDINATE) return place
    const here = {
      latitude: north / COORDINATE_SCALE,
      longitude: this.places.get(place, PLACE.longitude) / COORDINATE_SCALE,
    }
    const reach = 100 * Math.ceil((distanceKm(here, { latitude, longitude }) + radiusKm) / 100)
    return reach <= this.places.get(place, PLACE.radiusAndElevation) ? place : this.withRadius(place, reach)
  }

  /** The same place with another accuracy radius, in kilometres. Not once the heights are in. */
  withRadius(place: number, radiusKm: number): number {
    const tuple = this.#place
    for (let column = 0; column < PLACE_WORDS; column++) tuple[column] = this.places.get(place, column)
    tuple[PLACE.radiusAndElevation] = radiusKm
    const made = this.places.intern(tuple)
    this.#countryOf.set(made, this.countryOf(place))
    this.#chinese.set(made, this.#chinese.get(place))
    return made
  }

  internAsn({ asn, name, domain }: AsnValue): number {
    this.#asn[0] = asn
    this.#asn[1] = this.strings.intern(name)
    this.#asn[2] = this.strings.intern(domain ?? this.#options.domains?.get(asn))
    const usage = this.#options.described?.usages.get(asn)
    const hosting = usage === 'hosting' ? FLAGS.hosting : 0
    if (asn === 0) this.#asn[3] = USAGE_TYPES.indexOf(null)
    else this.#asn[3] = usage ? USAGE_TYPES.indexOf(usage) | (hosting << 8) : this.#classOf(name, this.#asn[1])
    const network = this.asns.intern(this.#asn)
    this.#isDescribed.set(network, usage ? 1 : 0)
    return network
  }

  /** Whether a source says what a network is for: its name did not have to tell. */
  isDescribed(network: number): boolean {
    return this.#isDescribed.get(network) === 1
  }

  /** The number of that source. */
  get describedBy(): number {
    return this.#options.described?.source ?? -1
  }

  #classOf(name: string, nameId: number): number {
    let known = this.#classes.get(nameId)
    if (known === undefined) {
      const { usage, flags } = this.#options.classify(name)
      this.#classes.set(nameId, (known = USAGE_TYPES.indexOf(usage) | (flags << 8)))
    }
    return known
  }

  internIsp(isp: Text | undefined): number {
    if (!isp) return 0
    let number = this.#ispNumbers.get(isp.zh)
    if (number === undefined) this.#ispNumbers.set(isp.zh, (number = this.isps.push(isp) - 1))
    return number
  }

  internLayerSet(layers: LayerSet): number {
    const key = JSON.stringify(layers)
    let number = this.#layerSetNumbers.get(key)
    if (number === undefined) this.#layerSetNumbers.set(key, (number = this.layerSets.push(layers) - 1))
    return number
  }

  /** Region and coordinates of a place whose source gives an ISO 3166-2 code instead of a name. */
  #complete(value: PlaceValue): PlaceValue {
    const { country, city, region, regionCode, latitude } = value
    if (region !== undefined || latitude !== undefined) return value
    const town = city ? this.#options.findExactTown({ country, regionCode, name: city }) : undefined
    const name = (regionCode && this.#options.findRegion(regionCode)) || town?.region
    if (town) return { ...value, region: name, latitude: town.latitude, longitude: town.longitude }
    // The middle of the region or the country stands for it: the name alone would lead to some other town.
    const middle = name === undefined ? undefined : this.#options.findRegionPlace(country, name)
    const { latitude: north, longitude: east, radiusKm } = middle ?? {}
    return { ...value, region: name, latitude: north, longitude: east, radiusKm, town: '' }
  }

  #coordinatesOf({ latitude, longitude, country, region, city, town = city }: PlaceValue): Coordinates | undefined {
    if (latitude !== undefined && longitude !== undefined) return { latitude, longitude }
    return town ? this.#options.findTown(country, region ?? '', town) : undefined
  }

  #zoneNumber(latitude: number | undefined, longitude: number | undefined): number {
    if (latitude === undefined || longitude === undefined) return 0
    const zone = this.#options.findZone(latitude, longitude)
    let number = this.#zoneNumbers.get(zone)
    if (number === undefined) this.#zoneNumbers.set(zone, (number = this.zones.push(zone) - 1))
    return number
  }
}
