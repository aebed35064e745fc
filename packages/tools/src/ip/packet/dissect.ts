import { CutShort, Layer, type Dissector, type Kind, type Next, type Packet } from './layer.ts'
import { coap } from './layers/coap.ts'
import { ntp, quic, stun, wireguard } from './layers/datagram.ts'
import { dhcp } from './layers/dhcp.ts'
import { dhcpv6 } from './layers/dhcpv6.ts'
import { llc, lldp } from './layers/discovery.ts'
import { dns, dnsTcp } from './layers/dns.ts'
import { eapol } from './layers/eap.ts'
import { icmp, icmpv6 } from './layers/icmp.ts'
import { ike } from './layers/ike.ts'
import { ah, esp, ip, ipv6Next } from './layers/ip.ts'
import { arp, ethernet, etherType, loopback, sll, sll2 } from './layers/link.ts'
import { mqtt } from './layers/mqtt.ts'
import { igmp } from './layers/multicast.ts'
import { ppp, pppoe } from './layers/ppp.ts'
import { radius } from './layers/radius.ts'
import { bgp, ospf, rip, vrrp } from './layers/routing.ts'
import { snmp } from './layers/snmp.ts'
import { syslog } from './layers/syslog.ts'
import { data, http, padding, text } from './layers/text.ts'
import { tftp } from './layers/tftp.ts'
import { tls } from './layers/tls.ts'
import { sctp, tcp, udp } from './layers/transport.ts'
import { geneve, gre, gtp, vxlan } from './layers/tunnels.ts'

const DISSECTORS: Readonly<Record<Kind, Dissector>> = {
  ethernet,
  sll,
  sll2,
  loopback,
  'ether-type': etherType,
  arp,
  ip,
  'ipv6-next': ipv6Next,
  icmp,
  icmpv6,
  igmp,
  tcp,
  udp,
  sctp,
  gre,
  esp,
  ah,
  dns,
  'dns-tcp': dnsTcp,
  dhcp,
  ntp,
  tls,
  http,
  quic,
  stun,
  wireguard,
  vxlan,
  geneve,
  gtp,
  llc,
  lldp,
  pppoe,
  ppp,
  eapol,
  dhcpv6,
  ospf,
  vrrp,
  bgp,
  rip,
  snmp,
  radius,
  tftp,
  syslog,
  ike,
  mqtt,
  coap,
  text,
  data,
  padding,
}

/** Tunnels in tunnels: no sane packet has more layers. */
const MAX_LAYERS = 32

/**
 * Takes a packet apart, layer by layer, from one of a known kind on. What is cut short or contradicts itself ends there, with
 * the fault at its layer and all that was read before it.
 */
export function dissect(bytes: Uint8Array, first: Kind): { packet: Packet; layers: Layer[] } {
  const packet: Packet = { bytes, source: '', destination: '', protocol: '', info: '' }
  const layers: Layer[] = []
  /** Who is told what a layer says: a packet that is quoted, nobody. */
  let read = packet
  let packetEnd: number | undefined
  let next: Next | undefined = { kind: first, at: 0, end: bytes.length }
  while (next && layers.length < MAX_LAYERS && (next.at < next.end || layers.length === 0)) {
    const { kind, at, end, code, isQuoted }: Next = next
    if (isQuoted) read = { ...packet, addresses: undefined }
    const layer: Layer = new Layer(bytes, at, end, code)
    layers.push(layer)
    next = readLayer(kind, layer, read)
    // What is sent back is cut short as a rule.
    if (read !== packet) layer.faults.length = 0
    if (kind === 'ip') packetEnd ??= next?.end ?? layer.at
  }
  // Short frames are filled up to 60 bytes, and some captures end with the check sequence.
  if (packetEnd !== undefined && packetEnd < bytes.length) {
    const layer = new Layer(bytes, packetEnd, bytes.length)
    layers.push(layer)
    readLayer('padding', layer, packet)
  }
  return { packet, layers }
}

function readLayer(kind: Kind, layer: Layer, packet: Packet): Next | undefined {
  try {
    return DISSECTORS[kind](layer, packet)
  } catch (error) {
    if (error instanceof CutShort) {
      const size = layer.end - layer.start
      layer.faults.push({ en: `cut short: there are only ${size} bytes of it`, zh: `不完整：只有 ${size} 字节` })
    } else if (error instanceof RangeError) {
      layer.faults.push({ en: `contradicts itself: ${error.message}`, zh: '内容自相矛盾，无法继续解析' })
    } else throw error
    if (layer.name === '') layer.name = kind
    return layer.left > 0 ? { kind: 'data', at: layer.at, end: layer.end } : undefined
  }
}
