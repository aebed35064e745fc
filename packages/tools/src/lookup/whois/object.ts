import { AppError } from '@octet/core/errors.ts'
import { BITS, findAddress, formatAddress } from '@octet/core/ip/address.ts'
import { formatCidr, parseCidr, toCidr, type Cidr } from '@octet/core/ip/cidr.ts'
import { toUnmapped } from '@octet/core/ip/embedded.ts'
import { parseRange, splitRange } from '@octet/core/ip/range.ts'
import { findReversed } from '@octet/core/ip/reverse-name.ts'
import type { WhoisObject } from '@octet/core/probe/whois.ts'
import type { Text } from '@octet/core/text.ts'
import { parse } from 'tldts'
import { findAsNumber } from '../../lib/as-number.ts'
import { findUrl } from '../../lib/find-url.ts'
import { toHalfWidth } from '../../lib/half-width.ts'
import { parseTarget } from '../../lib/target.ts'

const EXPECTED: Text = {
  en: 'a domain, an address, a network such as 1.1.1.0/24, an AS such as AS13335, or a URL',
  zh: '域名、IP 地址、网段（如 1.1.1.0/24）、AS 号（如 AS13335）或网址',
}

/**
 * What a pasted text asks WHOIS about: `AS15169` or `15169`, an address, a network, the smallest network around a range, what a reverse
 * name stands for, or the registrable part of a name or URL (the whole name with `isExact`).
 *
 * @throws {AppError} `bad_input`, `bad_domain`
 */
export function parseWhoisObject(text: string, isExact: boolean): WhoisObject {
  const trimmed = toHalfWidth(text).trim()
  // no name is a number alone
  const asn = findAsNumber(/^[1-9]\d{0,9}$/.test(trimmed) ? `AS${trimmed}` : trimmed)
  if (asn !== undefined) return { kind: 'asn', name: String(asn) }
  if (trimmed.includes('/') && findAddress(trimmed.slice(0, trimmed.indexOf('/')))) {
    const { network } = parseCidr(trimmed)
    return { kind: 'ip', name: formatCidr(network) }
  }
  const network = findRangeNetwork(trimmed)
  if (network) return { kind: 'ip', name: toName(network) }
  const { host } = parseTarget(trimmed, 'target', EXPECTED)
  const address = findAddress(host)
  if (address) return { kind: 'ip', name: formatAddress(toUnmapped(address)) }
  // what is copied from a certificate
  const ascii = toAscii(host).replace(/^(?:\*\.)+/, '')
  const reversed = isExact ? undefined : findReversed(ascii)
  if (reversed && reversed.prefix > 0) return { kind: 'ip', name: toName(reversed) }
  const { domain, publicSuffix } = parse(ascii, { allowPrivateDomains: false })
  // a wrong address is to be told of as a whole, and two names are not one
  const name = isExact || /^[\d.]+$|\s/.test(ascii) ? ascii : (domain ?? publicSuffix ?? ascii)
  return { kind: 'domain', name }
}

/** The smallest network with both ends of `192.0.2.0 - 192.0.2.255`, as registries write what they have given away. */
function findRangeNetwork(text: string): Cidr | undefined {
  const ends = splitRange(text).map(findAddress)
  if (ends.length !== 2 || !ends[0] || !ends[1]) return undefined
  const { version, first, last } = parseRange(text)
  const hostBits = (first ^ last).toString(2).replace(/^0$/, '').length
  return toCidr({ version, value: first }, BITS[version] - hostBits)
}

/** A network of one address is written as the address. */
const toName = (cidr: Cidr): string => (cidr.prefix === BITS[cidr.version] ? formatAddress(cidr) : formatCidr(cidr))

/** A-labels by way of the URL parser, which every host has (UTS #46). */
function toAscii(host: string): string {
  // oxlint-disable-next-line no-control-regex -- the whole of ASCII
  if (/^[\u0000-\u007f]*$/.test(host)) return host.toLowerCase()
  const ascii = findUrl(`http://${host}/`)?.hostname
  if (ascii && !findAddress(ascii)) return ascii
  throw new AppError('bad_domain', {
    got: host.slice(0, 100),
    reason: { en: 'it cannot be written in A-labels', zh: '无法转换为 A-label' },
  })
}
