import * as z from 'zod'
import { Answer, defineEndpoint } from '@octet/core/endpoint.ts'
import { AppError } from '@octet/core/errors.ts'
import { findAddress } from '@octet/core/ip/address.ts'
import { getField } from '@octet/core/ip/record-field.ts'
import { joinText } from '@octet/core/text.ts'
import { EXTRAS_ERRORS, findExtra, findExtras, toExtrasCost, type Extra } from '../../http/record-extras.ts'
import { dayField, RECORD_ERRORS } from '../../http/record-answer.ts'

export default defineEndpoint({
  method: 'GET',
  path: '/v1/ip/:ip/:field',
  auth: 'none',
  title: { en: 'One field as text', zh: '以文本返回单个字段' },
  summary: {
    en: 'A single value of the record as plain text with a line end, a part with several values as JSON. An unknown value is an empty line. `hostname`, `abuse`, `whois`, `user_agent` and `names` are asked for at this moment; where nobody answers, that is an error.',
    zh: '以纯文本（末尾换行）返回记录中的单个值；含多个值的部分返回 JSON；未知值为空行。`hostname`、`abuse`、`whois`、`user_agent` 与 `names` 为即时查询，对方未应答时返回错误。',
  },
  input: z.object({
    ip: z.string().min(1).max(2_048),
    field: z
      .string()
      .min(1)
      .max(100)
      .describe(
        joinText({
          en: 'Name of a field, dotted for a part: city_name, ASN, ASN.asn',
          zh: '字段名，子字段用点号：city_name、ASN、ASN.asn',
        }),
      ),
    lang: z.enum(['en', 'zh']).optional(),
    at: dayField,
  }),
  output: z.unknown(),
  answer: { media: ['text/plain', 'application/json'], isBare: true },
  errors: [...RECORD_ERRORS, ...EXTRAS_ERRORS, 'target_failed'],
  cost: ({ field }) => 1 + toExtrasCost(toExtras(field)),
  credits: 1,
  async handle(context) {
    const { input, caller, services } = context
    if (/^\d{1,3}$/.test(input.field) && findAddress(input.ip))
      throw new AppError('not_one_address', { got: `${input.ip}/${input.field}` })
    const query = input.ip === 'me' ? caller.address : input.ip
    const ip = await services.builds.at(input.at)
    const { hostname, records } = await ip.find(query, caller.lang, context)
    const [record] = records
    const extras = record && (await findExtras({ extras: toExtras(input.field), ip, record }, context))
    const value = getField({ ...record, ...extras, ...(hostname !== null && { hostname }) }, input.field)
    if (value === null || value === undefined) refuseFailed(extras?.problems, findExtra(input.field))
    const isPart = typeof value === 'object' && value !== null
    const text = isPart ? JSON.stringify(value) : String(value ?? '')
    return new Answer(`${text}\n`, { type: `${isPart ? 'application/json' : 'text/plain'}; charset=utf-8` })
  },
})

/** An empty line would say that there is nothing, where somebody who was asked has not answered. Throws `target_failed`. */
function refuseFailed(problems: Readonly<Record<string, string>> | undefined, extra: Extra | undefined): void {
  const reason = extra && problems?.[extra]
  if (reason !== undefined) throw new AppError('target_failed', { reason: { en: reason, zh: reason } }) // in the caller's language
}

/** What is not in the address data is asked for by its name. */
const toExtras = (field: string) => [findExtra(field) ?? []].flat()
