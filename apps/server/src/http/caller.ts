import type { FastifyRequest } from 'fastify'
import type { Caller } from '@octet/core/endpoint.ts'
import { parseAcceptLanguage, type Lang } from '@octet/core/text.ts'

/** Who calls, read once from the request. `lang` in the query or body wins over `Accept-Language`. */
export function toCaller(request: FastifyRequest, fields: Readonly<Record<string, unknown>> = {}): Caller {
  return {
    address: toPlainAddress(request.ip),
    lang: toCallerLang(request, fields),
    plat: request.headers['plat'] === 'wap' ? 'wap' : 'pc',
    requestId: request.id,
  }
}

/** The language of a call. Unlike the address, it is known after the connection has gone. */
export function toCallerLang({ headers }: FastifyRequest, fields: Readonly<Record<string, unknown>> = {}): Lang {
  return toLang(fields['lang'], headers['accept-language'])
}

/** The key of a client's allowance: the address itself, or the /64 of an IPv6 address. */
export function toClientKey(address: string): string {
  if (!address.includes(':')) return address
  const [head = '', tail = ''] = address.split('::')
  const groups = head.split(':').filter(Boolean)
  const missing = address.includes('::') ? 8 - groups.length - tail.split(':').filter(Boolean).length : 0
  const all = [...groups, ...Array<string>(Math.max(0, missing)).fill('0'), ...tail.split(':').filter(Boolean)]
  return all.slice(0, 4).join(':')
}

/** An IPv4 client on a dual-stack socket comes as `::ffff:a.b.c.d`. */
export function toPlainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '').replace(/%.*$/, '')
}

function toLang(asked: unknown, header: string | undefined): Lang {
  return asked === 'zh' || asked === 'en' ? asked : parseAcceptLanguage(header)
}
