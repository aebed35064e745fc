import { AppError } from '@octet/core/errors.ts'
import { findAddress, formatAddress } from '@octet/core/ip/address.ts'
import { formatCidr, parseCidr } from '@octet/core/ip/cidr.ts'
import type { WhoisObject } from '@octet/core/probe/whois.ts'
import { parse } from 'tldts'
import { findAsNumber } from '../../lib/as-number.ts'
import { findUrl } from '../../lib/find-url.ts'
import { toHalfWidth } from '../../lib/half-width.ts'
import { parseTarget } from '../../lib/target.ts'

/**
 * What a pasted text asks WHOIS about: `AS15169`, an address, a network, or the registrable part of a name or URL
 * (the whole name with `isExact`).
 *
 * @throws {AppError} `bad_input`, `bad_domain`
 */
export function parseWhoisObject(text: string, isExact: boolean): WhoisObject {
  const trimmed = toHalfWidth(text).trim()
  const asn = findAsNumber(trimmed)
  if (asn !== undefined) return { kind: 'asn', name: String(asn) }
  if (trimmed.includes('/') && findAddress(trimmed.slice(0, trimmed.indexOf('/')))) {
    const { network } = parseCidr(trimmed)
    return { kind: 'ip', name: formatCidr(network) }
  }
  const { host } = parseTarget(trimmed)
  const address = findAddress(host)
  if (address) return { kind: 'ip', name: formatAddress(address) }
  const ascii = toAscii(host)
  const { domain, publicSuffix } = parse(ascii, { allowPrivateDomains: false })
  // a wrong address is to be told of as a whole
  const name = isExact || /^[\d.]+$/.test(ascii) ? ascii : (domain ?? publicSuffix ?? ascii)
  return { kind: 'domain', name }
}

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
