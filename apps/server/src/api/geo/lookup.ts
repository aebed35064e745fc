import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'
import { AppError } from '@octet/core/errors.ts'
import { EXTRAS_ERRORS, extrasSchema, findExtras, includeField, readExtras, toExtrasCost } from '../../http/record-extras.ts'
import { RECORD_ERRORS, RECORD_FORM, recordFields, recordPartSchema, toRecordAnswer } from '../../http/record-answer.ts'

export const lookupInput = z.object({ ...recordFields, include: includeField })

export default defineEndpoint({
  method: 'GET',
  path: '/v1/ip/:ip',
  auth: 'none',
  title: { en: 'Look up an address', zh: '查询 IP 地址' },
  summary: {
    en: 'Place, network, time zone, currency and privacy flags of an address or of a host name’s first address; each value with its source, each empty value with its reason. `include` adds what is asked for at this moment.',
    zh: '返回地址（或域名的第一个地址）的位置、网络、时区、货币和隐私标记；每个值附来源，每个空值附原因。`include` 可附加即时查询的内容。',
  },
  input: lookupInput,
  output: recordPartSchema.extend(extrasSchema.partial().shape),
  answer: RECORD_FORM,
  errors: [...RECORD_ERRORS, ...EXTRAS_ERRORS],
  cost: ({ include }) => 1 + toExtrasCost(readExtras(include)),
  credits: 1,
  async handle(context) {
    const { input, caller, services } = context
    // The address of the call for many, without its body.
    if (input.ip === 'batch') throw new AppError('method_not_allowed', { got: context.method, expected: 'POST' })
    const query = input.ip === 'me' ? caller.address : input.ip
    const ip = await services.builds.at(input.at)
    const { hostname, records } = await ip.find(query, caller.lang, context)
    const [first] = records
    if (!first) return toRecordAnswer({}, undefined, input)
    const extras = await findExtras({ extras: readExtras(input.include), ip, record: first }, context)
    const named = hostname === null ? {} : { hostname, addresses: records.map((record) => record.ip) }
    return toRecordAnswer({ ...first, ...extras, ...named }, first.build, input)
  },
})
