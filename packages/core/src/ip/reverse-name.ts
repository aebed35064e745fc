import { BITS, type Address } from './address.ts'
import { splitCidr, toCidr, type Cidr } from './cidr.ts'

/** The name under which DNS keeps an address (RFC 1035 §3.5, RFC 3596 §2.5). */
export function toReverseName(address: Address): string {
  return toZone(toCidr(address, BITS[address.version]))
}

/**
 * The reverse zones that together hold a network: one when its prefix ends at a label (8 bits for IPv4, 4 for IPv6),
 * else the zones one label deeper.
 */
export function toReverseZones(cidr: Cidr): string[] {
  const step = cidr.version === 4 ? 8 : 4
  return [...splitCidr(cidr, Math.ceil(cidr.prefix / step) * step)].map(toZone)
}

/** The address or network a reverse name stands for; undefined when it is none. */
export function findReversed(name: string): Cidr | undefined {
  const [, v4, v6] = /^(?:((?:\d{1,3}\.){0,4})in-addr|((?:[\da-f]\.){0,32})ip6)\.arpa\.?$/i.exec(name) ?? []
  if (v4 !== undefined) return fromLabels(4, v4, 10)
  return v6 === undefined ? undefined : fromLabels(6, v6, 16)
}

function fromLabels(version: 4 | 6, text: string, radix: 10 | 16): Cidr | undefined {
  const labels = text.split('.').filter(Boolean).reverse()
  const width = version === 4 ? 8 : 4
  let value = 0n
  for (const label of labels) {
    const number = Number.parseInt(label, radix)
    if (number >= 2 ** width || (version === 4 && String(number) !== label)) return undefined
    value = (value << BigInt(width)) | BigInt(number)
  }
  const prefix = labels.length * width
  return { version, value: value << BigInt(BITS[version] - prefix), prefix }
}

function toZone({ version, value, prefix }: Cidr): string {
  const width = version === 4 ? 8 : 4
  const labels: string[] = []
  for (let bit = prefix; bit >= width; bit -= width) {
    const label = (value >> BigInt(BITS[version] - bit)) & ((1n << BigInt(width)) - 1n)
    labels.push(label.toString(version === 4 ? 10 : 16))
  }
  return [...labels, version === 4 ? 'in-addr.arpa' : 'ip6.arpa'].join('.')
}
