import type { Lang, Text } from '@octet/core/text.ts'

const PROVE: Text = { en: 'Test it', zh: '验证' }
const SET: Text = { en: 'Set it', zh: '设置' }
const CLAMP: Text = { en: 'Clamp the MSS on a router', zh: '在路由器上钳制 MSS' }

type Row = readonly [use: Text, system: string, command: string, family?: 6]

/**
 * Commands of the common systems for an MTU in bytes, each below a line that says what for: a ping that just fits and may
 * not be cut, setting it, clamping the MSS. Those of IPv6 only where it fits.
 */
export function toCommands(mtu: number, { lang, hasIpv6 }: { readonly lang: Lang; readonly hasIpv6: boolean }): string {
  const [ping4, ping6] = [mtu - 28, mtu - 48]
  const rows: readonly Row[] = [
    [PROVE, 'Linux', `ping -M do -c 3 -s ${ping4} 192.0.2.1`],
    [PROVE, 'Linux, IPv6', `ping -6 -M do -c 3 -s ${ping6} 2001:db8::1`, 6],
    [PROVE, 'Windows', `ping -f -n 3 -l ${ping4} 192.0.2.1`],
    [PROVE, 'macOS', `ping -D -c 3 -s ${ping4} 192.0.2.1`],
    [SET, 'Linux', `ip link set dev eth0 mtu ${mtu}`],
    [SET, 'Windows', `netsh interface ipv4 set subinterface "Ethernet" mtu=${mtu} store=persistent`],
    [SET, 'macOS', `sudo networksetup -setMTU en0 ${mtu}`],
    [CLAMP, 'nftables', `nft add rule inet filter forward oifname "ppp0" tcp flags syn tcp option maxseg size set ${mtu - 40}`],
    [CLAMP, 'iptables', `iptables -t mangle -A FORWARD -o ppp0 -p tcp --tcp-flags SYN,RST SYN -j TCPMSS --set-mss ${mtu - 40}`],
    [
      CLAMP,
      'iptables, IPv6',
      `ip6tables -t mangle -A FORWARD -o ppp0 -p tcp --tcp-flags SYN,RST SYN -j TCPMSS --set-mss ${mtu - 60}`,
      6,
    ],
    [CLAMP, 'Cisco IOS', `ip tcp adjust-mss ${mtu - 40}`],
    [
      CLAMP,
      'RouterOS',
      `/ip firewall mangle add chain=forward out-interface=pppoe-out1 protocol=tcp tcp-flags=syn action=change-mss new-mss=${mtu - 40} tcp-mss=${mtu - 39}-65535`,
    ],
  ]
  return rows
    .filter(([, , , family]) => hasIpv6 || family !== 6)
    .map(([use, system, command]) => `# ${use[lang]} · ${system}\n${command}`)
    .join('\n\n')
}
