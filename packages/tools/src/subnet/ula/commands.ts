import { formatAddress } from '@octet/core/ip/address.ts'
import { formatCidr, toCidr, type Cidr } from '@octet/core/ip/cidr.ts'

/** How common routers announce the first network of a /48 on a LAN, each below the name of the system. */
export function toCommands(network: Cidr, site: Cidr): string {
  const [lan, gateway] = [formatCidr(network), formatAddress({ version: 6, value: network.value + 1n })]
  const rows: readonly (readonly [system: string, command: string])[] = [
    ['Linux', `ip -6 address add ${gateway}/64 dev eth0`],
    [
      'radvd.conf',
      `interface eth0 {\n  AdvSendAdvert on;\n  prefix ${lan} {\n    AdvOnLink on;\n    AdvAutonomous on;\n  };\n};`,
    ],
    [
      'OpenWrt',
      `uci set network.globals.ula_prefix='${formatCidr(toCidr(site, 48))}'\nuci commit network\n/etc/init.d/network reload`,
    ],
    ['Cisco IOS', `interface GigabitEthernet0/1\n ipv6 address ${gateway}/64\n ipv6 nd prefix ${lan}`],
    ['Huawei VRP', `interface GigabitEthernet0/0/1\n ipv6 enable\n ipv6 address ${gateway} 64\n undo ipv6 nd ra halt`],
    ['MikroTik', `/ipv6 address add address=${gateway}/64 interface=bridge advertise=yes`],
  ]
  return rows.map(([system, command]) => `# ${system}\n${command}`).join('\n\n')
}
