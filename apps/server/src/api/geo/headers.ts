import * as z from 'zod'
import { Answer, defineEndpoint } from '@octet/core/endpoint.ts'
import { ADDRESS_HEADER, toGeoHeaders } from '../../domain/header-answer.ts'

export default defineEndpoint({
  method: 'GET',
  path: '/v1/headers',
  auth: 'none',
  title: { en: 'Lookup as headers', zh: '以响应头返回查询结果' },
  summary: {
    en: 'For nginx auth_request and forward auth: the address comes in the header X-Geo-Address (the caller’s own without it), the answer is 204 with X-Geo-Country-Code, X-Geo-City, X-Geo-Asn, X-Geo-Is-Proxy and more. Unknown values have no header.',
    zh: '用于 nginx auth_request 与 forward auth：地址放在请求头 X-Geo-Address 中（默认为调用者自己的地址），返回 204 以及 X-Geo-Country-Code、X-Geo-City、X-Geo-Asn、X-Geo-Is-Proxy 等响应头；未知的值不出现。',
  },
  input: z.object({ lang: z.enum(['en', 'zh']).optional() }),
  headers: {
    'X-Geo-Address': { en: 'The address to look up; the caller’s own without it', zh: '要查询的地址；不填则为调用者的地址' },
  },
  output: z.null(),
  answer: { status: 204, isBare: true },
  errors: ['bad_address', 'not_one_address', 'data_missing'],
  handle({ caller, services, header }) {
    const record = services.ip.lookup(header(ADDRESS_HEADER)?.trim() || caller.address, caller.lang)
    return new Answer('', { type: 'text/plain', status: 204, headers: { ...toGeoHeaders(record), 'x-data-build': record.build } })
  },
})
