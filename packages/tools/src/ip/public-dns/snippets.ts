import { findAddress } from '@octet/core/ip/address.ts'

type Addresses = {
  readonly ipv4: readonly string[]
  readonly ipv6: readonly string[]
  readonly doh?: string | null | undefined
  readonly dot?: string | null | undefined
}

/** glibc reads no more (resolv.conf(5)). */
const MAX_NAME_SERVERS = 3

/** How a resolver is set on common systems, as lines to copy. */
export function toSnippets({ ipv4, ipv6, doh, dot }: Addresses): { system: string; text: string }[] {
  const all = [...ipv4, ...ipv6]
  const plain = [
    {
      system: 'Linux (resolv.conf)',
      text: toFirst(ipv4, ipv6)
        .map((address) => `nameserver ${address}`)
        .join('\n'),
    },
    {
      system: 'Windows (PowerShell)',
      text: `Set-DnsClientServerAddress -InterfaceAlias "Ethernet" -ServerAddresses ${all.map((address) => `"${address}"`).join(',')}`,
    },
    { system: 'macOS', text: `networksetup -setdnsservers Wi-Fi ${all.join(' ')}` },
  ]
  return [
    ...(all.length > 0 ? plain : []),
    ...(dot && all.length > 0
      ? [
          {
            system: 'systemd-resolved (DoT)',
            text: `[Resolve]\nDNS=${all.map((address) => `${address}#${dot}`).join(' ')}\nDNSOverTLS=yes`,
          },
        ]
      : []),
    // Android takes a name only
    ...(dot && !findAddress(dot) ? [{ system: 'Android (Private DNS)', text: dot }] : []),
    ...(doh ? [{ system: 'Firefox, Chrome (DoH)', text: doh }] : []),
    ...(all.length > 0 ? toRouterSnippets(all, doh) : []),
  ]
}

/** As many as are read, one of each family at least. */
function toFirst(ipv4: readonly string[], ipv6: readonly string[]): string[] {
  const four = ipv4.slice(0, ipv6.length > 0 ? MAX_NAME_SERVERS - 1 : MAX_NAME_SERVERS)
  return [...four, ...ipv6.slice(0, MAX_NAME_SERVERS - four.length)]
}

/** Routers: the addresses with OpenWrt's and RouterOS's own commands. */
function toRouterSnippets(all: readonly string[], doh: string | null | undefined): { system: string; text: string }[] {
  const servers = all.map((address) => `uci add_list dhcp.@dnsmasq[0].server='${address}'`).join('\n')
  return [
    { system: 'OpenWrt', text: `uci set dhcp.@dnsmasq[0].noresolv='1'\n${servers}\nuci commit dhcp && service dnsmasq restart` },
    {
      system: 'MikroTik RouterOS',
      text: `/ip dns set servers=${all.join(',')}${doh ? ` use-doh-server=${doh} verify-doh-cert=yes` : ''}`,
    },
  ]
}
