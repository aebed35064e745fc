import * as z from 'zod'
import { EMPTY_REASONS, type EmptyReason } from './empty-reasons.ts'

const text = z.string().nullable()
const number = z.number().nullable()
const flag = z.boolean().nullable()

/** One source's part in a record. */
const sourcePart = z.object({
  id: z.string().describe('Source id, e.g. dbip-city'),
  fields: z.array(z.string()).describe('Fields of this record it decided'),
  date: z.string().nullable().describe('Date of the source’s data, YYYY-MM-DD'),
})

/** What a special-purpose block is (RFC 6890 and the IANA registries). */
const specialBlock = z.object({
  block: z.string().describe('The block as CIDR'),
  name: z.object({ en: z.string(), zh: z.string() }),
  rfc: z.string().describe('The document that sets it aside, e.g. RFC 1918'),
  global: z.boolean().describe('True when such an address may be reached from the whole Internet'),
})

/**
 * The record of one address: every field of SPEC §3 under its name there, and beside them what makes the
 * answer checkable: `network`, `accuracy_radius`, `sources`, `missing`, `build`.
 * A value that is not known is `null`, and `missing` says why.
 */
export const ipRecordSchema = z.object({
  ip: z.string(),
  country_code: text.describe('ISO 3166-1 alpha-2'),
  country_name: text,
  country_capital: text,
  region_name: text,
  region_code: text.describe('ISO 3166-2, e.g. US-CA'),
  city_name: text,
  latitude: number.describe('Degrees north, WGS 84'),
  longitude: number.describe('Degrees east, WGS 84'),
  zip_code: text,
  is_eu: flag.describe('Part of the European Union: a member state, or a territory of one where its law applies'),
  calling_code: text.describe('ITU-T E.164 country code with +'),
  country_flag: text.describe('Path of an SVG of the flag'),
  weather_station_code: text,
  weather_station_name: text,
  elevation: number.describe('Metres above sea level'),
  ASN: z.object({
    asn: number.describe('Autonomous system number'),
    asn_name: text,
    domain: text,
    usage_type: text.describe('isp, hosting, business, education or government'),
    isp: text,
    organization: text,
  }),
  time_zone: z.object({
    name: text.describe('IANA zone name'),
    offset: text.describe('UTC offset now, ±hh:mm'),
    current_time: text.describe('RFC 3339 with the offset'),
  }),
  currency: z.object({ code: text, name: text, symbol: text }),
  is_proxy: flag.describe('True when any anonymising flag of proxy_data is true (VPN, Tor, proxy or relay)'),
  proxy_data: z.object({
    is_vpn: flag,
    is_tor: flag,
    is_data_center: flag,
    is_proxy: flag,
    is_relay: flag,
    is_hosting: flag,
  }),
  start_ip: text.describe('First address with the same answer'),
  end_ip: text.describe('Last address with the same answer'),
  network: text.describe('The widest CIDR around the address with the same answer'),
  accuracy_radius: number.describe('Kilometres; about two thirds of the addresses lie within'),
  special: specialBlock.nullable(),
  sources: z.array(sourcePart),
  missing: z.record(z.string(), z.enum(Object.keys(EMPTY_REASONS) as [EmptyReason, ...EmptyReason[]])),
  build: z.string().describe('Id of the database build that answered'),
})

export type IpRecord = z.infer<typeof ipRecordSchema>
