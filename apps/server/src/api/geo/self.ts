import { defineEndpoint } from '@octet/core/endpoint.ts'
import { RECORD_FORM } from '../../http/record-answer.ts'
import lookup, { lookupInput } from './lookup.ts'

export default defineEndpoint({
  method: 'GET',
  path: '/v1/ip',
  auth: 'none',
  title: { en: 'Look up your own address', zh: '查询自己的 IP 地址' },
  summary: { en: 'The same as /v1/ip/me.', zh: '等同于 /v1/ip/me。' },
  input: lookupInput.omit({ ip: true }),
  output: lookup.output,
  answer: RECORD_FORM,
  errors: lookup.errors,
  handle: (context) => lookup.handle({ ...context, input: { ...context.input, ip: 'me' } }),
})
