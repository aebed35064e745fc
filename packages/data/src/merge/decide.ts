import type { IpVersion } from '@octet/core/ip/address.ts'
import { ANYCAST, FLAGS, HOSTED, USAGE_TYPES } from '@octet/ipdb/meta.ts'
import { ASN, PLACE } from '@octet/ipdb/record-table.ts'
import type { LayerKind, LayerStream, LayerValues } from '../layer.ts'
import type { BuildTables } from './build-tables.ts'
import { GrowableWords } from './growable.ts'
import { RecentRecords } from './recent-records.ts'

/** A stream with the number of its source in the manifest. Layers of a kind come in order of precedence, the highest first. */
export type Layer = {
  [Kind in LayerKind]: { readonly kind: Kind; readonly source: number; readonly stream: LayerStream<LayerValues[Kind]> }
}[LayerKind]

/** What is known about an address before it becomes a record. */
type Decision = {
  place: number
  placeLayer: number
  countryLayer: number
  isWithheld: boolean
  isAnycast: boolean
  /** Number of the country that registry data name, where they were not believed; 0 where nothing speaks against the place. */
  doubt: number
}

/** Bits of FLAGS that hold, and which of the layers of flags say so. */
type Flags = { flags: number; flagLayers: number }

const NOTHING = { placeLayer: -1, countryLayer: -1, isWithheld: false, isAnycast: false }

/** Layers of a record beside those of its place; -1 for none. */
type OtherLayers = {
  asn: number
  isp: number
  /** Bits of the flag layers that speak. */
  flagLayers: number
  /** Whether a source says what the network is for. */
  isDescribed: boolean
}
const NO_LAYERS: OtherLayers = { asn: -1, isp: -1, flagLayers: 0, isDescribed: false }

/** Layers of flags, and layers of all kinds, that the keys of layer sets have room for. */
const MAX_FLAG_LAYERS = 20
const MAX_LAYERS = 62

/** How many layer sets are kept at hand: a power of two. */
const LAST_SETS = 256

/** Addresses of an IPv6 /48: what a site gets (RFC 6177). */
const SITE = 2 ** 80
/** Whoever states the country of half a site or less knows the place. */
const PART_OF_SITE = SITE / 2
const ISP = USAGE_TYPES.indexOf('isp')

export type DeciderOptions = {
  readonly layers: readonly Layer[]
  readonly tables: BuildTables
  readonly version: IpVersion
  /** How many addresses the present step of a layer holds. */
  readonly widthOf: (layer: number) => number
}

/**
 * Turns what the layers say at one place of the address space into the number of a record.
 *
 * Country: the highest location layer. Where registry data of use name another country, the more specific of the two
 * statements wins, and of equally specific ones the location unless it only repeats the country of registration. When
 * the registry data win, region and city are left out (measured: docs/decisions/0010-which-country-wins.md). Where they lose,
 * the radius tells of the doubt (docs/decisions/0014-doubted-places.md).
 * An operator's feed that names the country alone leaves region and city to the next location layer, if that names the
 * same country; one that names a town nobody knows takes the coordinates of that town from it. Region and city: a national layer where the country is its own. Flags of all layers add up, but a relay
 * is no VPN: lists of VPN exits hold relays too. A network announced from many places at once has no accuracy radius, and
 * unless its operator names one it has the country of its registration (docs/decisions/0013-anycast.md).
 */
export class Decider {
  readonly #layers: readonly Layer[]
  readonly #tables: BuildTables
  readonly #version: IpVersion
  readonly #widthOf: (layer: number) => number
  /** For each layer: the number in the shared tables of each of its values, plus one; 0 while not asked. */
  readonly #known: readonly GrowableWords[]
  readonly #isps: readonly GrowableWords[]
  readonly #byKind: Readonly<Record<LayerKind, readonly number[]>>
  /** Operators' own feeds, all location layers but the lowest, know better than registries and national layers. */
  readonly #operators: readonly boolean[]
  readonly #layerSets = new Map<number, number>()
  /** Keys of layer sets that were asked for last, by a few bits of what is in them, and their numbers. */
  readonly #lastKeys = new Float64Array(LAST_SETS).fill(-1)
  readonly #lastSets = new Uint32Array(LAST_SETS)
  readonly #recent: RecentRecords
  readonly #countryPlaces = new Map<number, number>()
  readonly #decision: Decision = { place: 0, placeLayer: -1, countryLayer: -1, isWithheld: false, isAnycast: false, doubt: 0 }
  readonly #flags: Flags = { flags: 0, flagLayers: 0 }
  readonly #others: OtherLayers = { ...NO_LAYERS }
  readonly #record = new Int32Array(4)

  constructor({ layers, tables, version, widthOf }: DeciderOptions) {
    this.#layers = layers
    this.#tables = tables
    this.#version = version
    this.#widthOf = widthOf
    this.#known = layers.map(() => new GrowableWords())
    this.#isps = layers.map(() => new GrowableWords(64))
    const indexes = (kind: LayerKind) => layers.flatMap((layer, at) => (layer.kind === kind ? [at] : []))
    this.#byKind = {
      location: indexes('location'),
      country: indexes('country'),
      registration: indexes('registration'),
      national: indexes('national'),
      asn: indexes('asn'),
      flags: indexes('flags'),
    }
    this.#operators = layers.map((_, at) => this.#byKind.location.slice(0, -1).includes(at))
    this.#recent = new RecentRecords(tables)
    if (layers.length > MAX_LAYERS || this.#byKind.flags.length > MAX_FLAG_LAYERS)
      throw new Error(`expected at most ${MAX_LAYERS} layers and ${MAX_FLAG_LAYERS} of flags, got ${layers.length}`)
  }

  /** The record for the present values of all layers; `special` is the number of the special block, and whether it is reachable. */
  decide(values: Uint32Array, special: number, isReachable: boolean): number {
    const record = this.#record
    if (special !== 0 && (!isReachable || this.#isNowhere(values))) {
      record.fill(0)
      record[3] = this.#layerSet(NOTHING, NO_LAYERS) | (special << 16)
      return this.#recent.intern(record)
    }
    const { flags, flagLayers } = this.#collectFlags(values)
    const decision = this.#decidePlace(values, (flags & ANYCAST) !== 0)
    const asnLayer = this.#highest('asn', values)
    const nationalLayer = this.#applyNational(values, decision)
    const isp = nationalLayer < 0 ? 0 : this.#isps[nationalLayer]!.get(values[nationalLayer]!)
    record[1] = asnLayer < 0 ? 0 : this.#numberOf(asnLayer, values[asnLayer]!)
    if (decision.isAnycast) decision.place = this.#tables.withoutRadius(decision.place)
    else if (nationalLayer < 0) this.#reachFurther(decision, record[1], flags)
    record[0] = decision.place
    record[2] = flags | (isp << 16)
    const others = this.#others
    others.asn = asnLayer
    others.isp = isp === 0 ? -1 : nationalLayer
    others.flagLayers = flagLayers
    others.isDescribed = this.#tables.isDescribed(record[1])
    record[3] = this.#layerSet(decision, others) | (special << 16)
    return this.#recent.intern(record)
  }

  /**
   * Identifiers such as ORCHIDs, and anycast addresses of protocols, are set aside for the whole Internet, and nobody announces
   * them: the worldwide source gives them the place of whoever holds the registry. What an operator says stays.
   */
  #isNowhere(values: Uint32Array): boolean {
    return this.#highest('asn', values) < 0 && !this.#isOperators(this.#highestLocation(values))
  }

  /** The flags of all layers that speak, and which layers those are, as bits. */
  #collectFlags(values: Uint32Array): Flags {
    const result = this.#flags
    result.flags = result.flagLayers = 0
    const { flags: layers } = this.#byKind
    for (const layer of layers) if (values[layer] !== 0) result.flags |= this.#numberOf(layer, values[layer]!)
    if (result.flags === 0) return result
    if ((result.flags & FLAGS.relay) !== 0) result.flags &= ~FLAGS.vpn
    for (let bit = 0; bit < layers.length; bit++) {
      const value = values[layers[bit]!]!
      if (value !== 0 && (this.#numberOf(layers[bit]!, value) & result.flags) !== 0) result.flagLayers |= 1 << bit
    }
    return result
  }

  #decidePlace(values: Uint32Array, isAnycast: boolean): Decision {
    const decision = this.#decision
    const location = this.#highestLocation(values)
    const use = this.#highest('country', values)
    decision.place = location < 0 ? 0 : this.#numberOf(location, values[location]!)
    decision.placeLayer = decision.countryLayer = location
    decision.isWithheld = false
    decision.isAnycast = isAnycast
    decision.doubt = 0
    if (this.#isOperators(location)) this.#askNext(location, values, decision)
    const usedIn = use < 0 ? 0 : this.#numberOf(use, values[use]!)
    const located = this.#countryOf(decision.place)
    if (usedIn !== 0 && usedIn !== located) {
      if (located === 0 || this.#isOverruled(location, use, located, values)) {
        decision.isWithheld = located !== 0
        decision.place = this.#countryPlace(usedIn)
        decision.placeLayer = decision.countryLayer = use
      } else decision.doubt = usedIn
    }
    if (isAnycast && !this.#isOperators(location)) this.#keepAtRegistration(values, decision)
    return decision
  }

  /** Another country than that of registration is only where somebody measured: it goes, and the town with it. */
  #keepAtRegistration(values: Uint32Array, decision: Decision): void {
    const registration = this.#highest('registration', values)
    const registeredIn = registration < 0 ? 0 : this.#numberOf(registration, values[registration]!)
    if (registeredIn === 0 || registeredIn === this.#countryOf(decision.place)) return
    decision.place = this.#countryPlace(registeredIn)
    decision.placeLayer = decision.countryLayer = registration
    decision.isWithheld = false
  }

  /** An operator that names the country alone, or a town nobody can find, is helped out by the next location layer. */
  #askNext(location: number, values: Uint32Array, decision: Decision): void {
    const { location: layers } = this.#byKind
    const { places } = this.#tables
    const said = decision.place
    const isBare = places.get(said, PLACE.city) === 0 && places.get(said, PLACE.region) === 0
    if (!isBare && !this.#tables.isUnlocated(said)) return
    for (const layer of layers.slice(layers.indexOf(location) + 1)) {
      if (values[layer] === 0) continue
      const place = this.#numberOf(layer, values[layer]!)
      const isSame = (column: number) => places.get(place, column) === places.get(said, column)
      if (this.#countryOf(place) !== this.#countryOf(said) || (!isBare && !isSame(PLACE.city))) continue
      decision.place = place
      decision.placeLayer = layer
      return
    }
  }

  /** Whether the country of use is believed rather than the location. Wide IPv6 ranges of use are too coarse to win alone. */
  #isOverruled(location: number, use: number, located: number, values: Uint32Array): boolean {
    if (this.#isOperators(location)) return false
    const [locationWidth, useWidth] = [this.#widthOf(location), this.#widthOf(use)]
    if (useWidth < locationWidth && (this.#version === 4 || useWidth <= PART_OF_SITE)) return true
    const registration = this.#highest('registration', values)
    const registeredIn = registration < 0 ? 0 : this.#numberOf(registration, values[registration]!)
    return useWidth <= locationWidth && located === registeredIn
  }

  /**
   * The radius around a town of the worldwide source holds where nothing speaks against it. Where it has hosts of one site
   * in several places, the radius takes in their country. Where registry data name another one, it takes in that: only
   * for access providers, as hosts and companies may be anywhere, wherever their addresses are registered.
   */
  #reachFurther(decision: Decision, asn: number, flags: number): void {
    const { placeLayer, doubt } = decision
    const network = this.#tables.asns.get(asn, ASN.usageAndFlags)
    if (placeLayer !== this.#byKind.location.at(-1) || placeLayer !== decision.countryLayer) return
    const isHosted = ((flags | (network >>> 8)) & HOSTED) !== 0
    const isTorn = isHosted && this.#isPartOfSite(this.#widthOf(placeLayer))
    if (isTorn) decision.place = this.#tables.reaching(decision.place, this.#countryOf(decision.place))
    if (doubt !== 0 && (isTorn ? this.#version === 6 : !isHosted && (network & 0xff) === ISP))
      decision.place = this.#tables.reaching(decision.place, doubt)
  }

  /** A part of a /48, or what is left of a /24 from which some addresses were set apart: of halves of those the town holds. */
  #isPartOfSite(width: number): boolean {
    return this.#version === 6 ? width < SITE : width < 256 && width > 128
  }

  #isOperators(layer: number): boolean {
    return layer >= 0 && this.#operators[layer]!
  }

  /** Puts a national layer's province and city in place; returns the layer that spoke, or -1. */
  #applyNational(values: Uint32Array, decision: Decision): number {
    for (const layer of this.#byKind.national) {
      const value = values[layer]!
      if (value === 0) continue
      const place = this.#numberOf(layer, value)
      if (this.#countryOf(place) !== this.#countryOf(decision.place)) continue
      if (this.#isOperators(decision.placeLayer)) return layer
      const { places } = this.#tables
      const says = (column: number) => places.get(place, column) !== 0
      const isSameRegion = places.get(place, PLACE.region) === places.get(decision.place, PLACE.region)
      if (says(PLACE.city) || (says(PLACE.region) && !isSameRegion)) {
        decision.place = place
        decision.placeLayer = layer
        decision.isWithheld = false
      }
      return layer
    }
    return -1
  }

  #highest(kind: LayerKind, values: Uint32Array): number {
    for (const layer of this.#byKind[kind]) if (values[layer] !== 0) return layer
    return -1
  }

  /** A code that is no country's, such as ZZ, EU or UK, tells nothing where another layer knows one. */
  #highestLocation(values: Uint32Array): number {
    for (const layer of this.#byKind.location)
      if (values[layer] !== 0 && this.#countryOf(this.#numberOf(layer, values[layer]!)) !== 0) return layer
    return this.#highest('location', values)
  }

  #countryOf(place: number): number {
    return this.#tables.countryOf(place)
  }

  #countryPlace(country: number): number {
    let place = this.#countryPlaces.get(country)
    if (place === undefined) {
      place = this.#tables.internPlace({ country: this.#tables.countryCode(country) })
      this.#countryPlaces.set(country, place)
    }
    return place
  }

  /** The number in the shared tables of what a layer's value means. */
  #numberOf(layer: number, value: number): number {
    const known = this.#known[layer]!
    if (value < known.length) {
      const number = known.get(value)
      if (number !== 0) return number - 1
    }
    const number = this.#intern(layer, value)
    known.set(value, number + 1)
    return number
  }

  #intern(at: number, value: number): number {
    const layer = this.#layers[at]!
    switch (layer.kind) {
      case 'asn':
        return this.#tables.internAsn(layer.stream.describe(value))
      case 'country':
      case 'registration':
        return this.#tables.countryNumber(layer.stream.describe(value).country)
      case 'national':
      case 'location': {
        const place = layer.stream.describe(value)
        this.#isps[at]!.set(value, this.#tables.internIsp(place.isp))
        return this.#tables.internPlace(place)
      }
      case 'flags': {
        const { flags } = layer.stream.describe(value)
        this.#tables.seenFlags |= flags & ~ANYCAST
        this.#tables.flagsBySource.set(layer.source, (this.#tables.flagsBySource.get(layer.source) ?? 0) | flags)
        return flags
      }
    }
  }

  #layerSet(decision: Omit<Decision, 'place' | 'doubt'>, layers: OtherLayers): number {
    const { asn, isp, flagLayers, isDescribed } = layers
    const { placeLayer: place, countryLayer: country, isWithheld, isAnycast } = decision
    const part = (layer: number) => layer + 1
    const kind = Number(isWithheld) + 2 * Number(isAnycast) + 4 * Number(isDescribed)
    const key = ((((part(place) * 64 + part(country)) * 64 + part(asn)) * 64 + part(isp)) * 8 + kind) * 2 ** 20 + flagLayers
    const slot = (place + 7 * country + 31 * isp + 64 * kind + 13 * flagLayers) & (LAST_SETS - 1)
    if (this.#lastKeys[slot] === key) return this.#lastSets[slot]!
    let number = this.#layerSets.get(key)
    if (number === undefined) this.#layerSets.set(key, (number = this.#internLayerSet(decision, layers)))
    this.#lastKeys[slot] = key
    this.#lastSets[slot] = number
    return number
  }

  #internLayerSet(decision: Omit<Decision, 'place' | 'doubt'>, { asn, isp, flagLayers, isDescribed }: OtherLayers): number {
    const { placeLayer, countryLayer, isWithheld, isAnycast } = decision
    const source = (layer: number) => (layer < 0 ? -1 : this.#layers[layer]!.source)
    return this.#tables.internLayerSet({
      place: source(placeLayer),
      country: source(countryLayer),
      asn: source(asn),
      isp: source(isp),
      flags: this.#byKind.flags.filter((_, bit) => (flagLayers & (1 << bit)) !== 0).map(source),
      isWithheld,
      ...(isDescribed && { usage: this.#tables.describedBy }),
      ...(isAnycast && { isAnycast }),
    })
  }
}
