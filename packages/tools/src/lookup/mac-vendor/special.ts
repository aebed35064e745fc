import { formatAddress } from '@octet/core/ip/address.ts'
import type { Text } from '@octet/core/text.ts'

type Special = { readonly begin: string; readonly describe: (hex: string) => Text }

const last = (hex: string, digits: number) => BigInt(`0x${hex.slice(-digits)}`)
const same = (en: string, zh: string) => () => ({ en, zh })

/** Addresses that standards and programs use for something; the longest beginning counts. */
const SPECIALS: readonly Special[] = [
  { begin: 'ffffffffffff', describe: same('Broadcast: every station of the network', '广播地址：本网段全部设备') },
  { begin: '000000000000', describe: same('Empty: no address was set', '空地址：未设置') },
  {
    begin: '01005e',
    describe: (hex) => {
      const tail = formatAddress({ version: 4, value: last(hex, 6) & 0x7f_ffffn })
      const rest = tail.slice(tail.indexOf('.'))
      return {
        en: `IPv4 multicast (RFC 1112): the 32 groups 224–239${rest} and, 128 higher in the second byte, likewise`,
        zh: `IPv4 组播（RFC 1112）：对应 224–239${rest} 及第二字节加 128 的共 32 个组`,
      }
    },
  },
  {
    begin: '3333',
    describe: (hex) => {
      const tail = last(hex, 8).toString(16).padStart(8, '0')
      return {
        en: `IPv6 multicast (RFC 2464): groups that end in ${tail.slice(0, 4)}:${tail.slice(4)}`,
        zh: `IPv6 组播（RFC 2464）：末 32 位为 ${tail.slice(0, 4)}:${tail.slice(4)} 的组`,
      }
    },
  },
  {
    begin: '00005e0001',
    describe: (hex) => ({
      en: `VRRP over IPv4, virtual router ${last(hex, 2)} (RFC 5798)`,
      zh: `VRRP（IPv4）虚拟路由器 ${last(hex, 2)}（RFC 5798）`,
    }),
  },
  {
    begin: '00005e0002',
    describe: (hex) => ({
      en: `VRRP over IPv6, virtual router ${last(hex, 2)} (RFC 5798)`,
      zh: `VRRP（IPv6）虚拟路由器 ${last(hex, 2)}（RFC 5798）`,
    }),
  },
  { begin: '00005e0053', describe: same('For documentation (RFC 7042)', '文档示例用地址（RFC 7042）') },
  { begin: '01005e9000', describe: same('Multicast for documentation (RFC 7042)', '文档示例用组播地址（RFC 7042）') },
  {
    begin: '00000c07ac',
    describe: (hex) => ({ en: `HSRP of Cisco, group ${last(hex, 2)}`, zh: `思科 HSRP，组 ${last(hex, 2)}` }),
  },
  { begin: '0180c2000000', describe: same('Spanning tree of bridges (IEEE 802.1D)', '网桥生成树协议 STP（IEEE 802.1D）') },
  { begin: '0180c2000001', describe: same('Pause frames (IEEE 802.3x)', '流量控制暂停帧（IEEE 802.3x）') },
  { begin: '0180c2000002', describe: same('Slow protocols, LACP (IEEE 802.3ad)', '慢协议、链路聚合 LACP（IEEE 802.3ad）') },
  { begin: '0180c2000003', describe: same('Port access control (IEEE 802.1X)', '端口访问控制（IEEE 802.1X）') },
  { begin: '0180c200000e', describe: same('LLDP (IEEE 802.1AB)', '链路层发现协议 LLDP（IEEE 802.1AB）') },
  { begin: '01000ccccccc', describe: same('CDP, VTP and UDLD of Cisco', '思科 CDP、VTP、UDLD') },
  { begin: '0242', describe: same('Usual in containers of Docker', '常见于 Docker 容器') },
  { begin: '525400', describe: same('Usual in machines of QEMU and KVM', '常见于 QEMU、KVM 虚拟机') },
  { begin: '0a0027', describe: same('Usual in host networks of VirtualBox', '常见于 VirtualBox 主机网络') },
  { begin: '00163e', describe: same('Machines of Xen', 'Xen 虚拟机') },
  { begin: '080027', describe: same('Machines of VirtualBox', 'VirtualBox 虚拟机') },
  { begin: '005056', describe: same('Machines of VMware', 'VMware 虚拟机') },
  { begin: '000c29', describe: same('Machines of VMware', 'VMware 虚拟机') },
  { begin: '00155d', describe: same('Machines of Hyper-V', 'Hyper-V 虚拟机') },
]

/** What an address is used for, if its digits say so. */
export function findSpecialUse(hex: string): Text | undefined {
  return SPECIALS.filter(({ begin }) => hex.startsWith(begin))
    .sort((a, b) => b.begin.length - a.begin.length)[0]
    ?.describe(hex)
}

/** The quarter of the local addresses that one lies in (IEEE 802c-2017), by its second digit. */
export function toLocalKind(hex: string): Text {
  switch ((Number.parseInt(hex[1]!, 16) >> 2) & 3) {
    case 0:
      return { en: 'set by the administrator or at random (AAI)', zh: '管理员设置或随机生成（AAI）' }
    case 1:
      return { en: 'reserved (IEEE 802c)', zh: '保留（IEEE 802c）' }
    case 2:
      return { en: 'made from a company’s identifier (ELI)', zh: '基于公司标识 CID（ELI）' }
    default:
      return { en: 'assigned by a standard protocol (SAI)', zh: '由标准协议分配（SAI）' }
  }
}
