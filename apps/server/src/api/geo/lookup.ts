import * as z from 'zod'
import { Answer, defineEndpoint } from '@octet/core/endpoint.ts'
import { toEnvelope } from '@octet/core/envelope.ts'
import { ipRecordSchema } from '@octet/core/ip/record.ts'
import { FORMATS, MEDIA_TYPES, toFormat } from '../../http/formats.ts'
import { selectFields } from '../../domain/select-fields.ts'

export const lookupInput = z.object({
  ip: z.string().min(1).max(2_048).describe('IPv4 or IPv6 address, host name, URL, or `me` for the caller'),
  fields: z
    .string()
    .max(1_000)
    .optional()
    .describe('Only these fields: names by comma, dotted for a part, e.g. country_code,ASN.asn'),
  exclude: z.string().max(1_000).optional().describe('All but these fields'),
  lang: z.enum(['en', 'zh']).optional().describe('Language of names and messages; Accept-Language otherwise'),
  at: z.iso.date().optional().describe('As the data said on this day, YYYY-MM-DD, from kept builds'),
  format: z.enum(FORMATS).default('json').describe('json, xml, csv, yaml or text'),
  raw: z.string().optional().describe('1 leaves the envelope out'),
})

export default defineEndpoint({
  method: 'GET',
  path: '/v1/ip/:ip',
  auth: 'none',
  title: { en: 'Look up an address', zh: '查询 IP 地址' },
  summary: {
    en: 'Place, network, time zone, currency and privacy flags of an address or of a host name’s first address; each value with its source, each empty value with its reason.',
    zh: '返回地址（或域名的第一个地址）的位置、网络、时区、货币和隐私标记；每个值附来源，每个空值附原因。',
  },
  input: lookupInput,
  output: ipRecordSchema.partial(),
  errors: [
    'bad_address',
    'not_one_address',
    'bad_domain',
    'name_not_found',
    'refused_target',
    'data_missing',
    'unknown_field',
    'build_not_kept',
  ],
  async handle(context) {
    const { input, caller, services } = context
    const query = input.ip === 'me' ? caller.address : input.ip
    const ip = input.at === undefined ? services.ip : await services.builds.at(input.at)
    const { hostname, records } = await ip.find(query, caller.lang, context)
    const [first] = records
    const record = hostname === null ? first : { ...first, hostname, addresses: records.map(({ ip }) => ip) }
    const data = selectFields(record ?? {}, input)
    const isRaw = input.raw === '1' || input.raw === 'true'
    return new Answer(toFormat(isRaw || input.format !== 'json' ? data : toEnvelope(data), input.format), {
      type: `${MEDIA_TYPES[input.format]}; charset=utf-8`,
      headers: first ? { 'x-data-build': first.build } : {},
    })
  },
})
