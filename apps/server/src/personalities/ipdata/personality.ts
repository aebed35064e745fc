import type { AppError } from '@octet/core/errors.ts'
import { AppError as KnownError, ERRORS, isAppError, toErrorMessage } from '@octet/core/errors.ts'
import type { IpRecord } from '@octet/core/ip/record.ts'
import { getField } from '@octet/core/ip/record-field.ts'
import { selectFields } from '../../domain/select-fields.ts'
import { findContinent } from '../continents.ts'
import { toEmojiCodes, toEmojiFlag } from '../emoji-flag.ts'
import { definePersonality, type Call, type Reply } from '../personality.ts'
import { isBogon, toDivisionCode, withoutEmpty } from '../record-facts.ts'
import { toZoneFacts } from '../zone-facts.ts'

const MAX_BULK = 100

/** ipdata: `/{ip}[/{field}]?api-key=&fields=`, the caller at `/`, and `POST /bulk`. */
export default definePersonality({
  id: 'ipdata',
  toFailure,
  routes: [
    { method: 'GET', path: '/', needsKey: true, handle: (call) => toReply(call, call.address) },
    { method: 'GET', path: '/:ip', needsKey: true, handle: (call) => toReply(call, call.params['ip'] ?? '') },
    { method: 'GET', path: '/:ip/:field', needsKey: true, handle: toFieldReply },
    { method: 'POST', path: '/bulk', needsKey: true, units: ({ body }) => parseBulk(body).length, handle: toBulkReply },
  ],
})

function toReply(call: Call, address: string): Reply {
  const record = call.lookup(address)
  if (isBogon(record)) return refuse(400, `${record.ip} is a reserved IP address.`)
  return { body: select(toIpdata(record, call), call) }
}

function toFieldReply(call: Call): Reply {
  const { ip = '', field = '' } = call.params
  const record = call.lookup(ip)
  if (isBogon(record)) return refuse(400, `${record.ip} is a reserved IP address.`)
  const value = getField({ ...EMPTY, ...toIpdata(record, call) }, field)
  if (typeof value === 'object' && value !== null) return { body: value }
  return { body: String(value ?? ''), type: 'text/html; charset=utf-8' }
}

function toBulkReply(call: Call): Reply {
  const items = parseBulk(call.body).map((ip) => toBulkItem(call, ip))
  return { body: items.map(({ body }) => body), answered: items.filter(({ status }) => status === undefined).length }
}

function toBulkItem(call: Call, ip: string): Reply {
  const toWrong = (answer: Reply): Reply => ({ body: { ip, ...(answer.body as object), status: 400 }, status: 400 })
  try {
    const answer = toReply(call, ip)
    return answer.status === undefined ? answer : toWrong(answer)
  } catch (error) {
    if (!isAppError(error)) throw error
    return toWrong(toFailure(error))
  }
}

function parseBulk(body: string): string[] {
  let list: unknown
  try {
    list = JSON.parse(body)
  } catch (cause) {
    throw new KnownError('bad_body', { reason: `JSON: ${(cause as Error).message}` }, { cause })
  }
  if (!Array.isArray(list) || list.length === 0)
    throw new KnownError('bad_input', { field: 'body', expected: { en: 'a JSON array', zh: 'JSON 数组' }, got: typeof list })
  if (list.length > MAX_BULK) throw new KnownError('too_large', { field: 'body', limit: MAX_BULK, got: list.length })
  return list.map(String)
}

const select = (form: Readonly<Record<string, unknown>>, { query }: Call) =>
  query['fields'] ? selectFields({ ...EMPTY, ...form }, { fields: query['fields'] }) : form

/** Fields that can be asked for although no source fills them. */
const EMPTY: Readonly<Record<string, null>> = {
  organisation: null,
  asn: null,
  company: null,
  carrier: null,
  languages: null,
  count: null,
}

/** What the form needs beside the record. */
export type IpdataContext = Pick<Call, 'credits'> & {
  readonly services: { readonly config: Pick<Call['services']['config'], 'publicOrigin'> }
}

/** The flat form with its parts; parts that no source fills are left out. */
export function toIpdata(record: IpRecord, { credits, services }: IpdataContext): Readonly<Record<string, unknown>> {
  const { ASN, proxy_data: flags } = record
  const continent = findContinent(record.country_code)
  const zone = toZoneFacts(record.time_zone)
  return {
    ip: record.ip,
    is_eu: record.is_eu === true,
    city: record.city_name,
    region: record.region_name,
    region_code: toDivisionCode(record),
    country_name: record.country_name,
    country_code: record.country_code,
    continent_name: continent?.name ?? null,
    continent_code: continent?.code ?? null,
    latitude: record.latitude,
    longitude: record.longitude,
    postal: record.zip_code,
    calling_code: record.calling_code?.slice(1) ?? null,
    flag: record.country_flag && services.config.publicOrigin + record.country_flag,
    emoji_flag: toEmojiFlag(record.country_code),
    emoji_unicode: toEmojiCodes(record.country_code),
    ...(ASN.asn !== null && {
      asn: withoutEmpty({
        asn: `AS${ASN.asn}`,
        name: ASN.asn_name,
        domain: ASN.domain,
        route: record.network,
        type: ASN.usage_type,
      }),
      company: withoutEmpty({ name: ASN.organization, domain: ASN.domain, network: record.network, type: ASN.usage_type }),
    }),
    currency: withoutEmpty({ name: record.currency.name, code: record.currency.code, symbol: record.currency.symbol }),
    time_zone: withoutEmpty({
      name: record.time_zone.name,
      abbr: zone.abbreviation,
      offset: record.time_zone.offset?.replace(':', ''),
      is_dst: record.time_zone.name === null ? null : zone.isDaylightSaving,
      current_time: record.time_zone.current_time,
    }),
    threat: {
      is_tor: flags.is_tor === true,
      is_vpn: flags.is_vpn === true,
      is_icloud_relay: flags.is_relay === true,
      is_proxy: flags.is_proxy === true,
      is_datacenter: flags.is_data_center === true || flags.is_hosting === true,
      is_anonymous: record.is_proxy === true,
      is_bogon: isBogon(record),
    },
    ...(credits && { count: String(credits.quota - credits.remaining) }),
  }
}

const refuse = (status: number, message: string): Reply => ({ status, body: { message } })

function toFailure(error: AppError): Reply {
  switch (error.key) {
    case 'key_required':
      return refuse(401, 'You have not provided a valid API Key.')
    case 'bad_key':
      return refuse(401, `You have not provided a valid API Key: ${toReason(error)}.`)
    case 'unknown_field':
      return refuse(400, `${String(error.details['got'] ?? '')} is not a valid field.`)
    case 'bad_address':
    case 'not_one_address':
      return refuse(400, `${String(error.details['got'] ?? '')} does not appear to be an IPv4 or IPv6 address`)
    case 'key_cap_spent':
    case 'quota_spent':
    case 'key_refused':
    case 'api_not_subscribed':
    case 'too_many_requests':
      return refuse(403, `${toErrorMessage(error, 'en')}.`)
    case 'too_large':
      return refuse(400, `${toErrorMessage(error, 'en')}.`)
    default:
      return refuse(ERRORS[error.key].status, `${toErrorMessage(error, 'en')}.`)
  }
}

function toReason({ details }: AppError): string {
  const reason = details['reason']
  return typeof reason === 'object' ? reason.en : String(reason ?? 'it cannot be used')
}
