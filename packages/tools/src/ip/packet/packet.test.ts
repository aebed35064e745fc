import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isAppError } from '@octet/core/errors.ts'
import type { Lang } from '@octet/core/text.ts'
import { array, assert as check, constantFrom, nat, oneof, property, tuple, uint8Array } from 'fast-check'
import type * as z from 'zod'
import { toHex } from '../../lib/bytes.ts'
import { createTestHost } from '../../testing/host.ts'
import { answerTool } from '../../run.ts'
import { sumInternet } from './checksum.ts'
import { dissect } from './dissect.ts'
import { findFirst } from './find-first.ts'
import type { Kind } from './layer.ts'
import { toJa3, toJa4, type Hello } from './layers/tls.ts'
import { SAMPLES } from './testing/samples.ts'
import tool from './tool.ts'

type Answer = z.output<typeof tool.output>
const run = async (input: z.input<typeof tool.input>, lang: Lang = 'en') =>
  (await answerTool(tool, input, { ...createTestHost(), lang })) as Answer

const toBytes = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

/** Layers of a sample by name, and its line in the list. */
const rows: [keyof typeof SAMPLES, string, string][] = [
  ['qinq', 'Ethernet II, VLAN (802.1ad), VLAN (802.1Q), IPv4, ICMP', 'ICMP 192.0.2.1 198.51.100.2 Echo request, id 1, seq 256'],
  ['mpls', 'Ethernet II, MPLS, IPv4, ICMP', 'ICMP 192.0.2.1 198.51.100.2 Echo request, id 1, seq 256'],
  ['pppoe', 'Ethernet II, PPPoE, PPP, IPv4, ICMP', 'ICMP 192.0.2.1 198.51.100.2 Echo request, id 1, seq 256'],
  ['gre', 'Ethernet II, IPv4, GRE, IPv4, ICMP', 'ICMP 192.0.2.1 198.51.100.2 Echo request, id 1, seq 256'],
  ['dhcp', 'Ethernet II, IPv4, UDP, DHCP', 'DHCP 0.0.0.0 255.255.255.255 DISCOVER, 0x3903f326'],
  ['ntp', 'Ethernet II, IPv4, UDP, NTP', 'NTP 192.0.2.1 198.51.100.2 NTPv4, server'],
  ['quic', 'Ethernet II, IPv4, UDP, QUIC', 'QUIC 192.0.2.1 198.51.100.2 50000 → 443 Len=58, Initial'],
  ['stun', 'Ethernet II, IPv4, UDP, STUN', 'STUN 192.0.2.1 198.51.100.2 3478 → 50001 Len=32, Binding success, 192.0.2.1:32853'],
  ['wireguard', 'Ethernet II, IPv4, UDP, WireGuard', 'WireGuard 192.0.2.1 198.51.100.2 51820 → 51820 Len=48, Transport data'],
  [
    'dns',
    'Ethernet II, IPv4, UDP, DNS',
    'DNS 192.0.2.1 198.51.100.2 Answer 0x1a2b A www.example: CNAME cdn.example, A 192.0.2.53, MX 10 mail.example',
  ],
  ['ra', 'Ethernet II, IPv6, ICMPv6', 'ICMPv6 fe80::ff:fe00:1 ff02::1 Router advertisement'],
  ['clientHello', 'Ethernet II, IPv4, TCP, TLS', 'TLS 127.0.0.1 127.0.0.1 ClientHello (octet.test)'],
  [
    'unreachable',
    'Ethernet II, IPv4, ICMP, IPv4, UDP, DNS',
    'ICMP 127.0.0.1 127.0.0.1 Destination unreachable, port unreachable',
  ],
  ['lldp', 'Ethernet II, LLDP', 'LLDP 02:00:00:00:00:01 01:80:c2:00:00:0e 02:00:00:00:00:01, eth0, sw1'],
  ['rstp', 'IEEE 802.3, LLC', 'STP 02:00:00:00:00:01 01:80:c2:00:00:00 Root 32768/1/02:00:00:00:00:05, cost 20000, port 3'],
  ['pado', 'Ethernet II, PPPoE', 'PPPoE Discovery 02:00:00:00:00:01 02:00:00:00:00:02 PADO, bras-01'],
  ['lcp', 'Ethernet II, PPPoE, LCP', 'LCP 02:00:00:00:00:01 02:00:00:00:00:02 Configure-Request, PAP'],
  [
    'ipcp',
    'Ethernet II, PPPoE, IPCP',
    'IPCP 02:00:00:00:00:01 02:00:00:00:00:02 Configure-Nak, 192.0.2.9, 192.0.2.53, 192.0.2.54',
  ],
  ['pap', 'Ethernet II, PPPoE, PAP', 'PAP 02:00:00:00:00:01 02:00:00:00:00:02 Authenticate-Request, user'],
  ['chap', 'Ethernet II, PPPoE, CHAP', 'CHAP 02:00:00:00:00:01 02:00:00:00:00:02 Challenge, bras'],
  ['eap', 'Ethernet II, EAPOL', 'EAP 02:00:00:00:00:01 01:80:c2:00:00:03 response, Identity, alice'],
  ['dhcpv6', 'Ethernet II, IPv6, UDP, DHCPv6', 'DHCPv6 2001:db8::1 2001:db8::2 REPLY, 0xabcdef, 2001:db8::100, 2001:db8:5::/56'],
  ['relay6', 'Ethernet II, IPv6, UDP, DHCPv6', 'DHCPv6 2001:db8::1 2001:db8::2 RELAY-FORWARD, SOLICIT, 0x000001'],
  [
    'igmpv3',
    'Ethernet II, IPv4, IGMP',
    'IGMP 192.0.2.1 224.0.0.22 Membership report (v3), joins 233.252.0.9, leaves 233.252.0.8, 233.252.0.7',
  ],
  ['igmpQuery', 'Ethernet II, IPv4, IGMP', 'IGMP 192.0.2.1 224.0.0.1 Membership query, all groups'],
  [
    'mld',
    'Ethernet II, IPv6, Hop-by-hop options, ICMPv6',
    'ICMPv6 fe80::1 ff02::16 Multicast listener report (MLDv2), joins ff02::1:3, ff3e::9',
  ],
  ['mldQuery', 'Ethernet II, IPv6, Hop-by-hop options, ICMPv6', 'ICMPv6 fe80::1 ff02::1 Multicast listener query, all groups'],
  ['raFull', 'Ethernet II, IPv6, ICMPv6', 'ICMPv6 fe80::1 ff02::1 Router advertisement'],
  ['ospf', 'Ethernet II, IPv4, OSPF', 'OSPF 192.0.2.1 224.0.0.5 Hello, router 192.0.2.1, area 0.0.0.0'],
  ['vrrp3', 'Ethernet II, IPv4, VRRP', 'VRRP 192.0.2.1 224.0.0.18 Router 7, priority 120, 192.0.2.254'],
  [
    'bgp',
    'Ethernet II, IPv4, TCP, BGP',
    'BGP 192.0.2.1 198.51.100.2 UPDATE, 198.51.100.0/24, path 64496 64497 4200000000, withdrawn: 192.0.2.0/24, KEEPALIVE',
  ],
  ['bgpOpen', 'Ethernet II, IPv4, TCP, BGP', 'BGP 192.0.2.1 198.51.100.2 OPEN, AS4200000000, 192.0.2.1'],
  ['bgpNotify', 'Ethernet II, IPv4, TCP, BGP', 'BGP 192.0.2.1 198.51.100.2 NOTIFICATION, cease, shut down by the administrator'],
  ['rip', 'Ethernet II, IPv4, UDP, RIP', 'RIP 192.0.2.1 198.51.100.2 response, routes: 2'],
  [
    'snmp',
    'Ethernet II, IPv4, UDP, SNMP',
    'SNMP 192.0.2.1 198.51.100.2 get-response, 1.3.6.1.2.1.1.5.0 = router1, 1.3.6.1.2.1.1.3.0 = 1234.56 s, 1.3.6.1.2.1.2.2.1.10.1 = 4000000000',
  ],
  ['radius', 'Ethernet II, IPv4, UDP, RADIUS', 'RADIUS 192.0.2.1 198.51.100.2 Access-Request, id 9, alice'],
  ['tftp', 'Ethernet II, IPv4, UDP, TFTP', 'TFTP 192.0.2.1 198.51.100.2 RRQ, boot.img'],
  ['tftpError', 'Ethernet II, IPv4, UDP, TFTP', 'TFTP 192.0.2.1 198.51.100.2 ERROR, file not found, not here'],
  [
    'syslog',
    'Ethernet II, IPv4, UDP, Syslog',
    'Syslog 192.0.2.1 198.51.100.2 local4.notice, 1 2026-11-25T10:00:00Z h app 12 ID - ready',
  ],
  ['ike', 'Ethernet II, IPv4, UDP, IKE', 'IKE 192.0.2.1 198.51.100.2 IKE_SA_INIT, IKEv2, 0x00000000'],
  ['natt', 'Ethernet II, IPv4, UDP, ESP', 'ESP 192.0.2.1 198.51.100.2 SPI 0x00000007'],
  ['mqtt', 'Ethernet II, IPv4, TCP, MQTT', 'MQTT 192.0.2.1 198.51.100.2 CONNECT, c1, PUBLISH, a/b'],
  ['coap', 'Ethernet II, IPv4, UDP, CoAP, Data', 'CoAP 192.0.2.1 198.51.100.2 CON, GET /time/rooms?n=1'],
  ['sip', 'Ethernet II, IPv4, UDP, SIP', 'SIP 192.0.2.1 198.51.100.2 INVITE sip:bob@x.example SIP/2.0'],
  ['geneve', 'Ethernet II, IPv4, UDP, Geneve, Ethernet II, IPv4, ICMP', 'ICMP 192.0.2.1 198.51.100.2 Echo request, id 0, seq 0'],
  ['gtp', 'Ethernet II, IPv4, UDP, GTP-U, IPv4, ICMP', 'ICMP 192.0.2.1 198.51.100.2 Echo request, id 0, seq 0'],
  ['pptp', 'Ethernet II, IPv4, GRE, PPP, IPv4, ICMP', 'ICMP 192.0.2.1 198.51.100.2 Echo request, id 0, seq 0'],
  [
    'dnsRecords',
    'Ethernet II, IPv4, UDP, DNS',
    'DNS 192.0.2.1 198.51.100.2 Answer 0x1a2b A www.example: DS 1 13 2 aabb, DNSKEY 257 3 13 a2V5IQ==, RRSIG A 13 2 300 20260101000000 20251201000000 1 example c2lnIQ==, NSEC example A MX',
  ],
  ['fragment', 'Ethernet II, IPv4, Data', 'ICMP 10.9.0.1 10.9.0.2 Fragment at 2960 B'],
]
for (const [name, layers, line] of rows)
  test(`${name}: layers and line as Wireshark has them, and no fault`, async () => {
    const result = await run({ text: SAMPLES[name] })
    assert.equal(result.layers.map((layer) => layer.name).join(', '), layers)
    const [{ protocol, source, destination, info } = assert.fail()] = result.packets
    assert.equal(`${protocol} ${source} ${destination} ${info}`, line)
    assert.deepEqual(result.notes, [])
    assert.ok(result.layers.every(({ offset, sizeBytes }) => offset + sizeBytes <= SAMPLES[name].length / 2))
  })

test('what a tunnel carries is another packet, with addresses of its own', async () => {
  const { layers, packets } = await run({ text: SAMPLES.vxlan })
  assert.deepEqual(
    layers.map(({ name }) => name),
    ['Ethernet II', 'IPv4', 'UDP', 'VXLAN', 'Ethernet II', 'ARP'],
  )
  assert.match(packets[0]!.info, /^10\.5\.0\.2 is at 9e:a8:fe:0b:ce:ad$/)
})

const valueOf = async (sample: keyof typeof SAMPLES, field: string, lang: Lang = 'en') => {
  const { layers } = await run({ text: SAMPLES[sample] }, lang)
  return layers
    .flatMap(({ fields }) => fields)
    .filter(({ name }) => name === field)
    .map(({ value, meaning }) => (meaning === undefined ? value : `${value} (${meaning})`))
}

test('fields say what they mean, in either language', async () => {
  assert.deepEqual(await valueOf('qinq', 'VLAN'), ['100', '7'])
  assert.deepEqual(await valueOf('qinq', 'Priority'), ['0 (BE)', '3 (CA)'])
  assert.deepEqual(await valueOf('mpls', 'Label'), ['100 (TC 0, S 0, TTL 64)', '200 (TC 0, S 1, TTL 64)'])
  assert.deepEqual(await valueOf('dhcp', 'Message'), ['DISCOVER'])
  assert.deepEqual(await valueOf('dhcp', 'Requested address'), ['192.0.2.100'])
  assert.deepEqual(await valueOf('ntp', 'Transmit time'), ['2025-11-28T17:29:47.000Z'])
  assert.deepEqual(await valueOf('ntp', 'Reference'), ['0x47505300 (GPS)'])
  assert.deepEqual(await valueOf('ra', 'Prefix (/64)'), ['2001:db8::'])
  assert.deepEqual(await valueOf('ra', 'Name server'), ['2001:db8::53'])
  assert.deepEqual(await valueOf('wireguard', 'Receiver'), ['0x12345678'])
  assert.deepEqual(await valueOf('neighbour', '源链路层地址', 'zh'), ['1e:9c:19:d6:ba:7e'])
  assert.deepEqual(await valueOf('gre', '校验和', 'zh'), ['0x3c28 (正确)', '0x3c76 (正确)', '0xf6fe (正确)'])
})

const values: [keyof typeof SAMPLES, string, string[]][] = [
  ['lldp', 'Capabilities', ['bridge']],
  ['lldp', 'Management address', ['192.0.2.1']],
  ['rstp', 'Flags', ['0x3c (learning, forwarding, designated)']],
  ['rstp', 'This bridge', ['32768/1/02:00:00:00:00:01']],
  ['rstp', 'Forward delay', ['3840 (15 s)']],
  ['pado', 'Largest payload', ['1500']],
  ['lcp', 'Authentication', ['c023 (PAP)']],
  ['lcp', 'Maximum receive unit', ['1492']],
  ['ipcp', 'Second name server', ['192.0.2.54']],
  ['pap', 'Password', ['secret']],
  ['chap', 'Value', ['deadbeef']],
  ['dhcpv6', 'Client', ['00030001020000000001 (DUID-LL)']],
  ['dhcpv6', 'Addresses (IA_NA)', ['0x00000001 (T1 1800 s, T2 2880 s)']],
  ['dhcpv6', 'Status', ['0 (Success, ok)']],
  ['dhcpv6', 'Prefix', ['2001:db8:5::/56 (preferred 3600 s, valid 7200 s)']],
  ['dhcpv6', 'Search list', ['lan.example']],
  ['relay6', 'Time since begun', ['1000 ms']],
  // Mantissa 10, exponent 1 (RFC 3376 §4.1.1).
  ['igmpQuery', 'Longest response time', ['154 (41.6 s)']],
  ['igmpv3', 'Source of the group', ['192.0.2.7']],
  ['mld', 'Record', ['4 (changes to all but)', '5 (also from)']],
  ['mldQuery', 'Query interval', ['125 (125 s)']],
  ['raFull', 'Search list', ['lan.example, example']],
  ['raFull', 'Prefix (/48)', ['2001:db8:1::']],
  ['raFull', 'NAT64 prefix', ['64:ff9b::/96']],
  ['raFull', 'Captive portal', ['https://x.example/']],
  ['ospf', 'Checksum', ['0x175a (right)', '0xf691 (right)']],
  ['ospf', 'Backup designated router', ['192.0.2.2']],
  ['vrrp3', 'Interval', ['100 (1 s)']],
  ['bgp', 'AS_PATH', ['64496 64497 4200000000']],
  ['bgp', 'COMMUNITIES', ['64496:100']],
  ['bgp', 'LARGE_COMMUNITY', ['64496:1:2']],
  ['bgp', 'Withdrawn', ['192.0.2.0/24']],
  ['bgpOpen', 'Capability', ['00010001 (multiprotocol)', '4200000000 (4-octet AS)']],
  ['rip', 'Route', ['198.51.100.0 255.255.255.0 (metric 3)', '203.0.113.0 255.255.255.0 (not reachable)']],
  [
    'snmp',
    'Variable',
    [
      '1.3.6.1.2.1.1.5.0 = router1',
      '1.3.6.1.2.1.1.3.0 = 1234.56 s',
      '1.3.6.1.2.1.2.2.1.10.1 = 4000000000',
      '1.3.6.1.2.1.4.20.1.1.0 = 192.0.2.1',
      '2.999.3 = -5',
    ],
  ],
  ['radius', 'NAS-IP-Address', ['192.0.2.1']],
  ['tftp', 'Option', ['blksize 1468']],
  ['syslog', 'Priority', ['165 (local4.notice)']],
  ['ike', 'Notify', ['000000080000402e (IKEV2_FRAGMENTATION_SUPPORTED)']],
  ['mqtt', 'User', ['u']],
  ['coap', 'Uri-Path', ['time', 'rooms']],
  ['sip', 'From', ['<sip:alice@x.example>']],
  ['gtp', 'Extension', ['01000900']],
  [
    'dnsRecords',
    'Answer',
    [
      'DS 1 13 2 aabb',
      'DNSKEY 257 3 13 a2V5IQ==',
      'RRSIG A 13 2 300 20260101000000 20251201000000 1 example c2lnIQ==',
      'NSEC example A MX',
      'NSEC3 1 0 0 abcd 0410610 A',
      'TLSA 3 1 1 aabb',
      'CAA 0 issue "ca.example"',
      'HTTPS 1 . alpn=h2 port=8443 ipv4hint=192.0.2.1',
      'NAPTR 100 10 "u" "E2U+sip" "!^.*$!sip:x@y.z!" .',
      'SSHFP 4 2 aabb',
      'HINFO "x86" "Linux"',
    ].map((record) => `www.example 300 ${record}`),
  ],
]
for (const [name, field, wanted] of values)
  test(`${name}: ${field} is read`, async () => assert.deepEqual(await valueOf(name, field), wanted))

test('a datagram goes by its port only where its bytes fit', async () => {
  const layersOf = async (text: string) => (await run({ text })).layers.map(({ name }) => name).join(', ')
  const udp = (port: string, hex: string) => {
    const length = (28 + hex.length / 2).toString(16).padStart(4, '0')
    return `4500${length}1234400040110000c0000201c63364029c40${port}${(8 + hex.length / 2).toString(16).padStart(4, '0')}0000${hex}`
  }
  assert.equal(await layersOf(udp('00a1', 'ffff0102')), 'IPv4, UDP, Data')
  assert.equal(await layersOf(udp('0202', Buffer.from('<999 no number').toString('hex'))), 'IPv4, UDP, Text')
  assert.equal(await layersOf(udp('1194', 'ff')), 'IPv4, UDP, Data')
  assert.equal(await layersOf(udp('0714', `01090063${'00'.repeat(16)}`)), 'IPv4, UDP, Data')
  assert.equal(await layersOf(udp('0050', Buffer.from('OPTIONS sip:x SIP/2.0\r\n\r\n').toString('hex'))), 'IPv4, UDP, SIP')
})

test('a checksum is computed anew: right, wrong, or left to the network card', async () => {
  assert.deepEqual(
    (await valueOf('dns', 'Checksum')).map((text) => /\((.*)\)/.exec(text)?.[1]),
    ['right', 'right'],
  )
  assert.match((await valueOf('clientHello', 'Checksum'))[1]!, /^0x002e \(left to the network card; 0x2087 would be right\)$/)
  const broken = SAMPLES.dns.replace('c0000235', 'c0000236')
  const { notes } = await run({ text: broken })
  assert.equal(notes.length, 1)
  assert.match(notes[0]!, /^UDP: the checksum is wrong: 0x[\da-f]{4} would be right$/)
})

test('fingerprints of a client are those of their authors’ examples', async () => {
  const hello: Hello = {
    version: 769,
    ciphers: [47, 53, 5, 10, 49161, 49162, 49171, 49172, 50, 56, 19, 4],
    extensions: [0, 10, 11],
    groups: [23, 24, 25],
    formats: [0],
    signatures: [],
    protocols: [],
    versions: [],
    serverName: '',
  }
  assert.equal(toJa3(hello), '769,47-53-5-10-49161-49162-49171-49172-50-56-19-4,0-10-11,23-24-25,0')
  const chrome: Hello = {
    ...hello,
    version: 0x0303,
    versions: [0x2a2a, 0x0304, 0x0303],
    ciphers: [
      0x4a4a, 0x1301, 0x1302, 0x1303, 0xc02b, 0xc02f, 0xc02c, 0xc030, 0xcca9, 0xcca8, 0xc013, 0xc014, 0x009c, 0x009d, 0x002f,
      0x0035,
    ],
    extensions: [
      0x1a1a, 0x001b, 0x0000, 0x0033, 0x0010, 0x4469, 0x0017, 0x002d, 0x000d, 0x0005, 0x0023, 0x0012, 0x002b, 0xff01, 0x000b,
      0x000a, 0x0015,
    ],
    signatures: [0x0403, 0x0804, 0x0401, 0x0503, 0x0805, 0x0501, 0x0806, 0x0601],
    protocols: ['h2', 'http/1.1'],
  }
  assert.equal(toJa4(chrome), 't13d1516h2_8daaf6152771_e5627efa2ab1')
  // As Wireshark has it.
  assert.deepEqual(await valueOf('clientHello', 'JA3'), ['0149f47eabf9a20d0893e2a44e5a6323'])
})

const DUMP = `15:04:05.000001 IP 192.0.2.1 > 198.51.100.2: ICMP echo request, id 1, seq 256, length 8
\t0x0000:  4500 001c 1234 4000 4001 3c76 c000 0201  E....4@.@.=.....
\t0x0010:  c633 6402 0800 f6fe 0001 0100            .3d.........
15:04:05.000002 IP 198.51.100.2 > 192.0.2.1: ICMP echo reply, id 1, seq 256, length 8
\t0x0000:  4500 001c 1234 4000 4001 3c76 c633 6402  E....4@.@.=..3d.
\t0x0010:  c000 0201 0000 fefe 0001 0100            ............
`
test('dumps of tcpdump are told apart by their offsets, whatever stands between', async () => {
  const { packets, total, notes } = await run({ text: DUMP, number: 2 })
  assert.equal(total, 2)
  assert.deepEqual(
    packets.map(({ source, info }) => `${source} ${info}`),
    ['192.0.2.1 Echo request, id 1, seq 256', '198.51.100.2 Echo reply, id 1, seq 256'],
  )
  assert.deepEqual(notes, [])
})

test('a packet that begins like nothing known does not keep the others from being read', async () => {
  const { packets } = await run({ text: `${DUMP}\t0x0000:  ffff ffff 0011 2233\n` })
  assert.deepEqual(
    packets.map(({ protocol }) => protocol),
    ['ICMP', 'ICMP', 'Data'],
  )
})

for (const [what, text] of [
  ['hex with colons', SAMPLES.dns.replaceAll(/..(?=.)/g, '$&:')],
  ['an array in C', `unsigned char p[] = { // one\n${SAMPLES.dns.replaceAll(/../g, '0x$&, ')} };`],
  ['Base64', Buffer.from(SAMPLES.dns, 'hex').toString('base64')],
  ['a dump of xxd', toDump(SAMPLES.dns)],
  ['a dump with carriage returns', toDump(SAMPLES.dns).replaceAll('\n', '\r\n')],
] as const)
  test(`${what} is read`, async () => assert.equal((await run({ text })).hex, SAMPLES.dns))

function toDump(hex: string): string {
  const rows = hex.match(/.{1,32}/g) ?? []
  const line = (row: string, at: number) => `${(at * 16).toString(16).padStart(8, '0')}: ${row.replaceAll(/....(?=.)/g, '$& ')}`
  return `${rows.map(line).join('\n')}\n`
}

const uint = (view: DataView, at: number, values: readonly number[], isLittle: boolean) =>
  values.forEach((value, index) => view.setUint32(at + index * 4, value, isLittle))

/** A capture in the form of libpcap. */
function toPcap(packets: readonly Uint8Array[], { isLittle = true, isNano = false, link = 1 } = {}): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(24 + packets.reduce((sum, { length }) => sum + 16 + length, 0))
  const view = new DataView(bytes.buffer)
  uint(view, 0, [isNano ? 0xa1b23c4d : 0xa1b2c3d4, 0, 0, 0, 65_535, link], isLittle)
  let at = 24
  for (const packet of packets) {
    uint(view, at, [1_764_500_000, 250_000, packet.length, packet.length + 2], isLittle)
    bytes.set(packet, at + 16)
    at += 16 + packet.length
  }
  return bytes
}

/** A capture in the form of pcapng, with times in nanoseconds. */
function toPcapng(packet: Uint8Array, isLittle: boolean): Uint8Array<ArrayBuffer> {
  const padded = (packet.length + 3) & ~3
  const bytes = new Uint8Array(28 + 32 + 32 + padded)
  const view = new DataView(bytes.buffer)
  uint(view, 0, [0x0a0d0d0a, 28, 0x1a2b3c4d, 0, 0xffffffff, 0xffffffff, 28], isLittle)
  uint(view, 28, [1, 32], isLittle)
  view.setUint16(36, 1, isLittle)
  view.setUint16(44, 9, isLittle)
  view.setUint16(46, 1, isLittle)
  view.setUint8(48, 9)
  view.setUint32(56, 32, isLittle)
  const ticks = 1_764_500_000_250_000_000n
  const head = [6, 32 + padded, 0, Number(ticks >> 32n), Number(ticks & 0xffff_ffffn), packet.length, packet.length]
  uint(view, 60, head, isLittle)
  bytes.set(packet, 88)
  view.setUint32(88 + padded, 32 + padded, isLittle)
  return bytes
}

const file = (bytes: Uint8Array<ArrayBuffer>) => new File([bytes], 'a.pcap')
const DNS = toBytes(SAMPLES.dns)

for (const isLittle of [true, false])
  test(`captures are read, ${isLittle ? 'the lowest' : 'the highest'} byte first`, async () => {
    const micro = await run({ file: file(toPcap([DNS, toBytes(SAMPLES.ntp)], { isLittle })), number: 2 })
    assert.deepEqual([micro.total, micro.packets[0]!.time, micro.packets[1]!.protocol], [2, '2025-11-30 10:53:20.250000', 'NTP'])
    assert.match(micro.notes[0]!, /^The capture keeps 90 of the packet’s 92 bytes$/)
    const nano = await run({ file: file(toPcap([DNS], { isLittle, isNano: true })) })
    assert.equal(nano.packets[0]!.time, '2025-11-30 10:53:20.000250')
    const next = await run({ file: file(toPcapng(DNS, isLittle)) })
    assert.deepEqual([next.total, next.packets[0]!.time, next.hex], [1, '2025-11-30 10:53:20.250000', SAMPLES.dns])
  })

const refusals: [string, z.input<typeof tool.input>, RegExp][] = [
  ['nothing', { text: ' ' }, /"field":"text"/],
  ['a packet that is not there', { file: file(toPcap([DNS])), number: 3 }, /"got":"3".*there is 1 packet"/],
  ['a capture without packets', { file: file(toPcap([])) }, /the capture has no packets/],
  ['a capture of Wi-Fi', { file: file(toPcap([DNS], { link: 127 })) }, /Wi-Fi \(802\.11\).*captures of Ethernet/],
  ['bytes that begin like nothing known', { text: 'ff ff ff ff 00 11 22' }, /say what it begins with/],
  ['a dump with a hole', { text: '0000  45 00\n0030  00 00' }, /lines follow on each other/],
  ['an odd digit', { text: '45000' }, /even number of hexadecimal digits/],
]
for (const [what, input, words] of refusals)
  test(`${what} is refused in words`, () =>
    assert.rejects(run(input), (error) => isAppError(error) && words.test(JSON.stringify(error.details))))

test('what it begins with can be said', async () => {
  const udp = SAMPLES.dns.slice(34 * 2)
  const { layers, notes } = await run({ text: udp, first: 'udp' })
  assert.deepEqual(
    layers.map(({ name }) => name),
    ['UDP', 'DNS'],
  )
  assert.deepEqual(notes, [])
  assert.equal(layers[0]!.fields.find(({ name }) => name === 'Checksum')?.meaning, 'cannot be checked')
})

test('frames that are filled up keep what is behind the packet apart', async () => {
  const { layers } = await run({ text: `${SAMPLES.qinq}${'00'.repeat(10)}` })
  assert.deepEqual([layers.at(-1)!.name, layers.at(-1)!.sizeBytes, layers.at(-2)!.name], ['Padding', 10, 'ICMP'])
})

test('a packet that ends early says where, with all that was read before', async () => {
  const { layers, notes } = await run({ text: SAMPLES.dns.slice(0, 2 * 60) })
  assert.deepEqual(
    layers.map(({ name }) => name),
    ['Ethernet II', 'IPv4', 'UDP', 'DNS', 'Data'].slice(0, layers.length),
  )
  assert.ok(notes.some((note) => /^IPv4: 77 bytes of the packet are missing$/.test(note)))
  assert.ok(notes.some((note) => /^DNS: cut short: there are only 18 bytes of it$/.test(note)))
})

test('no bytes, whole or changed, are too much for it, and no layer claims what is not there', () => {
  const samples = Object.values(SAMPLES).map(toBytes)
  const kinds: Kind[] = ['ethernet', 'ip', 'sll', 'sll2', 'loopback', 'tcp', 'udp', 'icmp', 'icmpv6', 'dns', 'dhcp', 'tls']
  const changed = tuple(constantFrom(...samples), array(tuple(nat(), nat(255)), { maxLength: 6 }), nat()).map(
    ([sample, changes, cut]) => {
      const bytes = sample.slice(0, cut % 3 === 0 ? cut % (sample.length + 1) : sample.length)
      for (const [at, value] of changes) if (bytes.length > 0) bytes[at % bytes.length] = value
      return bytes
    },
  )
  const any = oneof(changed, uint8Array({ maxLength: 200 }))
  check(
    property(any, constantFrom(...kinds), (bytes, kind) => {
      const { layers } = dissect(bytes, findFirst(bytes) ?? kind)
      for (const { start, at, fields } of layers) {
        assert.ok(start <= at && at <= bytes.length)
        for (const { offset, sizeBytes } of fields) assert.ok(offset >= start && offset + sizeBytes <= bytes.length)
      }
    }),
    { numRuns: 2_000 },
  )
})

test('a text of a NAPTR record that reaches beyond it claims nothing behind the packet', () => {
  const bytes = toBytes(SAMPLES.dnsRecords)
  const naptr = toHex(bytes).indexOf('0023000100') / 2
  assert.ok(naptr > 0, 'the sample has a NAPTR record')
  const services = naptr + 15 + bytes[naptr + 14]!
  const pattern = services + 1 + bytes[services]!
  for (let length = 0; length < 256; length++) {
    const { layers } = dissect(
      Uint8Array.from(bytes, (byte, at) => (at === pattern ? length : byte)),
      'ethernet',
    )
    for (const { at } of layers) assert.ok(at <= bytes.length, `a length of ${length}`)
  }
})

test('every beginning of every sample is taken apart as far as it goes', () => {
  for (const sample of Object.values(SAMPLES).map(toBytes))
    for (let size = 0; size <= sample.length; size++) {
      const { layers } = dissect(sample.subarray(0, size), 'ethernet')
      assert.ok(layers.length > 0)
    }
})

test('the sum over bytes and their checksum is zero (RFC 1071 §2)', () => {
  assert.equal(sumInternet(toBytes('0001f203f4f5f6f7')), 0xffff - 0xddf2)
  check(
    property(uint8Array({ minLength: 2, maxLength: 60 }), (bytes) => {
      const even = bytes.subarray(0, bytes.length & ~1)
      const sum = sumInternet(even)
      assert.equal(sumInternet(even, Uint8Array.of(sum >> 8, sum & 255)), 0)
    }),
  )
})
