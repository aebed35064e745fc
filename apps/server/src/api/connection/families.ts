import * as z from 'zod'
import { defineEndpoint } from '@octet/core/endpoint.ts'

export default defineEndpoint({
  method: 'GET',
  path: '/v1/families',
  auth: 'none',
  title: { en: 'This site by IPv4 or IPv6 alone', zh: '仅 IPv4 或仅 IPv6 的本站地址' },
  summary: {
    en: 'Origins of this site whose names have addresses of one family alone, where the operator has set them up. Asked for /v1/ip/me, each tells the caller’s address of that family.',
    zh: '本站仅有单一协议地址的域名（由管理员设置）。向其请求 /v1/ip/me 即可得到调用者该协议的地址。',
  },
  input: z.object({}),
  output: z.object({ ipv4: z.string().nullable(), ipv6: z.string().nullable() }),
  errors: [],
  handle({ services }) {
    const { ipv4 = null, ipv6 = null } = services.config.operator.familyHosts
    return { ipv4, ipv6 }
  },
})
