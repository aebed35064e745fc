import { parseCidr, formatCidr, type Cidr } from '@octet/core/ip/cidr.ts'
import { toReverseName } from '@octet/core/ip/reverse-name.ts'

/** Team Cymru's zone: routes seen in BGP, and what registries say of AS numbers, as TXT records. */
export const CYMRU = 'asn.cymru.com'

/** A route as the zone tells it; a prefix that several AS announce has several origins. */
export type Origin = {
  readonly prefix: string
  readonly asns: readonly number[]
  readonly country: string | null
  readonly registry: string | null
  readonly allocated: string | null
}

/** The name under which the origins of the routes around a network's first address stand. */
export const toOriginName = (network: Cidr): string =>
  `${toLabels(network)}.${network.version === 4 ? 'origin' : 'origin6'}.${CYMRU}`

/** The same for the AS seen next to the origin; undefined for IPv6, of which the zone does not tell them. */
export const toNeighbourName = (network: Cidr): string | undefined =>
  network.version === 4 ? `${toLabels(network)}.peer.${CYMRU}` : undefined

/** The zone's own network: where even that is unknown, the resolver does not reach the zone, whatever it says. */
export const KNOWN_AS = 23_028

export const toAsName = (asn: number): string => `AS${asn}.${CYMRU}`

/** `15169 | 8.8.8.0/24 | US | arin | 2023-12-28`; undefined for what is no such line. */
export function parseOrigin(text: string): Origin | undefined {
  const [asns = '', prefix = '', country, registry, allocated] = toFields(text)
  const cidr = findCidr(prefix)
  const numbers = asns.split(/\s+/).filter((word) => /^\d{1,10}$/.test(word))
  if (!cidr || numbers.length === 0) return undefined
  return { prefix: cidr, asns: numbers.map(Number), ...toRegistration(country, registry, allocated) }
}

/** `15169 | US | arin | 2000-03-30 | GOOGLE, US` */
export function parseAs(text: string): Omit<Origin, 'prefix' | 'asns'> & { readonly name: string | null } {
  const [, country, registry, allocated, ...name] = toFields(text)
  return { name: name.join(' | ') || null, ...toRegistration(country, registry, allocated) }
}

const toFields = (text: string): string[] => text.split('|').map((field) => field.trim())

const toRegistration = (country = '', registry = '', allocated = '') => ({
  country: /^[A-Z]{2}$/.test(country) ? country : null,
  registry: registry || null,
  allocated: /^\d{4}-\d\d-\d\d$/.test(allocated) ? allocated : null,
})

function findCidr(text: string): string | undefined {
  try {
    return formatCidr(parseCidr(text).network)
  } catch {
    return undefined // not a network: the line is none of ours
  }
}

const toLabels = ({ version, value }: Cidr): string => toReverseName({ version, value }).replace(/\.(in-addr|ip6)\.arpa$/, '')
