import type { Text } from '../text.ts'
import { findAddress, type Address, type IpVersion } from './address.ts'
import { contains, parseCidr, type Cidr } from './cidr.ts'

/** A block set aside by the IANA special-purpose registries, RFC 4291 or RFC 5771. */
export type SpecialBlock = {
  /** The block as CIDR. */
  readonly block: string
  readonly name: Text
  /** The document that sets it aside. */
  readonly rfc: string
  /** True when such an address may be reached from the whole Internet. */
  readonly global: boolean
}

type Row = readonly [block: string, en: string, zh: string, rfc: string, global?: 'global']

/** IANA IPv4 special-purpose address registry, and multicast (RFC 5771). */
const IPV4: readonly Row[] = [
  ['0.0.0.0/8', 'This network', '本网络', 'RFC 791 §3.2'],
  ['0.0.0.0/32', 'This host on this network', '本网络上的本机', 'RFC 1122 §3.2.1.3'],
  ['10.0.0.0/8', 'Private use', '私有地址', 'RFC 1918'],
  ['100.64.0.0/10', 'Shared address space (carrier-grade NAT)', '共享地址空间（运营商级 NAT）', 'RFC 6598'],
  ['127.0.0.0/8', 'Loopback', '环回地址', 'RFC 1122 §3.2.1.3'],
  ['169.254.0.0/16', 'Link-local', '链路本地地址', 'RFC 3927'],
  ['172.16.0.0/12', 'Private use', '私有地址', 'RFC 1918'],
  ['192.0.0.0/24', 'IETF protocol assignments', 'IETF 协议分配', 'RFC 6890 §2.1'],
  ['192.0.0.0/29', 'IPv4 service continuity', 'IPv4 业务连续性前缀', 'RFC 7335'],
  ['192.0.0.8/32', 'IPv4 dummy address', 'IPv4 哑地址', 'RFC 7600'],
  ['192.0.0.9/32', 'Port Control Protocol anycast', 'PCP 任播地址', 'RFC 7723', 'global'],
  ['192.0.0.10/32', 'TURN anycast', 'TURN 任播地址', 'RFC 8155', 'global'],
  ['192.0.0.170/31', 'NAT64/DNS64 discovery', 'NAT64/DNS64 发现', 'RFC 8880'],
  ['192.0.2.0/24', 'Documentation (TEST-NET-1)', '文档示例（TEST-NET-1）', 'RFC 5737'],
  ['192.31.196.0/24', 'AS112 (IPv4)', 'AS112（IPv4）', 'RFC 7535', 'global'],
  ['192.52.193.0/24', 'Automatic multicast tunnelling', '自动组播隧道（AMT）', 'RFC 7450', 'global'],
  ['192.88.99.0/24', '6to4 relay anycast (deprecated)', '6to4 中继任播（已弃用）', 'RFC 7526'],
  ['192.88.99.2/32', '6a44 relay anycast', '6a44 中继任播', 'RFC 6751'],
  ['192.168.0.0/16', 'Private use', '私有地址', 'RFC 1918'],
  ['192.175.48.0/24', 'Direct delegation AS112', 'AS112 直接委派', 'RFC 7534', 'global'],
  ['198.18.0.0/15', 'Benchmarking', '网络设备基准测试', 'RFC 2544'],
  ['198.51.100.0/24', 'Documentation (TEST-NET-2)', '文档示例（TEST-NET-2）', 'RFC 5737'],
  ['203.0.113.0/24', 'Documentation (TEST-NET-3)', '文档示例（TEST-NET-3）', 'RFC 5737'],
  ['224.0.0.0/4', 'Multicast', '组播地址', 'RFC 5771'],
  ['224.0.0.0/24', 'Multicast: local network control', '组播：本地网络控制', 'RFC 5771 §4'],
  ['232.0.0.0/8', 'Multicast: source-specific', '组播：特定源', 'RFC 4607'],
  ['233.252.0.0/24', 'Multicast: documentation (MCAST-TEST-NET)', '组播：文档示例（MCAST-TEST-NET）', 'RFC 6676'],
  ['239.0.0.0/8', 'Multicast: administratively scoped', '组播：管理范围', 'RFC 2365'],
  ['240.0.0.0/4', 'Reserved for future use', '保留供将来使用', 'RFC 1112 §4'],
  ['255.255.255.255/32', 'Limited broadcast', '受限广播', 'RFC 919'],
]

/** IANA IPv6 special-purpose address registry, and the address types of RFC 4291. */
const IPV6: readonly Row[] = [
  ['::/8', 'Reserved by the IETF', 'IETF 保留', 'RFC 4291 §4'],
  ['::/96', 'IPv4-compatible (deprecated)', 'IPv4 兼容地址（已弃用）', 'RFC 4291 §2.5.5.1'],
  ['::/128', 'Unspecified address', '未指定地址', 'RFC 4291 §2.5.2'],
  ['::1/128', 'Loopback', '环回地址', 'RFC 4291 §2.5.3'],
  ['::ffff:0:0/96', 'IPv4-mapped', 'IPv4 映射地址', 'RFC 4291 §2.5.5.2'],
  ['64:ff9b::/96', 'IPv4/IPv6 translation (NAT64)', 'IPv4/IPv6 转换（NAT64）', 'RFC 6052', 'global'],
  ['64:ff9b:1::/48', 'IPv4/IPv6 translation, local use', 'IPv4/IPv6 转换（本地使用）', 'RFC 8215'],
  ['100::/8', 'Reserved by the IETF', 'IETF 保留', 'RFC 4291 §4'],
  ['100::/64', 'Discard only', '仅丢弃前缀', 'RFC 6666'],
  ['100:0:0:1::/64', 'Dummy prefix', '哑前缀', 'RFC 9780'],
  ['200::/7', 'Reserved by the IETF (once NSAP)', 'IETF 保留（曾用于 NSAP）', 'RFC 4048'],
  ['400::/6', 'Reserved by the IETF', 'IETF 保留', 'RFC 4291 §4'],
  ['800::/5', 'Reserved by the IETF', 'IETF 保留', 'RFC 4291 §4'],
  ['1000::/4', 'Reserved by the IETF', 'IETF 保留', 'RFC 4291 §4'],
  ['2001::/23', 'IETF protocol assignments', 'IETF 协议分配', 'RFC 2928'],
  ['2001::/32', 'Teredo', 'Teredo 隧道', 'RFC 4380'],
  ['2001:1::1/128', 'Port Control Protocol anycast', 'PCP 任播地址', 'RFC 7723', 'global'],
  ['2001:1::2/128', 'TURN anycast', 'TURN 任播地址', 'RFC 8155', 'global'],
  ['2001:1::3/128', 'DNS-SD service registration anycast', 'DNS-SD 服务注册任播地址', 'RFC 9665', 'global'],
  ['2001:2::/48', 'Benchmarking', '网络设备基准测试', 'RFC 5180'],
  ['2001:3::/32', 'Automatic multicast tunnelling', '自动组播隧道（AMT）', 'RFC 7450', 'global'],
  ['2001:4:112::/48', 'AS112 (IPv6)', 'AS112（IPv6）', 'RFC 7535', 'global'],
  ['2001:10::/28', 'ORCHID (deprecated)', 'ORCHID（已弃用）', 'RFC 4843'],
  ['2001:20::/28', 'ORCHIDv2', 'ORCHIDv2', 'RFC 7343', 'global'],
  ['2001:30::/28', 'Drone remote ID', '无人机远程识别', 'RFC 9374', 'global'],
  ['2001:db8::/32', 'Documentation', '文档示例', 'RFC 3849'],
  ['2002::/16', '6to4', '6to4 隧道', 'RFC 3056'],
  ['2620:4f:8000::/48', 'Direct delegation AS112', 'AS112 直接委派', 'RFC 7534', 'global'],
  ['3fff::/20', 'Documentation', '文档示例', 'RFC 9637'],
  ['4000::/3', 'Reserved by the IETF', 'IETF 保留', 'RFC 4291 §4'],
  ['5f00::/16', 'Segment routing (SRv6) identifiers', '分段路由（SRv6）标识', 'RFC 9602'],
  ['6000::/3', 'Reserved by the IETF', 'IETF 保留', 'RFC 4291 §4'],
  ['8000::/3', 'Reserved by the IETF', 'IETF 保留', 'RFC 4291 §4'],
  ['a000::/3', 'Reserved by the IETF', 'IETF 保留', 'RFC 4291 §4'],
  ['c000::/3', 'Reserved by the IETF', 'IETF 保留', 'RFC 4291 §4'],
  ['e000::/4', 'Reserved by the IETF', 'IETF 保留', 'RFC 4291 §4'],
  ['f000::/5', 'Reserved by the IETF', 'IETF 保留', 'RFC 4291 §4'],
  ['f800::/6', 'Reserved by the IETF', 'IETF 保留', 'RFC 4291 §4'],
  ['fc00::/7', 'Unique local (private use)', '唯一本地地址（私有）', 'RFC 4193'],
  ['fe00::/9', 'Reserved by the IETF', 'IETF 保留', 'RFC 4291 §4'],
  ['fe80::/10', 'Link-local', '链路本地地址', 'RFC 4291 §2.5.6'],
  ['fec0::/10', 'Site-local (deprecated)', '站点本地地址（已弃用）', 'RFC 3879'],
  ['ff00::/8', 'Multicast', '组播地址', 'RFC 4291 §2.7'],
]

export type SpecialNetwork = SpecialBlock & { readonly network: Cidr }

/** Every block set aside, wider ones before the ones inside them. */
export const SPECIAL_BLOCKS: readonly SpecialNetwork[] = [...IPV4, ...IPV6]
  .map(([block, en, zh, rfc, global]) => {
    return { block, name: { en, zh }, rfc, global: global !== undefined, network: parseCidr(block, { strict: true }).network }
  })
  .sort((a, b) => a.network.prefix - b.network.prefix)

const NARROW_FIRST: Readonly<Record<IpVersion, readonly SpecialNetwork[]>> = {
  4: SPECIAL_BLOCKS.filter(({ network }) => network.version === 4).toReversed(),
  6: SPECIAL_BLOCKS.filter(({ network }) => network.version === 6).toReversed(),
}

/** The narrowest block set aside that holds an address; undefined for ordinary addresses. */
export function findSpecial(address: Address): SpecialBlock | undefined {
  const found = NARROW_FIRST[address.version].find(({ network }) => contains(network, address))
  if (!found) return undefined
  const { block, name, rfc, global } = found
  return { block, name, rfc, global }
}

/** Whether a text is an address that cannot be reached from the Internet, such as a private one. */
export function isOffInternet(text: string): boolean {
  const address = findAddress(text)
  const special = address && findSpecial(address)
  return special !== undefined && !special.global
}
