import { isAppError } from '@octet/core/errors.ts'
import type { IpCapability } from '@octet/core/host.ts'
import * as z from 'zod'

/** The part of an address record that stands beside an address in a list. */
export const placeSchema = z.object({
  countryCode: z
    .string()
    .nullable()
    .meta({ label: { en: 'Country', zh: '国家' } }),
  city: z
    .string()
    .nullable()
    .meta({ label: { en: 'City', zh: '城市' } }),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  asn: z
    .number()
    .nullable()
    .meta({ label: { en: 'AS', zh: 'AS' } }),
  network: z
    .string()
    .nullable()
    .meta({ label: { en: 'Network', zh: '网络' } }),
  isHosting: z
    .boolean()
    .nullable()
    .meta({ label: { en: 'Hosting', zh: '机房' } }),
  special: z
    .object({ en: z.string(), zh: z.string() })
    .nullable()
    .meta({ label: { en: 'Special purpose', zh: '特殊用途' } }),
})
export type Place = z.infer<typeof placeSchema>

/** Where an address is; null while the address data is missing, since a probe is worth showing without it. */
export async function findPlace(address: string, ip: Pick<IpCapability, 'lookup'>): Promise<Place | null> {
  try {
    const record = await ip.lookup(address)
    const { country_code, city_name, latitude, longitude, ASN, proxy_data, special } = record
    return {
      countryCode: country_code,
      city: city_name,
      latitude,
      longitude,
      asn: ASN.asn,
      network: ASN.asn_name ?? ASN.organization,
      isHosting: proxy_data.is_hosting,
      special: special?.name ?? null,
    }
  } catch (error) {
    if (isAppError(error) && (error.key === 'data_missing' || error.key === 'bad_address')) return null
    throw error
  }
}
