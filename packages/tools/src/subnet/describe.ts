import { formatAddress, MAX_VALUE, type Address } from '@octet/core/ip/address.ts'
import { countAddresses, formatCidr, findSupernet, toCidr, toLastAddress, toMask, type Cidr } from '@octet/core/ip/cidr.ts'
import { formatFullIpv6 } from '@octet/core/ip/ipv6.ts'
import { toReverseZones } from '@octet/core/ip/reverse-name.ts'
import { findSpecial } from '@octet/core/ip/special.ts'
import type { Lang } from '@octet/core/text.ts'
import { formatWildcard, toBinary, toHexMask } from '../lib/netmask.ts'

/** What a network is, ready to be shown. Counts are texts since IPv6 has more than 2^53. */
export type NetworkFacts = ReturnType<typeof describeNetwork>

/** Everything about the network of a prefix length around an address. */
export function describeNetwork(address: Address, prefix: number, lang: Lang) {
  const cidr = toCidr(address, prefix)
  const last = toLastAddress(cidr)
  const mask = toMask(cidr.version, prefix)
  const hosts = toHosts(cidr)
  return {
    network: formatCidr(cidr),
    address: formatAddress(address),
    prefix,
    mask: formatAddress(mask),
    wildcard: formatWildcard(cidr.version, mask.value),
    first: formatAddress(cidr),
    last: formatAddress(last),
    broadcast: cidr.version === 4 && prefix < 31 ? formatAddress(last) : '',
    firstHost: formatAddress({ version: cidr.version, value: hosts.first }),
    lastHost: formatAddress({ version: cidr.version, value: hosts.last }),
    addresses: countAddresses(cidr).toString(),
    hosts: (hosts.last - hosts.first + 1n).toString(),
    class: cidr.version === 4 ? toClass(address) : '',
    type: toType(address, lang),
    previous: toNeighbour(cidr, -1n),
    next: toNeighbour(cidr, 1n),
    supernet: formatOptional(findSupernet(cidr)),
    reverseZones: toZones(cidr),
    full: cidr.version === 6 ? formatFullIpv6(address.value) : '',
    integer: address.value.toString(),
    hex: toHexMask(address.version, address.value),
    hexMask: toHexMask(mask.version, mask.value),
    binary: toBinary(address.version, address.value),
    binaryMask: toBinary(mask.version, mask.value),
  }
}

/** Usable host addresses: all but network and broadcast in IPv4, both of a /31 (RFC 3021); all of IPv6. */
export function toHosts(cidr: Cidr): { first: bigint; last: bigint } {
  const last = toLastAddress(cidr).value
  return cidr.version === 4 && cidr.prefix < 31 ? { first: cidr.value + 1n, last: last - 1n } : { first: cidr.value, last }
}

/** The class of RFC 791 §2.3; history, yet asked for. */
function toClass({ value }: Address): string {
  const octet = Number(value >> 24n)
  if (octet < 128) return 'A'
  if (octet < 192) return 'B'
  if (octet < 224) return 'C'
  return octet < 240 ? 'D' : 'E'
}

function toType(address: Address, lang: Lang): string {
  const special = findSpecial(address)
  if (special) return `${special.name[lang]} (${special.rfc})`
  return lang === 'zh' ? '公网单播地址' : 'Global unicast'
}

function toNeighbour(cidr: Cidr, direction: 1n | -1n): string {
  const value = cidr.value + direction * countAddresses(cidr)
  return value < 0n || value > MAX_VALUE[cidr.version] ? '' : formatCidr({ ...cidr, value })
}

function formatOptional(cidr: Cidr | undefined): string {
  return cidr ? formatCidr(cidr) : ''
}

/** The zones of a network; inside a /24 the one zone of RFC 2317 §4, to which the /24's owner delegates. */
function toZones(cidr: Cidr): string {
  if (cidr.version === 4 && cidr.prefix > 24 && cidr.prefix < 32)
    return `${cidr.value & 0xffn}/${cidr.prefix}.${toReverseZones(toCidr(cidr, 24)).join('')}`
  const zones = toReverseZones(cidr)
  return zones.length > 4 ? `${zones.slice(0, 2).join(' ')} … ${zones.at(-1)} (${zones.length})` : zones.join(' ')
}

/** Commands that set the address on common systems. */
export function toCommands(address: Address, prefix: number): { system: string; command: string }[] {
  const ip = formatAddress(address)
  const mask = formatAddress(toMask(address.version, prefix))
  const family = address.version === 4 ? 'inet' : 'inet6'
  const cisco = address.version === 4 ? `ip address ${ip} ${mask}` : `ipv6 address ${ip}/${prefix}`
  return [
    { system: 'Linux', command: `ip addr add ${ip}/${prefix} dev eth0` },
    { system: 'Cisco IOS', command: cisco },
    { system: 'Juniper', command: `set interfaces ge-0/0/0 unit 0 family ${family} address ${ip}/${prefix}` },
    { system: 'Huawei VRP', command: address.version === 4 ? `ip address ${ip} ${mask}` : `ipv6 address ${ip} ${prefix}` },
    {
      system: 'FreeBSD',
      command: address.version === 4 ? `ifconfig em0 inet ${ip} netmask ${mask}` : `ifconfig em0 inet6 ${ip} prefixlen ${prefix}`,
    },
    {
      system: 'MikroTik',
      command: `/${address.version === 4 ? 'ip' : 'ipv6'} address add address=${ip}/${prefix} interface=ether1`,
    },
  ]
}
