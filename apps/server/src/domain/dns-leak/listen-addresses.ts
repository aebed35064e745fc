import type { NetworkInterfaceInfo } from 'node:os'
import { parseListenAddress } from './leak-schema.ts'

/** Where to listen; `isExpanded`: one of many that a wildcard stands for, without which the others still do. */
export type ListenAddress = { readonly host: string; readonly port: number; readonly isExpanded: boolean }

type Interfaces = Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>

/**
 * Wildcards become the addresses of the machine: a socket for all of them would answer from whichever address the route
 * back prefers, and a resolver takes an answer only from the one that it asked. Those of loopback and of a link alone are left out.
 */
export function toListenAddresses(texts: readonly string[], interfaces: Interfaces): ListenAddress[] {
  const all = texts.flatMap((text) => {
    const { host, port } = parseListenAddress(text)
    const family = host === '0.0.0.0' ? 'IPv4' : host === '::' ? 'IPv6' : undefined
    if (!family) return [{ host, port, isExpanded: false }]
    return findOwn(interfaces, family).map((own) => ({ host: own, port, isExpanded: true }))
  })
  return [...new Map(all.map((one) => [`${one.host} ${one.port}`, one])).values()]
}

function findOwn(interfaces: Interfaces, family: 'IPv4' | 'IPv6'): string[] {
  const infos = Object.values(interfaces).flatMap((list) => list ?? [])
  const usable = infos.filter((info) => info.family === family && !info.internal && !/^fe[89ab]/i.test(info.address))
  return [...new Set(usable.map(({ address }) => address))]
}
