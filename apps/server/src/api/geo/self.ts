import lookup, { lookupInput } from './lookup.ts'
import { defineEndpoint } from '@octet/core/endpoint.ts'

export default defineEndpoint({
  ...lookup,
  path: '/v1/ip',
  title: { en: 'Look up your own address', zh: '查询自己的 IP 地址' },
  summary: { en: 'The same as /v1/ip/me.', zh: '等同于 /v1/ip/me。' },
  input: lookupInput.omit({ ip: true }),
  handle: (context) => lookup.handle({ ...context, input: { ...context.input, ip: 'me' } }),
})
