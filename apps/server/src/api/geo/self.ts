import { defineEndpoint } from '@octet/core/endpoint.ts'
import { joinText } from '@octet/core/text.ts'
import { readExtras, toExtrasCost } from '../../http/record-extras.ts'
import { RECORD_FORM } from '../../http/record-answer.ts'
import lookup, { lookupInput } from './lookup.ts'

const ip = lookupInput.shape.ip
  .optional()
  .describe(joinText({ en: 'Another address or host name, as in /v1/ip/{ip}', zh: '其他地址或主机名，同 /v1/ip/{ip}' }))

export default defineEndpoint({
  method: 'GET',
  path: '/v1/ip',
  auth: 'none',
  title: { en: 'Look up your own address', zh: '查询自己的 IP 地址' },
  summary: {
    en: 'The same as /v1/ip/me; with `ip` the same as /v1/ip/{ip}.',
    zh: '等同于 /v1/ip/me；带 `ip` 时等同于 /v1/ip/{ip}。',
  },
  input: lookupInput.extend({ ip }),
  output: lookup.output,
  answer: RECORD_FORM,
  errors: lookup.errors,
  cost: ({ include }) => 1 + toExtrasCost(readExtras(include)),
  credits: 1,
  handle: (context) => lookup.handle({ ...context, input: { ...context.input, ip: context.input.ip ?? 'me' } }),
})
