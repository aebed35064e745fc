import type { AppError, ErrorKey } from '@octet/core/errors.ts'
import { ERRORS, toErrorMessage } from '@octet/core/errors.ts'
import type { IpRecord } from '@octet/core/ip/record.ts'
import { findContinent } from '../continents.ts'
import { definePersonality, type Call, type Reply } from '../personality.ts'
import { isBogon, withoutEmpty } from '../record-facts.ts'
import { toFormat } from '../../http/formats.ts'
import { selectFields } from '../../domain/select-fields.ts'

/** Error codes; the client reads the body of 400 and 401 only, so every refusal comes as one of them. */
const CODES: Partial<Record<ErrorKey, readonly [status: number, code: number]>> = {
  key_required: [401, 10_002],
  bad_key: [401, 10_001],
  key_refused: [401, 10_003],
  api_not_subscribed: [401, 10_003],
  key_cap_spent: [401, 10_005],
  quota_spent: [401, 10_005],
  too_many_requests: [401, 10_005],
  bad_address: [400, 10_006],
  not_one_address: [400, 10_006],
}

/** ip2location.io: everything at the root, `?key=&ip=&format=json|xml`. */
export default definePersonality({
  id: 'ip2location',
  toFailure,
  routes: [{ method: 'GET', path: '/', handle: look }],
})

function look(call: Call): Reply {
  const { ip, lang, fields } = call.query
  const record = call.lookup(ip || call.address, lang === 'zh-cn' ? 'zh' : 'en')
  const form = toIp2location(record)
  const body = fields ? selectFields(form, { fields }) : form
  switch (call.query['format']) {
    case 'xml':
      return { body: toFormat(body, 'xml'), type: 'application/xml; charset=utf-8' }
    case 'yaml':
      return { body: toFormat(body, 'yaml'), type: 'application/yaml; charset=utf-8' }
    default:
      return { body }
  }
}

/** The flat form; `asn` is a text of digits and the zone an offset. */
export function toIp2location(record: IpRecord): Readonly<Record<string, unknown>> {
  const { ASN } = record
  const continent = findContinent(record.country_code)
  return {
    ip: record.ip,
    country_code: record.country_code ?? '-',
    country_name: record.country_name ?? '-',
    region_name: record.region_name ?? '-',
    city_name: record.city_name ?? '-',
    latitude: record.latitude ?? 0,
    longitude: record.longitude ?? 0,
    zip_code: record.zip_code ?? '-',
    time_zone: record.time_zone.offset ?? '-',
    asn: ASN.asn === null ? '-' : String(ASN.asn),
    as: ASN.asn_name ?? '-',
    is_proxy: record.is_proxy === true,
    ...withoutEmpty({
      isp: ASN.isp,
      domain: ASN.domain,
      idd_code: record.calling_code?.slice(1),
      weather_station_code: record.weather_station_code,
      weather_station_name: record.weather_station_name,
      elevation: record.elevation,
      usage_type: isBogon(record) ? 'RSV' : USAGE[ASN.usage_type ?? ''],
      continent: continent && { name: continent.name, code: continent.code },
      country: withoutEmpty({
        name: record.country_name,
        capital: record.country_capital,
        currency: withoutEmpty({ ...record.currency }),
        idd_code: record.calling_code?.slice(1),
      }),
      region: withoutEmpty({ name: record.region_name, code: record.region_code }),
      city: withoutEmpty({ name: record.city_name }),
      proxy: toProxy(record),
    }),
  }
}

/** DCH, ISP, COM, EDU and GOV are their words for kinds of networks. */
const USAGE: Readonly<Record<string, string>> = {
  hosting: 'DCH',
  isp: 'ISP',
  business: 'COM',
  education: 'EDU',
  government: 'GOV',
}

function toProxy({ proxy_data: flags }: IpRecord): object {
  return {
    is_vpn: flags.is_vpn === true,
    is_tor: flags.is_tor === true,
    is_data_center: flags.is_data_center === true,
    is_public_proxy: flags.is_proxy === true,
    is_consumer_privacy_network: flags.is_relay === true,
  }
}

function toFailure(error: AppError): Reply {
  const [status, code] = CODES[error.key] ?? [ERRORS[error.key].status, 10_006]
  return { status, body: { error: { error_code: code, error_message: `${toErrorMessage(error, 'en')}.` } } }
}
