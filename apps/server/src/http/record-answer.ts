import * as z from 'zod'
import { Answer, type AnswerForm } from '@octet/core/endpoint.ts'
import { toEnvelope } from '@octet/core/envelope.ts'
import type { ErrorKey } from '@octet/core/errors.ts'
import { ipRecordSchema } from '@octet/core/ip/record.ts'
import { selectFields } from '../domain/select-fields.ts'
import { FORMATS, MEDIA_TYPES, toFormat, type Format } from './formats.ts'

/** A day that `Builds.at` takes; whoever asks for one may throw `build_not_kept`. */
export const dayField = z.iso.date().optional().describe('As the data said on this day, YYYY-MM-DD, from kept builds')

/** What can be asked of every answer about one address: which one, which parts of it, and how it is written. */
export const recordFields = {
  ip: z.string().min(1).max(2_048).describe('IPv4 or IPv6 address, host name, URL, or `me` for the caller'),
  fields: z
    .string()
    .max(1_000)
    .optional()
    .describe('Only these fields: names by comma, dotted for a part, e.g. country_code,ASN.asn'),
  exclude: z.string().max(1_000).optional().describe('All but these fields'),
  lang: z.enum(['en', 'zh']).optional().describe('Language of names and messages; Accept-Language otherwise'),
  at: dayField,
  format: z.enum(FORMATS).default('json').describe('json, xml, csv, yaml, text or toon'),
  raw: z.string().optional().describe('1 leaves the envelope out'),
}

const { ASN, time_zone: timeZone, currency, proxy_data: proxyData, special, missing } = ipRecordSchema.shape
const { block, name, rfc, global } = special.unwrap().shape

/** What `fields` and `exclude` leave of a record, and the host name that it was asked by. */
export const recordPartSchema = ipRecordSchema
  .extend({
    ASN: ASN.partial(),
    time_zone: timeZone.partial(),
    currency: currency.partial(),
    proxy_data: proxyData.partial(),
    special: z
      .object({ block: block.nullable(), name: name.partial().nullable(), rfc: rfc.nullable(), global: global.nullable() })
      .partial()
      .nullable(),
    missing: z.record(z.string(), missing.valueType.nullable()),
    hostname: z.string().describe('The name that was asked for; its first address answers'),
    addresses: z.array(z.string()).describe('All addresses of the name'),
  })
  .partial()

/** How such an answer may be written beside JSON. */
export const RECORD_FORM: AnswerForm = { media: Object.values(MEDIA_TYPES).filter((type) => type !== MEDIA_TYPES.json) }

/** What finding the address and selecting of its record may throw. */
export const RECORD_ERRORS = [
  'bad_address',
  'not_one_address',
  'bad_domain',
  'name_not_found',
  'refused_target',
  'unavailable',
  'data_missing',
  'unknown_field',
  'build_not_kept',
] as const satisfies readonly ErrorKey[]

type Shape = {
  readonly fields?: string | undefined
  readonly exclude?: string | undefined
  readonly format: Format
  readonly raw?: string | undefined
}

/** The asked parts of a record in the asked format, with the build that they come from. Throws `unknown_field`. */
export function toRecordAnswer(record: Readonly<Record<string, unknown>>, build: string | undefined, shape: Shape): Answer {
  const { format, raw } = shape
  const data = selectFields(record, shape)
  const isRaw = raw === '1' || raw === 'true'
  return new Answer(toFormat(isRaw || format !== 'json' ? data : toEnvelope(data), format), {
    type: `${MEDIA_TYPES[format]}; charset=utf-8`,
    headers: build === undefined ? {} : { 'x-data-build': build },
  })
}
