import { AppError } from '@octet/core/errors.ts'
import { BITS, findAddress, formatAddress, MAX_VALUE, type IpVersion } from '@octet/core/ip/address.ts'
import { toHalfWidth } from './half-width.ts'

export type MaskForm = 'prefix' | 'mask' | 'wildcard' | 'hex' | 'binary'

/** A mask as bits; `prefix` only when its ones are all in front. */
export type Netmask = {
  readonly version: IpVersion
  readonly value: bigint
  readonly form: MaskForm
  readonly prefix: number | undefined
}

/**
 * Reads a mask in any of its spellings: `/26`, `26`, `255.255.255.192`, `0xffffffc0`, `11111111.11111111.…`,
 * a wildcard (`0.0.0.63`, turned round), an IPv6 mask. Ones that are not all in front are kept as they are.
 * Throws `bad_input`.
 */
export function parseNetmask(text: string, version?: IpVersion): Netmask {
  const plain = toHalfWidth(text).trim().replace(/^\//, '')
  if (/^\d{1,3}$/.test(plain)) return fromPrefix(Number(plain), version ?? (Number(plain) > 32 ? 6 : 4), text)
  const address = findAddress(plain)
  if (address && (version === undefined || address.version === version)) return fromBits(address.version, address.value, 'mask')
  const hex = /^(?:0x)?([\da-f]{8})$/i.exec(plain.replaceAll(/[.:](?=[\da-f]{2}(?:[.:]|$))/gi, ''))?.[1]
  if (hex && version !== 6) return fromBits(4, BigInt(`0x${hex}`), 'hex')
  const binary = plain.replaceAll(/[.\s_]/g, '')
  if (/^[01]{32}$/.test(binary) && version !== 6) return fromBits(4, BigInt(`0b${binary}`), 'binary')
  throw new AppError('bad_input', {
    field: 'text',
    expected: {
      en: 'a mask: /26, 255.255.255.192, 0.0.0.63, 0xffffffc0 or 32 bits',
      zh: '掩码：/26、255.255.255.192、0.0.0.63、0xffffffc0 或 32 位二进制',
    },
    got: text.slice(0, 80),
  })
}

/** The wildcard of a mask, its bits turned round: `0.0.0.63`, `::ffff:ffff:ffff`. That of /80 is no IPv4-mapped address (RFC 5952 §5). */
export function formatWildcard(version: IpVersion, mask: bigint): string {
  const value = MAX_VALUE[version] ^ mask
  const [high, low] = [(value >> 16n) & 0xffffn, value & 0xffffn]
  if (version === 6 && value >> 32n === 0xffffn) return `::ffff:${high.toString(16)}:${low.toString(16)}`
  return formatAddress({ version, value })
}

/** The length of a mask whose ones are all in front. */
export function findPrefix(version: IpVersion, value: bigint): number | undefined {
  const zeros = MAX_VALUE[version] ^ value
  return (zeros & (zeros + 1n)) === 0n ? BITS[version] - countOnes(zeros) : undefined
}

export function countOnes(value: bigint): number {
  return value.toString(2).replaceAll('0', '').length
}

/** Bits in groups of a byte (IPv4) or of sixteen (IPv6). */
export function toBinary(version: IpVersion, value: bigint): string {
  const bits = value.toString(2).padStart(BITS[version], '0')
  return version === 4 ? bits.match(/.{8}/g)!.join('.') : bits.match(/.{16}/g)!.join(':')
}

/** `0xffffff00`, `0xffff…` */
export function toHexMask(version: IpVersion, value: bigint): string {
  return `0x${value.toString(16).padStart(BITS[version] / 4, '0')}`
}

function fromPrefix(prefix: number, version: IpVersion, text: string): Netmask {
  const bits = BITS[version]
  if (prefix > bits)
    throw new AppError('bad_input', {
      field: 'text',
      expected: { en: `a prefix length of 0–${bits}`, zh: `0–${bits} 的前缀长度` },
      got: text,
    })
  const hostBits = BigInt(bits - prefix)
  return { version, value: (MAX_VALUE[version] >> hostBits) << hostBits, form: 'prefix', prefix }
}

/** 0.0.0.63 has its ones behind: a wildcard. 0.0.0.0 is read as the mask /0, 255.255.255.255 as /32. */
function fromBits(version: IpVersion, value: bigint, form: MaskForm): Netmask {
  const prefix = findPrefix(version, value)
  if (prefix !== undefined) return { version, value, form, prefix }
  const turned = MAX_VALUE[version] ^ value
  const wildcard = findPrefix(version, turned)
  return wildcard === undefined
    ? { version, value, form, prefix }
    : { version, value: turned, form: 'wildcard', prefix: wildcard }
}
