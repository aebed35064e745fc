import type { Text } from '@octet/core/text.ts'

/** What the size of the largest packet tells of the way. */
export const MTU_KINDS = [
  'loopback',
  'jumbo',
  'ethernet',
  'pppoe',
  'tunnel',
  'gre',
  'wireguard',
  'vpn',
  'least',
  'reduced',
  'small',
] as const
export type MtuKind = (typeof MTU_KINDS)[number]

export const ETHERNET_BYTES = 1500
/** What only the way of a machine to itself carries: the largest packet there is. */
const LOOPBACK_BYTES = 65_535
/** What every link must carry for IPv6 (RFC 8200 §5). */
const LEAST_BYTES = 1280
/** Sizes that one thing is known for. */
const KNOWN: ReadonlyMap<number, MtuKind> = new Map([
  [1500, 'ethernet'],
  [1492, 'pppoe'],
  [1480, 'tunnel'],
  [1476, 'gre'],
  [1440, 'wireguard'],
  [1420, 'wireguard'],
  [1412, 'wireguard'],
  [1400, 'vpn'],
  [1380, 'vpn'],
  [1360, 'vpn'],
  [1350, 'vpn'],
  [LEAST_BYTES, 'least'],
])

/** The kind of way on which `mtu` bytes are the largest packet. */
export function findMtuKind(mtu: number): MtuKind {
  if (mtu >= LOOPBACK_BYTES) return 'loopback'
  if (mtu > ETHERNET_BYTES) return 'jumbo'
  return KNOWN.get(mtu) ?? (mtu < LEAST_BYTES ? 'small' : 'reduced')
}

export const MTU_MEANINGS: Readonly<Record<MtuKind, Text>> = {
  loopback: {
    en: 'You are on the server’s own machine; these packets leave no network card.',
    zh: '您就在服务器本机上访问，数据包不经过任何网卡。',
  },
  jumbo: {
    en: 'More than the 1,500 bytes of Ethernet: you and the server share a network with jumbo frames.',
    zh: '超过以太网的 1500 字节：您与服务器处于同一个启用巨帧的网络。',
  },
  ethernet: {
    en: 'The full size of Ethernet. No tunnel takes anything from it that the connection knows of.',
    zh: '以太网的完整大小，就该连接所知，途中没有隧道占用空间。',
  },
  pppoe: {
    en: '8 bytes less than Ethernet: PPPoE, as on many DSL and fibre lines.',
    zh: '比以太网少 8 字节：典型的 PPPoE 宽带拨号。',
  },
  tunnel: {
    en: '20 bytes less than Ethernet: a tunnel with an IPv4 header around each packet, such as 6in4, 6rd or IP in IP.',
    zh: '比以太网少 20 字节：每个包外多一层 IPv4 头的隧道，如 6in4、6rd 或 IPIP。',
  },
  gre: {
    en: '24 bytes less than Ethernet: a GRE tunnel.',
    zh: '比以太网少 24 字节：GRE 隧道。',
  },
  wireguard: {
    en: 'The usual size of a WireGuard tunnel: 1,420, or 1,440 over IPv4 and 1,412 over PPPoE.',
    zh: 'WireGuard 隧道的常见大小：一般为 1420，仅经 IPv4 时为 1440，经 PPPoE 时为 1412。',
  },
  vpn: {
    en: 'A size that VPN programs choose, and some mobile networks have.',
    zh: 'VPN 软件常用的大小，部分移动网络也是如此。',
  },
  least: {
    en: 'The least that IPv6 needs. VPNs and relays choose it because it passes everywhere.',
    zh: 'IPv6 要求的最小值。VPN 与中继常选用它，因为在任何网络中都能通过。',
  },
  reduced: {
    en: 'Less than Ethernet’s 1,500 bytes: a tunnel, a VPN or the kind of line takes the rest.',
    zh: '小于以太网的 1500 字节：其余部分被隧道、VPN 或线路本身的封装占用。',
  },
  small: {
    en: 'Less than the 1,280 bytes that IPv6 needs, which is rare: several tunnels in one another, or a device that was set so.',
    zh: '小于 IPv6 所需的 1280 字节，较为少见：可能是多层隧道嵌套，或设备被特意如此设置。',
  },
}

/** Beside the meaning where the size is that of this end. */
export const LIMITED_HERE: Text = {
  en: 'This end of the way carries no more either, so yours may well carry larger packets.',
  zh: '服务器这一端的线路同样只能承载这么多，您那一端可能支持更大的包。',
}
