/**
 * Columns of the fixed-width tables, as positions in 32-bit words.
 *
 * A record is everything rows can share; a lookup touches its row, one record, one place and one ASN: four cache lines.
 */
export const RECORD_WORDS = 4
export const RECORD = {
  place: 0,
  asn: 1,
  /** Flags in the low half, ISP in the high half. */
  flagsAndIsp: 2,
  /** Layer set in the low half, special block in the high half. */
  layersAndSpecial: 3,
} as const

export const PLACE_WORDS = 8
export const PLACE = {
  city: 0,
  region: 1,
  /** Ten-thousandths of a degree, {@link NO_COORDINATE} when unknown. */
  latitude: 2,
  longitude: 3,
  zip: 4,
  /** Country in the low half, time zone in the high half. */
  countryAndZone: 5,
  /** Accuracy radius in km in the low half, elevation in m + 32768 in the high half (0 when unknown). */
  radiusAndElevation: 6,
  station: 7,
} as const
export const NO_COORDINATE = 0x7fff_ffff
export const COORDINATE_SCALE = 10_000

export const ASN_WORDS = 4
export const ASN = {
  asn: 0,
  name: 1,
  domain: 2,
  /** Usage type in the low byte, privacy flags of the whole network in the second. */
  usageAndFlags: 3,
} as const
