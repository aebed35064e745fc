import * as z from 'zod'
import { Answer, type AnswerForm } from '@octet/core/endpoint.ts'
import { toEnvelope } from '@octet/core/envelope.ts'
import type { ErrorKey } from '@octet/core/errors.ts'
import { ipRecordSchema } from '@octet/core/ip/record.ts'
import { joinText } from '@octet/core/text.ts'
import { selectFields } from '../domain/select-fields.ts'
import { FORMATS, MEDIA_TYPES, toFormat, type Format } from './formats.ts'

/** A day that `Builds.at` takes; whoever asks for one may throw `build_not_kept`. */
export const dayField = z.iso
  .date()
  .optional()
  .describe(
    joinText({
      en: 'As the data said on this day, YYYY-MM-DD, from kept builds',
      zh: '使用保留的构建，按该日（YYYY-MM-DD）的数据返回',
    }),
  )

/** What can be asked of every answer about one address: which one, which parts of it, and how it is written. */
export const recordFields = {
  ip: z
    .string()
    .min(1)
    .max(2_048)
    .describe(
      joinText({
        en: 'IPv4 or IPv6 address, host name, URL, or `me` for the caller',
        zh: 'IPv4 或 IPv6 地址、主机名、网址，或用 `me` 表示调用者',
      }),
    ),
  fields: z
    .string()
    .max(1_000)
    .optional()
    .describe(
      joinText({
        en: 'Only these fields: names by comma, dotted for a part, e.g. country_code,ASN.asn',
        zh: '只返回这些字段：字段名以逗号分隔，子字段用点号，例如 country_code,ASN.asn',
      }),
    ),
  exclude: z
    .string()
    .max(1_000)
    .optional()
    .describe(joinText({ en: 'All but these fields', zh: '返回除这些以外的所有字段' })),
  lang: z
    .enum(['en', 'zh'])
    .optional()
    .describe(
      joinText({
        en: 'Language of names and messages; Accept-Language otherwise',
        zh: '名称与消息的语言；不填则按 Accept-Language',
      }),
    ),
  at: dayField,
  format: z
    .enum(FORMATS)
    .default('json')
    .describe(joinText({ en: 'json, xml, csv, yaml, text or toon', zh: 'json、xml、csv、yaml、text 或 toon' })),
  raw: z
    .string()
    .optional()
    .describe(joinText({ en: '1 leaves the envelope out', zh: '填 1 则不带外层封装' })),
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
    hostname: z
      .string()
      .describe(joinText({ en: 'The name that was asked for; its first address answers', zh: '查询的名称，以其第一个地址回答' })),
    addresses: z.array(z.string()).describe(joinText({ en: 'All addresses of the name', zh: '该名称的所有地址' })),
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
