import type { Loaded } from './load.ts'
import { ASN, ASN_WORDS, PLACE, PLACE_WORDS, RECORD, RECORD_WORDS } from './record-table.ts'

/** The numbers behind a record. One object is used over and over, so that a lookup makes no garbage for it. */
export class Resolved {
  place = 0
  country = 0
  zone = 0
  /** String numbers. */
  region = 0
  city = 0
  zip = 0
  /** Ten-thousandths of a degree. */
  latitude = 0
  longitude = 0
  radiusKm = 0
  /** Metres + 32768; 0 when unknown. */
  height = 0
  station = 0
  asn = 0
  isp = 0
  /** Bits of FLAGS from lists of ranges. */
  flags = 0
  layerSet = 0
  special = 0
}

/** Follows a record number through the tables. */
export class Resolver {
  readonly records: Uint32Array
  readonly places: Int32Array
  readonly asns: Uint32Array

  constructor(loaded: Loaded) {
    this.records = loaded.words('records')
    this.places = loaded.ints('places')
    this.asns = loaded.words('asns')
  }

  get recordCount(): number {
    return this.records.length / RECORD_WORDS
  }

  get placeCount(): number {
    return this.places.length / PLACE_WORDS
  }

  get asnCount(): number {
    return this.asns.length / ASN_WORDS
  }

  /** Privacy flags that hold in the whole network. */
  flagsOfAsn(asn: number): number {
    return (this.asns[ASN_WORDS * asn + ASN.usageAndFlags]! >>> 8) & 0xff
  }

  /** Privacy flags that lists of ranges give. */
  flagsOf(record: number): number {
    return this.records[RECORD_WORDS * record + RECORD.flagsAndIsp]! & 0xff
  }

  /** The row of a record's network in the table of networks. */
  asnNumberOf(record: number): number {
    return this.records[RECORD_WORDS * record + RECORD.asn]!
  }

  placeOf(record: number): number {
    return this.records[RECORD_WORDS * record + RECORD.place]!
  }

  countryOf(record: number): number {
    return this.countryOfPlace(this.placeOf(record))
  }

  countryOfPlace(place: number): number {
    return this.places[PLACE_WORDS * place + PLACE.countryAndZone]! & 0xffff
  }

  specialOf(record: number): number {
    return this.records[RECORD_WORDS * record + RECORD.layersAndSpecial]! >>> 16
  }

  asnOf(record: number): number {
    return this.asns[ASN_WORDS * this.asnNumberOf(record) + ASN.asn]!
  }

  read(record: number, into: Resolved): void {
    const { records } = this
    const at = RECORD_WORDS * record
    into.place = records[at + RECORD.place]!
    into.asn = records[at + RECORD.asn]!
    const flagsAndIsp = records[at + RECORD.flagsAndIsp]!
    const layersAndSpecial = records[at + RECORD.layersAndSpecial]!
    into.flags = flagsAndIsp & 0xffff
    into.isp = flagsAndIsp >>> 16
    into.layerSet = layersAndSpecial & 0xffff
    into.special = layersAndSpecial >>> 16
    this.readPlace(into.place, into)
  }

  readPlace(number: number, into: Resolved): void {
    const { places } = this
    const place = PLACE_WORDS * number
    into.place = number
    into.city = places[place + PLACE.city]!
    into.region = places[place + PLACE.region]!
    into.latitude = places[place + PLACE.latitude]!
    into.longitude = places[place + PLACE.longitude]!
    into.zip = places[place + PLACE.zip]!
    const countryAndZone = places[place + PLACE.countryAndZone]!
    into.country = countryAndZone & 0xffff
    into.zone = countryAndZone >>> 16
    const radiusAndElevation = places[place + PLACE.radiusAndElevation]!
    into.radiusKm = radiusAndElevation & 0xffff
    into.height = radiusAndElevation >>> 16
    into.station = places[place + PLACE.station]!
  }
}
