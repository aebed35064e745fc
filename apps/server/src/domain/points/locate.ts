import { findCountry } from '@octet/core/geo/countries.ts'
import { isAppError } from '@octet/core/errors.ts'
import type { IpRecord } from '@octet/core/ip/record.ts'
import type { Lang } from '@octet/core/text.ts'
import type { PointPlace } from './point.ts'

/** What an owner may say about the place of a point; each word wins over the address data. */
export type PlaceOverride = {
  readonly country?: string | null | undefined
  readonly city?: string | null | undefined
  readonly latitude?: number | null | undefined
  readonly longitude?: number | null | undefined
}

type LookUp = (address: string, lang: Lang) => IpRecord

/** The place of an address from our own data, with its owner's words above it. All null where nothing is known. */
export function locatePoint(address: string, said: PlaceOverride, lookUp: LookUp): PointPlace {
  const record = findRecord(address, 'en', lookUp)
  const country = said.country?.toUpperCase() ?? record?.country_code ?? null
  const isMoved = said.country != null || said.city != null
  const hasCoordinates = said.latitude != null && said.longitude != null
  // A city that the owner names is not where the address data puts the address.
  const found = hasCoordinates ? said : isMoved ? undefined : record
  return {
    continent: country === null ? null : (findCountry(country)?.continent ?? null),
    country,
    city: said.city ?? (said.country != null ? null : (record?.city_name ?? null)),
    cityZh: isMoved ? null : (findRecord(address, 'zh', lookUp)?.city_name ?? null),
    latitude: toTenth(found?.latitude),
    longitude: toTenth(found?.longitude),
    asn: record?.ASN.asn ?? null,
    network: record?.ASN.asn_name ?? record?.ASN.organization ?? null,
  }
}

function findRecord(address: string, lang: Lang, lookUp: LookUp): IpRecord | undefined {
  try {
    return lookUp(address, lang)
  } catch (error) {
    if (isAppError(error)) return undefined // no data, or not an address: the place is unknown
    throw error
  }
}

/** A tenth of a degree, about 11 km: enough for a map, too little to find a house. */
function toTenth(degrees: number | null | undefined): number | null {
  return degrees == null ? null : Math.round(degrees * 10) / 10
}
