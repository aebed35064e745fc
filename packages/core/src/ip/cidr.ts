import { AppError } from '../errors.ts'
import { BITS, findAddress, formatAddress, type Address, type IpVersion } from './address.ts'

/** A network: the number of its first address and how many leading bits are fixed. Host bits are always zero. */
export type Cidr = { readonly version: IpVersion; readonly value: bigint; readonly prefix: number }

/** What was written: the network, and the address before the slash, which may have host bits. */
export type ParsedCidr = { readonly network: Cidr; readonly address: Address; readonly hasHostBits: boolean }

/**
 * A network in CIDR notation; an address alone counts as a network of one.
 * With `strict`, host bits behind the prefix are refused; else they are reported by `hasHostBits`.
 *
 * @throws {AppError} `bad_input` with what was expected and what came
 * @example parseCidr('10.1.2.3/8') // { network: 10.0.0.0/8, address: 10.1.2.3, hasHostBits: true }
 */
export function parseCidr(text: string, { strict = false } = {}): ParsedCidr {
  const slash = text.indexOf('/')
  const address = findAddress(slash < 0 ? text : text.slice(0, slash))
  if (!address) throw refuse(text, 'an IPv4 or IPv6 network such as 192.0.2.0/24', '如 192.0.2.0/24 的 IPv4 或 IPv6 网段')
  const bits = BITS[address.version]
  const digits = slash < 0 ? String(bits) : text.slice(slash + 1)
  const prefix = /^(0|[1-9]\d{0,2})$/.test(digits) ? Number(digits) : -1
  if (prefix < 0 || prefix > bits) throw refuse(text, `a prefix length of 0–${bits}`, `0–${bits} 的前缀长度`)
  const network = toCidr(address, prefix)
  const hasHostBits = network.value !== address.value
  if (strict && hasHostBits)
    throw refuse(
      text,
      `${formatCidr(network)}, since bits behind the prefix are set`,
      `${formatCidr(network)}（前缀之后的位须为零）`,
    )
  return { network, address, hasHostBits }
}

/** The network of a prefix length around an address. */
export function toCidr({ version, value }: Address, prefix: number): Cidr {
  const hostBits = BigInt(BITS[version] - prefix)
  return { version, value: (value >> hostBits) << hostBits, prefix }
}

/** `192.0.2.0/24`, `2001:db8::/32`. */
export function formatCidr(cidr: Cidr): string {
  return `${formatAddress(cidr)}/${cidr.prefix}`
}

/** How many addresses a network has. */
export function countAddresses({ version, prefix }: Cidr): bigint {
  return 1n << BigInt(BITS[version] - prefix)
}

/** The last address of a network; the first is its `value`. */
export function toLastAddress(cidr: Cidr): Address {
  return { version: cidr.version, value: cidr.value + countAddresses(cidr) - 1n }
}

/** Whether an address, or the whole of another network, lies in a network. Families never mix. */
export function contains(outer: Cidr, inner: Address | Cidr): boolean {
  if (outer.version !== inner.version) return false
  if ('prefix' in inner && inner.prefix < outer.prefix) return false
  return toCidr(inner, outer.prefix).value === outer.value
}

/** The mask of a prefix length: `255.255.255.0` for /24. */
export function toMask(version: IpVersion, prefix: number): Address {
  const hostBits = BigInt(BITS[version] - prefix)
  return { version, value: ((1n << BigInt(prefix)) - 1n) << hostBits }
}

/**
 * The parts of a network with a longer prefix, one by one.
 *
 * @throws {AppError} `bad_input` when the new prefix is not longer or does not exist
 */
export function* splitCidr(cidr: Cidr, prefix: number): Generator<Cidr> {
  const bits = BITS[cidr.version]
  if (!Number.isInteger(prefix) || prefix < cidr.prefix || prefix > bits)
    throw refuse(String(prefix), `a prefix length of ${cidr.prefix}–${bits}`, `${cidr.prefix}–${bits} 的前缀长度`)
  const step = 1n << BigInt(bits - prefix)
  const end = cidr.value + countAddresses(cidr)
  for (let value = cidr.value; value < end; value += step) yield { version: cidr.version, value, prefix }
}

/** The network one bit wider, or of a given shorter prefix; undefined above /0. */
export function findSupernet(cidr: Cidr, prefix = cidr.prefix - 1): Cidr | undefined {
  return prefix < 0 || prefix > cidr.prefix ? undefined : toCidr(cidr, prefix)
}

function refuse(got: string, en: string, zh: string): AppError {
  const field = { en: 'Network', zh: '网段' }
  return new AppError('bad_input', { field, expected: { en, zh }, got: got.slice(0, 100) })
}
