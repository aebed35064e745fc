import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '@octet/core/endpoint.ts'
import { parseIpv6Words } from '@octet/core/ip/ipv6.ts'
import { parseAcceptLanguage, type Lang } from '@octet/core/text.ts'
import { toPlainAddress } from '../domain/plain-address.ts'

/** Who calls, read once from the request. */
export function toCaller(request: FastifyRequest): Caller {
  return {
    address: toCallerAddress(request),
    lang: toCallerLang(request),
    plat: request.headers['plat'] === 'wap' ? 'wap' : 'pc',
    requestId: request.id,
  }
}

/** The address behind a request; that of the peer where a proxy names none, as by `X-Forwarded-For: unknown` (RFC 7239 §6.2). */
export function toCallerAddress({ ip, socket }: Pick<FastifyRequest, 'ip' | 'socket'>): string {
  const named = toPlainAddress(ip)
  return isIP(named) === 0 ? toPlainAddress(socket.remoteAddress ?? '') : named
}

/**
 * The language of a call: `lang` in its body or its query, or `Accept-Language`. Unlike the address, it is known after the
 * connection has gone.
 */
export function toCallerLang({ headers, query, body }: Pick<FastifyRequest, 'headers' | 'query' | 'body'>): Lang {
  for (const sent of [body, query] as ({ lang?: unknown } | null | undefined)[])
    if (sent?.lang === 'zh' || sent?.lang === 'en') return sent.lang
  return parseAcceptLanguage(headers['accept-language'])
}

const WORDS = new Uint32Array(4)

/** The key of a client's allowance: the address itself, or the /64 of an IPv6 address. */
export function toClientKey(address: string): string {
  if (!address.includes(':') || !parseIpv6Words(address, WORDS)) return address
  const [high, low] = WORDS as unknown as [number, number]
  return [high >>> 16, high & 0xffff, low >>> 16, low & 0xffff].map((group) => group.toString(16)).join(':')
}

/** Of a client's key: the /24 of an IPv4 address, the /48 of a /64. */
export const toNeighbourhood = (client: string): string => client.replace(/[.:][^.:]*$/, '')
